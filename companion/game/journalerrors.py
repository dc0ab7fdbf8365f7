"""Errors of the journal and its disk, each with a sentence for people."""

import errno
import os
import shutil
import sqlite3
from enum import Enum
from pathlib import Path

from companion.words import Sentence, pattern

REFUSED = (sqlite3.Error, OSError, UnicodeError)
"""Errors raised when the disk, or a file on it, fails."""


class DiskFault(Enum):
    """A kind of disk failure, with the sentence that says what to do about it."""

    FULL = pattern("the storage is full: free up some space")
    READ_ONLY = pattern("{folder} cannot be written to: make it writable")
    GONE = pattern("{folder} is gone: restore it")
    BUSY = pattern("another program is using {folder}: wait until it is done")
    DAMAGED = pattern(
        "the file with the games in {folder} is damaged and could not be repaired: check the memory card or disk"
    )
    OTHER = pattern("the storage is not responding ({error}): check the memory card or disk")

    def sentence(self, folder: object, error: object = "") -> Sentence:
        """Return what happened and what to do."""
        return Sentence(self.value, {"folder": folder, "error": error})


_BY_CODE = {
    sqlite3.SQLITE_FULL: DiskFault.FULL,
    sqlite3.SQLITE_READONLY: DiskFault.READ_ONLY,
    sqlite3.SQLITE_PERM: DiskFault.READ_ONLY,
    sqlite3.SQLITE_BUSY: DiskFault.BUSY,
    sqlite3.SQLITE_LOCKED: DiskFault.BUSY,
    sqlite3.SQLITE_CORRUPT: DiskFault.DAMAGED,
    sqlite3.SQLITE_NOTADB: DiskFault.DAMAGED,
    # Our statements are correct for a sound file, so such an error means damage.
    sqlite3.SQLITE_ERROR: DiskFault.DAMAGED,
    sqlite3.SQLITE_CONSTRAINT: DiskFault.DAMAGED,
}
_BY_ERRNO = {
    errno.ENOSPC: DiskFault.FULL,
    errno.EDQUOT: DiskFault.FULL,
    errno.EROFS: DiskFault.READ_ONLY,
    errno.EACCES: DiskFault.READ_ONLY,
    errno.EPERM: DiskFault.READ_ONLY,
    errno.ENOENT: DiskFault.GONE,
    errno.ENOTDIR: DiskFault.GONE,
    errno.EEXIST: DiskFault.GONE,
}


def diagnose(error: Exception) -> DiskFault:
    """Return what kind of failure an error is."""
    if isinstance(error, UnicodeError):  # raised when SQLite's message about the file is not valid UTF-8
        return DiskFault.DAMAGED
    if isinstance(error, OSError):
        return _BY_ERRNO.get(error.errno or 0, DiskFault.OTHER)
    # The lowest byte is the error, the others are its subtype.
    return _BY_CODE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, DiskFault.OTHER)


def diagnose_in(folder: Path, name: str, error: Exception) -> DiskFault:
    """Return what an error with a file in a folder means, also looking at the disk: SQLite alone cannot always tell."""
    fault = diagnose(error)
    if isinstance(error, OSError) or not folder.is_dir():
        return fault
    if fault is DiskFault.READ_ONLY and os.access(folder, os.W_OK) and os.access(folder / name, os.W_OK):
        return DiskFault.DAMAGED
    if fault is DiskFault.OTHER and shutil.disk_usage(folder).free < 4096:
        return DiskFault.FULL
    return fault


class JournalError(Exception):
    """Raised when the journal cannot do what it was asked to. The text is one sentence that says what to do."""


class DiskRefusedError(JournalError):
    """Raised when the disk cannot be read or written now."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(str(sentence))


class BeingMendedError(DiskRefusedError):
    """Raised while the file is repaired in the background. What is written meanwhile waits in memory."""

    def __init__(self) -> None:
        super().__init__(Sentence("your games are being repaired: wait until that is done"))


class NewerJournalError(JournalError):
    """Raised when the file was written by a newer Companion; nothing was changed."""


class JournalInUseError(JournalError):
    """Raised when another Companion has the file open."""


class NoSuchGameError(JournalError):
    """Raised when no game has this number."""


class UnplayableGameError(JournalError):
    """Raised when a game cannot be replayed with the maps of this machine. It stays in the journal."""
