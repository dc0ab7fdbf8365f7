"""The geometry of a drawn board, in board units, y upwards as on a screen.

A portrait board may be turned on its side, to fill a landscape screen. Parallel routes are drawn further apart than
printed, so that a finger can hit the right one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from math import atan2, cos, dist, radians, sin

from companion.boards import Board, Route
from companion.boards.grid import Grid, Rectangle

APART = 2.2
"""The distance between the centres of parallel routes, in widths of a wagon, where there is room."""

CLIP = 0.3
"""How far a wagon may overlap one of another connection, in widths, unless they overlap more in print."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Space:
    """The centre of one space, and the direction of its route in radians, anticlockwise from east."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True, eq=False)
class BoardShape:
    """A board as it is drawn. Shapes, like boards, are compared by identity."""

    board: Board
    size: tuple[float, float]
    wagon: tuple[float, float]
    """Length and width of a wagon."""
    cities: Mapping[str, Point]
    countries: Mapping[str, Point]
    spaces: Mapping[str, tuple[Space, ...]]
    """The spaces of each route, from its first city to its second."""

    def ends(self, route: Route) -> tuple[Point, Point]:
        """Return the positions of its two cities."""
        return self.cities[route.start], self.cities[route.end]


@cache
def shape_of(board: Board, on_its_side: bool = False) -> BoardShape:
    """Return the shape of a board, turned by 90 degrees with its top to the left if `on_its_side`."""
    assert board.size is not None, "the Card Game has nothing to draw"
    width, height = board.size

    def laid(x: float, y: float) -> Point:
        return (y, x) if on_its_side else (x, height - y)

    spaces = {route.id: _laid_spaces(route, laid) for route in board.routes.values()}
    steps = sorted(dist((a.x, a.y), (b.x, b.y)) for line in spaces.values() for a, b in pairwise(line))
    step = steps[len(steps) // 2] if steps else width / 27
    wagon = step * 0.9, step * 0.31
    grid = Grid((_around(line), route) for route, line in spaces.items())
    for bundle in _bundles(board):
        spread = _spread_where_there_is_room(bundle, spaces, grid, wagon)
        for route, line in spread.items():
            grid.add(_around(line), route)
        spaces |= spread
    return BoardShape(
        board,
        (height, width) if on_its_side else (width, height),
        wagon,
        {city.id: laid(city.x or 0, city.y or 0) for city in board.cities.values()},
        {country.id: laid(country.x, country.y) for country in board.countries.values()},
        spaces,
    )


def is_portrait(board: Board) -> bool:
    """Return whether a board is taller than wide. The Card Game, which has no board, is not."""
    return board.size is not None and board.size[1] > board.size[0]


def shape_on_screen(board: Board, upright: bool, landscape: bool = True) -> BoardShape:
    """Return the shape of a board as a screen shows it: in landscape a portrait board lies on its side, unless people
    want it `upright`."""
    return shape_of(board, landscape and not upright and is_portrait(board))


def _laid_spaces(route: Route, laid: Callable[[float, float], Point]) -> tuple[Space, ...]:
    if route.length == 1 and not route.bends:
        (x, y), *rest = route.track
        ahead = rest[-1] if rest else (x + cos(radians(route.angle)), y + sin(radians(route.angle)))
        return (_space(laid(x, y), laid(x, y), laid(*ahead)),)
    middles = [laid(x, y) for x, y in (route.bends or _along_curve(route))]
    if len(middles) == 1:
        x, y = route.bends[0]
        return (_space(laid(x, y), laid(x, y), laid(x + cos(radians(route.angle)), y + sin(radians(route.angle)))),)
    last = len(middles) - 1
    return tuple(_space(at, middles[max(0, n - 1)], middles[min(last, n + 1)]) for n, at in enumerate(middles))


def _space(at: Point, before: Point, after: Point) -> Space:
    return Space(*at, atan2(after[1] - before[1], after[0] - before[0]))


def _along_curve(route: Route) -> list[Point]:
    """Return the centres of the spaces, evenly along a line or a quadratic curve from the first to the last."""
    first, last = route.track[0], route.track[-1]
    control = route.track[1] if len(route.track) == 3 else ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2)

    def at(t: float) -> Point:
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
        return a * first[0] + b * control[0] + c * last[0], a * first[1] + b * control[1] + c * last[1]

    fine = [at(step / 64) for step in range(65)]
    walked = [0.0]
    for here, there in pairwise(fine):
        walked.append(walked[-1] + dist(here, there))
    middles, step = [], 0
    for number in range(route.length):
        wanted = walked[-1] * number / (route.length - 1)
        while step < 63 and walked[step + 1] < wanted:
            step += 1
        share = (wanted - walked[step]) / ((walked[step + 1] - walked[step]) or 1)
        middles.append(at((step + share) / 64))
    return middles


def _bundles(board: Board) -> list[list[Route]]:
    """Return the groups of parallel routes."""
    bundles: dict[frozenset[str], list[Route]] = {}
    for route in board.routes.values():
        bundles.setdefault(frozenset(route.ends), []).append(route)
    return [bundle for bundle in bundles.values() if len({route.length for route in bundle}) == 1 < len(bundle)]


def _spread_where_there_is_room(
    bundle: Sequence[Route], spaces: Mapping[str, tuple[Space, ...]], grid: Grid[str], wagon: tuple[float, float]
) -> dict[str, tuple[Space, ...]]:
    """Return the spaces of a bundle, spread as far apart as other routes leave room; nothing if there is none. `grid`
    holds the ids of all routes."""
    lines = [spaces[route.id] for route in bundle]
    own = {route.id for route in bundle}
    printed = [space for line in lines for space in line]
    left, bottom, right, top = _around(printed)
    reach = 3 * wagon[0]
    near = dict.fromkeys(grid.near((left - reach, bottom - reach, right + reach, top + reach)))
    others = [
        other
        for route in near
        if route not in own
        for other in spaces[route]
        if any(abs(other.x - space.x) + abs(other.y - space.y) < reach for space in printed)
    ]
    bounds = [[max(CLIP * wagon[1], _depth(space, other, wagon)) for other in others] for space in printed]
    wanted = APART * wagon[1] / (_printed_apart(lines) or wagon[1])
    for part in range(8, 0, -1):
        spread = _spread(bundle, lines, 1 + max(0, wanted - 1) * part / 8)
        moved = (space for route in bundle for space in spread[route.id])
        if all(
            _depth(space, other, wagon) <= bound
            for space, row in zip(moved, bounds, strict=True)
            for other, bound in zip(others, row, strict=True)
        ):
            return spread
    return {}


def _around(spaces: Sequence[Space]) -> Rectangle:
    across, up = [space.x for space in spaces], [space.y for space in spaces]
    return min(across), min(up), max(across), max(up)


def _printed_apart(lines: Sequence[tuple[Space, ...]]) -> float:
    """Return the distance between the centres of parallel routes as printed: that of the nearest two, measured from the
    middle of one."""
    return min(
        min(dist((middle.x, middle.y), (space.x, space.y)) for space in other)
        for line, other in combinations(lines, 2)
        for middle in [line[len(line) // 2]]
    )


def _depth(one: Space, other: Space, wagon: tuple[float, float]) -> float:
    """Return how far one of two wagons would have to move to be clear of the other; 0 or less if they already are."""
    length, width = wagon
    x, y = other.x - one.x, other.y - one.y
    if x * x + y * y > length * length + width * width:
        return 0.0
    turn = one.angle - other.angle
    # Two rectangles are apart if they are apart along one of their four sides (separating axes). Measured along a side
    # of one, the other extends to its corners.
    along = length / 2 + abs(cos(turn)) * length / 2 + abs(sin(turn)) * width / 2
    across = width / 2 + abs(sin(turn)) * length / 2 + abs(cos(turn)) * width / 2
    return min(
        min(along - abs(x * cos(angle) + y * sin(angle)), across - abs(y * cos(angle) - x * sin(angle)))
        for angle in (one.angle, other.angle)
    )


def _spread(bundle: Sequence[Route], lines: Sequence[tuple[Space, ...]], factor: float) -> dict[str, tuple[Space, ...]]:
    """Return the spaces of parallel routes, moved away from the middle of their bundle."""
    start = (lines[0][0].x, lines[0][0].y)
    alike = [
        line if dist(start, (line[0].x, line[0].y)) <= dist(start, (line[-1].x, line[-1].y)) else line[::-1]
        for line in lines
    ]
    moved: dict[str, list[Space]] = {route.id: [] for route in bundle}
    for row in zip(*alike, strict=True):
        middle = sum(space.x for space in row) / len(row), sum(space.y for space in row) / len(row)
        across = -sin(row[0].angle), cos(row[0].angle)
        for route, space in zip(bundle, row, strict=True):
            off = (space.x - middle[0]) * across[0] + (space.y - middle[1]) * across[1]
            push = off * (factor - 1)
            moved[route.id].append(Space(space.x + push * across[0], space.y + push * across[1], space.angle))
    found = {}
    for route, line, turned in zip(bundle, lines, alike, strict=True):
        spread = tuple(moved[route.id])
        found[route.id] = spread if turned is line else spread[::-1]
    return found
