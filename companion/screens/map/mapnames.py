"""The names on a map, in pixels of the screen, so that they are sharp at every zoom."""

from array import array
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations

from kivy.graphics import Color, InstructionGroup, Mesh, PopMatrix, PushMatrix, Translate
from kivy.metrics import dp

from companion.boards.names import NameBox, names_shown, place_names
from companion.boards.shape import BoardShape
from companion.screens.map import namesheets
from companion.screens.map.boarddrawing import DOT
from companion.screens.map.mapscale import MARGIN, whole_scale
from companion.screens.map.namesheets import Cell, Names, NameSheet, name_sheet

NAMES = 11
"""The size in dp of names on the whole board."""
_SIZES = (1.0, 0.91, 0.82)
"""By how much names may be smaller than usual where there is little room."""
_RIM = 1.0
"""How many pixels of a name's rim may be on another name."""
_COUNTRIES = 0.7
"""How strong the names of countries are, beside those of cities."""

Point = tuple[float, float]
Anchors = Mapping[str, Point]
"""On which side of its place each name is: -1 to 1 across and up."""


class MapNames(InstructionGroup):
    """The names of a board's cities and countries, each beside its place."""

    def __init__(self, shape: BoardShape) -> None:
        """Draw nothing yet."""
        super().__init__()
        self.shape = shape
        self.size = 0
        """The font size in pixels; 0 before they are drawn."""
        self._offsets: dict[str, Point] = {}
        self._anchors: Anchors = {}
        self._anchors_for: object = None
        self._sheet: NameSheet
        self._meshes: list[tuple[Mesh, list[str]]] = []
        self._shift = Translate()
        self._placed_for: tuple[float, float, float] | None = None
        """The scale and the place of the board's corner for which the names were placed one by one."""

    def draw(self, size: int, grown: float, room: Point, scale: float, only: frozenset[str] | None = None) -> None:
        """Draw the names of all places, or `only` of these, in a font size that is `grown` times as large as on the
        whole board. The map has a room in pixels, and a scale in pixels per board unit."""
        self.size = size
        names = tuple((place, name) for place, name in _names(self.shape) if only is None or place in only)
        self._sheet = sheet = name_sheet(names, size)
        if self._anchors_for != (room, only):
            self._anchors_for, self._anchors = (room, only), _anchors(self.shape, room, sheet, grown)
        self._offsets = _offsets(self.shape, sheet, self._anchors, scale)
        self.clear()
        self._meshes = []
        self.add(PushMatrix())
        self.add(self._shift)
        cities = [place for place in sheet.cells if place in self.shape.cities]
        countries = [place for place in sheet.cells if place not in self.shape.cities]
        for places, strength in ((cities, 1.0), (countries, _COUNTRIES)):
            if places:
                mesh = Mesh(mode="triangles", texture=sheet.texture, indices=_indices(len(places)))
                self._meshes.append((mesh, places))
                self.add(Color(1, 1, 1, strength))
                self.add(mesh)
        self.add(PopMatrix())
        self._placed_for = None

    def move(self, scale: float, left: float, low: float) -> None:
        """Put each name beside its place on a board of this scale, whose lower left corner is at a place of the screen.
        At the same scale all of them move together, by whole pixels, so that they stay sharp and nothing is
        uploaded."""
        if not self._meshes:
            return
        if self._placed_for and self._placed_for[0] == scale:
            self._shift.xy = round(left - self._placed_for[1]), round(low - self._placed_for[2])
            return
        self._placed_for, self._shift.xy = (scale, left, low), (0, 0)
        across, high = self._sheet.texture.size
        for mesh, places in self._meshes:
            vertices = array("f")
            for place in places:
                x, y = self._corner(place, scale, left, low)
                cell = self._sheet.cells[place]
                u, v = cell.x / across, cell.y / high
                right, top = (cell.x + cell.width) / across, (cell.y + cell.height) / high
                end = x + cell.width, y + cell.height
                vertices.extend((x, y, u, v, end[0], y, right, v, end[0], end[1], right, top, x, end[1], u, top))
            mesh.vertices = vertices

    def _corner(self, place: str, scale: float, left: float, low: float) -> tuple[int, int]:
        x, y = _place(self.shape, place)
        across, up = self._offsets[place]
        return round(left + x * scale + across), round(low + y * scale + up)

    def on_screen(self) -> dict[str, NameBox]:
        """Return where each name is, in pixels of the screen."""
        if not self._placed_for:
            return {}
        found = {}
        for place, cell in self._sheet.cells.items():
            x, y = self._corner(place, *self._placed_for)
            x, y = x + self._shift.x, y + self._shift.y
            found[place] = NameBox(x, y, x + cell.width, y + cell.height)
        return found

    def on_board(self, scale: float, grown: float) -> list[NameBox]:
        """Return where the names are on the whole board, in board units, if it has this scale."""
        return _boxes(self.shape, self._sheet, self._offsets, scale * grown)


def steps(shape: BoardShape, room: Point) -> Iterator[object]:
    """Prepare the names of a whole board in a room of this size, in pixels; all of it is kept."""
    yield from namesheets.steps(_names(shape), round(dp(NAMES)))
    yield whole_size(shape, room, float(dp(NAMES)))


@lru_cache(maxsize=64)
def whole_size(shape: BoardShape, room: Point, usual: float) -> float:
    """Return the font size of names on the whole board, in pixels: the usual one, or a smaller one in a room in which
    they would be on each other."""
    scale = whole_scale(room, shape.size, dp(MARGIN))
    for size in (usual * share for share in _SIZES):
        sheet, grown = name_sheet(_names(shape), round(size)), round(size) / size
        offsets = _offsets(shape, sheet, _anchors(shape, room, sheet, grown), scale)
        boxes = [box.grown(-_RIM / scale) for box in _boxes(shape, sheet, offsets, scale)]
        if not any(one.overlaps(other) for one, other in combinations(boxes, 2)):
            return size
    return size


def _names(shape: BoardShape) -> Names:
    return tuple(names_shown(shape).items())


def _place(shape: BoardShape, place: str) -> Point:
    return shape.cities.get(place) or shape.countries[place]


def _indices(names: int) -> "array[int]":
    return array("H", [4 * number + corner for number in range(names) for corner in (0, 1, 2, 0, 2, 3)])


def _offsets(shape: BoardShape, sheet: NameSheet, anchors: Anchors, scale: float) -> dict[str, Point]:
    """Return the lower left corner of each name, in pixels from its place."""
    dot = shape.wagon[1] * DOT * scale

    def offset(place: str, cell: Cell) -> Point:
        across, up = anchors[place]
        off = dot if place in shape.cities else 0.0
        return across * (off + cell.width / 2) - cell.width / 2, up * (off + cell.height / 2) - cell.height / 2

    return {place: offset(place, cell) for place, cell in sheet.cells.items()}


def _boxes(shape: BoardShape, sheet: NameSheet, offsets: Mapping[str, Point], pixels: float) -> list[NameBox]:
    """Return where the names are, in board units of this many pixels."""
    boxes = []
    for place, (across, up) in offsets.items():
        (x, y), cell = _place(shape, place), sheet.cells[place]
        left, bottom = x + across / pixels, y + up / pixels
        boxes.append(NameBox(left, bottom, left + cell.width / pixels, bottom + cell.height / pixels))
    return boxes


def _anchors(shape: BoardShape, room: Point, sheet: NameSheet, grown: float) -> Anchors:
    """Return on which side of its city each name is, if the names are drawn `grown` times as large as on the whole
    board. Computed for the whole board, this is valid for every zoom, since zooming in only moves names further
    apart."""
    sizes = tuple((place, (cell.width / grown, cell.height / grown)) for place, cell in sheet.cells.items())
    return _best_anchors(shape, room, whole_scale(room, shape.size, dp(MARGIN)), sizes)


@lru_cache(maxsize=64)
def _best_anchors(shape: BoardShape, room: Point, scale: float, pixels: tuple[tuple[str, Point], ...]) -> Anchors:
    """Return the best places for all names; cached, since the same map is opened again and again."""
    width, height = shape.size
    sizes = {place: (wide / scale, high / scale) for place, (wide, high) in pixels}
    out = (room[0] / scale - width) / 2, (room[1] / scale - height) / 2
    within = NameBox(-out[0], -out[1], width + out[0], height + out[1])
    return {place: label.anchor for place, label in place_names(shape, sizes, shape.wagon[1] * DOT, within).items()}
