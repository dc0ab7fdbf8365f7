"""Photos that are not read, since what would be read of them could be wrong."""

import cv2
import numpy as np

from companion.photo.alignment import Aligned, not_this_board, outside
from companion.photo.emptyboard import STEP, EmptyBoard, Image
from companion.photo.refusal import RefusedPhotoError
from companion.words import pattern

_BRIGHT = 70
"""The brightest twentieth of a photo is at least this bright, of 255."""
_LEAST_STEP = 22.0
"""Pixels of the photo from one space to the next, at least."""
_MOST_OUTSIDE = 0.08
"""The share of spaces that may be out of the picture."""
_LEAST_ALIKE, _MOST_GAP = 0.35, 0.5
"""The share of printed pieces that must be found again, and how far from their place, in units of the map."""


def check_light(photo: Image) -> None:
    """Raise RefusedPhotoError if it is too dark."""
    if float(np.percentile(cv2.resize(photo, (200, 200), interpolation=cv2.INTER_AREA).max(2), 95)) < _BRIGHT:
        raise RefusedPhotoError(pattern("The photo is too dark: take it again with more light from above or the side"))


def check_aligned(empty: EmptyBoard, aligned: Aligned) -> None:
    """Raise RefusedPhotoError if the photo shows too little of the board, too small, or another printing of it."""
    places = empty.spaces.places
    if float(outside(aligned, places).mean()) > _MOST_OUTSIDE:
        raise RefusedPhotoError(
            pattern("Part of the board is out of the picture: take it again, with all four corners")
        )
    steps = np.hypot(*(aligned.on_photo(places[:, :2] + (STEP, 0)) - aligned.on_photo(places[:, :2])).T)
    if float(np.median(steps)) < _LEAST_STEP:
        raise RefusedPhotoError(pattern("The board is too small on the photo: go closer, so that it fills the picture"))
    found = len(aligned.blocks.alike) / max(1, aligned.blocks.tried)
    if found < _LEAST_ALIKE:
        raise not_this_board()
    if aligned.gap > _MOST_GAP:
        raise RefusedPhotoError(
            pattern("This seems to be another printing of the board: take a photo of it empty, and tap its cities")
        )
