"""A half-played game of Europe for the app to open, and finished ones before it."""

from pathlib import Path

from companion.boards import Library
from companion.examples import example_record
from companion.game.journal import Journal

MOVES = 100


def lay_game(folder: Path) -> None:
    """Write the game to a journal in this folder, as the running game."""
    _lay(folder, MOVES)


def lay_past_games(folder: Path, count: int) -> None:
    """Write finished games to a journal in this folder."""
    for _ in range(count):
        _lay(folder, None)


def _lay(folder: Path, moves: int | None) -> None:
    record = example_record("europe")
    journal = Journal(folder)
    game = journal.begin(Library().load(record.map), list(record.players))
    for event in record.events[:moves]:
        game.record(event)
    journal.close()
