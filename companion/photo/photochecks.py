"""Photos that are not read, since what would be read of them could be wrong."""

import cv2
import numpy as np

from companion.photo.alignment import Aligned, outside
from companion.photo.emptyboard import STEP, EmptyBoard, Image
from companion.photo.patches import details
from companion.photo.refusal import RefusedPhotoError
from companion.words import pattern

_BRIGHT = 45
"""The brightest twentieth of a photo is at least this bright, of 255."""
_LEAST_STEP = 16.0
"""Pixels of the photo from one space to the next, at least."""
_MOST_OUTSIDE = 0.08
"""The share of spaces that may be out of the picture."""
_LEAST_ALIKE, _MOST_GAP = 0.35, 0.018
"""The share of printed pieces that must be found again, and how far from their place, in steps of a route."""
_SHARP, _LEAST_SHARP = 0.6, 0.5
"""How strong fine print is, of what it is on the empty board: from where a photo is sharp, and what it needs."""
_LEAST_COLOUR = 0.45
"""How strong colours are on a photo, of what they are on the empty board, at least."""
_LEAST_FINE = 0.05
"""How strong the finest details of any sharp photo are, of the coarser ones."""


def check_light(photo: Image) -> None:
    """Raise RefusedPhotoError if it is too dark."""
    if float(np.percentile(cv2.resize(photo, (200, 200), interpolation=cv2.INTER_AREA).max(2), 95)) < _BRIGHT:
        raise RefusedPhotoError(pattern("The photo is too dark: take it again with more light from above or the side"))


def why_not_found(photo: Image) -> RefusedPhotoError:
    """Return the refusal of a photo on which the board was not found: it is blurred, or shows something else."""
    factor = min(1.0, 1000 / max(photo.shape[:2]))
    small = cv2.resize(photo, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    soft, softer = (cv2.GaussianBlur(grey, (0, 0), width) for width in (1.0, 4.0))
    coarse = float((soft - softer).var())
    return _blurred() if coarse > 20 and float((grey - soft).var()) < _LEAST_FINE * coarse else _not_this_board()


def check_aligned(empty: EmptyBoard, aligned: Aligned) -> None:
    """Raise RefusedPhotoError if the photo shows too little of the board, too small, blurred, or another printing."""
    places = empty.spaces.places
    if float(outside(aligned, places).mean()) > _MOST_OUTSIDE:
        raise RefusedPhotoError(
            pattern("Part of the board is out of the picture: take it again, with all four corners")
        )
    steps = np.hypot(*(aligned.on_photo(places[:, :2] + (STEP, 0)) - aligned.on_photo(places[:, :2])).T)
    if float(np.median(steps)) < _LEAST_STEP:
        raise RefusedPhotoError(pattern("The board is too small in the photo: go closer, so that it fills the picture"))
    if len(aligned.blocks.alike) < _LEAST_ALIKE * len(aligned.blocks.tried):
        raise _not_this_board()
    sharp = _sharpness(empty.picture, aligned)
    elsewhere = aligned.gap * empty.canvas.scale / STEP > _MOST_GAP
    if sharp < _LEAST_SHARP or (elsewhere and sharp < _SHARP):
        raise _blurred()
    if elsewhere:
        raise RefusedPhotoError(
            pattern("This seems to be another printing of the board: take a photo of it empty, and tap its cities")
        )


def check_colours(saturation: float) -> None:
    """Raise RefusedPhotoError if colours are so pale that those of trains cannot be told apart."""
    if saturation < _LEAST_COLOUR:
        raise RefusedPhotoError(
            pattern("The photo has hardly any colour: take it again in good light, and not in black and white")
        )


def _sharpness(empty: Image, aligned: Aligned) -> float:
    """Return how strong fine print is on the photo, of what it is on the empty board, where nothing lies on it."""
    blocks = aligned.blocks
    plain = blocks.alike > np.median(blocks.alike)
    column, row = blocks.places[plain].astype(int).T
    strength = []
    for picture in (aligned.picture, empty):
        fine = details(picture)
        grey = cv2.blur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (39, 39))[row, column] + 4.0
        strength.append(np.sqrt(cv2.blur(fine * fine, (39, 39))[row, column]) / grey)
    return float(np.median(strength[0] / (strength[1] + 1e-6)))


def _blurred() -> RefusedPhotoError:
    return RefusedPhotoError(pattern("The photo is blurred: hold still, tap the board to focus, and take it again"))


def _not_this_board() -> RefusedPhotoError:
    return RefusedPhotoError(
        pattern("The board is not in this photo: take one from above that shows all of this board")
    )
