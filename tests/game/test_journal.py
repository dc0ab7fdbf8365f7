"""Games on the shelf, their records and their backups."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from companion.boards import Library
from companion.game import GameRecord, play_events, replay
from companion.game.backups import KEPT_BACKUPS
from companion.game.gamesfolder import BACKUPS
from companion.game.journal import Game, Journal
from companion.game.journalerrors import (
    NoSuchGameError,
    UnplayableGameError,
)
from companion.game.store import Store
from companion.scoring import sheet_json, tally
from tests.games import SYSTEMS, random_game
from tests.journals import BO_DRAWS, begun, fill_shelf, record, resumed
from tests.table import event, players


def test_the_last_game_open_is_the_one_to_go_on_with(journal: Journal) -> None:
    first, second = begun(journal), begun(journal, "usa")
    second.record(BO_DRAWS)
    assert (first.id, second.id) == (1, 2)
    assert resumed(journal).id == 2
    assert resumed(journal, 1).id == 1
    assert resumed(journal).id == 1


def test_a_game_without_a_step_is_gone_on_with_only_while_it_was_opened_last(journal: Journal) -> None:
    begun(journal).record(event("red draws"))
    begun(journal, "usa")
    assert resumed(journal).id == 2
    assert resumed(journal, 1).id == 1
    begun(journal, "india").record(event("end"))
    assert resumed(journal).id == 1, "the game on which something was recorded, not the empty one"


def test_a_finished_game_is_not_gone_on_with_until_its_end_is_undone(journal: Journal) -> None:
    begun(journal).record(event("red draws"))
    begun(journal, "usa").record(event("end"))
    assert [(game.id, game.finished) for game in journal.games()] == [(2, True), (1, False)]
    assert resumed(journal).id == 1
    resumed(journal, 2).undo()
    assert [(game.id, game.finished) for game in journal.games()] == [(2, False), (1, False)]


def test_an_empty_shelf(journal: Journal) -> None:
    assert journal.games() == []
    assert journal.resume(Library()) is None
    with pytest.raises(NoSuchGameError, match="there is no game 7"):
        journal.resume(Library(), 7)


def test_delete_restore_and_empty_the_trash(journal: Journal) -> None:
    begun(journal)
    begun(journal, "usa").record(BO_DRAWS)
    journal.delete(2)
    assert [game.id for game in journal.games()] == [1]
    assert [game.id for game in journal.games(trash=True)] == [2]
    journal.restore(2)
    assert [game.id for game in journal.games()] == [2, 1]
    journal.delete(1)
    assert journal.empty_trash() == 1
    assert journal.games(trash=True) == []
    with pytest.raises(NoSuchGameError):
        journal.read(1, Library())
    with pytest.raises(NoSuchGameError, match="in the trash"):
        journal.restore(1)
    with pytest.raises(NoSuchGameError):
        journal.delete(1)


@pytest.mark.parametrize("map_id", SYSTEMS)
def test_a_record_exported_and_taken_in_again_scores_the_same(map_id: str, journal: Journal) -> None:
    start, events = random_game(map_id, Random(map_id), turns=80)
    game = journal.begin(start.state.board, start.state.players, start.state.options)
    for one in events:
        game.record(one)
    written = GameRecord.model_validate_json(game.as_record().model_dump_json(exclude_none=True))
    again = journal.read(journal.take_in(written, Library()), Library())
    assert sheet_json(tally(again.state)) == sheet_json(tally(play_events(start.state, events)))
    assert again.state == replay(written, start.state.board)
    assert {one.finished for one in journal.games()} == {game.state.ended}


def test_a_map_that_is_gone_does_not_cost_the_game(tmp_path: Path) -> None:
    own = tmp_path / "maps"
    own.mkdir()
    text = Library().files()["usa"].read_text(encoding="utf-8")
    (own / "home.toml").write_text(text.replace('id = "usa"', 'id = "home"'))
    library = Library(own)
    journal = Journal(tmp_path)
    journal.begin(library.load("home"), players(["red", "blue"])).record(BO_DRAWS)
    (own / "home.toml").unlink()
    journal.close()
    journal = Journal(tmp_path)
    assert resumed_with(journal, library).state.board.change == "gone"
    journal.close()


def test_a_map_that_is_gone_and_was_never_kept(tmp_path: Path) -> None:
    """An earlier version recorded the game, and it was not opened since."""
    fill_shelf(tmp_path, [record("home", ("Anna", "Bo"), "red draws")])
    journal = Journal(tmp_path)
    with pytest.raises(UnplayableGameError, match="game 1 is saved, but cannot be opened here: there is no map home"):
        journal.resume(Library())
    assert [game.map for game in journal.games()] == ["home"]
    journal.close()


def resumed_with(journal: Journal, library: Library) -> Game:
    game = journal.resume(library)
    assert game is not None
    return game


def test_time_may_run_backwards(tmp_path: Path) -> None:
    now = datetime(2026, 11, 16, tzinfo=UTC)

    def a_year_back_each_time() -> datetime:
        nonlocal now
        now -= timedelta(days=365)
        return now

    journal = Journal(tmp_path, clock=a_year_back_each_time)
    begun(journal)
    second = begun(journal, "usa")
    for _ in range(3):
        second.record(BO_DRAWS)
    journal.close()
    again = Journal(tmp_path)
    assert (resumed(again).id, len(resumed(again).history.events)) == (2, 3)
    again.close()


def test_the_last_five_finished_games_leave_a_backup_each(journal: Journal, tmp_path: Path) -> None:
    for _ in range(7):
        begun(journal).record(event("end"))
    journal.wait()
    copies = sorted((tmp_path / BACKUPS).iterdir())
    assert [copy.name for copy in copies] == [f"{number:04}.sqlite" for number in range(3, 8)]
    assert len(copies) == KEPT_BACKUPS
    newest = Store(copies[-1])
    assert len(newest.listed()) == 7
    newest.close()
    assert journal.notices == []


def test_a_backup_that_fails_does_not_stop_the_game(journal: Journal, tmp_path: Path) -> None:
    (tmp_path / BACKUPS).write_text("a file where the folder should be")
    game = begun(journal)
    game.record(event("end"))
    assert game.saved
    journal.wait()
    assert "could not be backed up" in str(journal.notices[0])
