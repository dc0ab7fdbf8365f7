"""What can go wrong between the journal and its disk, told apart and said in one plain sentence."""

import errno
import sqlite3
from enum import Enum

from companion.words import Sentence, pattern


class DiskFault(Enum):
    """What the disk has against us, and what to do about it."""

    FULL = pattern("the disk is full: free some space")
    READ_ONLY = pattern("{folder} cannot be written to: make it writable")
    GONE = pattern("{folder} is gone: bring it back")
    BUSY = pattern("another program is busy with {folder}: wait for it")
    DAMAGED = pattern("the file of games in {folder} is damaged and cannot be mended now: check the disk")
    OTHER = pattern("the disk does not answer ({error}): check it")

    def sentence(self, folder: object, error: object = "") -> Sentence:
        """What happened and what to do."""
        return Sentence(self.value, {"folder": folder, "error": error})


_BY_CODE = {
    sqlite3.SQLITE_FULL: DiskFault.FULL,
    sqlite3.SQLITE_READONLY: DiskFault.READ_ONLY,
    sqlite3.SQLITE_PERM: DiskFault.READ_ONLY,
    sqlite3.SQLITE_BUSY: DiskFault.BUSY,
    sqlite3.SQLITE_LOCKED: DiskFault.BUSY,
    sqlite3.SQLITE_CORRUPT: DiskFault.DAMAGED,
    sqlite3.SQLITE_NOTADB: DiskFault.DAMAGED,
    # What we ask for is right for a sound file; one that says otherwise is not.
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


def diagnose(error: sqlite3.Error | OSError | UnicodeError) -> DiskFault:
    """What an error means for the people at the table."""
    if isinstance(error, UnicodeError):  # SQLite's own words about the file cannot be read
        return DiskFault.DAMAGED
    if isinstance(error, OSError):
        return _BY_ERRNO.get(error.errno or 0, DiskFault.OTHER)
    # The lowest byte is the error, the others are its finer kind.
    return _BY_CODE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, DiskFault.OTHER)


class JournalError(Exception):
    """The journal cannot do what it was asked for; the text is one sentence with what to do."""


class DiskRefusedError(JournalError):
    """The disk does not take or give anything at the moment."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(str(sentence))


class NewerJournalError(JournalError):
    """The file was written by a newer Companion; nothing was changed."""


class JournalInUseError(JournalError):
    """Another Companion has the file open."""


class NoSuchGameError(JournalError):
    """No game has this number."""


class UnplayableGameError(JournalError):
    """A game that cannot be replayed on the maps of this machine; it stays in the journal."""
