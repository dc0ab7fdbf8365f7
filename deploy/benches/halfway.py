"""A game of Europe that is half played, for the app to open."""

from pathlib import Path

from companion.boards import Library
from companion.examples import example_record
from companion.game.journal import Journal

MOVES = 100


def lay_game(folder: Path) -> None:
    """Puts it where the app looks for the running game."""
    record = example_record("europe")
    journal = Journal(folder)
    game = journal.begin(Library().load(record.map), list(record.players))
    for event in record.events[:MOVES]:
        game.record(event)
    journal.close()
