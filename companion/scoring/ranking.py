"""Who won, who came where, and what decided it (GEN-9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.boards import PlayerColour

POINTS, SHARED = "points", "shared"


@dataclass(frozen=True, slots=True)
class Ranked:
    """The places of all players, counted as in sport, and what made the winner."""

    ranks: tuple[int, ...]
    decided_by: str
    """`points`, the first criterion that left one winner, or `shared`."""


def rank(totals: Sequence[int], criteria: Mapping[str, Sequence[int]]) -> Ranked:
    """Places by points, then by each criterion in order, more being better; it counts only among equals (GEN-9).
    What no criterion parts is shared (GEN-A4)."""
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
    """GEN-5, OW-7: everyone with the greatest figure; nobody where there is nothing to reward (GEN-A3)."""
    most = max(figures.values(), default=0)
    return tuple(player for player, figure in figures.items() if figure == most) if most > 0 else ()
