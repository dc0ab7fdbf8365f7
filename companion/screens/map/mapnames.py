"""The names on a map, in pixels of the screen, so that they are sharp at every zoom.

All names of a board are in one texture and drawn as one mesh: as many textures as names would cost more than the whole
board below them.
"""

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup, Mesh, PopMatrix, PushMatrix, Translate
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from PIL import Image

from companion.boards.names import NameBox, names_shown, place_names
from companion.boards.shape import BoardShape
from companion.screens.map.boarddrawing import DOT
from companion.screens.map.mapscale import MARGIN, whole_scale
from companion.screens.widgets import theme

NAMES = 11
"""The size in dp of names on the whole board."""
_WIDEST = 1024
"""The width in pixels of the texture; a wider name has one of its own width."""
_SIZES = (1.0, 0.91, 0.82)
"""By how much names may be smaller than usual where there is little room."""
_RIM = 1.5
"""How many pixels of a name's rim may be on another name."""
_COUNTRIES = 0.7
"""How strong the names of countries are, beside those of cities."""

Point = tuple[float, float]


class _Name(NamedTuple):
    """The pixels of a name in the texture, from its lower left corner, all in pixels."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A texture with names."""

    texture: Texture
    names: Mapping[str, _Name]


class MapNames(InstructionGroup):
    """The names of a board's cities and countries, each beside its place."""

    def __init__(self, shape: BoardShape, dot: float) -> None:
        """Draw nothing yet; `dot` is the radius of a city in board units."""
        super().__init__()
        self.shape, self._dot = shape, dot
        self.size = 0
        """The font size in pixels; 0 before they are drawn."""
        self._offsets: dict[str, Point] = {}
        """The lower left corner of each name, in pixels from its place."""
        self._anchors: Mapping[str, Point] = {}
        self._anchors_for: tuple[Point, frozenset[str] | None] = ((0.0, 0.0), None)
        self.only: frozenset[str] | None = None
        """The places whose names are drawn; None is all of them."""
        self._sheet: _Sheet
        self._meshes: list[tuple[Mesh, list[str]]] = []
        self._shift = Translate()
        self._placed_for: tuple[float, float, float] | None = None
        """The scale and the place of the board's corner for which the names were placed one by one."""

    def draw(self, size: int, grown: float, room: Point, scale: float) -> None:
        """Draw all names in a font size, which is `grown` times as large as on the whole board, for a map in a room of
        this size in pixels and with a scale in pixels per board unit."""
        self.size = size
        shown = {
            place: name for place, name in names_shown(self.shape).items() if self.only is None or place in self.only
        }
        self._sheet = sheet = _sheet(tuple(shown.items()), size, theme.INK, theme.PAPER)
        if self._anchors_for != (room, self.only):
            self._anchors_for, self._anchors = (room, self.only), _placed(self.shape, room, sheet, grown)
        self._offsets = {place: self._offset(place, name, scale) for place, name in sheet.names.items()}
        self.clear()
        self._meshes = []
        self.add(PushMatrix())
        self.add(self._shift)
        cities = [place for place in sheet.names if place in self.shape.cities]
        countries = [place for place in sheet.names if place not in self.shape.cities]
        for places, strength in ((cities, 1.0), (countries, _COUNTRIES)):
            if places:
                mesh = Mesh(mode="triangles", texture=sheet.texture, indices=_indices(len(places)))
                self._meshes.append((mesh, places))
                self.add(Color(1, 1, 1, strength))
                self.add(mesh)
        self.add(PopMatrix())
        self._placed_for = None

    def _offset(self, place: str, name: _Name, scale: float) -> Point:
        across, up = self._anchors[place]
        dot = self._dot * scale if place in self.shape.cities else 0.0
        return across * (dot + name.width / 2) - name.width / 2, up * (dot + name.height / 2) - name.height / 2

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
                name = self._sheet.names[place]
                u, v = name.x / across, name.y / high
                right, top = (name.x + name.width) / across, (name.y + name.height) / high
                end = x + name.width, y + name.height
                vertices.extend((x, y, u, v, end[0], y, right, v, end[0], end[1], right, top, x, end[1], u, top))
            mesh.vertices = vertices

    def _corner(self, place: str, scale: float, left: float, low: float) -> tuple[int, int]:
        x, y = self.shape.cities.get(place) or self.shape.countries[place]
        across, up = self._offsets[place]
        return round(left + x * scale + across), round(low + y * scale + up)

    def on_screen(self) -> dict[str, NameBox]:
        """Return where each name is, in pixels of the screen."""
        if not self._placed_for:
            return {}
        found = {}
        for place, name in self._sheet.names.items():
            x, y = self._corner(place, *self._placed_for)
            x, y = x + self._shift.x, y + self._shift.y
            found[place] = NameBox(x, y, x + name.width, y + name.height)
        return found

    def on_board(self, scale: float, grown: float) -> list[NameBox]:
        """Return where the names are on the whole board, in board units."""
        boxes = []
        for place, (across, up) in self._offsets.items():
            x, y = self.shape.cities.get(place) or self.shape.countries[place]
            name = self._sheet.names[place]
            left, bottom = x + across / grown / scale, y + up / grown / scale
            wide, high = name.width / grown / scale, name.height / grown / scale
            boxes.append(NameBox(left, bottom, left + wide, bottom + high))
        return boxes


def steps(shape: BoardShape, room: Point) -> Iterator[object]:
    """Prepare the names of a whole board in a room of this size, in pixels; all of it is kept."""
    names = tuple(names_shown(shape).items())
    size = round(dp(NAMES))
    for _, name in names:
        yield _written(name, size, theme.INK, theme.PAPER)
    sheet = _sheet(names, size, theme.INK, theme.PAPER)
    yield sheet
    yield _placed(shape, room, sheet, size / float(dp(NAMES)))


@lru_cache(maxsize=64)
def whole_size(shape: BoardShape, room: Point, usual: float) -> float:
    """Return the font size of names on the whole board, in pixels: the usual one, or a smaller one in a room in which
    they would be on each other."""
    for share in _SIZES:
        size = usual * share
        scale = whole_scale(room, shape.size, dp(MARGIN))
        grown = round(size) / size
        names = MapNames(shape, shape.wagon[1] * DOT)
        names.draw(round(size), grown, room, scale)
        rim = _RIM / scale
        boxes = [box.grown(-rim) for box in names.on_board(scale, grown)]
        if not any(one.overlaps(other) for one, other in combinations(boxes, 2)):
            break
    return size


def _indices(names: int) -> "array[int]":
    return array("H", [4 * number + corner for number in range(names) for corner in (0, 1, 2, 0, 2, 3)])


def _placed(shape: BoardShape, room: Point, sheet: _Sheet, grown: float) -> Mapping[str, Point]:
    """Return on which side of its city each name is, if the names are drawn `grown` times as large as on the whole
    board. Computed for the whole board, this is valid for every zoom, since zooming in only moves names further
    apart."""
    pixels = tuple((place, (name.width / grown, name.height / grown)) for place, name in sheet.names.items())
    scale = whole_scale(room, shape.size, dp(MARGIN))
    return _best_anchors(shape, room, scale, pixels)


@lru_cache(maxsize=64)
def _best_anchors(
    shape: BoardShape, room: Point, scale: float, pixels: tuple[tuple[str, Point], ...]
) -> Mapping[str, Point]:
    """Return the best places for all names; cached, since the same map is opened again and again."""
    width, height = shape.size
    sizes = {place: (wide / scale, high / scale) for place, (wide, high) in pixels}
    out = (room[0] / scale - width) / 2, (room[1] / scale - height) / 2
    within = NameBox(-out[0], -out[1], width + out[0], height + out[1])
    return {place: label.anchor for place, label in place_names(shape, sizes, shape.wagon[1] * DOT, within).items()}


@lru_cache(maxsize=24)
def _sheet(names: tuple[tuple[str, str], ...], size: int, ink: theme.Rgba, paper: theme.Rgba) -> _Sheet:
    """Return a texture with the names of these places."""
    written = {place: _written(name, size, ink, paper) for place, name in names}
    width = max([_WIDEST, *(picture.width for picture in written.values())]) if written else 1
    cells: dict[str, _Name] = {}
    x = y = row = 0
    for place, picture in sorted(written.items(), key=lambda one: one[1].height):
        if x + picture.width > width:
            x, y, row = 0, y + row + 1, 0
        cells[place] = _Name(x, y, picture.width, picture.height)
        x, row = x + picture.width + 1, max(row, picture.height)
    whole = Image.new("RGBA", (width, max(y + row, 1)))
    for place, cell in cells.items():
        whole.paste(written[place], (cell.x, cell.y))
    texture = Texture.create(size=whole.size, colorfmt="rgba")
    texture.blit_buffer(whole.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return _Sheet(texture, {place: cells[place] for place, _ in names})


class _Catcher:
    """What a label takes for its texture: it keeps the pixels."""

    data: Any

    def blit_data(self, data: Any) -> None:
        self.data = data


@lru_cache(maxsize=256)
def _written(text: str, size: int, ink: theme.Rgba, paper: theme.Rgba) -> Image.Image:
    """Return a name in ink with a rim of paper, so that it is readable over tracks, with its lowest row first."""
    label = CoreLabel(text=text, font_size=size, bold=True, color=ink, outline_width=max(1, round(size / 9)))
    label.options["outline_color"] = paper
    label.resolve_font_name()
    label._size = label.render()
    label.texture = catcher = _Catcher()
    label.render(real=True)
    data = catcher.data
    picture = Image.frombytes("RGBA", (data.width, data.height), bytes(data.data))
    return picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
