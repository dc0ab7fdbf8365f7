"""The sheet as a CSV table: a row for each line and each ticket of a player.

Names of players, maps and tickets come from anyone, and a spreadsheet runs a cell that begins with `=`, `+`, `-`, `@`,
a tab or a line end. Such a text gets an apostrophe in front, which spreadsheets know as the mark of plain text; also
where it follows a semicolon, at which they split cells in countries with decimal commas. Numbers are never changed. A
program gets the exact text back by `plain`: it removes one apostrophe wherever one was added, and nothing else.
"""

import csv
import io
import re
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

_RUN = re.compile(r"(^|[;\t\r\n])(?=[ \u00a0']*[=+\-@\t\r\n＝＋－＠])")
"""The places in a text before something that a spreadsheet would run."""
_MARKED = re.compile(r"(^|[;\t\r\n])'(?=[ \u00a0']*[=+\-@\t\r\n＝＋－＠])")
"""The apostrophes that were put there."""


def csv_bytes(game: FinishedGame) -> bytes:
    """Return the table as CSV.

    It begins with a byte order mark: without it Excel reads UTF-8 as a legacy code page and garbles Nordic letters;
    other programs skip it. Points are plain numbers: the lines of a player add up to the total, and the tickets to the
    line of tickets.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    for row in (map(say, _HEADS), *_rows(game)):
        writer.writerow([harmless(cell) if isinstance(cell, str) else cell for cell in row])
    return text.getvalue().encode("utf-8-sig")


def _rows(game: FinishedGame) -> Iterator[tuple[object, ...]]:
    sheet = game.sheet
    for score in sheet.players:
        who = (
            game.title,
            game.day.isoformat() if game.day else "",
            score.player.name,
            str(colour_word(score.player.colour)),
            score.rank,
        )
        for line, points in score.lines.items():
            how = accounts.explained(sheet, score, line)
            yield *who, say("category"), line_name(sheet.board, line), points, "", how
        yield *who, say("total"), "", score.total, "", ""
        for ticket in accounts.tickets(sheet, score):
            well = say("yes") if ticket.well else say("no")
            yield *who, say("ticket"), ticket.name, ticket.points, well, ticket.words


def harmless(words: str) -> str:
    """Return a text in which no spreadsheet finds a formula."""
    return _RUN.sub(r"\1'", words)


def plain(cell: str) -> str:
    """Return the text that `harmless` made a cell of."""
    return _MARKED.sub(r"\1", cell)
