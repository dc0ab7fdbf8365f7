"""Objections to reading points off the score track."""

from collections.abc import Iterator

from companion.game.objection import Objection, impossible
from companion.game.state import State


def against_score_track(state: State) -> Iterator[Objection]:
    """OW-5: yield an objection unless a finished board is being counted that does not show what its routes earned."""
    if state.board.rules.markers is None:
        pattern = "{map} does not need the scoring track: the board shows what the routes earned"
        yield impossible("OW-5", pattern, map=state.board.name)
    elif not state.options.counted:
        yield impossible(
            "OW-5", "this game is recorded move by move: the points on the scoring track are worked out from the claims"
        )
