"""Journals for tests: begin a game, go on with one."""

from companion.boards import Library
from companion.game.journal import Game, Journal
from tests.table import board, event, players

BO_DRAWS = event("blue draws")


def begun(journal: Journal, map_id: str = "europe") -> Game:
    """A new game of two."""
    return journal.begin(board(map_id), players(["red", "blue"]))


def resumed(journal: Journal, number: int | None = None) -> Game:
    """The game with this number, or the one that was open last; it must be there."""
    game = journal.resume(Library(), number)
    assert game is not None
    return game
