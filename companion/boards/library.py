"""Where maps are found: ours, carried with the program, and the user's own beside them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from companion.boards.board import Board
from companion.boards.faults import BadMapError, Fault
from companion.boards.mapfile import read_map
from companion.words import closest


class NoSuchMapError(LookupError):
    """No map has this id."""


def our_maps() -> Path:
    """The folder of the maps that come with Companion: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).parent.parent
    carried = package / "maps"
    return carried if carried.is_dir() else package.parent / "maps"


@dataclass(frozen=True, slots=True)
class Library:
    """The maps of one machine. A map of the user's own takes the place of ours where it has the same id."""

    own: Path | None = None
    """The user's folder of maps; it need not exist."""

    def files(self) -> Mapping[str, Path]:
        """Each map's file by the map's id, which is the file's name; ours first."""
        found = {file.stem: file for file in sorted(our_maps().glob("*.toml"))}
        if self.own and self.own.is_dir():
            found |= {file.stem: file for file in sorted(self.own.glob("*.toml"))}
        return found

    def load(self, map_id: str) -> Board:
        """The board with this id. Raises NoSuchMapError, BadMapError or OSError."""
        files = self.files()
        if map_id not in files:
            hint = closest(map_id, files) or f"; there are {', '.join(files)}"
            raise NoSuchMapError(f"there is no map {map_id}{hint}")
        return _load(files[map_id], files[map_id].stat().st_mtime_ns)


@cache
def _load(file: Path, _changed: int) -> Board:
    board = read_map(file)
    if board.id != file.stem:
        raise BadMapError(str(file), [Fault(None, f"id is {board.id}: it must be the file's name, {file.stem}")])
    return board
