"""Old West: who earns what a claim is worth (OW-4)."""

from companion.boards import PlayerColour
from companion.game.state import Claimed, State


def award(claim: Claimed, value: int, colour: PlayerColour) -> int:
    """OW-4: the owners of the two end cities earn the value, once for each marker; with no marker, the claimant."""
    if any(claim.owners):
        return value * claim.owners.count(colour)
    return value if claim.player == colour else 0


def awarded(state: State, colour: PlayerColour) -> int:
    """OW-5: what a player earned by all claims, each decided when it was made. Of a board that is being counted only
    the score track tells it."""
    if state.options.counted:
        return state.score_track.get(colour, 0)
    return sum(award(claim, state.board.points(claim.route), colour) for claim in state.claims)


def alvin_points(state: State, colour: PlayerColour) -> int:
    """OW-9 to OW-11: 10 for each capture, and 10 more for whoever has Alvin now. Where a board is counted no capture is
    known: those points stand on the score track."""
    figures = state.board.rules.alvin
    if not figures or not state.alvin:
        return 0
    kept = figures.keeper if state.alvin.keeper == colour else 0
    return figures.capture * state.alvin.captures.count(colour) + kept
