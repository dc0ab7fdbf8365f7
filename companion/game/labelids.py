"""What the labels of one map mean: the number on each stands for a route, a ticket or a city."""

from companion.boards import Board
from companion.words import Sentence
from companion.words.language import translated
from hardware.codes import Code, LabelKind, copies_of, numbers, set_letter

_SETS = {"U": "USA", "E": "Europe", "S": "Switzerland", "I": "India", "W": "Old West", "C": "Card Game"}


class Labels:
    """What the numbers on the labels of one map mean."""

    def __init__(self, board: Board) -> None:
        self.letter = set_letter(board.id)
        copies = {ticket.id: ticket.copies for ticket in board.tickets.values()}
        self._ids = {
            LabelKind.ROUTE: {number: one for one, number in numbers(board.routes).items()},
            LabelKind.TICKET: {number: one for one, number in numbers(copies_of(copies)).items()},
            LabelKind.CITY: {number: one for one, number in numbers(board.cities).items()},
        }

    def id_of(self, code: Code) -> str | None:
        """The id of a route, ticket or city; None if this map has none with that number. Copies of a ticket are cards
        of their own, but one ticket."""
        found = self._ids[code.kind].get(code.number)
        return found.partition("#")[0] if found else None


def set_word(letter: str) -> str:
    """The map that a label belongs to, by the letter on it."""
    return translated(_SETS[letter]) if letter in _SETS else str(Sentence("another map"))
