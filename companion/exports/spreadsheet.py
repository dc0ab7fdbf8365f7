"""The sheet as a CSV table: a row for each line and each ticket of a player."""

import csv
import io
from collections.abc import Iterator

from companion.boards import colour_word
from companion.exports import accounts
from companion.exports.finished import FinishedGame
from companion.scoring.linenames import line_name
from companion.words import pattern, say

_HEADS = (
    pattern("game"),
    pattern("date"),
    pattern("player"),
    pattern("colour"),
    pattern("place"),
    pattern("kind"),
    pattern("name"),
    pattern("points"),
    pattern("completed"),
    pattern("details"),
)


def csv_bytes(game: FinishedGame) -> bytes:
    """Return the table as CSV.

    It begins with a byte order mark: without it Excel reads UTF-8 as a legacy code page and garbles Nordic letters;
    other programs skip it. Points are plain numbers: the lines of a player add up to the total, and the tickets to the
    line of tickets.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(map(say, _HEADS))
    writer.writerows(_rows(game))
    return text.getvalue().encode("utf-8-sig")


def _rows(game: FinishedGame) -> Iterator[tuple[object, ...]]:
    sheet = game.sheet
    for score in sheet.players:
        who = (
            game.title,
            f"{game.ended:%Y-%m-%d}",
            _text(score.player.name),
            str(colour_word(score.player.colour)),
            score.rank,
        )
        for line, points in score.lines.items():
            how = _text(accounts.explained(sheet, score, line))
            yield *who, say("category"), line_name(line), points, "", how
        yield *who, say("total"), "", score.total, "", ""
        for ticket in accounts.tickets(sheet, score):
            well = say("yes") if ticket.well else say("no")
            yield *who, say("ticket"), ticket.name, ticket.points, well, _text(ticket.words)


def _text(words: str) -> str:
    """Return a text that no spreadsheet interprets as a formula."""
    return f"'{words}" if words[:1] in ("=", "+", "-", "@") else words
