"""Tests that people can go back to the version before: it opens every game, with all that was played since.

The version before is kept as it was, in tests/before/version.tar.xz. It really runs here, in a process of its own.
"""

import json
import shutil
import sqlite3
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from companion.boards import Library
from companion.examples import examples
from companion.game.gamesfolder import FILE
from companion.game.journal import Journal
from companion.game.record import read_record
from companion.game.store import Store
from companion.game.storetables import ADDITIONS, MIGRATIONS

ROOT = Path(__file__).parents[1]
BEFORE = ROOT / "tests/before"

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
    assert len(now["games"]) == len(first["games"]) + 2 * len(examples())
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
