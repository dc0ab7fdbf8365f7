"""The names of the lines of a score sheet, as people read them: with a large letter where a name stands alone, as on a
screen or a printed sheet, and as within a sentence in the table of a terminal."""

from companion.boards import Board
from companion.words import say

_NAMES = {
    "routes": "Routes",
    "tickets": "Tickets",
    "stations": "Stations",
    "longest": "Longest route",
    "mandala": "Mandala",
    "globetrotter": "Globetrotter",
    "alvin": "Alvin",
    "big_cities": "Big cities",
}
_SMALL = {
    "routes": "routes",
    "tickets": "tickets",
    "stations": "stations",
    "longest": "longest route",
    "big_cities": "big cities",
}
"""Those that are no proper names, as they are written within a sentence."""


def line_name(board: Board, line: str) -> str:
    """Return the name of a line that stands alone: "Longest route". Lines that people enter are named by the map."""
    entered = board.rules.entered_line(line)
    return entered.name if entered else say(_NAMES[line])


def small_line_name(board: Board, line: str) -> str:
    """Return the name of a line as within a sentence: "longest route", but "Mandala"."""
    return say(_SMALL[line]) if line in _SMALL else line_name(board, line)
