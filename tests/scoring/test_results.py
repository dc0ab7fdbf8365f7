"""Results that are kept: after a restart they are there, and none is ever shown that is no longer true."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.boards import Library, our_maps
from companion.game import events as e
from companion.game import play_events
from companion.game.journal import Game, Journal
from companion.game.summary import Summary
from companion.scoring import tally
from companion.scoring.archive import Archive
from companion.scoring.results import FILE, Results
from companion.scoring.statistics import Outcome, outcome
from tests.games import SYSTEMS, random_game
from tests.table import event, players


class Shelf:
    """A journal with finished games, and an archive that can be opened again as after a restart."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.library = Library(folder / "maps")
        self.journal = Journal(folder)
        self.archive = Archive(self.journal, self.library, folder)

    def play(self, map_id: str, *moves: str) -> Game:
        game = self.journal.begin(self.library.load(map_id), players(["red", "blue"]))
        for move in (*moves, "end"):
            game.record(event(move))
        return game

    def restart(self) -> None:
        self.journal.close()
        self.journal = Journal(self.folder)
        self.archive = Archive(self.journal, self.library, self.folder)

    def listed(self) -> dict[int, Summary]:
        return {game.id: game for game in self.archive.games()}

    def known(self) -> dict[int, Outcome | None]:
        return {number: self.archive.known(game) for number, game in self.listed().items()}

    def count(self) -> dict[int, Outcome]:
        return {number: self.archive.count(self.archive.read(game)) for number, game in self.listed().items()}

    def truth(self) -> dict[int, Outcome]:
        """The results worked out from the steps, beside everything that is kept."""
        return {one: outcome(tally(self.journal.read(one, self.library).state)) for one in self.listed()}

    def own_map(self, points: int) -> None:
        """Write a map of our own, like USA, on which a route of one is worth this much."""
        text = (our_maps() / "usa.toml").read_text(encoding="utf-8").replace('id = "usa"', 'id = "mine"')
        (self.folder / "maps").mkdir(exist_ok=True)
        (self.folder / "maps/mine.toml").write_text(text.replace("{ 1 = 1,", f"{{ 1 = {points},"), encoding="utf-8")


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    made = Shelf(tmp_path)
    yield made
    made.journal.close()


def test_a_result_is_counted_once_and_is_there_after_a_restart(shelf: Shelf) -> None:
    shelf.play("usa", "red claims dallas--houston:grey-1")
    shelf.play("europe", "blue claims brest--paris:black", "blue keeps brest--marseille")
    assert shelf.known() == {1: None, 2: None}
    counted = shelf.count()
    shelf.restart()
    assert shelf.known() == counted == shelf.truth()


@given(st.sampled_from(SYSTEMS), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_every_result_comes_back_as_it_was(map_id: str, rng: Random) -> None:
    begun, moves = random_game(map_id, rng, turns=40)
    kept = outcome(tally(play_events(begun.state, moves)))
    with TemporaryDirectory() as folder:
        Results(Path(folder)).put("game", "map", kept)
        results = Results(Path(folder))
        assert results.get("game", "another map") is None
        assert results.get("another game", "map") is None
        assert results.get("game", "map") == kept


def test_a_game_that_was_changed_is_counted_again(shelf: Shelf) -> None:
    game = shelf.play("usa", "red claims dallas--houston:grey-1")
    before = shelf.count()
    game.undo()
    assert shelf.known() == {1: None}
    game.record(event("red draws"))
    game.record(event("blue claims boston--new-york:red"))
    game.record(e.End())
    assert shelf.known() == {1: None}
    assert shelf.count() == shelf.truth() != before
    shelf.restart()
    assert shelf.known() == shelf.truth()


def test_a_game_keeps_its_result_when_its_map_gets_other_rules(shelf: Shelf) -> None:
    shelf.own_map(points=1)
    shelf.play("mine", "red claims dallas--houston:grey-1")
    before = shelf.count()
    shelf.restart()
    shelf.own_map(points=5)
    assert shelf.known() == {1: None}
    assert shelf.count() == shelf.truth() == before
    shelf.restart()
    assert shelf.known() == {1: None}  # what was counted on a map that is no longer installed is counted again
    assert shelf.count() == before


def test_a_game_that_is_open_on_the_old_map_is_not_kept_for_the_new_one(shelf: Shelf) -> None:
    shelf.own_map(points=1)
    game = shelf.play("mine", "red claims dallas--houston:grey-1")
    shelf.own_map(points=5)
    shelf.listed()
    shelf.archive.count(game)
    assert shelf.known() == {1: None}


def test_a_deleted_game_leaves_no_name_behind(shelf: Shelf) -> None:
    shelf.play("usa", "red claims dallas--houston:grey-1")
    shelf.count()
    assert b"Anna" in (shelf.folder / FILE).read_bytes()
    shelf.journal.delete(1)
    assert shelf.archive.empty_trash() == 1
    assert b"Anna" not in (shelf.folder / FILE).read_bytes()


def test_nor_does_one_that_another_program_has_deleted(shelf: Shelf) -> None:
    shelf.play("usa", "red claims dallas--houston:grey-1")
    shelf.count()
    shelf.journal.delete(1)
    shelf.journal.empty_trash()
    shelf.restart()
    assert shelf.known() == {}
    assert b"Anna" not in (shelf.folder / FILE).read_bytes()


def test_results_of_another_program_are_not_taken(shelf: Shelf) -> None:
    shelf.play("usa", "red claims dallas--houston:grey-1")
    shelf.count()
    file = shelf.folder / FILE
    head, lines = file.read_bytes().split(b"\n", 1)
    file.write_bytes(head[:-1] + (b"0" if head[-1:] != b"0" else b"1") + b"\n" + lines)
    shelf.restart()
    assert shelf.known() == {1: None}


def test_the_disk_may_refuse(shelf: Shelf) -> None:
    (shelf.folder / FILE).mkdir()
    shelf.play("usa", "red claims dallas--houston:grey-1")
    assert shelf.count() == shelf.known() == shelf.truth()


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Shelf, bytes, dict[int, Outcome]]]:
    made = Shelf(tmp_path_factory.mktemp("counted"))
    for route in ("dallas--houston:grey-1", "dallas--houston:grey-2", "boston--new-york:red"):
        made.play("usa", f"red claims {route}")
    truth = made.count()
    yield made, (made.folder / FILE).read_bytes(), truth
    made.journal.close()


@given(data=st.data())
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_file_never_shows_what_is_not_true(
    data: st.DataObject, counted: tuple[Shelf, bytes, dict[int, Outcome]]
) -> None:
    shelf, whole, truth = counted
    start = data.draw(st.integers(0, len(whole)))
    end = data.draw(st.integers(start, min(len(whole), start + 40)) | st.just(len(whole)))
    junk = data.draw(st.binary(max_size=12) | st.just(b"\n") | st.just(b"[" * 5000))
    (shelf.folder / FILE).write_bytes(whole[:start] + junk + whole[end:])
    shelf.archive = Archive(shelf.journal, shelf.library, shelf.folder)
    for number, known in shelf.known().items():
        assert known in (None, truth[number])
    assert shelf.count() == truth
