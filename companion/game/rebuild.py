"""Write a new file of games from what was salvaged."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from pydantic import ValidationError

from companion.game.events import End
from companion.game.gamesfolder import remove, sync_file
from companion.game.history import STEP, Record, standing
from companion.game.salvage import Salvaged
from companion.game.steprows import StepRow, damaged
from companion.game.store import Store

_AT_ONCE = 50
"""How many games are written in one transaction."""


def rebuild(
    path: Path,
    found: Salvaged,
    in_trash: Mapping[int, bool] | None = None,
    advance: Callable[[float], None] = lambda _: None,
) -> None:
    """Write a file with each game that was found, up to its first missing step, and put some of them in the trash.

    What an interrupted attempt has written is used if it is sound. When this returns, the file is complete, checked,
    synced, and has no write-ahead log. Raise sqlite3.Error or OSError otherwise. `advance` is told how much is done,
    from 0 to 1.
    """
    in_trash = in_trash or {}
    games = sorted(found.games(), key=lambda rows: rows[-1].at)  # the last one played on top
    try:
        _write(path, found, games, in_trash, advance)
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL or not path.exists():
            raise
        remove(path)  # what was there before is not sound
        _write(path, found, games, in_trash, advance)
    sync_file(path)


def _write(
    path: Path,
    found: Salvaged,
    games: Sequence[Sequence[StepRow]],
    in_trash: Mapping[int, bool],
    advance: Callable[[float], None],
) -> None:
    store = Store(path)
    try:
        store.hurry()
        written = set(store.places())
        if written != {rows[0].game for rows in games[: len(written)]}:
            raise damaged("this is the beginning of another file")
        done = len(written)
        while batch := games[done : done + _AT_ONCE]:
            store.add_copies(
                (rows, is_finished(rows), in_trash.get(game, False), found.boards.of(game), found.days.of(game))
                for rows in batch
                for game in (rows[0].game,)
            )
            done += len(batch)
            advance(done / len(games))
        store.finish_copies(found.deleted)
        store.settle()
        for rows in games:
            if store.steps(rows[0].game) != list(rows):
                raise damaged("what was written is not what was found")
    finally:
        store.close()


def is_finished(rows: Sequence[StepRow]) -> bool:
    """Return whether a game with these steps, its beginning first, is finished."""
    steps = rows[1:]
    if not any('"end"' in step.what for step in steps):
        return False
    try:
        match STEP.validate_json(steps[-1].what):
            case Record(event=End()):
                return True
        events = standing(STEP.validate_json(step.what) for step in steps)
    except (ValidationError, IndexError):  # a step of a newer version: better a running game than a lost one
        return False
    return any(isinstance(event, End) for event in events)
