"""Old West: who earns what a claim is worth (OW-4)."""

from companion.boards import PlayerColour
from companion.game.state import Claimed, State


def award(claim: Claimed, value: int, colour: PlayerColour) -> int:
    """OW-4: return a player's points for a claim. The owners of the two end cities earn the value, once for each
    marker; if there is no marker, the claimant does."""
    if any(claim.owners):
        return value * claim.owners.count(colour)
    return value if claim.player == colour else 0


def awarded(state: State, colour: PlayerColour) -> int:
    """OW-5: return what a player earned by all claims, each decided when it was made. On a board that is being counted,
    return the points on the score track."""
    if state.options.counted:
        return state.score_track.get(colour, 0)
    return sum(award(claim, state.board.points(claim.route), colour) for claim in state.claims)


def alvin_points(state: State, colour: PlayerColour) -> int:
    """OW-9 to OW-11: return 10 for each capture, and 10 more if the player has Alvin now. On a board that is being
    counted no captures are known: the score track includes their points."""
    figures = state.board.rules.alvin
    if not figures or not state.alvin:
        return 0
    kept = figures.keeper if state.alvin.keeper == colour else 0
    return figures.capture * state.alvin.captures.count(colour) + kept
