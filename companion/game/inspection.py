"""A look at the files of games before SQLite may change them.

SQLite trusts what it finds: it takes a log that belongs to another file, ignores what is behind a bad frame, and begins
a new file where one is missing. Whatever is found here is found before anything can be overwritten.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from companion.game.coverage import holds_all, lengths_in, missing_steps
from companion.game.gamesfolder import SMALLEST, GamesFolder, pages_of, size_of
from companion.game.journalerrors import JournalInUseError
from companion.game.mark import read_mark
from companion.game.salvage import steps_on
from companion.game.steprows import StepRow, damaged
from companion.game.store import Store
from companion.game.writeaheadlog import Log, Tail, read_log

_WAL_MODE = b"\x02\x02"
"""What the header of a file says, at offset 18, that has a write-ahead log."""


class SuspicionError(sqlite3.DatabaseError):
    """Raised if something about the files is strange, though the file itself may be sound."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


class LogIsGoneError(SuspicionError):
    """Raised if the log is missing: nobody can tell whether it had steps that are nowhere else."""


def inspect(files: GamesFolder, trusted: bool = False, reading: bool = False) -> list[StepRow]:
    """Return the steps that a power cut has left half written, to be written again; none as a rule.

    Raise SuspicionError, or the error for a damaged file, if files are missing, do not belong together, or hold more
    than SQLite would see; also whatever opening a file raises. With `trusted`, everything that can be read is known to
    be in the file, and only the file is checked. With `reading`, nothing may be changed at all.

    SQLite must not have the file open: closing any handle of a file makes the system drop SQLite's locks on it.
    """
    if files.rebuilt.exists():
        raise damaged("a repair was interrupted")
    mark = read_mark(files.mark)
    if size_of(files.file) < SMALLEST:
        if mark.last or size_of(files.file) or size_of(files.log) or files.backups():
            raise damaged(f"{files.file.name} is cut off or missing")
        return []
    if not reading:
        _drop_foreign_journal(files)
    log, shorter = read_log(files.log), _looks_cut_off(files.file)
    if log.tail is Tail.LOST and not trusted:
        raise SuspicionError("a part of the log cannot be read")
    hidden = [] if trusted else list(pages_of(files.file, sorted(log.applied_pages()), log.page_size))
    log_is_gone = mark.log and not files.log.exists()
    try:
        view = _view(files.file, reading)
    except JournalInUseError:  # a file that was never set up completely; SQLite will do that
        if log_is_gone or mark.last or files.backups():
            raise LogIsGoneError("the log is missing") from None
        return []
    with closing(view) as store:
        store.check(thoroughly=shorter)
        if trusted:
            return []
        now = store.mark(log=True)
        if now.last < mark.last:
            raise SuspicionError("the file is older than it should be")
        if log_is_gone and (now.last, now.opened) == (mark.last, mark.opened):
            raise LogIsGoneError("the log is missing")
        if missing_steps(store, steps_on(hidden, log.page_size)):
            raise SuspicionError("the log hides steps of the file")
        _compare_with_backup(store, files)
        return _half_written(store, log)


def _view(file: Path, reading: bool) -> Store:
    """Return the file as SQLite would see it, opened so that nothing changes."""
    unfinished = file.with_name(file.name + "-journal").exists()  # SQLite must first finish what it was doing
    return Store(file, read_only=reading or not unfinished)


def _half_written(store: Store, log: Log) -> list[StepRow]:
    """Return the one step that may be behind the last whole transaction of a log. Raise the error for a damaged file if
    there are more of them and their transaction was whole once."""
    rest = log.frames[log.applied :]
    if not rest:
        return []
    missing = missing_steps(store, steps_on(((frame.page, frame.image) for frame in rest), log.page_size))
    if len(missing) == 1 and (missing[0].number == 0 or len(store.steps(missing[0].game)) == missing[0].number):
        return missing
    if missing and any(frame.current and frame.commits for frame in rest):
        raise SuspicionError("the last transaction of the log cannot be read")
    return []


def _compare_with_backup(store: Store, files: GamesFolder) -> None:
    """Raise the error for a damaged file if the newest backup knows more than the file. As a rule its last step is
    found in the file under the same id, and nothing else has to be compared."""
    for backup in files.backups()[:1]:
        try:
            with closing(Store(backup, read_only=True)) as copy:
                last, at_least = copy.last_step(), len(copy.places())
        except Exception:  # a damaged backup is no reason to keep people from their games
            last, at_least = None, 0
        if last and store.step_with_id(last[0]) == last[1] and len(store.places()) >= at_least:
            continue
        if not holds_all(store, lengths_in(backup), store.deleted()):
            raise SuspicionError("a backup has more than the file")


def _looks_cut_off(file: Path) -> bool:
    """Return whether a file is shorter than its header says. During a checkpoint a sound file is too, so this is only a
    reason to check it thoroughly."""
    with file.open("rb") as opened:
        header = opened.read(100)
    page, count = int.from_bytes(header[16:18], "big"), int.from_bytes(header[28:32], "big")
    return size_of(file) < (page if page > 1 else 65536) * count or size_of(file) % SMALLEST != 0


def _drop_foreign_journal(files: GamesFolder) -> None:
    """Move a rollback journal away from a file that has a write-ahead log instead. SQLite would play it back."""
    journal = files.file.with_name(files.file.name + "-journal")
    if not journal.exists():
        return
    with files.file.open("rb") as opened:
        if opened.read(20)[18:] == _WAL_MODE:
            journal.rename(journal.with_name(journal.name + ".unused"))
