"""What one file of games holds that another does not."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from companion.game.journalerrors import JournalError
from companion.game.salvage import Salvaged, salvage
from companion.game.steprows import Deleted, StepRow
from companion.game.store import Store

Beginning = tuple[str, str]
"""How a game began, and when: by this a game is known, whatever its number is."""


def lengths_in(file: Path) -> dict[Beginning, list[int]]:
    """Return how many steps each game in a backup has, longest first; what can be read if the backup is damaged."""
    try:
        with closing(Store(file, read_only=True)) as store:
            return store.lengths()
    except (sqlite3.Error, OSError, UnicodeError, JournalError):
        return lengths_of(salvage(file))


def lengths_of(found: Salvaged) -> dict[Beginning, list[int]]:
    """Return how many steps each game has that was found, longest first."""
    lengths: dict[Beginning, list[int]] = {}
    for rows in found.games():
        lengths.setdefault((rows[0].what, rows[0].at), []).append(len(rows))
    return {beginning: sorted(steps, reverse=True) for beginning, steps in lengths.items()}


def holds_all(store: Store, wanted: dict[Beginning, list[int]], deleted: set[Deleted]) -> bool:
    """Return whether a file has all these games with at least as many steps, except those deleted for good."""
    held, gone = store.lengths(), set(deleted)
    for (what, at), lengths in wanted.items():
        ours = held.get((what, at), [])
        lacking = len(lengths) - len(ours)
        for one in list(gone):
            if lacking > 0 and StepRow(one.game, 0, what, at).check == one.beginning:
                gone.discard(one)
                lacking -= 1
        if lacking > 0 or any(length > kept for length, kept in zip(lengths, ours, strict=False)):
            return False
    return True


def missing_steps(store: Store, steps: Iterator[StepRow]) -> list[StepRow]:
    """Return those of these steps that a file does not have, each once, except those of games deleted for good."""
    gone = {one.game for one in store.deleted()}
    missing = {step: None for step in steps if step.game not in gone and not store.has(step)}
    return list(missing)
