"""The day of a game where the times of its steps do not tell it: a device without a battery stops its clock with the
power, and nobody may have set it again.

Each game has notes, of which the last counts. A game that was recorded under a clock that was right has none. The table
is an addition to the file of games that earlier versions do not look at: they show the times of the steps, as ever.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime

TABLES = (
    """CREATE TABLE IF NOT EXISTS game_days (
        id INTEGER PRIMARY KEY,
        game INTEGER NOT NULL,
        number INTEGER NOT NULL,
        day TEXT NOT NULL,
        "check" INTEGER NOT NULL
    )""",
)
"""Rows are written once and never changed; those of a game are numbered. Each carries a checksum."""

BY_CLOCK = "clock"
"""The note that the clock was set: from here on the time of the last step tells the day."""
UNKNOWN = ""
"""The note that the clock could not be trusted from the beginning. Other notes are a day that people gave, or the time
of the last step before the clock could no longer be trusted."""

Played = datetime | date | None
"""When a game was played last: a time, the day if only that is known, or None."""


def played(notes: Sequence[str], last: str) -> Played:
    """Return when a game with these notes was played last; `last` is the time of its last step."""
    note = notes[-1] if notes else BY_CLOCK
    text = last if note == BY_CLOCK else note
    with suppress(ValueError):
        return date.fromisoformat(text) if _is_day(text) else datetime.fromisoformat(text)
    return None


def local_day(when: Played) -> date | None:
    """Return the day in the time zone of this device, or None if it is not known."""
    return when.astimezone().date() if isinstance(when, datetime) else when


def is_timed(notes: Sequence[str]) -> bool:
    """Return whether all steps were recorded under one clock, right or wrong: then the time between them is right."""
    return all(note == UNKNOWN or _is_day(note) for note in notes)


def note_for_step(notes: Sequence[str], is_right: bool, last: str | None) -> str | None:
    """Return what to note with a step that is recorded now, if anything. `last` is the time of the step before, which
    tells the day of the game if the clock was right until then; None at the beginning."""
    told_by_clock = not notes or notes[-1] == BY_CLOCK
    if is_right == told_by_clock:
        return None
    return BY_CLOCK if is_right else last or UNKNOWN


def _is_day(text: str) -> bool:
    return len(text) == len("2026-11-16")


def _check(game: int, number: int, day: str) -> int:
    return zlib.crc32(f"day:{game}:{number}:{day}".encode())


# In the file of games


def are_kept(db: sqlite3.Connection) -> bool:
    """Return whether a file has the table. One that only earlier versions have written to has none."""
    return db.execute("SELECT 1 FROM sqlite_master WHERE name = 'game_days'").fetchone() is not None


def add(db: sqlite3.Connection, game: int, notes: Iterable[str]) -> None:
    """Add notes to those of a game. Must be called in a transaction."""
    (number,) = db.execute("SELECT coalesce(max(number) + 1, 0) FROM game_days WHERE game = ?", (game,)).fetchone()
    for place, day in enumerate(notes, start=number):
        row = (game, place, day, _check(game, place, day))
        db.execute('INSERT INTO game_days (game, number, day, "check") VALUES (?, ?, ?, ?)', row)


def forget(db: sqlite3.Connection, games: Iterable[int]) -> None:
    """Forget the notes of games that are deleted for good. Must be called in a transaction."""
    db.executemany("DELETE FROM game_days WHERE game = ?", [(game,) for game in games])


def find(db: sqlite3.Connection, game: int | None = None) -> dict[int, list[str]]:
    """Return the notes of a game, or of all, by its number. Raise ValueError if the disk has changed one."""
    which = "" if game is None else "WHERE game = :game"
    query = f'SELECT game, number, day, "check" FROM game_days {which} ORDER BY game, number'
    found: dict[int, list[str]] = {}
    for number_of_game, number, day, check in db.execute(query, {"game": game}):
        if _check(number_of_game, number, day) != check:
            raise ValueError("the day of a game does not match its check")
        found.setdefault(number_of_game, []).append(day)
    return found


# In a damaged file


@dataclass
class SalvagedDays:
    """Every note that was found in a damaged file, by game and number."""

    notes: dict[int, dict[int, str]] = field(default_factory=dict)

    def sort_in(self, values: Sequence[object]) -> None:
        """Take a row of any table; it counts if it is one of these and matches its checksum."""
        match values:
            case [None, int(game), int(number), str(day), int(check)] if _check(game, number, day) == check:
                self.notes.setdefault(game, {})[number] = day

    def fill_in(self, other: "SalvagedDays", numbers: Mapping[int, int]) -> None:
        """Add what is missing here from another file, whose games have these numbers here."""
        for game, notes in other.notes.items():
            if game in numbers:
                here = self.notes.setdefault(numbers[game], {})
                self.notes[numbers[game]] = {**notes, **here}

    def of(self, game: int) -> list[str]:
        """Return the notes of a game in their order."""
        notes = self.notes.get(game, {})
        return [notes[number] for number in sorted(notes)]
