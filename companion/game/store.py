"""The SQLite file of the journal: games and their steps, each written once and never changed."""

import os
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.game import keptboards
from companion.game.journalerrors import JournalInUseError, NewerJournalError
from companion.game.keptboards import KeptBoard
from companion.words import say


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
class ListedGame:
    """A game in the list or in the trash: how it began, and its last step."""

    beginning: StepRow
    last: StepRow
    finished: bool


_FIRST = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY AUTOINCREMENT -- so that no number is ever given twice
);
-- Written once and never changed. All that there is to know about a game is here, so that no single page of the file
-- can cost more than what is on it.
CREATE TABLE steps (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    what TEXT NOT NULL,
    at TEXT NOT NULL,
    "check" INTEGER NOT NULL,
    UNIQUE (game, number)
);
-- What may change about a game stands apart.
CREATE TABLE shelf (
    game INTEGER PRIMARY KEY REFERENCES games (id),
    finished INTEGER NOT NULL,
    opened INTEGER NOT NULL
);
CREATE TABLE trash (
    game INTEGER PRIMARY KEY REFERENCES games (id),
    finished INTEGER NOT NULL,
    opened INTEGER NOT NULL
);
"""

MIGRATIONS: tuple[str, ...] = (_FIRST,)
"""Scripts that each upgrade the file by one version. A file's version is the number of scripts applied to it. An older
program refuses a file with a higher version, so nothing is added here without need: see ADDITIONS."""

ADDITIONS: tuple[str, ...] = ()
"""Statements that add tables and indexes, each with IF NOT EXISTS. They do not raise the file's version: whoever goes
back to the version before can open the file, play on, and come back. That version neither reads nor fills what is added
here, so it may be missing or behind for any game."""

_NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_BUSY)
"""Errors of a disk that can be read but not written to now."""

_STEP = 'game, number, what, at, "check"'
_NEWEST = "(SELECT coalesce(max(opened), 0) + 1 FROM shelf)"


class Store:
    """One open file. Methods raise sqlite3.Error if the disk fails, and then have changed nothing."""

    def __init__(
        self,
        path: Path,
        migrations: Sequence[str] = MIGRATIONS,
        may_migrate: bool = True,
        additions: Sequence[str] = ADDITIONS,
    ) -> None:
        """Open a file, or create it; upgrade an older one if `may_migrate`. Raise NewerJournalError, JournalInUseError
        or sqlite3.Error."""
        self.path = path
        self._db = sqlite3.connect(path, timeout=2, isolation_level=None)
        # Text that the disk has garbled must not fail to decode: the checksum of its row reports it.
        self._db.text_factory = lambda letters: letters.decode("utf-8", "replace")
        self._has_log = False
        try:
            self._prepare(migrations, may_migrate)
            for statement in additions if may_migrate else ():
                self._db.execute(statement)
            self._place = _place(path)
        except BaseException:
            self._db.close()
            raise

    def _prepare(self, migrations: Sequence[str], may_migrate: bool) -> None:
        version = self._one("PRAGMA user_version")
        if version > len(migrations):
            pattern = (
                "{path} was saved by a newer version of Companion (file version {version}, this one can "
                "read up to {known}): update Companion; nothing was changed"
            )
            raise NewerJournalError(say(pattern, path=self.path, version=version, known=len(migrations)))
        if version < len(migrations) and not may_migrate:
            raise JournalInUseError(
                say("another copy of Companion is preparing {path}: try again in a moment", path=self.path)
            )
        # Durability before speed: a commit is on disk when it returns, even if the power fails.
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
            self._db.execute(f"PRAGMA {pragma}")
        for number in range(version, len(migrations)):
            with self._transaction():
                for statement in _statements(migrations[number]):
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version = {number + 1}")
        self._keeps_boards = keptboards.are_there(self._db)
        if not self._keeps_boards and may_migrate:
            self._make_room_for_boards()

    def _make_room_for_boards(self) -> None:
        """Add the tables of boards. A disk that is full or read-only still shows its games: they are added later."""
        try:
            with self._transaction():
                for table in keptboards.TABLES:
                    self._db.execute(table)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in _NO_ROOM:
                raise
        else:
            self._keeps_boards = True

    def check(self, thoroughly: bool) -> None:
        """Raise the error for a damaged file if the last step is not where it should be in its game. With `thoroughly`,
        also run SQLite's own check, which takes longer the more games there are."""
        with self._one_view():  # one consistent view, because another program may be adding steps
            self._check_last()
            if thoroughly:
                (verdict,) = self._db.execute("PRAGMA integrity_check(1)").fetchone()
                if verdict != "ok":
                    raise damaged(verdict)

    def _check_last(self) -> None:
        last = self._db.execute("SELECT game, number FROM steps ORDER BY id DESC LIMIT 1").fetchone()
        if not last:
            return
        lies = "SELECT (SELECT count(*) FROM shelf WHERE game = ?1) + (SELECT count(*) FROM trash WHERE game = ?1)"
        if not self._one(lies, last[0]):
            raise damaged("a game has fallen off the shelf")
        if self._one("SELECT max(number) FROM steps WHERE game = ?", last[0]) != last[1]:
            raise damaged("the last step is not found")

    def is_at(self, path: Path) -> bool:
        """Return whether the file at this path is still the open one."""
        log = path.with_name(path.name + "-wal")
        try:
            return _place(path) == self._place and (not self._has_log or log.exists())
        except OSError:
            return False

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @contextmanager
    def _one_view(self) -> Iterator[None]:
        """Read everything inside the block from one consistent snapshot."""
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
            self._has_log = True
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _one(self, query: str, *values: object) -> int:
        (value,) = self._db.execute(query, values).fetchone()
        return int(value)

    def add_game(
        self,
        head: str,
        begun: str,
        game: int | None = None,
        steps: Sequence[tuple[str, str]] = (),
        finished: bool = False,
        board: KeptBoard | None = None,
    ) -> int:
        """Add a game as the most recently opened, with its steps so far and the board that it keeps, all or nothing,
        and return its number."""
        with self._transaction():
            number = self._db.execute("INSERT INTO games VALUES (?)", (game,)).lastrowid
            assert number is not None
            for count, (what, at) in enumerate([(head, begun), *steps]):
                self._insert(StepRow(number, count, what, at))
            self._db.execute(f"INSERT INTO shelf VALUES (?, ?, {_NEWEST})", (number, finished))
            if board is not None and self._keeps_boards:
                keptboards.keep(self._db, [number], board)
        return number

    def board_of(self, game: int | None) -> KeptBoard | None:
        """Return the board that a game keeps, or None: games of earlier versions have none until they are opened."""
        if game is None or not self._keeps_boards:
            return None
        try:
            return keptboards.find(self._db, game)
        except ValueError as error:
            raise damaged(str(error)) from None

    def keep_board(self, games: Sequence[int], board: KeptBoard) -> None:
        """Keep a board for those of these games that have none, if there is room for that."""
        if not self._keeps_boards:
            return
        with self._transaction():
            keptboards.keep(self._db, games, board)

    def without_board(self) -> list[tuple[int, str]]:
        """Return every game that keeps no board, with how it began."""
        return keptboards.without(self._db) if self._keeps_boards else []

    def add_steps(self, rows: Sequence[StepRow], finished: bool) -> None:
        """Add steps of one game, all or nothing, and record whether it is finished after them."""
        with self._transaction():
            for row in rows:
                self._insert(row)
            change = "UPDATE shelf SET finished = ?1 WHERE game = ?2 AND finished <> ?1"
            self._db.execute(change, (finished, rows[0].game))

    def _insert(self, row: StepRow) -> None:
        insert = 'INSERT INTO steps (game, number, what, at, "check") VALUES (?, ?, ?, ?, ?)'
        self._db.execute(insert, (row.game, row.number, row.what, row.at, row.check))

    def steps(self, game: int | None) -> list[StepRow]:
        """Return the steps of a game in order, its beginning first; an empty list if there is no such game."""
        query = f"SELECT {_STEP} FROM steps WHERE game = ? ORDER BY number"
        rows = [_checked(found) for found in self._db.execute(query, (game,))]
        if [row.number for row in rows] != list(range(len(rows))):
            raise damaged("a step is missing")
        return rows

    def last_running(self) -> int | None:
        """Return the unfinished game opened last, or None."""
        query = "SELECT game FROM shelf WHERE finished = 0 ORDER BY opened DESC LIMIT 1"
        found = self._db.execute(query).fetchone()
        return int(found[0]) if found else None

    def is_listed(self, game: int) -> bool:
        """Return whether a game is in the list; otherwise it is in the trash or does not exist."""
        return self._one("SELECT count(*) FROM shelf WHERE game = ?", game) > 0

    def open_last(self, game: int) -> None:
        """Make this the most recently opened game."""
        with self._transaction():
            self._db.execute(f"UPDATE shelf SET opened = {_NEWEST} WHERE game = ?", (game,))

    def listed(self, trash: bool = False) -> list[ListedGame]:
        """Return all games in the list, or in the trash, most recently opened first."""
        first, last = (
            f"(SELECT id FROM steps WHERE game = list.game ORDER BY number {way} LIMIT 1)" for way in ("", "DESC")
        )
        columns = ", ".join(f"{step}.{column}" for step in ("one", "other") for column in _STEP.split(", "))
        rows = self._db.execute(
            f"SELECT finished, {columns} FROM {'trash' if trash else 'shelf'} AS list "
            f"LEFT JOIN steps AS one ON one.id = {first} LEFT JOIN steps AS other ON other.id = {last} "
            "ORDER BY opened DESC"
        )
        return [ListedGame(_checked(row[1:6]), _checked(row[6:]), bool(row[0])) for row in rows]

    def move(self, game: int, to_trash: bool) -> bool:
        """Move a game to the trash, or back. Return whether it was there to be moved."""
        here, there = ("shelf", "trash") if to_trash else ("trash", "shelf")
        with self._transaction():
            self._db.execute(f"INSERT INTO {there} SELECT * FROM {here} WHERE game = ?", (game,))
            return self._db.execute(f"DELETE FROM {here} WHERE game = ?", (game,)).rowcount > 0

    def empty_trash(self) -> int:
        """Delete the games in the trash for good, from the write-ahead log as well, and return how many there were."""
        with self._transaction():
            games = [game for (game,) in self._db.execute("SELECT game FROM trash")]
            for game in games:
                for table, key in (("trash", "game"), ("steps", "game"), ("games", "id")):
                    self._db.execute(f"DELETE FROM {table} WHERE {key} = ?", (game,))
            if self._keeps_boards:
                keptboards.forget(self._db, games)
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return len(games)

    def settle(self) -> None:
        """Merge everything into the one file. Raise sqlite3.Error if it is not sound afterwards."""
        (mode,) = self._db.execute("PRAGMA journal_mode = DELETE").fetchone()
        if mode != "delete":
            raise damaged("the log could not be merged")
        self.check(thoroughly=True)

    def copy_to(self, path: Path) -> None:
        """Copy the file with SQLite's backup call into one file. Raise sqlite3.Error if the copy is not sound."""
        target = sqlite3.connect(path)
        try:
            self._db.backup(target)
        finally:
            target.close()
        copy = Store(path)
        try:
            copy.settle()
        finally:
            copy.close()


def _place(path: Path) -> tuple[int, int]:
    """Return the identity of a file, which changes if the file is replaced."""
    found = os.stat(path)
    return found.st_dev, found.st_ino


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script one by one, since `executescript` would commit on its own."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _checked(found: tuple[int, int, str, str, int]) -> StepRow:
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
