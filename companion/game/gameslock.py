"""The lock on the folder of games: one program writes at a time."""

import fcntl
import os
from pathlib import Path

from companion.game.gamesfolder import GamesFolder
from companion.game.journalerrors import JournalInUseError
from companion.words import say


class GamesLock:
    """The lock of one folder, taken or not. The system releases it when the program ends, however it ends."""

    def __init__(self, files: GamesFolder) -> None:
        self._files = files
        self._handle: int | None = None

    @property
    def is_taken(self) -> bool:
        """Whether we have taken the lock, though the file that is locked may be gone."""
        return self._handle is not None

    @property
    def is_held(self) -> bool:
        """Whether we hold the lock, and it is still the one in the folder."""
        path = self._files.lock
        return self._handle is not None and path.exists() and os.path.samestat(os.fstat(self._handle), path.stat())

    def take(self) -> None:
        """Lock the folder against other programs that write. Raise JournalInUseError if another one holds the lock, or
        OSError."""
        if self.is_held:
            return
        self.release()
        lock = os.open(self._files.lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            process = os.read(lock, 20).decode("ascii", "replace").strip()
            os.close(lock)
            pattern = "another copy of Companion is using the games in {folder}: close it first"
            if process:
                pattern = "another copy of Companion (process {process}) is using the games in {folder}: close it first"
            raise JournalInUseError(say(pattern, process=process, folder=self._files.path)) from None
        except OSError:
            os.close(lock)
            raise
        self._handle = lock
        os.ftruncate(lock, 0)
        os.write(lock, str(os.getpid()).encode())

    def release(self) -> None:
        """Let other programs write."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def is_locked(path: Path) -> bool:
    """Return whether any program holds a lock on this file, without taking it."""
    try:
        inode = f":{path.stat().st_ino}"
        lines = Path("/proc/locks").read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeError):
        return False
    return any(" FLOCK " in line and any(word.endswith(inode) for word in line.split()) for line in lines)
