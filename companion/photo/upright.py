"""Pictures as cameras and phones make them, upright and of a size that is easily kept: turned as their EXIF says,
without it, and at most 3 MB."""

import warnings
from dataclasses import dataclass
from io import BytesIO
from math import ceil

from PIL import Image, ImageDraw, ImageOps, UnidentifiedImageError

from companion.photo.findings import PhotoPlace
from companion.words import Sentence

LARGEST_FILE = 40_000_000
"""Bytes of a picture that is looked at."""
LONGEST = 3000
"""Pixels of the longer side that are kept: more than a reader uses."""
MOST_BYTES = 3_000_000
_MOST_PIXELS = 120_000_000
_KINDS = ("JPEG", "PNG", "WEBP")
_AROUND = 0.2
"""How much of the board around a route is shown, as a share of the route's longer side."""
_LEAST_AROUND = 50
_OUTLINES = (("#15130F", 4), ("#FFC94A", 2))
"""The colours and widths of the lines around what is asked about."""


class BadPictureError(Exception):
    """Raised when a file is no picture that can be used; `sentence` says why."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(str(sentence))


@dataclass(frozen=True, slots=True)
class Pixels:
    """A small picture for the screen, from its upper left corner on."""

    width: int
    height: int
    rgb: bytes


def upright(content: bytes) -> bytes:
    """Return a picture as an upright JPEG of at most 3 MB. Raise BadPictureError."""
    with _opened(content, LONGEST) as picture:
        return _jpeg(picture)


def quarter_turned(content: bytes) -> bytes:
    """Return a picture turned clockwise by 90 degrees. Raise BadPictureError."""
    with _opened(content, LONGEST) as picture:
        return _jpeg(picture.transpose(Image.Transpose.ROTATE_270))


def on_screen(content: bytes, longest: int) -> Pixels:
    """Return a picture for the screen, upright, with at most this many pixels on its longer side. Raise
    BadPictureError."""
    with _opened(content, longest) as picture:
        return _pixels(picture)


class Pieces:
    """A photo of which pieces are shown. It takes memory: hold it only while people look at it."""

    def __init__(self, photo: bytes) -> None:
        """Raise BadPictureError."""
        with _opened(photo, LONGEST) as picture:
            self._picture = picture.copy()

    def around(self, place: PhotoPlace, room: tuple[int, int]) -> Pixels:
        """Return what is around a place, as large as fits into this width and height, and what is meant outlined. It
        fills the room, unless the photo ends before."""
        inside = self._filling(place, room)
        piece = self._picture.crop(inside)
        share = min(room[0] / piece.width, room[1] / piece.height)
        size = max(1, round(piece.width * share)), max(1, round(piece.height * share))
        piece = piece.resize(size, Image.Resampling.BILINEAR)
        drawing = ImageDraw.Draw(piece)
        for colour, width in _OUTLINES:
            for corners in place.outlines:
                points = [((x - inside[0]) * share, (y - inside[1]) * share) for x, y in corners]
                drawing.line([*points, points[0]], fill=colour, width=width)
        return _pixels(piece)

    def _filling(self, place: PhotoPlace, room: tuple[int, int]) -> tuple[int, int, int, int]:
        """Return left, top, right and bottom of a place with something around it, in the proportions of this room."""
        whole = self._picture.size
        left, top, right, bottom = place.box or (0, 0, *whole)
        rim = max(_LEAST_AROUND, _AROUND * max(right - left, bottom - top)) if place.box else 0
        wide = max(right - left + 2 * rim, (bottom - top + 2 * rim) * room[0] / room[1])
        found: list[tuple[int, int]] = []
        for low, high, side, end in ((left, right, wide, whole[0]), (top, bottom, wide * room[1] / room[0], whole[1])):
            side = min(side, end)
            begin = min(max((low + high - side) / 2, 0), end - side)
            found.append((int(begin), min(ceil(begin + side), end)))
        (x, right_edge), (y, bottom_edge) = found
        return x, y, right_edge, bottom_edge

    def square(self, middle: tuple[float, float], half: float, side: int) -> Pixels:
        """Return a square of the photo, `side` pixels large. Its middle is given in shares of the photo's width and
        height, and half of its side as a share of the width; what lies beyond the photo is black."""
        x, y, reach = middle[0] * self._picture.width, middle[1] * self._picture.height, half * self._picture.width
        piece = self._picture.crop((round(x - reach), round(y - reach), round(x + reach), round(y + reach)))
        return _pixels(piece.resize((side, side), Image.Resampling.BILINEAR))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the photo in pixels."""
        return self._picture.size


def _opened(content: bytes, longest: int) -> Image.Image:
    """Return a picture, upright and not larger than asked for."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # its size is looked at next
            picture = Image.open(BytesIO(content), formats=_KINDS)
        if picture.width * picture.height > _MOST_PIXELS:
            raise BadPictureError(Sentence("The picture is too large: save a smaller copy of it."))
        picture.draft("RGB", (longest, longest))  # a JPEG is then read at a half or a quarter of its size
        turned = ImageOps.exif_transpose(picture).convert("RGB")
    except UnidentifiedImageError:
        raise BadPictureError(Sentence("This is not a picture that can be read here: save it as a JPEG.")) from None
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise BadPictureError(Sentence("The picture is damaged: copy it again.")) from None
    turned.thumbnail((longest, longest), Image.Resampling.LANCZOS)
    return turned


def _jpeg(picture: Image.Image) -> bytes:
    for quality in (93, 88, 80, 65, 40):
        into = BytesIO()
        picture.save(into, "JPEG", quality=quality)
        if into.tell() <= MOST_BYTES:
            break
    return into.getvalue()


def _pixels(picture: Image.Image) -> Pixels:
    return Pixels(picture.width, picture.height, picture.tobytes())
