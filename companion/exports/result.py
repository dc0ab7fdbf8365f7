"""The result in a few lines of text, to send to others."""

from companion.exports.finished import FinishedGame
from companion.scoring.verdicts import verdict
from companion.words import figure, say, sentence_case, short_day


def result_text(game: FinishedGame) -> str:
    """Return what was played and when, each player's place and points, and what decided the game."""
    ranked = sorted(game.sheet.players, key=lambda score: score.rank)
    return "\n".join(
        [
            say("{map}, {date}", map=game.title, date=date_of(game)),
            *(f"{score.rank}. {score.player.name} {figure(score.total)}" for score in ranked),
            sentence_case(verdict(game.sheet)),
        ]
    )


def date_of(game: FinishedGame) -> str:
    """Return the day on which the game ended, formatted for the user; if nobody knows it, that."""
    return short_day(game.day) if game.day else say("date not known")
