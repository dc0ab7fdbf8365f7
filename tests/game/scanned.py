"""A game that is played by scanning, for tests: names instead of codes."""

from itertools import count
from pathlib import Path
from typing import Literal

from companion.boards import Board, PlayerColour
from companion.game import Options
from companion.game.journal import Game, Journal
from companion.game.outcome import NoLongerFits, Outcome, Refused, Repeated
from companion.game.play import Play
from companion.scoring.proposals import proposed_choices
from hardware.codes import (
    Code,
    Command,
    LabelKind,
    card,
    command,
    copies_of,
    numbered,
    numbers,
    player,
    set_letter,
)
from tests.table import board, players

UNDO, FINISH = command(Command.UNDO), command(Command.FINISH)
PAID, BACK = command(Command.PAID), command(Command.TAKEN_BACK)
RED, BLUE = player("red"), player("blue")


def code(on: Board, kind: LabelKind, one: str) -> Code:
    tickets = copies_of({ticket.id: ticket.copies for ticket in on.tickets.values()})
    ids = {LabelKind.ROUTE: list(on.routes), LabelKind.TICKET: tickets, LabelKind.CITY: list(on.cities)}[kind]
    return numbered(kind, set_letter(on.id), numbers(ids)[one])


def said(outcome: Outcome) -> str:
    """What people are told."""
    assert not isinstance(outcome, NoLongerFits | Repeated)
    return f"{'no: ' if isinstance(outcome, Refused) else ''}{outcome.sentence}"


def opened(game: Game) -> Play:
    """Everything happens seconds after what was before."""
    return Play(game, clock=count(step=2.0).__next__, choices=proposed_choices)


class Played:
    """A game played by scanning, with names instead of codes."""

    def __init__(
        self,
        folder: Path,
        map_id: str,
        colours: str = "red blue",
        counted: bool = False,
        yards: Literal["hidden", "open"] | None = None,
    ) -> None:
        self.board = board(map_id)
        self.journal = Journal(folder)
        game = self.journal.begin(self.board, players(colours.split()), Options(counted=counted, yards=yards))
        self.play = opened(game)

    def scan(self, *codes: Code) -> str:
        """Scans all of them; the last answer."""
        outcomes = [self.play.take(one) for one in codes]
        return said(outcomes[-1])

    def route(self, one: str) -> Code:
        return code(self.board, LabelKind.ROUTE, one)

    def ticket(self, one: str) -> Code:
        return code(self.board, LabelKind.TICKET, one)

    def city(self, one: str) -> Code:
        return code(self.board, LabelKind.CITY, one)

    def card(self, colour: str, copy: int) -> Code:
        return card(set_letter(self.board.id), colour, copy)

    def to_move(self) -> PlayerColour:
        return self.play.player

    @property
    def expects(self) -> str:
        return str(self.play.expectation())
