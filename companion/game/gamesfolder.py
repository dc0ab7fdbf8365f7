"""The files of the journal in their folder: what they are called, and how one is put in the place of another."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.files import sync_folder

FILE, LOCK, BACKUPS = "games.sqlite", "games.lock", "backups"
_REBUILDING, _REBUILT = "games-rebuilding.sqlite", "games-rebuilt.sqlite"
_MARK, _NOTES, _UNFINISHED = "games.mark", "games.notes", "games.unfinished"

SMALLEST = 512
"""The size of the smallest SQLite file. SQLite would take a smaller one for a new one and discard its log."""


@dataclass(frozen=True, slots=True)
class GamesFolder:
    """The folder of a journal."""

    path: Path

    @property
    def file(self) -> Path:
        """The file of games."""
        return self.path / FILE

    @property
    def log(self) -> Path:
        """SQLite's write-ahead log of the file."""
        return self.path / (FILE + "-wal")

    @property
    def rebuilding(self) -> Path:
        """A file of games that is being written and may be incomplete."""
        return self.path / _REBUILDING

    @property
    def rebuilt(self) -> Path:
        """A complete file of games that is to replace the damaged one. It exists only if that was interrupted."""
        return self.path / _REBUILT

    @property
    def lock(self) -> Path:
        """The lock of the program that writes."""
        return self.path / LOCK

    @property
    def mark(self) -> Path:
        """How far the journal had got; see `mark.py`."""
        return self.path / _MARK

    @property
    def notes(self) -> Path:
        """What people have not been told yet about a repair; see `notes.py`."""
        return self.path / _NOTES

    @property
    def unfinished(self) -> Path:
        """What has begun but is not recorded yet; see `unfinished.py`."""
        return self.path / _UNFINISHED

    @property
    def backups_folder(self) -> Path:
        """The folder of the backups."""
        return self.path / BACKUPS

    def backups(self) -> list[Path]:
        """Return the backups, newest first. They are sorted by number, because the clock may have been set back."""
        found = self.backups_folder.glob("*.sqlite")
        return sorted((copy for copy in found if copy.stem.isdecimal()), key=lambda copy: -int(copy.stem))

    def name_aside(self, when: datetime) -> str:
        """Return a name under which a damaged file can be kept."""
        stem = f"games-damaged-{when:%Y%m%d-%H%M%S}"
        names = (f"{stem}{f'-{count}' if count else ''}.sqlite" for count in range(1000))
        return next(name for name in names if not parts(self.path / name))

    def set_aside(self, name: str) -> None:
        """Rename the file, then the files that belong to it. They are never deleted."""
        for part in parts(self.file):
            part.rename(self.path / (name + part.name.removeprefix(FILE)))
        sync_folder(self.path)

    def set_backups_aside(self, name: str) -> None:
        """Rename the folder of backups, if there is one."""
        if self.backups_folder.exists():
            self.backups_folder.rename(self.path / name.replace(".sqlite", f"-{BACKUPS}"))
            sync_folder(self.path)


def parts(file: Path) -> list[Path]:
    """Return the paths of a file of games and of the files that SQLite keeps beside it, as far as they exist."""
    named = (file.with_name(file.name + end) for end in ("", "-wal", "-shm", "-journal"))
    return [part for part in named if part.exists()]


def remove(file: Path) -> None:
    """Delete a file that can be made again, and the files that SQLite keeps beside it."""
    for part in parts(file):
        part.unlink(missing_ok=True)


def size_of(file: Path) -> int:
    """Return the size of a file, 0 if there is none."""
    return file.stat().st_size if file.exists() else 0


def sync_file(path: Path) -> None:
    """Return when everything in a file is on the disk."""
    with path.open("rb") as opened:
        os.fsync(opened.fileno())


def put_in_place(new: Path, place: Path) -> None:
    """Rename a complete file, so that after a power cut either the old or the new one is in its place."""
    sync_file(new)
    new.rename(place)
    sync_folder(place.parent)


def pages_of(file: Path, numbers: list[int], size: int) -> Iterator[tuple[int, bytes]]:
    """Yield these pages of a file, as far as it has them."""
    if not file.exists():
        return
    with file.open("rb") as opened:
        for number in numbers:
            opened.seek((number - 1) * size)
            if image := opened.read(size):
                yield number, image
