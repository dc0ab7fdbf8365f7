"""Tests that people can go back to the version before: it opens every game, with all that was played since.

The version before is kept as it was, in tests/before/version.tar.xz. It really runs here, in a process of its own.
"""

import json
import shutil
import sqlite3
import subprocess
import sys
import zlib
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from companion.boards import Library, PlayerColour
from companion.examples import examples
from companion.game import GameRecord, Player
from companion.game import events as e
from companion.game.gamesfolder import FILE
from companion.game.journal import Journal
from companion.game.journalerrors import UnplayableGameError
from companion.game.keptboards import KeptBoard
from companion.game.record import read_record
from companion.game.steprows import StepRow
from companion.game.store import Store
from companion.game.storetables import ADDITIONS, MIGRATIONS
from tests.made_up import FILE as MADE_UP

ROOT = Path(__file__).parents[1]
BEFORE = ROOT / "tests/before"
NEW = {"nordic_countries"}
"""Examples that the version before cannot open."""

LOOK = """
from companion.boards import Library
from companion.game.journal import Journal
from companion.scoring import sheet_json, tally

journal = Journal(folder)
found = {}
for trash in (False, True):
    for game in journal.games(trash):
        read = journal.read(game.id, Library())
        found[str(game.id)] = {
            "trash": trash, "map": game.map, "finished": game.finished, "steps": game.steps, "last": game.last,
            "players": [player.name for player in game.players],
            "log": [line.step.model_dump_json(exclude_none=True) for line in read.history.log()],
            "record": read.as_record().model_dump_json(exclude_none=True),
            "score": [[p["name"], p["total"], p["rank"], p["lines"]] for p in sheet_json(tally(read.state))["players"]],
        }
print(json.dumps({"games": found, "notices": [str(notice) for notice in journal.notices]}))
journal.close()
"""
"""Prints everything about every game."""

LOOK_AT_ALL = """
from companion.boards import Library
from companion.game.journal import Journal
from companion.game.journalerrors import UnplayableGameError
from companion.scoring import tally

journal = Journal(folder)
found = {}
for game in journal.games():
    try:
        state = journal.read(game.id, Library(folder / "maps")).state
        found[str(game.id)] = [score.total for score in tally(state).players]
    except UnplayableGameError:
        found[str(game.id)] = "cannot"
print(json.dumps({"games": found, "notices": [str(notice) for notice in journal.notices]}))
journal.close()
"""
"""Prints the points of every game, or that it cannot be opened."""

PLAY_ON = """
from companion.boards import Library
from companion.game.journal import Journal

journal = Journal(folder)
game = journal.resume(Library())
game.undo()
game.redo()
print(json.dumps({"id": game.id, "saved": game.saved}))
journal.close()
"""
"""Takes two steps in the game that was opened last."""


@pytest.fixture(scope="module")
def version_before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the version before."""
    folder = tmp_path_factory.mktemp("before")
    shutil.unpack_archive(BEFORE / "version.tar.xz", folder)
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with the games that the version before has written."""
    shutil.copy(BEFORE / FILE, tmp_path)
    return tmp_path


def run(version: Path, script: str, folder: Path) -> Any:
    """Return what a script prints with a version of Companion."""
    begin = f"import json, sys\nfrom pathlib import Path\nsys.path.insert(0, {str(version)!r})\n"
    which = "import companion\nassert companion.__file__.startswith(sys.path[0]), companion.__file__\n"
    code = f"{begin}{which}folder = Path({str(folder)!r})\n{script}"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def play(folder: Path) -> None:
    """Play a game on every map with the version of today, one of them with every kind of step; import, delete."""
    library, journal = Library(), Journal(folder)
    for name, file in examples().items():
        record = read_record(file)
        if name in NEW:
            continue
        game = journal.begin(library.load(record.map), record.players, record.options)
        for event in record.events:
            game.record(event)
        game.undo()
        if name == "europe":  # a running game, with an event taken out again
            game.undo()
            game.redo()
            game.amend(len(game.history.events) - 1, None, leave_out=True)
        else:
            game.redo()
        journal.take_in(record, library)
    journal.delete(journal.games()[0].id)
    journal.resume(library)
    journal.close()


def test_the_version_before_finds_everything_that_was_played_since(folder: Path, version_before: Path) -> None:
    first = run(version_before, LOOK, folder)
    play(folder)
    now, before = run(ROOT, LOOK, folder), run(version_before, LOOK, folder)
    assert before == now
    assert len(now["games"]) == len(first["games"]) + 2 * len(examples().keys() - NEW)
    assert before["notices"] == []


def test_what_the_version_before_plays_on_is_found_by_the_version_of_today(folder: Path, version_before: Path) -> None:
    play(folder)
    now = run(ROOT, LOOK, folder)
    played = run(version_before, PLAY_ON, folder)
    assert played["saved"]
    after = run(ROOT, LOOK, folder)
    game = str(played["id"])
    assert after["games"][game]["steps"] == now["games"][game]["steps"] + 2
    unchanged = {number: about for number, about in now["games"].items() if number != game}
    assert {number: after["games"][number] for number in unchanged} == unchanged


def play_something_new(folder: Path) -> dict[str, int]:
    """Play what the version before does not know: its maps, colours and kinds of events. Return the games."""
    own = folder / "maps"
    own.mkdir()
    (own / MADE_UP.name).write_bytes(MADE_UP.read_bytes())
    library, journal = Library(own), Journal(folder)
    nordic = journal.take_in(read_record(examples()["nordic_countries"]), library)
    colour = journal.take_in(record("usa", {"purple": "Anna", "red": "Bo"}), library)
    rules = journal.take_in(record("made-up", {"white": "Anna", "red": "Bo"}), library)
    event = e.Entered(player="red", line="shares", points=4)
    entered = journal.take_in(record("made-up", {"white": "Anna", "red": "Bo"}, event), library)
    journal.close()
    return {"map": nordic, "colour": colour, "rules": rules, "event": entered}


def record(map_id: str, people: dict[PlayerColour, str], *events: e.Event) -> GameRecord:
    names = tuple(Player(colour=colour, name=name) for colour, name in people.items())
    return GameRecord(format="companion-game/1", map=map_id, players=names, events=events)


def test_a_game_with_something_new_is_kept_by_the_version_before(folder: Path, version_before: Path) -> None:
    """It lists every game, opens those that it knows, and leaves the others as they are."""
    new = play_something_new(folder)
    found = run(version_before, LOOK_AT_ALL, folder)
    cannot = {number for number, score in found["games"].items() if score == "cannot"}
    assert cannot == {str(number) for number in new.values()}
    assert found["notices"] == []
    again = run(ROOT, LOOK_AT_ALL, folder)
    assert found["games"].keys() == again["games"].keys()
    assert "cannot" not in again["games"].values()


@pytest.mark.parametrize("what", ["map", "colour", "rules", "event"])
def test_a_game_of_a_newer_version_is_said_to_be_one(folder: Path, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """From this version on: here with the rows that a later one will have written."""
    number = play_something_new(folder)[what]
    database = sqlite3.connect(folder / FILE)
    for step, text in database.execute("SELECT number, what FROM steps WHERE game = ?", (number,)).fetchall():
        later = {
            "map": text,
            "colour": text.replace('"purple"', '"turquoise"'),
            "rules": text,
            "event": text.replace('"type":"entered"', '"type":"telegraphed"'),
        }[what]
        row = StepRow(number, step, later, "2030-01-01T00:00:00.000+00:00")
        place = (later, row.at, row.check, number, step)
        database.execute('UPDATE steps SET what = ?, at = ?, "check" = ? WHERE game = ? AND number = ?', place)
    if what in ("map", "rules"):
        (digest,) = database.execute("SELECT digest FROM game_boards WHERE game = ?", (number,)).fetchone()
        (facts,) = database.execute("SELECT facts FROM boards WHERE digest = ?", (digest,)).fetchone()
        later = zlib.compress(zlib.decompress(facts).replace(b'"trains":', b'"wagons":'))
        kept = KeptBoard(digest, later)
        database.execute('UPDATE boards SET facts = ?, "check" = ? WHERE digest = ?', (later, kept.check, digest))
    database.commit()
    database.close()
    monkeypatch.setattr(Library, "files", lambda _: {})  # the map came with the newer version
    journal = Journal(folder)
    said = f"game {number} is saved, but was played with a newer version of Companion: update it to open the game"
    with pytest.raises(UnplayableGameError, match=f"^{said}$"):
        journal.read(number, Library())
    assert number in {game.id for game in journal.games()}
    journal.close()


def test_games_without_a_known_day_go_back_and_come_again(folder: Path, version_before: Path) -> None:
    """The version before shows the time that the clock had, as it always did."""
    library, journal = Library(), Journal(folder, is_right=lambda: False)
    record = read_record(examples()["usa"])
    numbers = [journal.take_in(record, library) for _ in range(2)]
    journal.set_day(numbers[1], date(2026, 11, 16))
    journal.resume(library, numbers[1])
    journal.close()
    assert run(version_before, LOOK, folder) == run(ROOT, LOOK, folder)
    assert run(version_before, PLAY_ON, folder)["saved"]
    journal = Journal(folder)
    played = {game.id: game.played for game in journal.games()}
    journal.close()
    assert [played[number] for number in numbers] == [None, date(2026, 11, 16)]


def test_what_is_added_to_the_file_does_not_disturb_the_version_before(folder: Path, version_before: Path) -> None:
    more = (*ADDITIONS, "CREATE TABLE IF NOT EXISTS remarks (game INTEGER PRIMARY KEY, text TEXT NOT NULL);")
    for _ in range(2):  # opened again, nothing is added twice
        Store(folder / FILE, additions=more).close()
    assert run(version_before, LOOK, folder) == run(ROOT, LOOK, folder)
    assert run(version_before, PLAY_ON, folder)["saved"]
    with sqlite3.connect(folder / FILE) as file:
        assert file.execute("SELECT count(*) FROM remarks").fetchone() == (0,)
    file.close()


def schema(file: Path) -> tuple[int, dict[str, str]]:
    """Return the version that a file says it has, and how each of its tables and indexes is made."""
    database = sqlite3.connect(file)
    try:
        (version,) = database.execute("PRAGMA user_version").fetchone()
        return version, dict(database.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
    finally:
        database.close()


def test_a_new_file_has_all_that_the_version_before_knows_and_the_same_number(tmp_path: Path) -> None:
    """If this fails, the version before can no longer open the games of people who go back to it. What is new goes into
    ADDITIONS, as tables and indexes of its own; see "Where does a new … go" in companion/README.md."""
    Store(tmp_path / FILE).close()
    (number, tables), (before, known) = schema(tmp_path / FILE), schema(BEFORE / FILE)
    assert number == before
    assert {name: tables.get(name) for name in known} == known
    assert all("IF NOT EXISTS" in statement for statement in ADDITIONS)
    assert not any(word in "".join(ADDITIONS).upper() for word in ("TRIGGER", "ALTER", "DROP", "UNIQUE INDEX"))


@pytest.mark.parametrize(
    "change",
    ["ALTER TABLE shelf ADD COLUMN colour TEXT;", "CREATE TABLE remarks (step INTEGER, text TEXT);"],
    ids=["column", "table"],
)
def test_a_migration_would_lock_the_version_before_out(folder: Path, version_before: Path, change: str) -> None:
    """The tests above would see it."""
    Store(folder / FILE, (*MIGRATIONS, change)).close()
    with pytest.raises(AssertionError, match="NewerJournalError"):
        run(version_before, LOOK, folder)
