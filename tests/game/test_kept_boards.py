"""A game keeps the board that it was played on: no map that changes, is replaced or removed changes a game."""

import json
import shutil
import sqlite3
import zlib
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.boards import Board, Library, our_maps, parse_map
from companion.boards.facts import board_from, digest_of, facts_of
from companion.game import play_events
from companion.game.gamesfolder import BACKUPS, FILE
from companion.game.journal import Game, Journal
from companion.game.keptboards import KeptBoard
from companion.game.record import begin
from companion.game.store import Store
from companion.game.storetables import MIGRATIONS
from companion.scoring import sheet_json, tally
from tests.games import SYSTEMS, random_game
from tests.journals import BO_DRAWS, fill_shelf, record, resumed
from tests.table import board, players

MOVES_OF_THREE = (
    "red claims duluth--helena:orange",
    "blue claims calgary--vancouver:grey",
    "green claims montreal--toronto:grey",
    "blue claims kansas-city--omaha:grey-1",
    "end",
)
BEFORE = Path(__file__).parents[1] / "before"


def usa() -> str:
    return (our_maps() / "usa.toml").read_text(encoding="utf-8")


DEARER = ("points = { 1 = 1, 2 = 2, 3 = 4,", "points = { 1 = 1, 2 = 9, 3 = 30,")
"""What a map from a stick may have in other words than ours."""


def on_stick(folder: Path, *changes: tuple[str, str]) -> Library:
    """Return a library in which someone's own usa.toml has taken the place of ours."""
    library = Library(folder / "maps")
    library.put("usa", changed(*changes).encode())
    return library


def changed(*changes: tuple[str, str]) -> str:
    text = usa()
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def sheet(game: Game) -> dict[str, Any]:
    """Return the score of a game, without remarks on it."""
    return {**sheet_json(tally(game.state)), "warnings": []}


def remarks(game: Game) -> list[str]:
    return [str(warning) for warning in tally(game.state).warnings if "map" in str(warning)]


def finished_game(folder: Path) -> dict[str, Any]:
    """Leave a finished game of three in a folder, and return its score."""
    journal = Journal(folder)
    number = journal.take_in(record("usa", ("Anna", "Bo", "Cy"), *MOVES_OF_THREE), Library())
    found = sheet(journal.read(number, Library()))
    journal.close()
    return found


# The digest


@pytest.mark.parametrize(
    "change",
    [
        DEARER,
        ("longest = 10", "longest = 15"),
        ("trains = 45", "trains = 40"),
        ("last_round_at = 2", "last_round_at = 3"),
        ('tie_breaks = ["tickets", "longest"]', 'tie_breaks = ["longest", "tickets"]'),
        ("locomotives = 14", "locomotives = 13"),
    ],
    ids=lambda change: change[1][:20],
)
def test_what_counts_changes_the_digest(change: tuple[str, str]) -> None:
    assert digest_of(parse_map(changed(change), "usa")) != digest_of(board("usa"))


@pytest.mark.parametrize("section", ["routes", "tickets"])
def test_every_figure_of_a_route_and_a_ticket_counts(section: str) -> None:
    facts = json.loads(zlib.decompress(facts_of(board("usa"))))
    first = facts[section][0]
    figures = {"length": 6, "colour": "pink", "tunnel": True, "locomotives": 1, "from": "denver", "id": "other"}
    figures |= {"points": 3, "long": True, "copies": 2}
    digests = {digest_of(board("usa"))}
    changes = {name: value for name, value in figures.items() if name in first and first[name] != value}
    for name, value in changes.items():
        entry = first | {name: value, **({"bends": [], "track": [[1, 1], [2, 2]]} if section == "routes" else {})}
        other = facts | {section: [entry, *facts[section][1:]]}
        digests.add(digest_of(board_from(zlib.compress(json.dumps(other).encode()))))
    assert len(digests) == 1 + len(changes) >= 5


@pytest.mark.parametrize(
    "change",
    [
        ('name = "USA"', 'name = "Amerika"'),
        ('name = "Atlanta"', 'name = "Atlante"'),
        ("x = 800, y = 416", "x = 801, y = 417"),
        ("size = [1000, 645]", "size = [1001, 646]"),
        ("# Names as printed.", "# Other notes."),
        ('later_rejects = "deck"', ""),
    ],
    ids=lambda change: change[1][:20],
)
def test_names_drawing_notes_and_defaults_do_not(change: tuple[str, str]) -> None:
    assert digest_of(parse_map(changed(change), "usa")) == digest_of(board("usa"))


def test_the_order_of_the_file_does_not() -> None:
    usual = board("usa")
    backwards = Board(
        usual.id,
        usual.called,
        usual.rules,
        usual.size,
        usual.countries,
        {city.id: city for city in reversed(list(usual.cities.values()))},
        {route.id: route for route in reversed(list(usual.routes.values()))},
        {ticket.id: ticket for ticket in reversed(list(usual.tickets.values()))},
    )
    assert digest_of(backwards) == digest_of(usual)


@pytest.mark.parametrize("map_id", SYSTEMS)
def test_a_kept_board_scores_every_game_as_the_map_does(map_id: str) -> None:
    again = board_from(facts_of(board(map_id)))
    assert digest_of(again) == digest_of(board(map_id))
    for seed in range(5):
        table, events = random_game(map_id, Random(seed))
        state = table.state
        kept = play_events(begin(again, state.players, state.options), events)
        assert sheet_json(tally(kept)) == sheet_json(tally(play_events(state, events)))


# Games


def test_a_map_from_a_stick_changes_no_finished_game(tmp_path: Path) -> None:
    before = finished_game(tmp_path)
    library = on_stick(tmp_path, DEARER)
    journal = Journal(tmp_path)
    game = journal.read(1, library)
    assert sheet(game) == before
    assert remarks(game) == ["the map USA has changed since this game: it is scored with the map it was played on"]
    again = journal.take_in(record("usa", ("Anna", "Bo", "Cy"), *MOVES_OF_THREE), library)
    assert [one["rank"] for one in sheet(journal.read(again, library))["players"]] != [
        one["rank"] for one in before["players"]
    ], "a game that is played now is played on the new map"
    assert remarks(journal.read(again, library)) == []
    journal.close()


def test_a_map_that_is_only_drawn_or_spelt_differently_is_used(tmp_path: Path) -> None:
    before = finished_game(tmp_path)
    library = on_stick(tmp_path, ('name = "USA"', 'name = "Amerika"'), ("x = 800, y = 416", "x = 801, y = 417"))
    journal = Journal(tmp_path)
    game = journal.read(1, library)
    assert (sheet(game), remarks(game)) == (before, [])
    assert game.state.board.name == "Amerika"
    journal.close()


def test_a_running_game_goes_on_with_the_map_it_began_with(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    game = journal.begin(board("usa"), players(["red", "blue"]))
    game.record(BO_DRAWS)
    journal.close()
    library = on_stick(tmp_path, DEARER, ('id = "boston--montreal:grey-1"', 'id = "elsewhere"'))
    journal = Journal(tmp_path)
    resumed_game = journal.resume(library)
    assert resumed_game is not None
    assert "boston--montreal:grey-1" in resumed_game.state.board.routes
    resumed_game.record(BO_DRAWS)
    assert resumed_game.saved
    journal.close()


def test_spaces_are_turned_as_on_the_map_that_is_installed_now(tmp_path: Path) -> None:
    """How they are turned is not kept, and a photo of the board cannot be read without it."""
    finished_game(tmp_path)
    with_spaces = [route for route in board("usa").routes.values() if route.spaces]
    same, moved = with_spaces[:2]
    x, y, _ = moved.spaces[0]
    number = f"{x:g}, {y:g}"
    assert usa().count(f"[[{number},") == 1
    library = on_stick(tmp_path, DEARER, (f"[[{number},", "[[1, 1,"))
    journal = Journal(tmp_path)
    routes = journal.read(1, library).state.board.routes
    assert routes[same.id].spaces == same.spaces
    assert routes[moved.id].spaces == ()
    assert routes[moved.id].bends == moved.middles
    journal.close()


def test_a_map_that_was_removed_does_not_cost_the_score(tmp_path: Path) -> None:
    library = Library(tmp_path / "maps")
    library.put("home", changed(('id = "usa"', 'id = "home"'), ('name = "USA"', 'name = "Home"')).encode())
    journal = Journal(tmp_path)
    number = journal.take_in(record("home", ("Anna", "Bo", "Cy"), *MOVES_OF_THREE), library)
    before = sheet(journal.read(number, library))
    journal.close()
    (tmp_path / "maps" / "home.toml").unlink()
    journal = Journal(tmp_path)
    game = journal.read(number, library)
    assert sheet(game) == before
    assert remarks(game) == [
        "the map Home is no longer on this device: this game is scored with the map it was played on"
    ]
    journal.close()


def test_games_of_one_map_share_its_board(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    for _ in range(3):
        journal.take_in(record("usa", ("Anna", "Bo", "Cy"), *MOVES_OF_THREE), Library())
    library = on_stick(tmp_path, DEARER)
    boards = {id(journal.read(number, library).state.board) for number in (1, 2, 3)}
    assert len(boards) == 1
    journal.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        assert db.execute("SELECT count(*) FROM boards").fetchone() == (1,)
        assert db.execute("SELECT count(*) FROM game_boards").fetchone() == (3,)


# Games of the version before, and that version with games of this one


def test_games_of_the_version_before_keep_the_map_when_one_of_them_is_opened(tmp_path: Path) -> None:
    games = [record("usa", ("Anna", "Bo", "Cy"), *MOVES_OF_THREE) for _ in range(3)]
    fill_shelf(tmp_path, [*games, record("europe", ("Anna", "Bo"), "red draws", "end")])
    journal = Journal(tmp_path)
    before = sheet(journal.read(1, Library()))
    journal.close()
    library = on_stick(tmp_path, DEARER)
    journal = Journal(tmp_path)
    assert [sheet(journal.read(number, library)) for number in (1, 2, 3)] == [before] * 3
    journal.close()
    with closing(Store(tmp_path / FILE)) as store:
        assert [game for game, _ in store.without_board()] == [4]


def test_they_keep_it_before_the_map_is_replaced(tmp_path: Path) -> None:
    fill_shelf(tmp_path, [record("usa", ("Anna", "Bo", "Cy"), *MOVES_OF_THREE)])
    journal = Journal(tmp_path)
    journal.keep_map(Library().load("usa"))
    library = on_stick(tmp_path, DEARER)
    game = journal.read(1, library)
    assert remarks(game)
    assert game.state.board.rules.points[3] == 4
    journal.close()


def test_reading_beside_another_program_writes_nothing(tmp_path: Path) -> None:
    fill_shelf(tmp_path, [record("usa", ("Anna", "Bo", "Cy"), *MOVES_OF_THREE)])
    reader = Journal(tmp_path, shared=True)
    reader.read(1, Library())
    reader.close()
    with closing(Store(tmp_path / FILE)) as store:
        assert [game for game, _ in store.without_board()] == [1]


def test_every_game_of_the_version_before_scores_the_same_though_every_map_changes(tmp_path: Path) -> None:
    shutil.copy(BEFORE / "games.sqlite", tmp_path)
    journal = Journal(tmp_path)
    before = {game.id: sheet(journal.read(game.id, Library())) for game in journal.games()}
    journal.close()
    library = Library(tmp_path / "maps")
    for map_id, file in Library().files().items():
        text = file.read_text(encoding="utf-8").replace("longest = 10", "longest = 99")
        library.put(map_id, text.replace("most_tickets = 15", "most_tickets = 99").encode())
    journal = Journal(tmp_path)
    assert {game.id: sheet(journal.read(game.id, library)) for game in journal.games()} == before
    journal.close()


def test_the_file_is_still_one_that_the_version_before_opens(tmp_path: Path) -> None:
    """It refuses a higher version, and deletes games with foreign keys on."""
    finished_game(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,) == (len(MIGRATIONS),)
        db.execute("PRAGMA foreign_keys = ON")
        for table, key in (("shelf", "game"), ("steps", "game"), ("games", "id")):
            db.execute(f"DELETE FROM {table} WHERE {key} = 1")
        db.commit()
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []


# Damage and deletion


def test_mending_finds_the_boards_too(tmp_path: Path) -> None:
    before = finished_game(tmp_path)
    shutil.rmtree(tmp_path / BACKUPS, ignore_errors=True)
    data = bytearray((tmp_path / FILE).read_bytes())
    data[100:108] = bytes(8)  # the list of tables
    (tmp_path / FILE).write_bytes(data)
    library = on_stick(tmp_path, DEARER)
    journal = Journal(tmp_path)
    assert journal.notices
    game = journal.read(1, library)
    assert (sheet(game), len(remarks(game))) == (before, 1)
    journal.close()


def test_a_board_that_the_disk_has_changed_comes_back_from_the_backup(tmp_path: Path) -> None:
    before = finished_game(tmp_path)
    journal = Journal(tmp_path)
    journal.back_up()
    journal.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute("UPDATE boards SET facts = zeroblob(100)")
    library = on_stick(tmp_path, DEARER)
    journal = Journal(tmp_path)
    assert sheet(journal.read(1, library)) == before
    journal.close()


def test_a_board_that_nobody_can_read_any_more_is_told(tmp_path: Path) -> None:
    """Such as one with rules of a newer version."""
    finished_game(tmp_path)
    strange = zlib.compress(b'{"format": "companion-board/2"}')
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        (digest,) = db.execute("SELECT digest FROM boards").fetchone()
        db.execute('UPDATE boards SET facts = ?, "check" = ?', (strange, KeptBoard(digest, strange).check))
    journal = Journal(tmp_path)
    assert remarks(journal.read(1, Library())) == []  # the installed map is the one that it was played on
    library = on_stick(tmp_path, DEARER)
    journal.close()
    journal = Journal(tmp_path)
    (said,) = remarks(journal.read(1, library))
    assert "the score may differ" in said
    journal.close()


def test_a_file_that_vanishes_while_a_game_is_open_gets_its_board_again(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    game = journal.begin(board("usa"), players(["red", "blue"]))
    for part in tmp_path.glob(f"{FILE}*"):
        part.unlink()
    game.record(BO_DRAWS)
    assert game.saved
    journal.close()
    with closing(Store(tmp_path / FILE)) as store:
        assert store.without_board() == []
        assert resumed_board(tmp_path)


def resumed_board(folder: Path) -> Board:
    journal = Journal(folder, shared=True)
    found = resumed(journal).state.board
    journal.close()
    return found


def test_what_is_deleted_for_good_leaves_no_board(tmp_path: Path) -> None:
    finished_game(tmp_path)
    journal = Journal(tmp_path)
    kept_game = journal.take_in(record("europe", ("Anna", "Bo"), "red draws", "end"), Library())
    journal.delete(1)
    journal.empty_trash()
    journal.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        assert db.execute("SELECT game FROM game_boards").fetchall() == [(kept_game,)]
        assert db.execute("SELECT count(*) FROM boards").fetchone() == (1,)


def test_a_full_disk_still_shows_the_games_of_the_version_before(small_disk: Path) -> None:
    """There is no room for boards then; they are kept once there is."""
    fill_shelf(small_disk, [record("usa", ("Anna", "Bo", "Cy"), *MOVES_OF_THREE)])
    filler = small_disk / "filler"
    with closing(sqlite3.connect(small_disk / FILE, isolation_level=None)) as db:  # its log stays open meanwhile
        db.execute("DROP TABLE boards")
        db.execute("DROP TABLE game_boards")
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(512))
        with closing(Store(small_disk / FILE)) as store:
            assert len(store.steps(1)) == 1 + len(MOVES_OF_THREE)
            assert (store.board_of(1), store.without_board()) == (None, [])
    filler.unlink()
    journal = Journal(small_disk)
    journal.read(1, Library())
    journal.close()
    with closing(Store(small_disk / FILE)) as store:
        assert store.board_of(1)
