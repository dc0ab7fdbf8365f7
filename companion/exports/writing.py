"""Writing of exported files: complete or not at all, never over another file, with names valid on every file system."""

import errno
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from threading import Lock

from companion.exports.finished import FinishedGame
from companion.files import make_folder, put
from companion.words import Sentence, why_not

_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]')
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
_LONGEST = 180
"""Bytes of a name without number and extension; file systems allow 255."""


class NotWrittenError(Exception):
    """Raised when a file could not be written; `sentence` says why and what to do."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(str(sentence))


def file_name(game: FinishedGame) -> str:
    """Return the name of a game's files, without extension: "2026-11-16 Europe Anna Bo"."""
    return name_for(game.day, game.title, game.names)


def name_for(day: date | None, title: str, names: Sequence[str]) -> str:
    """Return the name of a file about a game, without extension, and without a day that nobody knows."""
    return clean(" ".join([*([day.isoformat()] if day else []), title, *names]))


def clean(name: str) -> str:
    """Return a name that is valid on every file system, including FAT."""
    plain = " ".join(_FORBIDDEN.sub(" ", name).split())
    while len(plain.encode()) > _LONGEST:
        plain = plain[:-1]
    plain = plain.strip(" .")
    return f"_{plain}" if not plain or _RESERVED.match(plain) else plain


@dataclass(frozen=True, slots=True)
class Place:
    """A folder to write to, and its name for users."""

    folder: Path
    called: str
    ours: bool = False
    """Whether to create the folder if it is missing; never for a stick, which may have been pulled out."""
    follows_links: bool = True
    """Whether the folder may be a link; not if someone else has made it."""


def write(place: Place, name: str, ending: str, content: bytes) -> Path:
    """Write a file and return its path; a number is added if the name is taken.

    The file is synced to the disk on return. Raise NotWrittenError on failure, leaving nothing behind.
    """
    try:
        if place.ours:
            make_folder(place.folder)
        if not place.follows_links and place.folder.is_symlink():
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(place.folder))
        with _free(place.folder, name, ending) as target:
            put(target, content)
    except OSError as error:
        raise NotWrittenError(_why(error, place.called)) from error
    return target


_being_written: set[Path] = set()
_choosing = Lock()


@contextmanager
def _free(folder: Path, name: str, ending: str) -> Iterator[Path]:
    """Give a path that does not exist yet, and that no other thread is given meanwhile. A link that leads nowhere
    exists too."""
    number = 1
    while True:
        target = folder / (f"{name}{ending}" if number == 1 else f"{name} ({number}){ending}")
        is_taken = os.path.lexists(target)  # not while others wait: the stick may not answer
        with _choosing:
            if not is_taken and target not in _being_written:
                _being_written.add(target)
                break
        number += 1
    try:
        yield target
    finally:
        _being_written.discard(target)


_FULL: Sequence[int] = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_LOCKED: Sequence[int] = (errno.EROFS, errno.EACCES, errno.EPERM)
_GONE: Sequence[int] = (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO, errno.ENOTDIR, errno.ESTALE)


def _why(error: OSError, place: str) -> Sentence:
    facts: dict[str, object] = {"place": place, "why": why_not(error)}
    if error.errno in _FULL:
        return Sentence("{place} is full. Free up some space on it and try again", facts)
    if error.errno in _LOCKED:
        return Sentence("{place} cannot be written to: it is write-protected. Unlock it, or use another one", facts)
    if error.errno in _GONE:
        return Sentence("{place} cannot be found. Plug it in and try again", facts)
    return Sentence("{place} did not accept the file: {why}", facts)
