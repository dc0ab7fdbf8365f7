"""Text that was written before: its texture is shown again instead of being drawn once more."""

from collections import OrderedDict
from operator import itemgetter
from typing import NamedTuple

from kivy.core.text import Label as CoreLabel
from kivy.graphics.texture import Texture

_MOST = 512
"""How many textures are kept; the ones that were shown least recently go first."""
_LARGEST = 100_000
"""The pixels of the largest texture that is kept: a long page is rarely opened twice."""
_look = itemgetter(
    *("font_name", "font_size", "bold", "italic", "underline", "strikethrough", "halign", "valign", "mipmap"),
    *("shorten", "shorten_from", "split_str", "line_height", "strip", "outline_width"),
)
_colours_and_padding = itemgetter("color", "outline_color", "padding")
_font = itemgetter("font_name", "font_size", "bold", "italic")

Key = tuple[object, ...]


class Written(NamedTuple):
    """The texture of a text, and whether it ends in dots."""

    texture: Texture
    is_shortened: bool


_textures: OrderedDict[Key, Written] = OrderedDict()
_widths: dict[Key, float] = {}


def look_of(label: CoreLabel) -> Key:
    """Return all that decides what a label looks like."""
    options = label.options
    lists = map(tuple, _colours_and_padding(options))
    return label.text, *label.text_size, options.get("max_lines"), *lists, *_look(options)


def written(look: Key) -> Written | None:
    """Return what was kept for this look."""
    found = _textures.get(look)
    if found is not None:
        _textures.move_to_end(look)
    return found


def keep(look: Key, found: Written) -> None:
    """Keep a texture. Nobody may draw on it from now on."""
    if found.texture.width * found.texture.height <= _LARGEST:
        _textures[look] = found
        if len(_textures) > _MOST:
            _textures.popitem(last=False)


def width_of(label: CoreLabel, text: str) -> float:
    """Return how wide a text is in the font of a label, in one line."""
    key = (text, *_font(label.options))
    found = _widths.get(key)
    if found is None:
        if len(_widths) > 8 * _MOST:
            _widths.clear()
        found = _widths[key] = float(label.get_extents(text)[0])
    return found
