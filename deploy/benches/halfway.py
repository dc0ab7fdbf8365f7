"""A half-played game of Europe for the app to open."""

from pathlib import Path

from companion.boards import Library
from companion.examples import example_record
from companion.game.journal import Journal

MOVES = 100


def lay_game(folder: Path) -> None:
    """Write the game to a journal in this folder, as the running game."""
    record = example_record("europe")
    journal = Journal(folder)
    game = journal.begin(Library().load(record.map), list(record.players))
    for event in record.events[:MOVES]:
        game.record(event)
    journal.close()
