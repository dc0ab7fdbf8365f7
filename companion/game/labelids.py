"""The meaning of the labels of one map: each number is that of a route, a ticket or a city."""

from companion.boards import Board
from companion.words import Sentence
from companion.words.language import translated
from hardware.codes import Code, LabelKind, copies_of, numbers, set_letter

_SETS = {
    "U": "USA",
    "E": "Europe",
    "S": "Switzerland",
    "I": "India",
    "W": "Old West",
    "C": "Card Game",
    "N": "Nordic Countries",
}


class Labels:
    """The meaning of the label numbers of one map."""

    def __init__(self, board: Board) -> None:
        self.letter = set_letter(board.id)
        copies = {ticket.id: ticket.copies for ticket in board.tickets.values()}
        self._ids = {
            LabelKind.ROUTE: {number: one for one, number in numbers(board.routes).items()},
            LabelKind.TICKET: {number: one for one, number in numbers(copies_of(copies)).items()},
            LabelKind.CITY: {number: one for one, number in numbers(board.cities).items()},
        }

    def id_of(self, code: Code) -> str | None:
        """Return the id of the route, ticket or city with this label, or None if the map has none. Labels of copies of
        a ticket have different numbers, but return the same id."""
        found = self._ids[code.kind].get(code.number)
        return found.partition("#")[0] if found else None


def set_word(letter: str) -> str:
    """Return the name of the map that a label belongs to, by the letter on it."""
    return translated(_SETS[letter]) if letter in _SETS else str(Sentence("another map"))
