"""The folder in which the games lie: one program at a time, damage mended, refusals told."""

import fcntl
import os
import shutil
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from companion.game.rebuild import rebuild
from companion.game.salvage import salvage
from companion.game.store import Store, damaged
from companion.game.trouble import DiskRefusedError, JournalError, JournalInUseError, Trouble, diagnose
from companion.words import Sentence

FILE, REBUILT, LOCK, BACKUPS = "games.sqlite", "games-rebuilt.sqlite", "games.lock", "backups"
KEPT_BACKUPS = 5
_SMALLEST = 512
"""No file of SQLite is smaller; it would take one that is for a new one, and throw its log away."""

Answer = TypeVar("Answer")
Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The time, for people to read; nothing is ordered by it."""
    return datetime.now(UTC)


class Disk:
    """The file of games in a folder. It is opened when it is needed, and anew when it was taken away."""

    def __init__(self, folder: Path, clock: Clock, on_opening: Callable[[Store], None], shared: bool = False) -> None:
        """`on_opening` gets every file that is opened, also a rebuilt one; `shared` lets one read that others write."""
        self.folder = folder
        self.notices: list[Sentence] = []
        """What people should be told once."""
        self._clock = clock
        self._on_opening = on_opening
        self._shared = shared
        self._store: Store | None = None
        self._lock: int | None = None

    @property
    def file(self) -> Path:
        """The file of games."""
        return self.folder / FILE

    def close(self) -> None:
        """Lets go of the file, so that another program may have it."""
        self._close_store()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def do(self, work: Callable[[Store], Answer]) -> Answer:
        """Does something with the file, mending it if it is damaged. Raises DiskRefusedError if the disk refuses, or
        another JournalError where no disk is to blame."""
        return self._attempt(work, writes=False)

    def change(self, work: Callable[[Store], Answer]) -> Answer:
        """Changes the file, which only one program may do at a time; otherwise like `do`."""
        return self._attempt(work, writes=True)

    def _attempt(self, work: Callable[[Store], Answer], writes: bool) -> Answer:
        try:
            try:
                return work(self._opened(writes))
            except (sqlite3.Error, OSError) as error:
                if diagnose(error) is not Trouble.DAMAGED or not self._mend():
                    raise
                return work(self._opened(writes))
        except (sqlite3.Error, OSError) as error:
            trouble = diagnose(error)
            if trouble not in (Trouble.FULL, Trouble.BUSY):
                self._close_store()
            raise DiskRefusedError(trouble.sentence(self.folder, error)) from error

    def read(self, work: Callable[[Store], Answer]) -> Answer:
        """Reads from the file; where it cannot be opened in its place, from a passing copy of it."""
        try:
            return self.do(work)
        except DiskRefusedError as refused:
            try:
                with TemporaryDirectory() as elsewhere:
                    for part in _parts(self.file):
                        shutil.copy(part, elsewhere)
                    store = Store(Path(elsewhere) / FILE)
                    try:
                        return work(store)
                    finally:
                        store.close()
            except (sqlite3.Error, OSError):
                raise refused from None

    def back_up(self) -> None:
        """Copies the file beside itself and keeps the last copies; a copy that fails is only noticed."""
        self._copy(KEPT_BACKUPS)

    def back_up_anew(self) -> None:
        """Makes a copy and keeps no other, so that what was deleted for good is in none."""
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
        except (sqlite3.Error, OSError, JournalError) as error:
            pattern = "no backup could be made of the games in {folder}: {error}"
            self.notices.append(Sentence(pattern, {"folder": self.folder, "error": error}))

    def _backups(self) -> list[Path]:
        """The copies there are, newest first, by number: the clock may have been set back."""
        found = (self.folder / BACKUPS).glob("*.sqlite")
        return sorted((copy for copy in found if copy.stem.isdigit()), key=lambda copy: -int(copy.stem))

    def _opened(self, writes: bool) -> Store:
        """The file that is in the folder now; a program that writes must be the only one."""
        must = writes or not self._shared
        if self._store is not None and self._store.is_at(self.file) and (self._lock is not None or not must):
            return self._store
        self._close_store()
        self.folder.mkdir(parents=True, exist_ok=True)
        self._take_lock(must)
        self._finish_mending()
        if any(part.stat().st_size for part in _parts(self.file)) and _size(self.file) < _SMALLEST:
            raise damaged(f"{FILE} is cut off")
        store = Store(self.file, may_migrate=self._lock is not None)
        try:
            store.check(thoroughly=_looks_cut_off(self.file))
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

    def _take_lock(self, must: bool) -> None:
        """Makes sure that no other program writes in this folder, or if it need not be, tries to."""
        path = self.folder / LOCK
        if self._lock is not None:
            if path.exists() and os.path.samestat(os.fstat(self._lock), path.stat()):
                return
            os.close(self._lock)
            self._lock = None
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            process = os.read(lock, 20).decode("ascii", "replace").strip()
            os.close(lock)
            if not must:
                return
            who = f"another Companion (process {process})" if process else "another Companion"
            raise JournalInUseError(f"{who} has the games in {self.folder} open: close it first") from None
        self._lock = lock
        os.ftruncate(lock, 0)
        os.write(lock, str(os.getpid()).encode())

    def _mend(self) -> bool:
        """Sets a damaged file aside under a dated name and carries over all that can be read from it, filled in from
        the backups. False if the disk refuses that too. The order matters: whenever the plug comes out, either the
        damaged file is still in its place or the rebuilt one is whole."""
        if self._lock is None:
            return False
        self._close_store()
        try:
            found = salvage(self.file)
            for copy in self._backups():
                found.fill_in(salvage(copy))
            rebuilt = self.folder / REBUILT
            for part in _parts(rebuilt):
                part.unlink()
            rebuild(rebuilt, found)
            name = self._set_aside()
            self._finish_mending()
        except (sqlite3.Error, OSError):
            return False
        pattern = "the file of games was damaged and is kept as {name}; games carried over: {games}"
        self.notices.append(Sentence(pattern, {"games": len(found.games()), "name": name}))
        return True

    def _set_aside(self) -> str:
        """Moves the file away, then what belongs to it, and answers with its new name."""
        stem = f"games-damaged-{self._clock():%Y%m%d-%H%M%S}"
        names = (f"{stem}{f'-{count}' if count else ''}.sqlite" for count in range(1000))
        name = next(name for name in names if not _parts(self.folder / name))
        for part in _parts(self.file):
            part.rename(self.folder / (name + part.name.removeprefix(FILE)))
        return name

    def _finish_mending(self) -> None:
        """Puts a rebuilt file where one was set aside; a log left behind there must not be taken for its own."""
        rebuilt = self.folder / REBUILT
        if self._lock is None or self.file.exists() or not rebuilt.exists():
            return
        if _parts(self.file):
            self._set_aside()
        rebuilt.rename(self.file)
        folder = os.open(self.folder, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _looks_cut_off(file: Path) -> bool:
    """Whether a file is shorter than its header says. In the middle of a checkpoint it is so too, and whole together
    with its log; so this is only a reason to look closer."""
    with file.open("rb") as opened:
        header = opened.read(100)
    page, count = int.from_bytes(header[16:18], "big"), int.from_bytes(header[28:32], "big")
    return _size(file) < (page if page > 1 else 65536) * count or _size(file) % _SMALLEST != 0


def _parts(file: Path) -> list[Path]:
    """A file of games and what SQLite keeps beside it, as far as they are there."""
    parts = (file.with_name(file.name + end) for end in ("", "-wal", "-shm", "-journal"))
    return [part for part in parts if part.exists()]
