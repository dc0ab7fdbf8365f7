"""The rows of a file of games, and the error for those that the disk has changed."""

import sqlite3
import zlib
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step of a game; `what` is JSON. Step 0 is how the game began: map, players and options."""

    game: int
    number: int
    what: str
    at: str

    @property
    def check(self) -> int:
        """The checksum, which shows whether the disk has changed the row."""
        return zlib.crc32(f"{self.game}:{self.number}:{self.what}:{self.at}".encode())


@dataclass(frozen=True, slots=True)
class Deleted:
    """A game that was deleted for good, so that no old copy brings it back."""

    game: int
    beginning: int
    """The checksum of its first row: its number may have been given again."""

    @property
    def check(self) -> int:
        """The checksum, by which a row of a damaged file is recognised."""
        return zlib.crc32(f"deleted:{self.game}:{self.beginning}".encode())


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in the list or in the trash: how it began, and its last step."""

    beginning: StepRow
    last: StepRow
    finished: bool


COLUMNS = 'game, number, what, at, "check"'
"""The columns of a step, in the order of `checked`."""


def checked(found: tuple[int, int, str, str, int]) -> StepRow:
    """Return the step in a row. Raise the error for a damaged file if it does not match its checksum."""
    if found[0] is None:
        raise damaged("a game has lost its steps")
    row = StepRow(*found[:4])
    if row.check != found[4]:
        raise damaged("a row does not match its check")
    return row


def damaged(why: str) -> sqlite3.DatabaseError:
    """Return the error that SQLite itself raises for a damaged file."""
    error = sqlite3.DatabaseError(why)
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error


def integer(db: sqlite3.Connection, query: str, *values: object) -> int:
    """Return the one integer that a query answers. Raise the error for a damaged file if it answers something else."""
    row = db.execute(query, values).fetchone()
    if not row or not isinstance(row[0], int):
        raise damaged("a number is missing")
    return row[0]
