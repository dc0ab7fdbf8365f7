"""Maps that someone else brings, on a USB stick: read with limits, and compared with those that are here."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.boards.board import Board
from companion.boards.facts import digest_of
from companion.boards.faults import BadMapError
from companion.boards.land import LARGEST_LAND, land_beside, parse_land
from companion.boards.library import Library, NoSuchMapError
from companion.boards.mapfile import LARGEST, parse_map_bytes
from companion.plainfiles import PlainFiles, SkippedFileError, plain_files, read_plain
from companion.words import Sentence
from companion.words.filenames import readable

MOST_MAPS = 40
"""How many maps are read from a stick at once."""
MOST_OWN = 100
"""How many maps of their own people may have on one device."""


@dataclass(frozen=True, slots=True)
class OfferedMap:
    """A map that can be played on, and what it would replace."""

    board: Board
    content: bytes
    land: bytes | None
    """The file of land beside it, if there is one."""
    replaces: Board | None
    """The installed map with this id, if games on it would be scored differently with the new one."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The maps that can be copied, and a sentence for each file that cannot."""

    maps: tuple[OfferedMap, ...]
    skipped: tuple[Sentence, ...]


def map_files(stick: Path) -> PlainFiles:
    """Return the map files in the root of a stick and in its folder `maps`. Raise OSError."""
    found = plain_files(stick, ".toml", MOST_MAPS)
    more = plain_files(stick / "maps", ".toml", MOST_MAPS - len(found.files))
    return PlainFiles(found.files + more.files, found.skipped + more.skipped)


def read_offer(files: Sequence[Path], library: Library) -> Offer:
    """Read map files, and compare them with the library. This takes a while."""
    maps: dict[str, OfferedMap] = {}
    skipped: list[Sentence] = []
    room = MOST_OWN - library.own_count
    for file in files:
        try:
            content = read_plain(file, LARGEST)
            board = parse_map_bytes(content, readable(file.name))
            land = _land_of(file, board)
        except SkippedFileError as error:
            skipped.append(error.sentence)
        except BadMapError as error:
            facts = {"name": error.file, "why": str(error.faults[0])}
            skipped.append(Sentence("{name}: {why}", facts))
        else:
            if board.id in maps:
                facts = {"name": readable(file.name), "id": board.id}
                skipped.append(Sentence("{name}: another file on the stick also has the map id {id}", facts))
            elif len(maps) >= room and board.id not in library.files():
                facts = {"name": readable(file.name), "most": str(MOST_OWN)}
                skipped.append(Sentence("{name}: you already have {most} of your own maps", facts))
            else:
                maps[board.id] = OfferedMap(board, content, land, _replaced(board, library))
    return Offer(tuple(maps.values()), tuple(skipped))


def _land_of(file: Path, board: Board) -> bytes | None:
    """Return the file of land beside a map file, checked; None if there is none. Raise SkippedFileError or
    BadMapError."""
    beside = land_beside(file)
    if not os.path.lexists(beside):
        return None
    content = read_plain(beside, LARGEST_LAND)
    parse_land(content, readable(beside.name), board.size)
    return content


def _replaced(board: Board, library: Library) -> Board | None:
    try:
        installed = library.load(board.id)
    except (BadMapError, NoSuchMapError, OSError):
        return None
    return installed if digest_of(installed) != digest_of(board) else None
