"""The photos of the group's own empty boards, each with the cities that people tapped on it, and with what the reader
made of both, so that it need not do that for every photo.

They are kept under numbered names, the cities last: a power cut leaves the photo before or the new one, never one with
the cities of the other. What the reader made says for itself what it was made of, and can always be made again.
"""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from companion.boards import Board
from companion.files import make_folder, put, sync_folder

FOLDER = "empty boards"
FEWEST = 4
"""Cities without which a board cannot be found on a photo."""

Point = tuple[float, float]
"""A place on a photo in pixels, from its left and its upper edge."""

_CITIES = TypeAdapter(dict[str, Point])


@dataclass(frozen=True, slots=True)
class EmptyPhoto:
    """A kept photo, the file with its cities, and the one with what the reader made of them, which may be missing."""

    photo: Path
    cities: Path
    fitted: Path


class EmptyPhotos:
    """All that are kept, at most one for each board."""

    def __init__(self, folder: Path) -> None:
        """`folder` is that of the games."""
        self._folder = folder / FOLDER

    def of(self, board: Board) -> EmptyPhoto | None:
        """Return the photo of an empty board, or None if there is none with cities that this board has."""
        return next((kept for _, kept in self._kept(board.id) if _fits(kept, board)), None)

    def keep(self, board: Board, photo: bytes, cities: Mapping[str, Point], fitted: bytes | None = None) -> EmptyPhoto:
        """Keep a JPEG photo for a board, instead of the one before, with what the reader made of it, if it has. Raise
        OSError; the one before is then still there."""
        make_folder(self._folder)
        before = self._kept(board.id)
        number = before[0][0] + 1 if before else 1
        kept = self._named(board.id, number)
        put(kept.photo, photo)
        if fitted is not None:
            keep_fitted(kept, fitted)
        put(kept.cities, cities_json(cities))
        for _, old in before:
            with suppress(OSError):
                for file in (old.cities, old.photo, old.fitted):
                    file.unlink(missing_ok=True)
        with suppress(OSError):
            sync_folder(self._folder)
        return kept

    def _named(self, map_id: str, number: int) -> EmptyPhoto:
        name = f"{map_id}.{number}"
        photo, cities, fitted = (self._folder / f"{name}.{ending}" for ending in ("jpg", "json", "board"))
        return EmptyPhoto(photo, cities, fitted)

    def _kept(self, map_id: str) -> list[tuple[int, EmptyPhoto]]:
        """Return all photos of a board whose cities are there, the last one first."""
        name = re.compile(rf"{re.escape(map_id)}\.(\d{{1,9}})\.json")
        try:
            numbers = [int(found[1]) for file in self._folder.iterdir() if (found := name.fullmatch(file.name))]
        except OSError:
            return []
        return [(number, self._named(map_id, number)) for number in sorted(numbers, reverse=True)]


def keep_fitted(empty: EmptyPhoto, fitted: bytes) -> None:
    """Keep what the reader made of a photo. If the disk does not take it, it is made again every time."""
    with suppress(OSError):
        put(empty.fitted, fitted)


def cities_json(cities: Mapping[str, Point]) -> bytes:
    """Return tapped cities as the reader takes them."""
    return json.dumps({city: [round(x, 1), round(y, 1)] for city, (x, y) in cities.items()}).encode()


def _fits(kept: EmptyPhoto, board: Board) -> bool:
    """Return whether a photo is there with enough cities of this board: a map of people's own may have changed."""
    try:
        cities = _CITIES.validate_json(kept.cities.read_bytes())
    except (OSError, ValidationError):
        return False
    return kept.photo.is_file() and len(cities) >= FEWEST and set(cities) <= set(board.cities)
