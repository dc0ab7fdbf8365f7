"""Counting a finished board of Old West: objections to points of the score track, and whether Alvin is missing."""

from collections.abc import Iterator

from companion.game.objection import Objection, impossible
from companion.game.state import State
from companion.words import Sentence, count_of_points


def against_score_track(state: State) -> Iterator[Objection]:
    """OW-5: yield an objection unless a finished board is being counted that does not show what its routes earned."""
    if state.board.rules.markers is None:
        pattern = "{map} does not need the scoring track: the board shows what the routes earned"
        yield impossible("OW-5", pattern, map=state.board.name)
    elif not state.options.counted:
        yield impossible(
            "OW-5", "this game is recorded move by move: the points on the scoring track are worked out from the claims"
        )


def missing_alvin(state: State) -> Sentence | None:
    """OW-9, OW-11: return that nobody has said who has Alvin, or None. The first route into his city captures him, so
    without one nobody has him (OW-A10)."""
    figures, alvin = state.board.rules.alvin, state.alvin
    if not state.options.counted or not figures or not alvin or alvin.keeper:
        return None
    into = next((claim.route for claim in state.claims if figures.city in claim.route.ends), None)
    if into is None:
        return None
    facts = {"route": state.board.route(into), "points": count_of_points(figures.keeper)}
    return Sentence(
        "it is not recorded who has Alvin ({points}), but {route} is claimed, so someone captured him", facts
    )
