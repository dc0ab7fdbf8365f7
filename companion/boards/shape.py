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
"""How far a wagon may overlap one of another connection that it meets at an angle, in widths, unless they overlap more
in print."""
ASLANT = 0.3
"""The sine of the least such angle: wagons that lie side by side may not overlap."""

Point = tuple[float, float]
Placed = tuple[float, float, float]
"""The centre of a printed space, y downwards, and its direction in radians, clockwise from east."""


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
    on_its_side: bool
    """Whether the board is turned by 90 degrees, with its top to the left."""

    def share(self, route: Route, place: int, of: int) -> tuple[tuple[Space, ...], float]:
        """Return one player's part of each space of a route on which `of` players have trains, and its length."""
        length = self.wagon[0] / of
        away = (place - (of - 1) / 2) * length
        spaces = self.spaces[route.id]
        return tuple(Space(s.x + cos(s.angle) * away, s.y + sin(s.angle) * away, s.angle) for s in spaces), length

    def ends(self, route: Route) -> tuple[Point, Point]:
        """Return the positions of its two cities."""
        return self.cities[route.start], self.cities[route.end]


@cache
def shape_of(board: Board, on_its_side: bool = False) -> BoardShape:
    """Return the shape of a board, turned by 90 degrees with its top to the left if `on_its_side`."""
    assert board.size is not None, "the Card Game has nothing to draw"
    width, height = board.size
    laid = _laid(height, on_its_side)
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
        on_its_side,
    )


def laid_points(shape: BoardShape) -> Callable[[float, float], Point]:
    """Return the function that takes a place on the printed board, y downwards, to where it is drawn."""
    return _laid(shape.size[0] if shape.on_its_side else shape.size[1], shape.on_its_side)


def _laid(height: float, on_its_side: bool) -> Callable[[float, float], Point]:
    return (lambda x, y: (y, x)) if on_its_side else (lambda x, y: (x, height - y))


def is_portrait(board: Board) -> bool:
    """Return whether a board is taller than wide. The Card Game, which has no board, is not."""
    return board.size is not None and board.size[1] > board.size[0]


def shape_on_screen(board: Board, upright: bool, landscape: bool = True) -> BoardShape:
    """Return the shape of a board as a screen shows it: in landscape a portrait board lies on its side, unless people
    want it `upright`."""
    return shape_of(board, landscape and not upright and is_portrait(board))


def _laid_spaces(route: Route, laid: Callable[[float, float], Point]) -> tuple[Space, ...]:
    found = []
    for x, y, turn in printed_spaces(route):
        at, ahead = laid(x, y), laid(x + cos(turn), y + sin(turn))
        found.append(Space(*at, atan2(ahead[1] - at[1], ahead[0] - at[0])))
    return tuple(found)


def printed_spaces(route: Route) -> list[Placed]:
    """Return the spaces of a route as they are printed: as the map gives them, along its bends, or along its track."""
    if route.spaces:
        return [(x, y, radians(turn)) for x, y, turn in route.spaces]
    if len(route.bends) > 1:
        return _along_bends(route.bends)
    if route.length == 1:
        (x, y), *rest = route.bends or route.track
        return [(x, y, atan2(rest[-1][1] - y, rest[-1][0] - x) if rest else radians(route.angle))]
    return _along_curve(route)


def _along_bends(middles: Sequence[Point]) -> list[Placed]:
    """Return spaces with these centres, each turned like the circle through it and its neighbours."""
    steps = [(there[0] - here[0], there[1] - here[1]) for here, there in pairwise(middles)]
    turns = [atan2(step[1], step[0]) for step in steps]
    inner = [_between(*pair) for pair in pairwise(steps)]
    first = 2 * turns[0] - inner[0] if inner else turns[0]
    last = 2 * turns[-1] - inner[-1] if inner else turns[-1]
    return [(x, y, turn) for (x, y), turn in zip(middles, (first, *inner, last), strict=True)]


def _between(one: Point, other: Point) -> float:
    """Return the direction in the middle of two steps. The shorter one counts more, as on a circle."""
    near, far = dist((0, 0), one) or 1.0, dist((0, 0), other) or 1.0
    return atan2(one[1] / near**2 + other[1] / far**2, one[0] / near**2 + other[0] / far**2)


def _along_curve(route: Route) -> list[Placed]:
    """Return the spaces evenly along a line or a quadratic curve, from the first centre to the last."""
    first, last = route.track[0], route.track[-1]
    control = route.track[1] if len(route.track) == 3 else ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2)

    def at(t: float) -> Point:
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
        return a * first[0] + b * control[0] + c * last[0], a * first[1] + b * control[1] + c * last[1]

    def turn(t: float) -> float:
        x, y = ((1 - t) * (control[n] - first[n]) + t * (last[n] - control[n]) for n in (0, 1))
        return atan2(y, x) if x or y else atan2(last[1] - first[1], last[0] - first[0])

    fine = [at(step / 64) for step in range(65)]
    walked = [0.0]
    for here, there in pairwise(fine):
        walked.append(walked[-1] + dist(here, there))
    spaces, step = [], 0
    for number in range(route.length):
        wanted = walked[-1] * number / (route.length - 1)
        while step < 63 and walked[step + 1] < wanted:
            step += 1
        share = (wanted - walked[step]) / ((walked[step + 1] - walked[step]) or 1)
        t = (step + share) / 64
        spaces.append((*at(t), turn(t)))
    return spaces


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
    bounds = [
        [max(_clip(space, other) * wagon[1], _depth(space, other, wagon)) for other in others] for space in printed
    ]
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


def _clip(one: Space, other: Space) -> float:
    return CLIP if abs(sin(one.angle - other.angle)) > ASLANT else 0.0


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
