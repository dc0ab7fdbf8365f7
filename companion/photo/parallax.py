"""Trains stand up from the board, so that a camera sees their roofs further out than where they lie.

Seen from above, roofs are shifted away from the point that is straight below the camera, by a share of their distance
from it. Share and point are worked out from the trains themselves.
"""

from dataclasses import dataclass

import numpy as np

from companion.photo.emptyboard import Floats

_FEWEST = 12
"""Trains from which anything can be said."""


@dataclass(frozen=True)
class Parallax:
    """How roofs are shifted: by `share` of their place, less `x` and `y` (in pixels)."""

    share: float = 0.0
    x: float = 0.0
    y: float = 0.0

    def shifts(self, places: Floats) -> tuple[Floats, Floats]:
        """Return how far the roof of a train on each place is shifted: along its track and across it."""
        x, y = self.share * places[:, 0] - self.x, self.share * places[:, 1] - self.y
        c, s = np.cos(places[:, 2]), np.sin(places[:, 2])
        return x * c + y * s, y * c - x * s


def fit_parallax(places: Floats, across: Floats) -> Parallax:
    """Return the parallax that explains best how far these trains are shifted across their tracks."""
    if len(places) < _FEWEST:
        return Parallax()
    nx, ny = -np.sin(places[:, 2]), np.cos(places[:, 2])
    rows = np.stack([nx * places[:, 0] + ny * places[:, 1], -nx, -ny], 1)
    middle = places[:, :2].mean(0)
    # Unless the trains say otherwise the camera is above the middle, a metre high.
    usual = 40 * np.array([[1, 0, 0], [middle[0] * 0.02, -0.02, 0], [middle[1] * 0.02, 0, -0.02]])
    weight = np.ones(len(rows))
    for _ in range(10):
        left = np.vstack([rows * weight[:, None], usual])
        found = np.linalg.lstsq(left, np.concatenate([across * weight, [40 * 0.01, 0, 0]]), rcond=None)[0]
        weight = 1 / np.sqrt(1 + ((across - rows @ found) / 3) ** 2)
    return Parallax(*(float(value) for value in found))
