"""Land and water on a canvas, in board units, below the tracks.

Each kind of area is one mesh, made once per board and side and shared by every map and small picture of it. Coasts and
borders are strips with soft edges, since the screen does not smooth edges itself. They are made again, narrower, when
the map is zoomed in, so that they stay fine lines.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from math import hypot

from kivy.graphics import Color, InstructionGroup, Mesh
from kivy.graphics.tesselator import TYPE_POLYGONS, WINDING_ODD, Tesselator

from companion.boards.ground import Ground, Line
from companion.boards.shape import Point
from companion.screens.widgets import textures, theme

_COAST, _BORDER = 2.3, 1.9
"""The widths in dp of the strips on the whole board, soft edges included."""
_SHARPEST = 1.6
"""By how much a strip may be wider at a sharp corner, where its edges meet."""
_SIMPLE = 60
"""The most corners of a piece of land that is filled in one go."""
_CUTS = 10
"""How often a piece is cut in two at most, whatever its corners are."""
_LARGEST = 65_535
"""The most corners in one mesh."""

Stations = tuple[tuple[float, float, float, float], ...]
"""The points of a line, each with the direction across it, longer where the line bends."""


class GroundDrawing(InstructionGroup):
    """Everything below the tracks but the water, which fills the whole widget."""

    def __init__(self, ground: Ground, small: bool = False) -> None:
        """Draw the areas; `small` leaves out the lines, which would only be specks."""
        super().__init__()
        self._ground = ground
        self._lines: list[tuple[float, tuple[Line, ...], list[Mesh]]] = []
        self._add_areas(theme.ABROAD if ground.home else theme.PAPER, ground.land)
        self._add_areas(theme.PAPER, ground.home)
        if not small:
            self._add_lines(theme.BORDER, _BORDER, ground.borders)
        self._add_areas(theme.WATER, ground.lakes)
        if not small:
            self._add_lines(theme.COAST, _COAST, ground.coasts)

    def _add_areas(self, colour: theme.Rgba, rings: tuple[Line, ...]) -> None:
        if rings:
            self.add(Color(*colour))
            for vertices, indices in _triangles(rings):
                self.add(Mesh(vertices=vertices, indices=indices, mode="triangles"))

    def _add_lines(self, colour: theme.Rgba, width: float, lines: tuple[Line, ...]) -> None:
        if not lines:
            return
        self.add(Color(*colour))
        meshes = [Mesh(mode="triangles", texture=textures.soft_line()) for _ in _parts(lines)]
        for mesh in meshes:
            self.add(mesh)
        self._lines.append((width, lines, meshes))

    def draw_lines(self, unit: float) -> None:
        """Draw the lines for a zoom at which one dp has this many board units."""
        for width, lines, meshes in self._lines:
            strips = _strips(lines, round(width * unit, 2))
            for mesh, (vertices, indices) in zip(meshes, strips, strict=True):
                mesh.vertices, mesh.indices = vertices, indices


def steps(ground: Ground) -> Iterator[object]:
    """Compute what is kept of a ground, step by step, before it is drawn."""
    for rings in (ground.land, ground.home, ground.lakes):
        yield _triangles(rings)
    for lines in (ground.borders, ground.coasts):
        yield _parts(lines)


def line_steps(ground: Ground, unit: float) -> Iterator[object]:
    """Compute the lines for a zoom, step by step, before `draw_lines` needs them."""
    for width, lines in ((_BORDER, ground.borders), (_COAST, ground.coasts)):
        yield _strips(lines, round(width * unit, 2))


Corners = tuple["array[float]", "array[int]"]
"""The vertices of a mesh (x, y, u, v) and the indices of its triangles."""


@cache
def _triangles(rings: tuple[Line, ...]) -> tuple[Corners, ...]:
    """Return the triangles that fill these rings."""
    found: list[Corners] = []
    vertices, indices = array("f"), array("H")
    for piece in (part for ring in rings for part in _pieces(ring)):
        tesselator = Tesselator()
        tesselator.add_contour([part for point in piece for part in point])
        if not tesselator.tesselate(WINDING_ODD, TYPE_POLYGONS, 3):
            continue  # a ring without an area
        # As lists at once: taking single figures out of what the tesselator returns is many times slower.
        flat = [figure for polygon in tesselator.vertices for figure in memoryview(polygon).tolist()]
        corners = list(zip(flat[::2], flat[1::2], strict=True))
        known: dict[tuple[float, float], int] = {}
        if len(vertices) // 4 + len(corners) > _LARGEST:
            found.append((vertices, indices))
            vertices, indices = array("f"), array("H")
        for corner in corners:
            number = known.get(corner)
            if number is None:
                number = known[corner] = len(vertices) // 4
                vertices.extend((*corner, 0.0, 0.0))
            indices.append(number)
    return (*found, (vertices, indices))


def _pieces(ring: Line, cuts: int = _CUTS) -> Iterator[Line]:
    """Yield a ring in compact pieces. Triangles across a whole continent are long and thin, and those take a screen
    several times as long to fill."""
    across, up = zip(*ring, strict=True)
    wide, high = max(across) - min(across), max(up) - min(up)
    if len(ring) <= _SIMPLE or not cuts:
        yield ring
        return
    axis = 0 if wide >= high else 1
    middle = (min(across) + max(across)) / 2 if axis == 0 else (min(up) + max(up)) / 2
    for side in (1, -1):
        half = _half(ring, axis, middle, side)
        if len(half) > 2:
            yield from _pieces(half, cuts - 1)


def _half(ring: Line, axis: int, middle: float, side: int) -> Line:
    """Return the part of a ring on one side of a line along the other axis."""
    found: list[Point] = []
    before = ring[-1]
    for point in ring:
        if (point[axis] - middle) * (before[axis] - middle) < 0:
            share = (middle - before[axis]) / (point[axis] - before[axis])
            cut = before[1 - axis] + share * (point[1 - axis] - before[1 - axis])
            found.append((middle, cut) if axis == 0 else (cut, middle))
        if (point[axis] - middle) * side >= 0:
            found.append(point)
        before = point
    return tuple(found)


@cache
def _parts(lines: tuple[Line, ...]) -> tuple[tuple[Stations, ...], ...]:
    """Return the lines, ready to be drawn in any width, as many together as one mesh can hold."""
    parts: list[list[Stations]] = [[]]
    count = 0
    for line in lines:
        for start in range(0, len(line), _LARGEST // 8):
            piece = _stations(line[start : start + _LARGEST // 8 + 1])
            if len(piece) < 2:
                continue
            count += len(piece)
            if count > _LARGEST // 6:
                parts.append([])
                count = len(piece)
            parts[-1].append(piece)
    return tuple(tuple(part) for part in parts)


def _stations(line: Sequence[Point]) -> Stations:
    points = [point for point, after in pairwise(line) if point != after] + [line[-1]]
    steps = [_across(one, other) for one, other in pairwise(points)]
    closed = points[0] == points[-1]
    found = []
    for number, (x, y) in enumerate(points):
        before = steps[number - 1] if number or closed else steps[0]
        after = steps[number] if number < len(steps) else (steps[0] if closed else steps[-1])
        mean = (before[0] + after[0]) / 2, (before[1] + after[1]) / 2
        square = mean[0] ** 2 + mean[1] ** 2
        longer = min(1 / square, _SHARPEST / square**0.5) if square > 1e-6 else 1.0
        found.append((x, y, mean[0] * longer, mean[1] * longer))
    return tuple(found)


def _across(one: Point, other: Point) -> Point:
    """Return the direction across a step, of length 1."""
    along = other[0] - one[0], other[1] - one[1]
    length = hypot(*along)
    return -along[1] / length, along[0] / length


@lru_cache(maxsize=24)
def _strips(lines: tuple[Line, ...], width: float) -> tuple[Corners, ...]:
    """Return the lines as strips of this width."""
    return tuple(_strip(part, width / 2) for part in _parts(lines))


def _strip(part: Iterable[Stations], half: float) -> Corners:
    vertices, indices = array("f"), array("H")
    for line in part:
        base = len(vertices) // 4
        for x, y, across, up in line:
            across, up = across * half, up * half
            vertices.extend((x + across, y + up, 0.5, 0.0, x - across, y - up, 0.5, 1.0))
        for here in range(base, base + 2 * len(line) - 2, 2):
            indices.extend((here, here + 1, here + 2, here + 1, here + 3, here + 2))
    return vertices, indices
