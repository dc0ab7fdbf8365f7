"""The folder with the file of games: one program at a time, repair of damage, errors that people understand."""

import fcntl
import logging
import os
import shutil
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from companion.game.journalerrors import DiskFault, DiskRefusedError, JournalError, JournalInUseError, diagnose
from companion.game.rebuild import rebuild
from companion.game.salvage import salvage, trashed
from companion.game.store import Store, damaged
from companion.words import Sentence, say

_log = logging.getLogger(__name__)

FILE, REBUILT, LOCK, BACKUPS = "games.sqlite", "games-rebuilt.sqlite", "games.lock", "backups"
KEPT_BACKUPS = 5
_SMALLEST = 512
"""The size of the smallest SQLite file. SQLite would take a smaller one for a new one and discard its log."""

_REFUSED = (sqlite3.Error, OSError, UnicodeError)
"""Errors raised when the disk, or a file on it, fails."""

Answer = TypeVar("Answer")
Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the current time, for display only: nothing is sorted by it."""
    return datetime.now(UTC)


class Disk:
    """The file of games in a folder. It is opened on first use, and opened again if it was replaced."""

    def __init__(self, folder: Path, clock: Clock, on_opening: Callable[[Store], None], shared: bool = False) -> None:
        """Set up, without opening the file.

        `on_opening` is called with every file that is opened, a rebuilt one included. With `shared`, reading is allowed
        while another program writes.
        """
        self.folder = folder
        self.notices: list[Sentence] = []
        """Messages to show to people once."""
        self._clock = clock
        self._on_opening = on_opening
        self._shared = shared
        self._store: Store | None = None
        self._lock: int | None = None
        self._mended_in_vain = False
        """Whether a file failed right after it was rebuilt. Then rebuilding again does not help."""

    @property
    def file(self) -> Path:
        """The path of the file of games."""
        return self.folder / FILE

    def close(self) -> None:
        """Close the file and release the lock, so that another program can use it."""
        self._close_store()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def do(self, work: Callable[[Store], Answer], writes: bool = False) -> Answer:
        """Return the result of `work` on the file, repairing the file if it is damaged. With `writes`, this program
        must be the only one that writes. Raise DiskRefusedError if the disk fails, or another JournalError if the cause
        is not the disk."""
        try:
            try:
                return work(self._opened(writes))
            except _REFUSED as error:
                if self._diagnosed(error) is not DiskFault.DAMAGED or self._mended_in_vain:
                    raise
                _log.warning("%s is damaged: %s", self.file, error)
                if not self._mend():
                    raise
            self._mended_in_vain = True
            answer = work(self._opened(writes))
            self._mended_in_vain = False
            return answer
        except _REFUSED as error:
            trouble = self._diagnosed(error)
            if trouble not in (DiskFault.FULL, DiskFault.BUSY):
                self._close_store()
            raise DiskRefusedError(trouble.sentence(self.folder, error)) from error

    def _diagnosed(self, error: sqlite3.Error | OSError | UnicodeError) -> DiskFault:
        """Return what an error means, also looking at the disk: SQLite alone cannot always tell."""
        trouble = diagnose(error)
        if isinstance(error, OSError) or not self.folder.is_dir():
            return trouble
        if trouble is DiskFault.READ_ONLY and os.access(self.folder, os.W_OK) and os.access(self.file, os.W_OK):
            return DiskFault.DAMAGED
        if trouble is DiskFault.OTHER and shutil.disk_usage(self.folder).free < _SMALLEST * 8:
            return DiskFault.FULL
        return trouble

    def read(self, work: Callable[[Store], Answer]) -> Answer:
        """Return the result of `work` on the file, or on a temporary copy if the file cannot be opened in place. Raise
        JournalError."""
        try:
            return self.do(work)
        except DiskRefusedError as refused:
            if not self.folder.is_dir():
                raise
            # Closing any handle of a file makes the system drop SQLite's locks on it.
            self._close_store()
            try:
                with TemporaryDirectory() as elsewhere:
                    for part in _parts(self.file):
                        shutil.copy(part, elsewhere)
                    store = Store(Path(elsewhere) / FILE)
                    try:
                        return work(store)
                    finally:
                        store.close()
            except _REFUSED:
                raise refused from None

    def back_up(self) -> None:
        """Copy the file into the backups and keep the newest copies. Only add a notice if that fails."""
        self._copy(KEPT_BACKUPS)

    def replace_backups(self) -> None:
        """Make a backup and remove all others, so that no backup holds games that were deleted for good."""
        self._copy(1)

    def _copy(self, keep: int) -> None:
        folder = self.folder / BACKUPS
        unfinished = folder / "unfinished"
        try:
            folder.mkdir(exist_ok=True)
            for part in _parts(unfinished):
                part.unlink()
            self._opened(writes=True).copy_to(unfinished)
            copies = self._backups()
            unfinished.rename(folder / f"{int(copies[0].stem) + 1 if copies else 1:04}.sqlite")
            for old in self._backups()[keep:]:
                old.unlink()
        except (*_REFUSED, JournalError) as error:
            why = type(error).__name__ if isinstance(error, JournalError) else error  # ours are translated
            _log.warning("no backup is made in %s: %s", folder, why)
            pattern = "the games in {folder} could not be backed up: {error}"
            self.notices.append(Sentence(pattern, {"folder": self.folder, "error": error}))

    def _backups(self) -> list[Path]:
        """Return the backups, newest first. They are sorted by number, because the clock may have been set back."""
        found = (self.folder / BACKUPS).glob("*.sqlite")
        return sorted((copy for copy in found if copy.stem.isdigit()), key=lambda copy: -int(copy.stem))

    def _opened(self, writes: bool) -> Store:
        """Return the file that is in the folder now, opening it if needed. Raise JournalInUseError if this program must
        be the only one and is not."""
        must = writes or not self._shared
        if self._store is not None and self._store.is_at(self.file) and (self._holds_lock() or not must):
            return self._store
        self._close_store()
        self.folder.mkdir(parents=True, exist_ok=True)
        self._take_lock(must)
        self._finish_mending()
        if self._lock is not None and _size(self.file) < _SMALLEST and (_content(self.file) or self._backups()):
            raise damaged(f"{FILE} is cut off or missing")
        # Check this before SQLite opens the file: closing any handle of a file makes the system drop SQLite's locks on
        # it.
        cut_off = self._lock is not None and _looks_cut_off(self.file)
        store = Store(self.file, may_migrate=self._lock is not None)
        try:
            store.check(thoroughly=cut_off)
            self._on_opening(store)
        except BaseException:
            store.close()
            raise
        self._store = store
        return store

    def _close_store(self) -> None:
        if self._store is not None:
            self._store.close()
            self._store = None

    def _holds_lock(self) -> bool:
        """Return whether we hold the lock, and it is still the one in the folder."""
        path = self.folder / LOCK
        return self._lock is not None and path.exists() and os.path.samestat(os.fstat(self._lock), path.stat())

    def _take_lock(self, must: bool) -> None:
        """Lock the folder against other programs that write. If another one holds the lock, raise JournalInUseError
        with `must`, and otherwise go on without it."""
        if self._holds_lock():
            return
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        lock = os.open(self.folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            process = os.read(lock, 20).decode("ascii", "replace").strip()
            os.close(lock)
            if not must:
                return
            pattern = "another copy of Companion is using the games in {folder}: close it first"
            if process:
                pattern = "another copy of Companion (process {process}) is using the games in {folder}: close it first"
            raise JournalInUseError(say(pattern, process=process, folder=self.folder)) from None
        except OSError:
            os.close(lock)
            raise
        self._lock = lock
        os.ftruncate(lock, 0)
        os.write(lock, str(os.getpid()).encode())

    def _mend(self) -> bool:
        """Replace a damaged file by a new one with all that can be read from it and from the newest readable backup,
        and keep the damaged one under a dated name. Return False if the disk refuses that too.

        The order of the steps matters: if the power fails, either the damaged file is still in place or the rebuilt one
        is complete.
        """
        if self._lock is None:
            return False
        self._close_store()
        rebuilt = self.folder / REBUILT
        try:
            was_there = bool(_parts(self.file))
            found = salvage(self.file)
            knows_trash = self.file
            for copy in self._backups():
                if (backup := salvage(copy)).steps:
                    knows_trash = self.file if found.steps else copy
                    found.fill_in(backup)
                    break
            for part in _parts(rebuilt):
                part.unlink()
            rebuild(rebuilt, found, trashed(knows_trash))
            name = self._set_aside()
            self._finish_mending()
        except _REFUSED as error:
            _log.warning("%s cannot be mended: %s", self.file, error)
            for part in _parts(rebuilt):
                part.unlink(missing_ok=True)
            return False
        _log.warning("%s is mended with %d games; the damaged one is %s", self.file, len(found.games()), name)
        facts = {"games": len(found.games()), "name": name}
        damaged_file = "the file with your games was damaged and has been saved as {name}; games recovered: {games}"
        lost_file = "the file with your games was missing; games restored from the backup: {games}"
        self.notices.append(Sentence(damaged_file if was_there else lost_file, facts))
        return True

    def _set_aside(self) -> str:
        """Rename the file, then the files that belong to it, and return its new name."""
        stem = f"games-damaged-{self._clock():%Y%m%d-%H%M%S}"
        names = (f"{stem}{f'-{count}' if count else ''}.sqlite" for count in range(1000))
        name = next(name for name in names if not _parts(self.folder / name))
        for part in _parts(self.file):
            part.rename(self.folder / (name + part.name.removeprefix(FILE)))
        return name

    def _finish_mending(self) -> None:
        """Move a rebuilt file into place if there is none. Set aside a log left behind there, so that SQLite does not
        apply it."""
        rebuilt = self.folder / REBUILT
        if self._lock is None or self.file.exists() or not rebuilt.exists():
            return
        if _parts(self.file):
            self._set_aside()
        rebuilt.rename(self.file)
        folder = os.open(self.folder, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


def _content(file: Path) -> bool:
    """Return whether a file, or a file that SQLite keeps beside it, has any content."""
    return any(part.stat().st_size for part in _parts(file))


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _looks_cut_off(file: Path) -> bool:
    """Return whether a file is shorter than its header says. During a checkpoint a sound file is too, so this is only a
    reason to check it thoroughly."""
    if not file.exists():
        return False
    with file.open("rb") as opened:
        header = opened.read(100)
    page, count = int.from_bytes(header[16:18], "big"), int.from_bytes(header[28:32], "big")
    return _size(file) < (page if page > 1 else 65536) * count or _size(file) % _SMALLEST != 0


def _parts(file: Path) -> list[Path]:
    """Return the paths of a file of games and of the files that SQLite keeps beside it, as far as they exist."""
    parts = (file.with_name(file.name + end) for end in ("", "-wal", "-shm", "-journal"))
    return [part for part in parts if part.exists()]
