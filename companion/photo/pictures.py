"""Picture files that people bring: JPEG, PNG and the like, turned upright, and never larger than is useful."""

import warnings
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Pillow
from PIL import ImageOps, UnidentifiedImageError, WebPImagePlugin

from companion.photo.emptyboard import Image
from companion.photo.refusal import RefusedPhotoError
from companion.words import pattern, why_not

MOST_PIXELS, _MOST_WHOLE = 64_000_000, 24_000_000
"""A picture with more pixels is refused; phones take 12 to 50 million. JPEG files can be read at a part of their size,
others only whole, which takes more memory."""
_MOST_BYTES = 60_000_000
_SIDE = 2800
"""The longer side of a picture that is looked at, in pixels; a larger one is made smaller."""
_LEAST_SIDE = 600
_FORMATS = ("JPEG", "PNG", "BMP", WebPImagePlugin.WebPImageFile.format)


class Photo:
    """A picture, upright: `image` may be smaller than the file says, by `factor`."""

    def __init__(self, image: Image, factor: float) -> None:
        self.image = image
        self.factor = factor


def read_picture(file: Path) -> Photo:
    """Return the picture in a file. Raise RefusedPhotoError if it cannot be used."""
    return picture_of(read_content(file), file)


def read_content(file: Path) -> bytes:
    """Return the content of a picture file. Raise RefusedPhotoError if it cannot be read, or is too large."""
    try:
        if file.stat().st_size > _MOST_BYTES:
            raise _too_large(file)
        return file.read_bytes()
    except OSError as error:
        raise RefusedPhotoError(pattern("{file}: {why}"), file=file, why=why_not(error)) from None
    except ValueError:  # a null byte in the name
        raise RefusedPhotoError(pattern("{file}: not a picture: use a JPEG or PNG photo"), file=file) from None


def picture_of(content: bytes, file: Path) -> Photo:
    """Return the picture with this content; `file` is its name in messages. Raise RefusedPhotoError."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Pillow.DecompressionBombWarning)
            warnings.simplefilter("ignore", UserWarning)
            with Pillow.open(BytesIO(content), formats=_FORMATS) as opened:
                most = MOST_PIXELS if opened.format in ("JPEG", "MPO") else _MOST_WHOLE
                if opened.width * opened.height > most:
                    raise _too_large(file, most)
                full = max(opened.size)
                if full < _LEAST_SIDE or min(opened.size) < _LEAST_SIDE / 3:
                    raise RefusedPhotoError(
                        pattern("{file}: the picture is too small: use one at least {pixels} pixels across"),
                        file=file,
                        pixels=1200,
                    )
                opened.draft("RGB", (_SIDE, _SIDE))
                upright = ImageOps.exif_transpose(opened)
                upright.thumbnail((_SIDE, _SIDE), Pillow.Resampling.BOX, reducing_gap=2.0)
                pixels = np.asarray(upright.convert("RGB"))
    except (Pillow.DecompressionBombError, Pillow.DecompressionBombWarning):
        raise _too_large(file) from None
    except UnidentifiedImageError:
        raise RefusedPhotoError(pattern("{file}: not a picture: use a JPEG or PNG photo"), file=file) from None
    except (OSError, SyntaxError, ValueError, EOFError, TypeError, KeyError, IndexError, OverflowError, MemoryError):
        raise RefusedPhotoError(
            pattern("{file}: the picture is damaged: copy it again, or take another"), file=file
        ) from None
    return Photo(cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), max(pixels.shape[:2]) / full)  # type: ignore[arg-type]


def _too_large(file: Path, most: int = MOST_PIXELS) -> RefusedPhotoError:
    return RefusedPhotoError(
        pattern("{file}: the picture is too large: use one of at most {pixels} million pixels"),
        file=file,
        pixels=most // 1_000_000,
    )
