"""The ranking, and what decided the game (GEN-9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.boards import PlayerColour

POINTS, SHARED = "points", "shared"


@dataclass(frozen=True, slots=True)
class Ranked:
    """The ranks of all players, equal ones skipping the next as in sport, and what decided who won."""

    ranks: tuple[int, ...]
    decided_by: str
    """`points`, the first criterion that left one winner, or `shared`."""


def rank(totals: Sequence[int], criteria: Mapping[str, Sequence[int]]) -> Ranked:
    """Return the ranks by points, then by each criterion in order, more being better; a criterion counts only among
    equals (GEN-9). Players equal in everything share a rank (GEN-A4)."""
    keys = list(zip(totals, *criteria.values(), strict=True))
    ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
    return Ranked(ranks, _decided_by(keys, criteria))


def _decided_by(keys: Sequence[tuple[int, ...]], criteria: Mapping[str, Sequence[int]]) -> str:
    best = max(keys)
    for depth, criterion in enumerate((POINTS, *criteria), start=1):
        if sum(key[:depth] == best[:depth] for key in keys) == 1:
            return criterion
    return SHARED


def leaders(figures: Mapping[PlayerColour, int]) -> tuple[PlayerColour, ...]:
    """GEN-5, OW-7: return everyone with the greatest figure, or nobody if it is 0 (GEN-A3)."""
    most = max(figures.values(), default=0)
    return tuple(player for player, figure in figures.items() if figure == most) if most > 0 else ()
