"""Writes a new file of games from what was salvaged."""

from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from companion.game.events import End
from companion.game.history import STEP, standing
from companion.game.salvage import Salvaged
from companion.game.store import StepRow, Store


def rebuild(path: Path, found: Salvaged, trashed: frozenset[int] = frozenset()) -> None:
    """A file with each game that was found and its steps up to the first that is missing; those that were `trashed` lie
    in the trash. It is whole, sound and without a log when this returns; it raises sqlite3.Error otherwise."""
    store = Store(path)
    try:
        for beginning, *steps in sorted(found.games(), key=lambda rows: rows[-1].at):  # the last one played on top
            rows = [(step.what, step.at) for step in steps]
            number = store.add_game(beginning.what, beginning.at, beginning.game, rows, _finished(steps))
            if number in trashed:
                store.move(number, to_trash=True)
        store.settle()
    finally:
        store.close()


def _finished(steps: Sequence[StepRow]) -> bool:
    try:
        events = standing(STEP.validate_json(step.what) for step in steps)
    except (ValidationError, IndexError):  # a step that this version does not know: better running than lost
        return False
    return any(isinstance(event, End) for event in events)
