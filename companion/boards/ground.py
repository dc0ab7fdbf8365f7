"""The land and water of a board as they are drawn: smooth, and turned with the board. Board units, y upwards."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from companion.boards.grid import Rectangle
from companion.boards.land import is_inside
from companion.boards.shape import BoardShape, Point, laid_points

Line = tuple[Point, ...]


@dataclass(frozen=True, eq=False)
class Ground:
    """What is drawn below the tracks, in this order: water everywhere, land, home, borders, lakes, coasts. Compared by
    identity."""

    frame: Rectangle
    """Left, bottom, right and top of what the shapes cover, far beyond the board."""
    land: tuple[Line, ...]
    home: tuple[Line, ...]
    lakes: tuple[Line, ...]
    borders: tuple[Line, ...]
    coasts: tuple[Line, ...]

    def is_water(self, x: float, y: float) -> bool:
        """Return whether there is water at a place."""
        return not _within((x, y), self.land) or _within((x, y), self.lakes)


@cache
def ground_of(shape: BoardShape) -> Ground | None:
    """Return the ground of a board in this shape; None if it is drawn on plain paper."""
    land = shape.board.land
    if land is None:
        return None
    beyond, (left, top, right, bottom) = _beyond(land.frame), land.frame
    turned = laid_points(shape)

    def laid(x: float, y: float) -> Point:
        return turned(beyond[0].get(x, x), beyond[1].get(y, y))

    corners = laid(left, top), laid(right, bottom)
    (x1, x2), (y1, y2) = (sorted(side) for side in zip(*corners, strict=True))
    frame = x1, y1, x2, y2
    on_edge = _on_edge(frame)

    def rings(given: Iterable[Sequence[Point]]) -> tuple[Line, ...]:
        return tuple(_smooth_ring([laid(*point) for point in ring], on_edge) for ring in given)

    areas, lakes, home = rings(land.land), rings(land.water), rings(land.home)
    return Ground(
        frame,
        areas,
        home,
        lakes,
        tuple(_smooth_line([laid(*point) for point in line]) for line in land.borders),
        tuple(coast for ring in (*areas, *lakes) for coast in _coasts(ring, on_edge)),
    )


def _beyond(frame: Rectangle) -> tuple[dict[float, float], dict[float, float]]:
    """Return where the sides of the frame are drawn, by x and by y: as far out again as the frame is large, since a map
    may be shown in a place of any proportion."""
    left, top, right, bottom = frame
    wide, high = right - left, bottom - top
    return {left: left - wide, right: right + wide}, {top: top - high, bottom: bottom + high}


def _within(point: Point, rings: Iterable[Line]) -> bool:
    return any(is_inside(point, ring) for ring in rings)


def _on_edge(frame: Rectangle) -> Callable[[Point, Point], bool]:
    """Return a function that tells whether two points are on the same edge of the frame."""
    left, bottom, right, top = frame

    def on_edge(one: Point, other: Point) -> bool:
        return (one[0] == other[0] and one[0] in (left, right)) or (one[1] == other[1] and one[1] in (bottom, top))

    return on_edge


def _smooth_ring(ring: Sequence[Point], on_edge: Callable[[Point, Point], bool]) -> Line:
    """Return a ring with its corners cut (Chaikin, once), but not those on the frame."""
    smooth: list[Point] = []
    for number, point in enumerate(ring):
        before, after = ring[number - 1], ring[(number + 1) % len(ring)]
        if on_edge(before, point) or on_edge(point, after):
            smooth.append(point)
        else:
            smooth += _cut(before, point, after)
    return tuple(smooth)


def _smooth_line(line: Sequence[Point]) -> Line:
    """Return a line with its corners cut, from the same end to the same end."""
    inner = [cut for number in range(1, len(line) - 1) for cut in _cut(*line[number - 1 : number + 2])]
    return (line[0], *inner, line[-1])


def _cut(before: Point, point: Point, after: Point) -> tuple[Point, Point]:
    return _quarter(point, before), _quarter(point, after)


def _quarter(one: Point, other: Point) -> Point:
    return one[0] + (other[0] - one[0]) / 4, one[1] + (other[1] - one[1]) / 4


def _coasts(ring: Line, on_edge: Callable[[Point, Point], bool]) -> Iterator[Line]:
    """Yield the parts of a ring that are not along the frame; a whole ring ends where it began."""
    edges = list(pairwise((*ring, ring[0])))
    ends = [number for number, edge in enumerate(edges) if on_edge(*edge)]
    if not ends:
        yield (*ring, ring[0])
        return
    edges = edges[ends[0] :] + edges[: ends[0]]
    part: list[Point] = []
    for one, other in edges:
        if not on_edge(one, other):
            part += [other] if part else [one, other]
        elif part:
            yield tuple(part)
            part = []
    if part:
        yield tuple(part)
