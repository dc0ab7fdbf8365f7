"""Whose each route is, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.boards import Board
from companion.photo.routeevidence import RouteFigures, Weights, chance, colour_chances

SURE = 0.985
"""The confidence from which a route is not asked about."""
_DOUBTED, _CUT_OFF = 0.9, 0.4
"""The most confidence that is left where the rules speak against what was read, and where not all is on the photo."""
_NEAR, _APART = 8.0, 3.0
"""How far trains may be from the colour of their owner, and how much further they must be from the others'."""
_WIDE = 0.97
"""The most of a space and its neighbourhood that trains cover; a card or a hand covers all of it."""
_TWICE = 2.5
"""What speaks against one player having both tracks of a pair (GEN-6), as a logarithm of odds."""


@dataclass(frozen=True)
class RouteRead:
    """What was read of one route."""

    owner: str | None
    """The colour of the trains on it; None if there are none."""
    confidence: float
    guesses: tuple[str | None, ...]
    """The owner and the next likely ones, in this order."""

    @property
    def sure(self) -> bool:
        """Whether it need not be asked about."""
        return self.confidence >= SURE


def read_routes(
    board: Board,
    figures: RouteFigures,
    weights: Weights,
    players: Sequence[str],
    cut_off: frozenset[str],
    known_players: bool,
) -> dict[str, RouteRead]:
    """Return what was read of every route. `cut_off` are the routes that cannot be seen, since they are not wholly on
    the photo, or since nothing around them is recognised; `known_players` says that `players` are those of the game,
    not all that the box has."""
    odds = figures.train @ weights.route
    shares = colour_chances(figures.colour, weights.colour)
    owner = shares.argmax(1)
    place = {route: number for number, route in enumerate(figures.routes)}
    odds = _one_track_each(board, odds, owner, place)
    trains = chance(odds)
    single = known_players and len(players) < board.rules.parallel_tracks_from
    read = {}
    for route, number in place.items():
        train = float(trains[number])
        likely: list[tuple[float, str | None]] = [(1 - train, None)]
        likely += [(train * float(share), player) for share, player in zip(shares[number], players, strict=True)]
        likely.sort(key=lambda guess: -guess[0])
        confidence = likely[0][0]
        beside = [place[other.id] for other in board.parallel(board.routes[route])]
        taken = [other for other in beside if trains[other] > 0.5]
        against = train > 0.5 and any(single or owner[other] == owner[number] for other in taken)
        if route in cut_off:
            confidence = min(confidence, _CUT_OFF)
        elif against or (likely[0][1] and not _clear(figures, number, players.index(likely[0][1]))):
            confidence = min(confidence, _DOUBTED)
        read[route] = RouteRead(likely[0][1], round(confidence, 4), tuple(guess for _, guess in likely[:3]))
    return read


def _clear(figures: RouteFigures, route: int, owner: int) -> bool:
    """Return whether the trains have the colour of their owner, and not nearly that of another, since glare pales
    colours; and whether they are no wider than trains."""
    hues = figures.hues[route]
    others = np.delete(hues, owner)
    apart = not len(others) or others.min() - hues[owner] >= _APART
    return bool(hues[owner] <= _NEAR and apart and figures.cover[route, owner] <= _WIDE)


def _one_track_each(
    board: Board, odds: npt.NDArray[np.float64], owner: npt.NDArray[np.int64], place: dict[str, int]
) -> npt.NDArray[np.float64]:
    """GEN-6: return the odds with less for the weaker of two parallel tracks that seem to be one player's."""
    fair = odds.copy()
    for route, number in place.items():
        for other in board.parallel(board.routes[route]):
            twin = place[other.id]
            if owner[twin] == owner[number] and odds[twin] > max(0.0, odds[number]):
                fair[number] = odds[number] - _TWICE
    return fair
