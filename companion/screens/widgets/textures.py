"""Small textures that everything is drawn from: signs, icons, wagons, rounded corners.

They are white and take the colour of what draws them. Pillow draws them large and scales them down, with mipmaps, so
that they are smooth at every size, even without antialiasing.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from kivy.graphics.texture import Texture
from PIL import Image, ImageChops, ImageDraw

from companion.screens.widgets.icons import ICONS, Stroke

_FINE = 4
"""The factor by which pictures are drawn larger than they are kept."""


def _kept(drawn: Image.Image, size: tuple[int, int] | None = None, mipmap: bool = True) -> Texture:
    """Return the picture as a texture. `size` should be powers of two: only such textures have mipmaps everywhere."""
    size = size or (drawn.width // _FINE, drawn.height // _FINE)
    alpha = drawn.resize(size, Image.Resampling.BOX)
    white = Image.new("L", size, 255)
    return _as_texture(Image.merge("RGBA", (white, white, white, alpha)), mipmap)


def _as_texture(picture: Image.Image, mipmap: bool) -> Texture:
    picture = picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    texture = Texture.create(size=picture.size, colorfmt="rgba", mipmap=mipmap)
    texture.mag_filter, texture.wrap = "linear", "clamp_to_edge"
    texture.min_filter = "linear_mipmap_nearest" if mipmap else "linear"
    texture.blit_buffer(picture.tobytes(), colorfmt="rgba", bufferfmt="ubyte")
    return texture


def _blank(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    picture = Image.new("L", (width * _FINE, height * _FINE), 0)
    return picture, ImageDraw.Draw(picture)


_SIDE, _MARGIN = 64, 3
RIM = 1.26
"""How much larger the picture of a player's shape is with its rim."""
_ICON = 48
"""Icons are shown at about this size and need no mipmaps, which would slow down the start."""


def _polygon(points: Sequence[tuple[float, float]]) -> Texture:
    picture, pen = _blank(_SIDE, _SIDE)
    inner = _SIDE - 2 * _MARGIN
    pen.polygon([((_MARGIN + x * inner) * _FINE, (_SIDE - _MARGIN - y * inner) * _FINE) for x, y in points], fill=255)
    return _kept(picture)


@cache
def card_sign(colour: str) -> Texture:
    """Return the sign of a card colour."""
    from companion.boards.signs import CARD_SIGNS

    return _polygon(next(points for known, points in CARD_SIGNS.items() if known == colour))


@cache
def player_shape(colour: str) -> Texture:
    """Return the shape of a player."""
    from companion.boards.signs import PLAYER_SHAPES

    return _polygon(next(points for known, points in PLAYER_SHAPES.items() if known == colour))


@cache
def player_rim(colour: str) -> Texture:
    """Return a player's shape with an even rim around it, in a picture that is `RIM` times as large."""
    from companion.boards.signs import PLAYER_SHAPES

    picture, pen = _blank(_SIDE, _SIDE)
    inner = (_SIDE - 2 * _MARGIN) / RIM
    edge = (_SIDE - inner) / 2
    shape = next(points for known, points in PLAYER_SHAPES.items() if known == colour)
    points = [((edge + x * inner) * _FINE, (_SIDE - edge - y * inner) * _FINE) for x, y in shape]
    pen.polygon(points, fill=255)
    pen.line([*points, *points[:2]], fill=255, width=round(inner * 0.2 * _FINE), joint="curve")
    return _kept(picture)


@cache
def dot() -> Texture:
    """Return a filled circle."""
    picture, pen = _blank(_SIDE, _SIDE)
    edge = _MARGIN * _FINE
    pen.ellipse((edge, edge, picture.width - edge, picture.height - edge), fill=255)
    return _kept(picture)


@cache
def icon(name: str) -> Texture:
    """Return an icon."""
    picture, pen = _blank(_ICON, _ICON)
    for stroke in ICONS[name]:
        _draw(pen, stroke)
    return _kept(picture, mipmap=False)


def _draw(pen: ImageDraw.ImageDraw, stroke: Stroke) -> None:
    """Draw a stroke in a square of 24 by 24, y downwards; one without a width is filled."""
    scale = _ICON * _FINE / 24
    points = [(x * scale, y * scale) for x, y in stroke.points]
    ink = 0 if stroke.erases else 255
    if not stroke.width:
        pen.polygon(points, fill=ink)
        return
    pen.line(points, fill=ink, width=round(stroke.width * scale), joint="curve")
    radius = stroke.width * scale / 2
    for x, y in points:
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)


WAGON = (180, 62)
"""Size of a wagon's picture; its edge is three units inside."""
WAGON_EDGE = 3
_WAGON_TEXTURE = (256, 64)


Rgba = tuple[float, float, float, float]


def _body() -> Image.Image:
    picture, pen = _blank(*WAGON)
    pen.rounded_rectangle(_inside(), radius=16 * _FINE, fill=255)
    return picture


def _edge() -> Image.Image:
    picture, pen = _blank(*WAGON)
    pen.rounded_rectangle(_inside(), radius=16 * _FINE, outline=255, width=8 * _FINE)
    return picture


def _teeth() -> Image.Image:
    """Draw the outline of a tunnel's space, with teeth as if cut into rock."""
    picture, pen = _blank(*WAGON)
    pen.rounded_rectangle(_inside(), radius=12 * _FINE, outline=255, width=13 * _FINE)
    for x in range(16, WAGON[0] - 12, 26):
        pen.rectangle((x * _FINE, 0, (x + 11) * _FINE, WAGON[1] * _FINE), fill=0)
    pen.rectangle((0, 25 * _FINE, WAGON[0] * _FINE, 37 * _FINE), fill=0)
    return picture


@cache
def wagon_body() -> Texture:
    """Return a filled space of a track."""
    return _kept(_body(), _WAGON_TEXTURE)


@cache
def wagon_edge() -> Texture:
    """Return the outline of a space."""
    return _kept(_edge(), _WAGON_TEXTURE)


@cache
def space(fill: Rgba, outline: Rgba, tunnel: bool = False) -> Texture:
    """Return a space of a track in its own colours, to be drawn in white: one layer costs half of two."""
    body, edge = (
        drawn.resize(_WAGON_TEXTURE, Image.Resampling.BOX) for drawn in (_body(), _teeth() if tunnel else _edge())
    )
    # Outside of the body its colour is that of the outline, since mipmaps mix it into the edges.
    share = ImageChops.add(edge, ImageChops.invert(body))
    inside, around = (tuple(round(255 * part) for part in rgba[:3]) for rgba in (fill, outline))
    picture = Image.composite(Image.new("RGB", body.size, around), Image.new("RGB", body.size, inside), share)
    picture.putalpha(ImageChops.screen(body, edge))
    return _as_texture(picture, mipmap=True)


@cache
def soft_line() -> Texture:
    """Return a line from side to side that fades out towards its upper and lower edge."""
    side = 16
    picture = Image.new("L", (side, side))
    for row in range(side):
        inside = 1 - abs(2 * row + 1 - side) / side
        picture.paste(round(255 * min(1.0, 1.8 * inside)), (0, row, side, row + 1))
    return _kept(picture, (side, side), mipmap=False)


def _inside() -> tuple[int, int, int, int]:
    edge = WAGON_EDGE * _FINE
    return edge, edge, WAGON[0] * _FINE - edge - 1, WAGON[1] * _FINE - edge - 1


CORNER = 24
"""Radius of the corners of rounded boxes, in pixels of their texture."""


@cache
def box() -> Texture:
    """Return a rounded box, to be stretched between its corners."""
    picture, pen = _blank(64, 64)
    pen.rounded_rectangle((0, 0, picture.width - 1, picture.height - 1), radius=CORNER * _FINE, fill=255)
    return _kept(picture, mipmap=False)


@cache
def frame() -> Texture:
    """Return the outline of a rounded box."""
    picture, pen = _blank(64, 64)
    pen.rounded_rectangle((0, 0, picture.width - 1, picture.height - 1), CORNER * _FINE, outline=255, width=3 * _FINE)
    return _kept(picture, mipmap=False)


def steps() -> Iterator[object]:
    """Draw all of them, step by step; they are kept."""
    from companion.boards.signs import CARD_SIGNS, PLAYER_SHAPES

    for draw in (box, frame, dot, wagon_body, wagon_edge, soft_line):
        yield draw()
    for known in ICONS:
        yield icon(known)
    for card in CARD_SIGNS:
        yield card_sign(card)
    for player in PLAYER_SHAPES:
        yield player_shape(player)
        yield player_rim(player)
