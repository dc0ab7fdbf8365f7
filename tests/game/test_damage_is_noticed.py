"""What is damaged or missing is noticed before SQLite can overwrite it, and everything that is left is kept."""

import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from companion.boards import Library
from companion.cli import main
from companion.game.gamesfolder import BACKUPS, FILE, GamesFolder
from companion.game.journal import Journal
from companion.game.journalerrors import NewerJournalError
from companion.game.mending import Way
from companion.game.store import Store
from companion.game.writeaheadlog import Tail, read_log
from tests.journals import BO_DRAWS, begun, resumed
from tests.table import event

LOG = FILE + "-wal"


@pytest.fixture
def unmerged(tmp_path: Path) -> Path:
    """A folder as a pulled plug leaves it: two finished games with backups, and one of 30 moves that is in the log."""
    folder = tmp_path / "running"
    journal = Journal(folder)
    for _ in range(2):
        begun(journal).record(event("end"))
    journal.wait()
    game = begun(journal)
    for _ in range(30):
        game.record(BO_DRAWS)
    left = shutil.copytree(folder, tmp_path / "left")
    journal.close()
    return left


def steps_in(journal: Journal) -> dict[int, int]:
    return {game.id: game.steps for game in journal.games()}


def test_sqlite_alone_would_apply_the_log_up_to_the_flipped_bit(unmerged: Path) -> None:
    log = unmerged / LOG
    data = bytearray(log.read_bytes())
    data[32 + 4120 * 10 + 2000] ^= 4
    log.write_bytes(data)
    found = read_log(log)
    assert found.applied <= 10 < len(found.frames)
    assert found.tail is Tail.LOST
    with closing(sqlite3.connect(shutil.copytree(unmerged, unmerged.with_name("alone")) / FILE)) as db:
        (seen,) = db.execute("SELECT count(*) FROM steps WHERE game = 3").fetchone()
    assert seen < 31
    journal = Journal(unmerged)
    assert steps_in(journal) == {1: 1, 2: 1, 3: 30}
    assert "games recovered: 3" in str(journal.notices[0])
    journal.close()


def test_a_log_that_ends_in_the_middle_of_a_transaction_is_what_a_power_cut_leaves(unmerged: Path) -> None:
    log = unmerged / LOG
    whole = log.read_bytes()
    assert read_log(log).tail is Tail.NOTHING
    for size in (len(whole) - 1, len(whole) - 4000, len(whole) - 4120, len(whole) - 4120 - 100):
        log.write_bytes(whole[:size])
        assert read_log(log).tail is Tail.CUT_OFF or read_log(log).applied == len(read_log(log).frames)
        journal = Journal(shutil.copytree(unmerged, unmerged.with_name(str(size))))
        assert journal.notices == []
        assert steps_in(journal)[3] >= 29
        journal.close()


def test_a_log_that_is_gone_is_told(unmerged: Path) -> None:
    (unmerged / LOG).unlink()
    journal = Journal(unmerged)
    assert steps_in(journal) == {1: 1, 2: 1}
    assert "the last moves may not have been saved" in str(journal.notices[0])
    journal.close()
    again = Journal(unmerged)
    assert again.notices == journal.notices, "until somebody has seen it"
    again.forget_notices()
    again.close()
    assert Journal(unmerged).notices == []


def test_an_older_program_that_closed_the_file_is_no_lost_log(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    begun(journal).record(BO_DRAWS)
    mark = (tmp_path / "games.mark").read_text()
    assert '"log": true' in mark
    journal.close()
    (tmp_path / "games.mark").write_text(mark)  # the older program knows nothing of it
    again = Journal(tmp_path)
    assert again.notices == []
    again.close()


def test_an_older_file_is_completed_from_the_backup(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    begun(journal).record(event("end"))
    journal.wait()
    old = (tmp_path / FILE).read_bytes()
    begun(journal).record(event("end"))
    journal.close()
    (tmp_path / FILE).write_bytes(old)
    (tmp_path / "games.mark").unlink()
    again = Journal(tmp_path)
    assert steps_in(again) == {1: 1, 2: 1}
    assert again.notices
    again.close()


def test_what_was_deleted_for_good_does_not_come_back_from_a_backup(tmp_path: Path) -> None:
    """The plug came out after the file had forgotten the game, and before the backups had."""
    journal = Journal(tmp_path)
    for _ in range(3):
        begun(journal).record(event("end"))
    journal.wait()
    kept = shutil.copytree(tmp_path / BACKUPS, tmp_path / "kept")
    journal.delete(2)
    journal.empty_trash()
    journal.close()
    shutil.rmtree(tmp_path / BACKUPS)
    kept.rename(tmp_path / BACKUPS)
    again = Journal(tmp_path)
    again.check()
    again.wait()
    assert again.notices == []
    assert steps_in(again) == {1: 1, 3: 1}
    again.close()
    with (tmp_path / FILE).open("r+b") as file:  # not even if the file has to be repaired
        file.write(bytes(100))
    mended = Journal(tmp_path)
    assert steps_in(mended) == {1: 1, 3: 1}
    assert begun(mended).id == 4
    mended.close()


def test_no_backup_is_deleted_that_has_the_last_copy_of_a_game(tmp_path: Path) -> None:
    other = Journal(tmp_path / "other")
    begun(other, "india").record(event("end"))
    other.close()
    journal = Journal(tmp_path)
    for _ in range(5):
        begun(journal).record(event("end"))
    journal.wait()
    oldest = GamesFolder(tmp_path).backups()[-1]
    shutil.copy(tmp_path / "other" / BACKUPS / "0001.sqlite", oldest)
    begun(journal).record(event("end"))
    journal.wait()
    assert sorted(game.map for game in journal.games()).count("india") == 1, "it was taken over, with a new number"
    journal.wait()
    begun(journal).record(event("end"))
    journal.close()
    assert len(GamesFolder(tmp_path).backups()) == 5
    again = Journal(tmp_path)
    assert sorted(game.map for game in again.games()).count("india") == 1
    again.close()


def test_the_log_is_short_after_a_game_and_after_a_quiet_moment(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    game = begun(journal)
    for _ in range(20):
        game.record(BO_DRAWS)
    assert (tmp_path / LOG).stat().st_size > 4096
    journal.tend(quiet=True)
    journal.wait()
    assert (tmp_path / LOG).stat().st_size == 0
    game.record(event("end"))
    journal.wait()
    assert (tmp_path / LOG).stat().st_size == 0
    journal.close()


@pytest.mark.parametrize("byte", [60, 63])
def test_a_flipped_version_is_damage_or_a_refusal_with_ways_out(tmp_path: Path, byte: int) -> None:
    journal = Journal(tmp_path)
    begun(journal).record(BO_DRAWS)
    journal.close()
    data = bytearray((tmp_path / FILE).read_bytes())
    data[byte] ^= 0x80
    (tmp_path / FILE).write_bytes(data)
    if byte == 63:
        with pytest.raises(NewerJournalError):
            Journal(tmp_path)
    app = Journal(tmp_path, background=True)
    app.wait()
    if byte == 63:
        assert app.refusal is not None
        app.go_on_with(Way.READABLE)
        app.wait()
    assert app.refusal is None
    assert steps_in(app) == {1: 1}
    app.close()


@pytest.mark.parametrize("way", [Way.BACKUP, Way.NEW])
def test_ways_to_go_on_keep_the_old_file(tmp_path: Path, way: Way) -> None:
    journal = Journal(tmp_path)
    begun(journal).record(event("end"))
    journal.close()
    Store(tmp_path / FILE)._db.execute("PRAGMA user_version = 9")
    app = Journal(tmp_path, background=True)
    app.go_on_with(way)
    app.wait()
    app.save()
    assert steps_in(app) == ({1: 1} if way is Way.BACKUP else {})
    assert app.refusal is None
    (aside,) = tmp_path.glob("games-damaged-*.sqlite")
    assert Store(aside, migrations=("",) * 9, read_only=True).steps(1)
    app.forget_notices()
    app.close()
    again = Journal(tmp_path)
    assert again.notices == []
    assert steps_in(again) == ({1: 1} if way is Way.BACKUP else {})
    again.close()


def test_a_backup_is_made_in_another_thread_and_closing_waits_for_it(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    game = begun(journal)
    made_by: list[str] = []
    sqlite = sqlite3.connect

    def connect(*arguments: object, **options: object) -> sqlite3.Connection:
        made_by.append(threading.current_thread().name)
        return sqlite(*arguments, **options)  # type: ignore[call-overload, no-any-return]

    sqlite3.connect = connect  # type: ignore[assignment]
    try:
        game.record(event("end"))
        journal.close()
    finally:
        sqlite3.connect = sqlite
    assert made_by
    assert all(name.startswith("journal") for name in made_by)
    assert len(GamesFolder(tmp_path).backups()) == 1


def test_reading_takes_no_lock_from_a_starting_app(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    begun(journal).record(BO_DRAWS)
    journal.close()
    reader = Journal(tmp_path, shared=True)
    assert steps_in(reader) == {1: 1}
    app = Journal(tmp_path)  # raises nothing
    resumed(app).record(BO_DRAWS)
    assert steps_in(reader) == {1: 2}
    reader.close()
    assert resumed(app).saved
    app.close()


def test_reading_leaves_no_trace(tmp_path: Path) -> None:
    missing = tmp_path / "none"
    reader = Journal(missing, shared=True)
    assert reader.games() == []
    reader.close()
    assert not missing.exists()


def test_reading_reports_damage_shows_what_is_left_and_repairs_nothing(
    unmerged: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = bytearray((unmerged / LOG).read_bytes())
    data[32 + 4120 * 10 + 2000] ^= 4
    (unmerged / LOG).write_bytes(data)
    before = {part.name: part.read_bytes() for part in unmerged.iterdir() if part.is_file() and "shm" not in part.name}
    assert main(["--data-dir", str(unmerged), "games"]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 3
    assert "30 steps" in out
    assert "are damaged: open Companion to repair them" in err
    for name, content in before.items():
        assert (unmerged / name).read_bytes() == content, name


def test_a_repair_that_was_cut_off_goes_on(tmp_path: Path) -> None:
    """The file is missing, and the plug came out while the backups were copied into a new one."""
    journal = Journal(tmp_path)
    for _ in range(3):
        begun(journal).record(event("end"))
    journal.close()
    (tmp_path / FILE).unlink()
    script = (
        "import os, sys, pathlib, companion.game.store as s, companion.game.journal as j\n"
        "s.Store.settle = lambda self: os._exit(1)\n"
        "j.Journal(pathlib.Path(sys.argv[1]))"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False)
    assert not (tmp_path / FILE).exists()
    again = Journal(tmp_path)
    assert steps_in(again) == {1: 1, 2: 1, 3: 1}
    assert "games restored from the backup: 3" in str(again.notices[0])
    assert again.read(1, Library()).state.ended
    again.close()
