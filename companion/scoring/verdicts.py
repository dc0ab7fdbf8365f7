"""Who won, and by what, worded for those who hear it now, who look back, and who read it in a terminal."""

from collections.abc import Sequence

from companion.scoring.scoresheet import ScoreSheet
from companion.scoring.statistics import Outcome, Result, outcome
from companion.words import Sentence, count_of_points, say, together

_TOLD = {
    "points": "{winner} wins with {points}",
    "stations": "{winner} wins: as many points and tickets as {others}, but fewer stations built",
    "longest": "{winner} wins: as many points and tickets as {others}, plus the longest route",
    "longer": "{winner} wins: as many points and tickets as {others}, but a longer continuous route",
    "big_cities": "{winner} wins: as many points and tickets as {others}, but more big cities",
    "shared": "{winner} share the win with {points} each",
}
"""By what the game was decided, number of tickets apart; `others` had as many points."""
_TOLD_BY_POINTS = {
    "stations": "{winner} wins: as many points as {others}, but fewer stations built",
    "longest": "{winner} wins: as many points as {others}, plus the longest route",
    "longer": "{winner} wins: as many points as {others}, but a longer continuous route",
    "big_cities": "{winner} wins: as many points as {others}, but more big cities",
}
"""The same where the number of tickets does not come first."""
_LOOKING_BACK = {
    "points": "{names} won with {points}",
    "tickets": "{names} won with {points} and the most tickets",
    "stations": "{names} won with {points} and the fewest stations",
    "longest": "{names} won with {points} and the longest route",
    "big_cities": "{names} won with {points} and the most big cities",
    "shared": "{names} shared the win with {points} each",
}
_PRINTED = {
    "points": "{winner} wins with {points}.",
    "tickets": "{winner} wins: as many points as {others}, but more completed tickets.",
    "stations": "{winner} wins: as many points as {others}, but fewer stations built.",
    "longest": "{winner} wins: as many points as {others}, plus the longest route.",
    "longer": "{winner} wins: as many points as {others}, but a longer continuous route.",
    "big_cities": "{winner} wins: as many points as {others}, but more big cities.",
    "shared": "{winner} tie for first place.",
}
_PRINTED_SO_FAR = {
    "points": "{winner} leads with {points}.",
    "tickets": "{winner} leads: as many points as {others}, but more completed tickets.",
    "stations": "{winner} leads: as many points as {others}, but fewer stations built.",
    "longest": "{winner} leads: as many points as {others}, plus the longest route.",
    "longer": "{winner} leads: as many points as {others}, but a longer continuous route.",
    "big_cities": "{winner} leads: as many points as {others}, but more big cities.",
    "shared": "{winner} tie for first place.",
}
"""By what a game would be decided if it ended now."""


def verdict(sheet: ScoreSheet) -> Sentence:
    """Return who won, and by which rule, without a full stop: at the tally, and on every sheet that is taken home."""
    game = outcome(sheet)
    best, level = game.winners[0], _level(game)
    facts: dict[str, object] = {
        "winner": " & ".join(_names(game.winners)),
        "points": count_of_points(best.total),
        "others": " & ".join(_names(level)),
    }
    if game.decided_by == "tickets":
        facts["count"] = best.completed - max(result.completed for result in level)
        return Sentence(
            "{winner} wins: as many points as {others}, but one more ticket",
            facts,
            "{winner} wins: as many points as {others}, but {count} more tickets",
        )
    order = [one for one in sheet.board.rules.tie_breaks if one in ("tickets", game.decided_by)]
    by_tickets = order[:1] == ["tickets"]
    decided_by = _decided_by(sheet)
    if not by_tickets and decided_by in _TOLD_BY_POINTS:
        return Sentence(_TOLD_BY_POINTS[decided_by], facts)
    return Sentence(_TOLD[decided_by], facts)


def past_verdict(game: Outcome) -> str:
    """Return who won a game that is long over, with how many points, and what decided it where points did not."""
    return say(
        _LOOKING_BACK[game.decided_by],
        names=together(_names(game.winners)),
        points=count_of_points(game.winners[0].total),
    )


def printed_verdict(sheet: ScoreSheet) -> str:
    """Return who wins and why for a terminal, with a full stop; or who leads, while the game goes on."""
    game = outcome(sheet)
    facts = {
        "winner": together(_names(game.winners)),
        "points": count_of_points(game.winners[0].total),
        "others": together(_names(_level(game))),
    }
    decided_by = _decided_by(sheet)
    return say(_PRINTED[decided_by] if sheet.final else _PRINTED_SO_FAR[decided_by], **facts)


def _decided_by(sheet: ScoreSheet) -> str:
    """Return what decided the game; `longer` if it is the length of the longest routes, which earns nothing (NC-A1)."""
    by_length = sheet.decided_by == "longest" and not sheet.board.rules.bonus.longest
    return "longer" if by_length else sheet.decided_by


def _level(game: Outcome) -> list[Result]:
    """Return who had as many points as the winners, but did not win."""
    best = game.winners[0].total
    return [result for result in game.results if result.total == best and result.rank > 1]


def _names(results: Sequence[Result]) -> list[str]:
    return [result.name for result in results]
