"""The figures of each space from which is judged whether a train lies on it."""

import numpy as np
import numpy.typing as npt

from companion.photo.spacefeatures import Looks

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]

FIGURES = 27


def space_figures(looks: Looks, tracks: list[str], near: Whole, side: Floats) -> Floats:
    """Return a row of figures for each space. `tracks` has the colour that is printed there, `near` the neighbouring
    space of a parallel route (or -1), and `side` on which side that is, in widths of a space."""
    row = np.arange(len(tracks))
    best = looks.scores.argmax(1)
    score = looks.scores[row, best].astype(float)
    second = np.sort(looks.scores, 1)[:, -2].astype(float) if len(looks.players) > 1 else score - 2
    alike = np.array([looks.players[one] == track for one, track in zip(best, tracks, strict=True)], float)
    twin = near >= 0
    other = np.where(twin, looks.scores[near, best], -1.0)
    toward = np.where(twin, looks.offsets[row, best] * np.sign(side), 0.0)
    wide = looks.cover[row, best].astype(float)
    halves = looks.halves.astype(float)
    far = np.where(twin, np.where(side > 0, halves[:, 0], halves[:, 1]), halves.max(1))
    beside = np.where(twin, np.where(side > 0, halves[:, 1], halves[:, 0]), halves.min(1))
    legible = np.clip(looks.print / 6, 0, 1).astype(float)
    dark = np.array([track == "black" for track in tracks], float)
    columns = [
        np.ones(len(tracks)),
        score,
        np.clip(score, -1, 1),
        score - second,
        looks.inside,
        looks.fine,
        looks.around,
        looks.red_green,
        looks.blue_yellow,
        looks.same,
        looks.changed,
        alike,
        alike * score,
        alike * looks.fine,
        legible,
        legible * looks.fine,
        np.abs(looks.offsets[row, best]),
        toward,
        twin * 1.0,
        twin * other,
        twin * np.minimum(other, score),
        wide,
        twin * wide,
        far,
        beside,
        dark * score,
        twin * np.clip(other - score, -4, 4),
    ]
    return np.stack([np.asarray(column, float) for column in columns], 1)
