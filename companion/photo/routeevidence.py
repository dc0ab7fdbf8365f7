"""What the spaces of a route say together: whether trains lie on it, and whose.

The weights were fitted on photographs of real boards (`python -m tests.photo.fitting` does it again) and are kept in
`calibration.json`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from companion.parsing import parse_json
from companion.photo.spacefeatures import DULL, Looks, Whole

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
    kept = parse_json((Path(__file__).parent / "calibration.json").read_bytes())
    return Weights(*(np.array(kept[name], float) for name in ("space", "route", "colour")))


@dataclass(frozen=True, eq=False)
class RouteFigures:
    """The figures of all routes, a row each."""

    routes: tuple[str, ...]
    train: Floats
    """From which is judged whether trains lie there."""
    colour: Floats
    """From which is judged whose they are: for each route and player."""
    hues: Floats
    """How far the trains on it are from the colour of each player."""
    cover: Floats
    """The share of the spaces and their neighbourhood that has the colour of each player."""


def route_figures(looks: Looks, figures: Floats, routes: Sequence[str], near: Whole, space: Floats) -> RouteFigures:
    """Return the figures of every route. `figures` are those of the spaces, `routes` the route of each, `near` the
    neighbouring space of a parallel route (or -1), and `space` the weights of the former."""
    odds = np.clip(figures @ space, -_MOST, _MOST)
    belongs = np.array(routes)
    names = tuple(dict.fromkeys(routes))
    dull = np.array([player in DULL for player in looks.players], float)
    beside = np.where(near[:, None] >= 0, np.clip(looks.scores[near], -1, 4), -1.0)
    train, colour, hues, cover = [], [], [], []
    for name in names:
        own = np.flatnonzero(belongs == name)
        z = odds[own]
        many = np.log(len(own))
        train.append([1, z.mean(), z.min(), z.max(), many, z.mean() * many])
        gap = np.minimum(looks.own_hues[own], 30).mean(0)
        best = np.minimum(looks.hues[own], 30).mean(0)
        score = looks.scores[own].mean(0)
        columns = [
            -gap,
            -np.sqrt(gap),
            -best,
            score,
            np.clip(score - score.max(), -1, 0),
            dull,
            dull * score,
            -np.abs(looks.offsets[own]).mean(0),
            beside[own].mean(0),
        ]
        hues.append(best)
        cover.append(looks.cover[own].mean(0))
        colour.append(np.stack([np.asarray(column, float) for column in columns], 1))
    return RouteFigures(names, np.array(train), np.array(colour), np.array(hues), np.array(cover))


def colour_chances(figures: Floats, weights: Floats) -> Floats:
    """Return how likely the trains on each route are those of each player, if there are any."""
    odds = figures @ weights
    shares = np.exp(odds - odds.max(1, keepdims=True))
    return np.asarray(shares / shares.sum(1, keepdims=True))


def chance(odds: Floats) -> Floats:
    """Return the probability for a logarithm of odds."""
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))))
