"""Every trouble that a disk can make, and what is said about it."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.game.gamesfolder import FILE
from companion.game.journal import Journal
from companion.game.journalerrors import (
    JournalError,
    JournalInUseError,
    NewerJournalError,
)
from companion.game.salvage import salvage
from companion.game.steprows import StepRow
from companion.game.store import Store
from companion.game.storetables import MIGRATIONS
from tests.journals import BO_DRAWS, begun, resumed
from tests.table import event


def test_a_file_from_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    Store(tmp_path / FILE, migrations=(*MIGRATIONS, "CREATE TABLE future (x);")).close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(
        NewerJournalError,
        match=r"newer version of Companion \(file version 2, .* update Companion; nothing was changed",
    ):
        Journal(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_an_older_file_is_brought_forward(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    begun(journal).record(BO_DRAWS)
    journal.close()
    newer = (*MIGRATIONS, "CREATE TABLE remarks (step INTEGER REFERENCES steps (id), text TEXT);")
    store = Store(tmp_path / FILE, newer)
    assert len(store.steps(1)) == 2
    store.close()
    with pytest.raises(NewerJournalError):
        Store(tmp_path / FILE)
    Store(tmp_path / FILE, newer).close()


def test_two_programs_on_one_folder(journal: Journal, tmp_path: Path) -> None:
    begun(journal).record(BO_DRAWS)
    with pytest.raises(
        JournalInUseError, match=rf"another copy of Companion \(process {os.getpid()}\).*close it first"
    ):
        Journal(tmp_path)
    reader = Journal(tmp_path, shared=True)
    assert [game.steps for game in reader.games()] == [1]
    with pytest.raises(JournalInUseError):
        reader.delete(1)
    reader.close()
    journal.close()
    Journal(tmp_path).close()


def test_a_program_that_died_does_not_hold_the_folder(tmp_path: Path) -> None:
    script = "import os, sys, pathlib, companion.game.journal as j; j.Journal(pathlib.Path(sys.argv[1])); os._exit(1)"
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False)
    Journal(tmp_path).close()


FULL = "the storage is full: free up some space. Until then, new moves are not saved"


def test_a_disk_that_is_really_full(small_disk: Path) -> None:
    journal = Journal(small_disk)
    game = begun(journal)
    count = 0
    while game.saved:
        game.record(BO_DRAWS)
        count += 1
        assert count < 1000
    assert str(journal.trouble) == FULL
    for _ in range(5):
        game.record(BO_DRAWS)
    game.undo()
    assert len(game.history.events) == count + 4
    assert str(journal.trouble) == FULL
    subprocess.run(["mount", "-o", "remount,size=2m", str(small_disk)], check=True)
    assert journal.save()
    assert journal.trouble is None
    assert game.saved
    journal.close()
    again = Journal(small_disk)
    assert len(resumed(again).history.events) == count + 4
    again.close()


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    """The same through SQLite's own limit, where no file system can be mounted."""
    journal = Journal(tmp_path)
    game = begun(journal)
    journal._disk._opened(writes=True)._db.execute("PRAGMA max_page_count = 12")
    while game.saved:
        game.record(BO_DRAWS)
    assert str(journal.trouble) == FULL
    journal._disk._opened(writes=True)._db.execute("PRAGMA max_page_count = 1000")
    game.record(BO_DRAWS)
    assert game.saved
    assert journal.trouble is None
    journal.close()


@pytest.fixture
def folder_with_a_key(tmp_path: Path) -> Iterator[tuple[Path, Callable[[bool], None]]]:
    """A folder, and what makes it writable or not: root may write in any folder, but not on a read-only file system."""
    folder = tmp_path / "locked"
    folder.mkdir()
    if os.geteuid() == 0:
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(folder)], check=True)

    def make_writable(yes: bool) -> None:
        if os.geteuid() == 0:
            subprocess.run(["mount", "-o", f"remount,{'rw' if yes else 'ro'}", str(folder)], check=True)
        else:
            folder.chmod(0o755 if yes else 0o555)

    yield folder, make_writable
    if os.geteuid() == 0:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_folder_that_cannot_be_written_to(folder_with_a_key: tuple[Path, Callable[[bool], None]]) -> None:
    folder, make_writable = folder_with_a_key
    journal = Journal(folder)
    begun(journal).record(BO_DRAWS)
    journal.close()
    make_writable(False)
    journal = Journal(folder)
    assert str(journal.trouble) == (
        f"{folder} cannot be written to: make it writable. Until then, new moves are not saved"
    )
    game = resumed(journal)
    assert len(journal.games()) == 1
    game.record(BO_DRAWS)
    assert not game.saved
    with pytest.raises(JournalError, match="cannot be written to"):
        journal.delete(1)
    make_writable(True)
    game.record(BO_DRAWS)
    assert game.saved
    assert journal.trouble is None
    assert [one.steps for one in journal.games()] == [3]
    journal.close()


def test_a_folder_that_disappears_in_the_middle_of_a_game(tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    journal = Journal(folder)
    game = begun(journal)
    game.record(BO_DRAWS)
    folder.rename(tmp_path / "gone")
    folder.write_text("something else has its name")
    game.record(BO_DRAWS)
    assert journal.trouble is not None
    assert not game.saved
    folder.unlink()
    (tmp_path / "gone").rename(folder)
    game.record(BO_DRAWS)
    assert game.saved
    assert [one.steps for one in journal.games()] == [3]
    journal.close()


def test_another_file_in_its_place_gets_the_whole_game(tmp_path: Path) -> None:
    """A different stick, with games of its own: nothing of it is touched, and the open game is written out whole."""
    other = Journal(tmp_path / "other")
    begun(other, "usa").record(event("red draws"))
    other.close()
    folder = tmp_path / "stick"
    journal = Journal(folder)
    game = begun(journal)
    game.record(BO_DRAWS)
    folder.rename(tmp_path / "gone")
    (tmp_path / "other").rename(folder)
    game.record(BO_DRAWS)
    assert game.saved
    assert {(one.id, one.map, one.steps) for one in journal.games()} == {(1, "usa", 1), (2, "europe", 2)}
    journal.close()


def test_a_file_that_is_no_file_of_games(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("Dear diary, " * 1000)
    journal = Journal(tmp_path)
    assert begun(journal).saved
    (notice,) = journal.notices
    assert str(notice).endswith("; games recovered: 0")
    (aside,) = tmp_path.glob("games-damaged-*.sqlite")
    assert aside.read_text() == "Dear diary, " * 1000
    journal.close()


def test_damage_found_in_the_middle_of_a_game_costs_nothing(tmp_path: Path) -> None:
    """What memory has is written again, even if the file has lost all of it."""
    journal = Journal(tmp_path)
    game = begun(journal)
    for _ in range(200):
        game.record(BO_DRAWS)
    journal.close()
    again = Journal(tmp_path)
    game = resumed(again)
    again.close()
    (tmp_path / FILE).write_bytes(b"x" * 50_000)
    game.record(BO_DRAWS)
    assert game.saved
    assert len(again.notices) == 1
    again.close()
    once_more = Journal(tmp_path)
    assert len(resumed(once_more).history.events) == 201
    once_more.close()


def test_steps_longer_than_a_page_are_salvaged_too(tmp_path: Path) -> None:
    rows = [StepRow(1, number, "x" * length, "now") for number, length in enumerate([10, 4000, 5000, 20_000], start=1)]
    store = Store(tmp_path / FILE)
    store.add_game("{}", "then")
    store.add_steps(rows, finished=False)
    whole = salvage(tmp_path / FILE)  # from the log
    store.close()
    with (tmp_path / FILE).open("r+b") as file:
        file.write(bytes(4096))
    headless = salvage(tmp_path / FILE)  # from the file, whose first page is gone
    assert whole.games() == headless.games() == [[StepRow(1, 0, "{}", "then"), *rows]]
