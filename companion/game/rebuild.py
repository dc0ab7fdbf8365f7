"""Write a new file of games from what was salvaged."""

from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from companion.game.events import End
from companion.game.history import STEP, standing
from companion.game.salvage import Salvaged
from companion.game.store import StepRow, Store


def rebuild(path: Path, found: Salvaged, trashed: frozenset[int] = frozenset()) -> None:
    """Write a file with each game that was found, up to its first missing step; put the `trashed` ones in the trash.
    When this returns, the file is complete and checked, and has no write-ahead log. Raise sqlite3.Error otherwise."""
    store = Store(path)
    try:
        for beginning, *steps in sorted(found.games(), key=lambda rows: rows[-1].at):  # the last one played on top
            rows = [(step.what, step.at) for step in steps]
            board = found.boards.of(beginning.game)
            number = store.add_game(beginning.what, beginning.at, beginning.game, rows, _finished(steps), board)
            if number in trashed:
                store.move(number, to_trash=True)
        store.settle()
    finally:
        store.close()


def _finished(steps: Sequence[StepRow]) -> bool:
    try:
        events = standing(STEP.validate_json(step.what) for step in steps)
    except (ValidationError, IndexError):  # a step of a newer version: better a running game than a lost one
        return False
    return any(isinstance(event, End) for event in events)
