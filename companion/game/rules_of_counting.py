"""What people count and enter: objections to points of the score track and of lines that are entered, and whether Alvin
is missing."""

from collections.abc import Iterator

from companion.game.events import Entered
from companion.game.objection import Objection, forbidden, impossible
from companion.game.state import State
from companion.words import Sentence, closest, count_of_points


def against_score_track(state: State) -> Iterator[Objection]:
    """OW-5: yield an objection unless a finished board is being counted that does not show what its routes earned."""
    if state.board.rules.markers is None:
        pattern = "{map} does not need the scoring track: the board shows what the routes earned"
        yield impossible("OW-5", pattern, map=state.board.name)
    elif not state.options.counted:
        yield impossible(
            "OW-5", "this game is recorded move by move: the points on the scoring track are worked out from the claims"
        )


def against_entered(state: State, event: Entered) -> Iterator[Objection]:
    """Yield objections to points of a line that the map does not have, or that are out of its range."""
    rules = state.board.rules
    line = rules.entered_line(event.line)
    if line is None:
        hint = closest(event.line, [one.id for one in rules.entered])
        where = {"map": state.board.name, "id": event.line, "hint": hint}
        yield impossible("", "there is no score line {id} on {map}{hint}", **where)
    elif not line.lowest <= event.points <= line.highest:
        facts = {"line": line.name, "lowest": line.lowest, "highest": line.highest, "points": event.points}
        yield forbidden("", "{line} must be from {lowest} to {highest}, not {points}", **facts)


def missing_lines(state: State) -> Iterator[Sentence]:
    """Yield for each line that people enter for whom it is missing."""
    for line in state.board.rules.entered:
        missing = [player.name for player in state.players if line in state.lines_missing(player.colour)]
        if missing:
            yield Sentence("{line}: not entered for {names}", {"line": line.name, "names": ", ".join(missing)})


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
