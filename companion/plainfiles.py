"""Files in folders that someone else has filled, such as those of a USB stick: only plain ones, few and small.

A link may lead anywhere, a pipe never ends, and a folder may hold a million names. None of them is opened, and what is
left out is told.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from companion.words import Sentence, why_not
from companion.words.filenames import readable

MOST_NAMES = 2000
"""How many names of a folder are looked at."""

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_IS_A_LINK = (errno.ELOOP, errno.ENOTDIR)
"""What opening a link answers that must not be followed: as a file, and as a folder."""


class SkippedFileError(Exception):
    """Raised when a file is not read; `sentence` says why."""

    def __init__(self, name: str, why: Sentence) -> None:
        self.sentence = Sentence("{name}: {why}", {"name": readable(name), "why": why})
        super().__init__(str(self.sentence))


@dataclass
class PlainFiles:
    """Files that were found in a folder, and what was left out."""

    files: list[Path] = field(default_factory=list)
    skipped: list[Sentence] = field(default_factory=list)


def plain_files(folder: Path, ending: str, most: int) -> PlainFiles:
    """Return the plain files in a folder whose names end like this, at most `most`, sorted by name. A folder that is
    missing has none; one that is a link is left out. Raise OSError if the folder cannot be read."""
    found = PlainFiles()
    try:
        with _opened_folder(folder) as handle, os.scandir(handle) as entries:
            looked_at = 0
            for entry in islice(entries, MOST_NAMES + 1):
                looked_at += 1
                if not entry.name.lower().endswith(ending) or entry.name.startswith("."):
                    continue
                if entry.is_file(follow_symlinks=False):
                    found.files.append(folder / entry.name)
                elif not entry.is_dir(follow_symlinks=False):
                    found.skipped.append(SkippedFileError(entry.name, _kind(entry.is_symlink())).sentence)
    except FileNotFoundError:
        return found
    except OSError as error:
        if error.errno not in _IS_A_LINK:
            raise
        if folder.is_symlink():
            found.skipped.append(SkippedFileError(folder.name, _kind(link=True)).sentence)
        return found
    if looked_at > MOST_NAMES:
        many = "There are more than {count} files in {folder}: only the first ones were checked"
        found.skipped.append(Sentence(many, {"count": MOST_NAMES, "folder": readable(folder.name)}))
    found.files.sort()
    if len(found.files) > most:
        others = len(found.files) - most
        one, more = "One more file was left out: at most {most}", "{count} more files were left out: at most {most}"
        found.skipped.append(Sentence(one, {"count": others, "most": most}, more))
        del found.files[most:]
    return found


def read_plain(file: Path, most: int) -> bytes:
    """Return the content of a plain file of at most `most` bytes. Raise SkippedFileError if it is anything else, or
    cannot be read. Neither the file nor its folder may be a link."""
    try:
        with _opened_folder(file.parent) as folder:
            handle = os.open(file.name, _FILE, dir_fd=folder)
            with open(handle, "rb", buffering=0) as opened:
                about = os.fstat(handle)
                if not stat.S_ISREG(about.st_mode):
                    raise SkippedFileError(file.name, _kind(link=False))
                content = b"" if about.st_size > most else _up_to(opened.fileno(), most)
    except OSError as error:
        why = _kind(link=True) if error.errno in _IS_A_LINK else Sentence("{why}", {"why": why_not(error)})
        raise SkippedFileError(file.name, why) from error
    if about.st_size > most or len(content) > most:
        raise SkippedFileError(file.name, Sentence("is too large: at most {most} kB", {"most": most // 1000}))
    return content


def _up_to(handle: int, most: int) -> bytes:
    """Return at most one byte more than `most`."""
    content = bytearray()
    while len(content) <= most and (piece := os.read(handle, min(65_536, most + 1 - len(content)))):
        content += piece
    return bytes(content)


@contextmanager
def _opened_folder(folder: Path) -> Iterator[int]:
    handle = os.open(folder, _FOLDER)
    try:
        yield handle
    finally:
        os.close(handle)


def _kind(link: bool) -> Sentence:
    return Sentence("is a link, and links are not followed") if link else Sentence("is not an ordinary file")
