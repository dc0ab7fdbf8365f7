"""The available maps: those that come with the program, and the user's own."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path

from companion.boards.board import Board
from companion.boards.faults import BadMapError
from companion.boards.land import land_beside
from companion.boards.mapfile import read_map
from companion.files import make_folder, put
from companion.words import closest, say

_BEGINNING = 16_384
"""Bytes of a map file that are searched for its id."""


class NoSuchMapError(LookupError):
    """Raised when no map has this id."""


def our_maps() -> Path:
    """Return the folder of the maps that come with Companion: inside the installed package, or beside it in a
    checkout."""
    package = Path(__file__).parent.parent
    carried = package / "maps"
    return carried if carried.is_dir() else package.parent / "maps"


@dataclass(frozen=True, slots=True)
class Library:
    """The maps of one machine. A map of the user replaces one of ours with the same id."""

    own: Path | None = None
    """The user's folder of maps; it need not exist."""

    def files(self) -> Mapping[str, Path]:
        """Return each map's file by the map's id, ours first."""
        found = {file.stem: file for file in sorted(our_maps().glob("*.toml"))}
        if self.own and self.own.is_dir():
            found |= {_id_of(file): file for file in sorted(self.own.glob("*.toml")) if file.is_file()}
        return found

    def fingerprints(self) -> Mapping[str, str]:
        """Return for each map what changes whenever anything in its file does; nothing for files that cannot be
        read."""
        return {map_id: known for map_id, file in self.files().items() if (known := _fingerprint(file))}

    def is_current(self, board: Board, fingerprint: str) -> bool:
        """Return whether a board is what its file describes now, and the file is the one with this fingerprint."""
        file = self.files().get(board.id)
        try:
            return file is not None and _load(file, _stamp(file)) is board and _fingerprint(file) == fingerprint
        except (BadMapError, OSError):
            return False

    @property
    def own_count(self) -> int:
        """The number of map files in the user's folder."""
        return sum(1 for _ in self.own.glob("*.toml")) if self.own and self.own.is_dir() else 0

    def load(self, map_id: str) -> Board:
        """Return the board with this id. Raise NoSuchMapError, BadMapError or OSError."""
        files = self.files()
        if map_id not in files:
            hint = closest(map_id, files) or say("; the maps are {maps}", maps=", ".join(files))
            raise NoSuchMapError(say("there is no map {map}{hint}", map=map_id, hint=hint))
        return _load(files[map_id], _stamp(files[map_id]))

    def put(self, map_id: str, content: bytes, land: bytes | None = None) -> None:
        """Put a map file into the user's folder, and its land beside it. It replaces the user's map with this id,
        whatever its file is called, and that map's land. Raise OSError."""
        assert self.own is not None
        make_folder(self.own)
        known = self.files().get(map_id)
        file = known if known and known.parent == self.own else self.own / f"{map_id}.toml"
        if land is None:
            land_beside(file).unlink(missing_ok=True)
        else:
            put(land_beside(file), land)
        put(file, content)


@cache
def _load(file: Path, _stamp: tuple[int, ...]) -> Board:
    return read_map(file)


def _stamp(file: Path) -> tuple[int, ...]:
    """Return what changes when a map file, or the land beside it, is written or replaced. Raise OSError."""
    found = [file.stat()]
    with suppress(FileNotFoundError):
        found.append(land_beside(file).stat())
    return tuple(figure for one in found for figure in (one.st_mtime_ns, one.st_ino, one.st_size))


def _fingerprint(file: Path) -> str:
    """Return a digest of a file; an empty text if it cannot be read."""
    try:
        return blake2b(file.read_bytes(), digest_size=12).hexdigest()
    except OSError:
        return ""


def _id_of(file: Path) -> str:
    """Return the id in a map file without reading all of it, or the file's name if it has none."""
    try:
        with file.open("rb") as opened:
            beginning = opened.read(_BEGINNING).decode("utf-8", "replace")
    except OSError:  # `load` reports what is wrong with it
        return file.stem
    found = re.search(r"^id[ \t]*=[ \t]*([\"'])(.+?)\1", beginning, re.MULTILINE)
    return found[2] if found else file.stem
