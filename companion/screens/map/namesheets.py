"""All names of a board in one texture: as many textures as names would cost more than the whole board below them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from kivy.core.text import Label as CoreLabel
from kivy.graphics.texture import Texture
from PIL import Image

from companion.screens.widgets import theme

_WIDEST = 1024
"""The width in pixels of the texture, unless a name is wider."""

Names = tuple[tuple[str, str], ...]
"""Places, each with its name."""


class Cell(NamedTuple):
    """Where a name is in the texture, from its lower left corner, in pixels."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class NameSheet:
    """A texture with the names of places."""

    texture: Texture
    cells: Mapping[str, Cell]


def name_sheet(names: Names, size: int) -> NameSheet:
    """Return the names in a font size in pixels, in the colours of now; kept, since the same maps are opened again and
    again."""
    return _sheet(names, size, theme.INK, theme.PAPER)


def steps(names: Names, size: int) -> Iterator[object]:
    """Write the names one by one, before `name_sheet` needs them."""
    for _, name in names:
        yield _written(name, size, theme.INK, theme.PAPER)


@lru_cache(maxsize=24)
def _sheet(names: Names, size: int, ink: theme.Rgba, paper: theme.Rgba) -> NameSheet:
    written = {place: _written(name, size, ink, paper) for place, name in names}
    width = max([_WIDEST, *(picture.width for picture in written.values())])
    cells: dict[str, Cell] = {}
    x = y = row = 0
    for place, picture in sorted(written.items(), key=lambda one: one[1].height):
        if x + picture.width > width:
            x, y, row = 0, y + row + 1, 0
        cells[place] = Cell(x, y, picture.width, picture.height)
        x, row = x + picture.width + 1, max(row, picture.height)
    whole = Image.new("RGBA", (width, max(y + row, 1)))
    for place, cell in cells.items():
        whole.paste(written[place], (cell.x, cell.y))
    texture = Texture.create(size=whole.size, colorfmt="rgba")
    texture.blit_buffer(whole.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return NameSheet(texture, {place: cells[place] for place, _ in names})


class _Pixels:
    """What a label takes for its texture: it keeps the pixels that are written on it."""

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
    label.texture = pixels = _Pixels()
    label.render(real=True)
    data = pixels.data
    picture = Image.frombytes("RGBA", (data.width, data.height), bytes(data.data))
    return picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
