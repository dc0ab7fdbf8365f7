"""The sheet as a table for spreadsheets: a row for each player and line, and for each ticket."""

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
    pattern("how"),
)


def csv_bytes(game: FinishedGame) -> bytes:
    """The table. It begins with a byte order mark: without it the most used spreadsheet takes UTF-8 for an old code
    page, and Nordic letters for rubbish; all others skip it. Points are plain numbers, so that they can be added up:
    those of the lines of a player are the total, those of the tickets are what the line of tickets is made of."""
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
            yield *who, say("line"), line_name(line), points, "", how
        yield *who, say("total"), "", score.total, "", ""
        for ticket in accounts.tickets(sheet, score):
            well = say("yes") if ticket.well else say("no")
            yield *who, say("ticket"), ticket.name, ticket.points, well, _text(ticket.words)


def _text(words: str) -> str:
    """Words that no spreadsheet takes for a formula."""
    return f"'{words}" if words[:1] in ("=", "+", "-", "@") else words
