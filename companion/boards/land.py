"""Land and water below the tracks: rings and lines in the units of the board, in a file beside the map's.

It is decoration: nothing of it decides where a track is, what a finger meant, or what a game is worth. A map without
such a file is drawn on plain paper.
"""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from pydantic import Field, ValidationError

from companion.boards.faults import BadMapError, Fault
from companion.boards.frozen import Coordinate, Frozen, Point
from companion.boards.grid import Grid
from companion.boards.validation import complaints, path
from companion.words import closest, pattern, say

ENDING = ".land.json"
"""The file `europe.land.json` belongs to the map in `europe.toml`."""
LARGEST_LAND = 500_000
"""Bytes of the largest file of land that is read; ours have 25,000."""
MOST_POINTS = 6000
"""The most points of all rings and lines together; ours have 2,400."""

Ring = tuple[Point, ...]
"""The corners of an area. It is closed: the last corner is joined to the first."""


class Land(Frozen):
    """Land and water below the tracks of a map, in the units of its board. What is not land is water."""

    schema_: str = Field("", alias="$schema")
    """The JSON schema of this file, for editors."""
    source: str = ""
    """Where the shapes are from."""
    frame: tuple[Coordinate, Coordinate, Coordinate, Coordinate]
    """Left, top, right and bottom of what the shapes cover, at least the whole board. Edges along it are no coast."""
    land: tuple[Ring, ...]
    """Areas of land."""
    water: tuple[Ring, ...] = ()
    """Lakes and inlets, drawn over the land."""
    home: tuple[Ring, ...] = ()
    """The part of the land that the board is about. If it is given, other land is paler."""
    borders: tuple[Ring, ...] = ()
    """Lines on the land. Unlike the areas, they are not closed."""


def land_beside(map_file: Path) -> Path:
    """Return where the land of a map file is, whether it has any or not."""
    return map_file.with_name(map_file.stem + ENDING)


def read_land(map_file: Path, size: Point | None) -> Land | None:
    """Return the land beside a map file whose board has this size; None if it has no such file. Raise BadMapError with
    all its faults, or OSError."""
    file = land_beside(map_file)
    try:
        with file.open("rb") as opened:
            content = opened.read(LARGEST_LAND + 1)
    except FileNotFoundError:
        return None
    return parse_land(content, str(file), size)


def parse_land(content: bytes, file: str, size: Point | None) -> Land:
    """Return the land in the content of a file, for a board of this size. Raise BadMapError with all its faults; `file`
    is its name there."""
    if len(content) > LARGEST_LAND:
        why = say("is too large for a land file: at most {most} kB", most=LARGEST_LAND // 1000)
        raise BadMapError(file, [Fault(None, why)])
    try:
        land = Land.model_validate_json(content)
    except ValidationError as error:
        raise BadMapError(file, list(_malformed(error))) from None
    if faults := list(_misfits(land, size)):
        raise BadMapError(file, faults)
    return land


def _malformed(error: ValidationError) -> Iterator[Fault]:
    unknown = say("is not a known field")
    fields = [field.alias or name for name, field in Land.model_fields.items()]
    for location, what in complaints(error):
        hint = (closest(str(location[-1]), fields) or say(": remove it")) if what == unknown else ""
        yield Fault(None, f"{path(location)} {what}{hint}".strip())


_FEWEST = {"land": 3, "water": 3, "home": 3, "borders": 2}
"""The parts of a file, and the fewest points of a ring or line in each."""
_SHORT = {
    "land": pattern("land: ring {number} has too few points ({count}): a ring needs at least {least}"),
    "water": pattern("water: ring {number} has too few points ({count}): a ring needs at least {least}"),
    "home": pattern("home: ring {number} has too few points ({count}): a ring needs at least {least}"),
    "borders": pattern("borders: line {number} has too few points ({count}): a line needs at least {least}"),
}
_CROSSED = {
    "land": pattern("land: ring {number} crosses itself near {point}"),
    "water": pattern("water: ring {number} crosses itself near {point}"),
    "home": pattern("home: ring {number} crosses itself near {point}"),
}


def _misfits(land: Land, size: Point | None) -> Iterator[Fault]:
    points = sum(len(ring) for part in _FEWEST for ring in getattr(land, part))
    if points > MOST_POINTS:
        yield Fault(None, say("has {count} points in all; at most {most} are allowed", count=points, most=MOST_POINTS))
        return
    for part, least in _FEWEST.items():
        for number, ring in enumerate(getattr(land, part), start=1):
            if len(ring) < least:
                yield Fault(None, say(_SHORT[part], number=number, count=len(ring), least=least))
    left, top, right, bottom = land.frame
    if size is None:
        yield Fault(None, say("belongs to a map without a board: remove it"))
    elif left > 0 or top > 0 or right < size[0] or bottom < size[1]:
        board = f"[0, 0, {size[0]:g}, {size[1]:g}]"
        yield Fault(None, say("frame must hold the whole board, which is {board}", board=board))


def crossings(land: Land) -> Iterator[str]:
    """Yield a sentence for each ring that crosses itself: it would be drawn with holes."""
    for part in _CROSSED:
        for number, ring in enumerate(getattr(land, part), start=1):
            if (point := crossing(ring)) is not None:
                yield say(_CROSSED[part], number=number, point=f"[{point[0]:g}, {point[1]:g}]")


def crossing(ring: Ring) -> Point | None:
    """Return a corner near which a ring crosses itself, or None. Edges that only touch do not cross."""
    edges = list(pairwise((*ring, ring[0])))
    boxes = [(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])) for a, b in edges]
    grid = Grid(zip(boxes, range(len(edges)), strict=True))
    for number, (a, b) in enumerate(edges):
        for other in grid.near(boxes[number]):
            if other > number and _cross(a, b, *edges[other]):
                return a
    return None


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether two edges cross, each with its ends on both sides of the other."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, point: Point) -> float:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def is_inside(point: Point, ring: Ring) -> bool:
    """Return whether a point is inside of a ring."""
    x, y = point
    odd = False
    for (x1, y1), (x2, y2) in pairwise((*ring, ring[0])):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            odd = not odd
    return odd
