"""What the spaces of a route say together: whether trains lie on it, and whose.

The weights were fitted on photographs of real boards (`deploy/fit_photo` does it again) and are kept in
`calibration.json`.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.photo.spacefeatures import Looks

Floats = npt.NDArray[np.float64]

_MOST = 7.0
"""The strongest that one space can speak, as a logarithm of odds."""


@dataclass(frozen=True, eq=False)
class Weights:
    """What each figure counts: of spaces, of routes, and of the colours of routes."""

    space: Floats
    route: Floats
    colour: Floats


def weights() -> Weights:
    """Return the weights that come with Companion."""
    kept = json.loads((Path(__file__).parent / "calibration.json").read_text(encoding="utf-8"))
    return Weights(*(np.array(kept[name], float) for name in ("space", "route", "colour")))


@dataclass(frozen=True, eq=False)
class RouteFigures:
    """The figures of all routes, a row each."""

    routes: tuple[str, ...]
    train: Floats
    """From which is judged whether trains lie there."""
    colour: Floats
    """From which is judged whether the nearest colour is right."""
    gaps: Floats
    """How far the trains are from the colour of each player."""


def route_figures(looks: Looks, figures: Floats, routes: Sequence[str], space: Floats) -> RouteFigures:
    """Return the figures of every route. `figures` are those of the spaces, `routes` the route of each, and `space`
    the weights of the former."""
    odds = np.clip(figures @ space, -_MOST, _MOST)
    belongs = np.array(routes)
    names = tuple(dict.fromkeys(routes))
    train, colour, gaps = [], [], []
    for name in names:
        own = np.flatnonzero(belongs == name)
        z = odds[own]
        many = np.log(len(own))
        train.append([1, z.mean(), z.min(), z.max(), many, z.mean() * many])
        gap = np.minimum(looks.hues[own], 30).mean(0)
        near = np.sort(gap)
        apart = min(float(near[1] - near[0]), 25.0) if len(near) > 1 else 25.0
        scores = looks.scores[own].mean(0)
        colour.append([1, apart / 10, np.sqrt(apart), np.sqrt(near[0]), scores[gap.argmin()] - scores.max()])
        gaps.append(gap)
    return RouteFigures(names, np.array(train), np.array(colour), np.array(gaps))


def chance(odds: Floats) -> Floats:
    """Return the probability for a logarithm of odds."""
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))))
