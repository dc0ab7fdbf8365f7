"""Old West: who earns what a claim is worth (OW-4)."""

from collections import Counter
from collections.abc import Mapping

from companion.boards import PlayerColour
from companion.game.state import Claimed, State


def award(claim: Claimed, value: int) -> Mapping[PlayerColour, int]:
    """OW-4: the owners of the two end cities earn the value, each for each marker; with no marker, the claimant."""
    owners = [owner for owner in claim.owners if owner]
    earned = Counter(owners) if owners else Counter([claim.player])
    return {player: value * times for player, times in earned.items()}


def awards(state: State) -> Mapping[PlayerColour, int]:
    """OW-5: what each player earned by all claims, each decided when it was made."""
    total: Counter[PlayerColour] = Counter()
    for claim in state.claims:
        total.update(award(claim, state.board.points(claim.route)))
    return total


def alvin_points(state: State, colour: PlayerColour) -> int:
    """OW-9 to OW-11: 10 for each capture, and 10 more for whoever has Alvin now."""
    figures = state.board.rules.alvin
    if not figures or not state.alvin:
        return 0
    kept = figures.keeper if state.alvin.keeper == colour else 0
    return figures.capture * state.alvin.captures.count(colour) + kept
