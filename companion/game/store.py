"""The SQLite file of the journal: games and their steps, each written once and never changed."""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from companion.game import gamedays, keptboards, storecheck
from companion.game.gamesfolder import size_of
from companion.game.journalerrors import JournalInUseError, NewerJournalError
from companion.game.keptboards import KeptBoard
from companion.game.mark import Mark
from companion.game.steprows import COLUMNS, Deleted, ListedGame, StepRow, checked, damaged, integer
from companion.game.storetables import ADDITIONS, MIGRATIONS, statements
from companion.words import say

_NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_BUSY)
"""Errors of a disk that can be read but not written to now."""

_INSERT = f"INSERT INTO steps ({COLUMNS}) VALUES (?, ?, ?, ?, ?)"
_NEWEST = "(SELECT coalesce(max(opened), 0) + 1 FROM shelf)"


class Store:
    """One open file. Methods raise sqlite3.Error if the disk fails, and then have changed nothing."""

    def __init__(
        self,
        path: Path,
        migrations: Sequence[str] = MIGRATIONS,
        read_only: bool = False,
        additions: Sequence[str] = ADDITIONS,
    ) -> None:
        """Open a file, or create it, and upgrade an older one; with `read_only` change nothing, not even when it is
        closed. Raise NewerJournalError, JournalInUseError or sqlite3.Error."""
        self.path = path
        address = f"{path.absolute().as_uri()}?mode={'ro' if read_only else 'rwc'}"
        self._db = sqlite3.connect(address, timeout=2, isolation_level=None, uri=True)
        # Text that the disk has garbled must not fail to decode: the checksum of its row reports it.
        self._db.text_factory = lambda letters: letters.decode("utf-8", "replace")
        self._has_log = False
        try:
            self._prepare(migrations, read_only)
            if not read_only:
                self._add(additions)
            self._keeps_boards = keptboards.are_there(self._db)
            self._keeps_days = gamedays.are_kept(self._db)
            self._place = _place(path)
        except BaseException:
            self._db.close()
            raise

    def _prepare(self, migrations: Sequence[str], read_only: bool) -> None:
        version = self._one("PRAGMA user_version")
        if version > len(migrations):
            pattern = (
                "{path} was saved by a newer version of Companion (file version {version}, this one can "
                "read up to {known}): update Companion; nothing was changed"
            )
            raise NewerJournalError(say(pattern, path=self.path.name, version=version, known=len(migrations)))
        if version < 0 or (version == 0 and self._one("PRAGMA page_count") < size_of(self.path) // self.page_size):
            raise damaged("the first page is not the one that belongs to the others")
        if read_only:  # an older file can be read as it is, but one without tables cannot
            if version == 0:
                raise JournalInUseError(
                    say("another copy of Companion is preparing {path}: try again in a moment", path=self.path)
                )
            return
        # Durability before speed: a commit is on disk when it returns, even if the power fails.
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
            self._db.execute(f"PRAGMA {pragma}")
        for number in range(version, len(migrations)):
            with self._transaction():
                for statement in statements(migrations[number]):
                    self._db.execute(statement)
                self._db.execute(f"PRAGMA user_version = {number + 1}")

    def _add(self, additions: Sequence[str]) -> None:
        """Add the tables that are missing. A disk that is full or read-only still shows its games: they are added
        later."""
        try:
            with self._transaction():
                for statement in additions:
                    self._db.execute(statement)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in _NO_ROOM:
                raise

    @property
    def page_size(self) -> int:
        """The size of a page of the file."""
        return self._one("PRAGMA page_size")

    def check(self, thoroughly: bool) -> None:
        """Raise the error for a damaged file if the last step is not where it should be in its game. With `thoroughly`,
        also run SQLite's own check, which takes longer the more games there are."""
        with self._one_view():  # one consistent view, because another program may be adding steps
            storecheck.check_last(self._db)
            if thoroughly:
                storecheck.check_pages(self._db)

    def check_rows(self, pause: Callable[[], None] = lambda: None) -> None:
        """Raise the error for a damaged file if a row does not match its checksum, a step is missing, or a game is in
        no list. Call `pause` now and then."""
        storecheck.check_rows(self._db, pause)

    def mark(self, log: bool) -> Mark:
        """Return how far this file has got."""
        last = self._one("SELECT coalesce(max(id), 0) FROM steps")
        opened = "(SELECT opened FROM shelf UNION ALL SELECT opened FROM trash)"
        return Mark(log, last, self._one(f"SELECT coalesce(max(opened), 0) FROM {opened}"))

    def last_step(self) -> tuple[int, StepRow] | None:
        """Return the step written last, and its id; None if there is none."""
        row = self._db.execute(f"SELECT id, {COLUMNS} FROM steps ORDER BY id DESC LIMIT 1").fetchone()
        return (row[0], checked(row[1:])) if row else None

    def step_with_id(self, number: int) -> StepRow | None:
        """Return the step with this id, or None."""
        row = self._db.execute(f"SELECT {COLUMNS} FROM steps WHERE id = ?", (number,)).fetchone()
        return checked(row) if row else None

    def has(self, step: StepRow) -> bool:
        """Return whether this very step is in the file."""
        query = 'SELECT count(*) FROM steps WHERE game = ? AND number = ? AND "check" = ?'
        return self._one(query, step.game, step.number, step.check) > 0

    def lengths(self) -> dict[tuple[str, str], list[int]]:
        """Return how many steps each game has, by its beginning: what it was and when; longest first."""
        query = (
            "SELECT what, at, steps FROM (SELECT game, count(*) AS steps FROM steps GROUP BY game) AS counted "
            "JOIN steps ON steps.game = counted.game AND number = 0"
        )
        found: dict[tuple[str, str], list[int]] = {}
        for what, at, steps in self._db.execute(query):
            found.setdefault((what, at), []).append(steps)
        return {beginning: sorted(steps, reverse=True) for beginning, steps in found.items()}

    def places(self) -> dict[int, bool]:
        """Return the number of each game, and whether it is in the trash and nowhere else."""
        trash, shelf = ({game for (game,) in self._db.execute(f"SELECT game FROM {one}")} for one in ("trash", "shelf"))
        return {game: game not in shelf for game in trash | shelf if isinstance(game, int)}

    def deleted(self) -> set[Deleted]:
        """Return the games that were deleted for good."""
        if not self._one("SELECT count(*) FROM sqlite_master WHERE name = 'deleted'"):
            return set()
        return {Deleted(*row) for row in self._db.execute("SELECT game, beginning FROM deleted")}

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
        return integer(self._db, query, *values)

    def add_game(
        self,
        head: str,
        begun: str,
        game: int | None = None,
        steps: Sequence[tuple[str, str]] = (),
        finished: bool = False,
        board: KeptBoard | None = None,
        days: Sequence[str] = (),
    ) -> int:
        """Add a game as the most recently opened, with its steps so far, the board that it keeps and the notes about
        its day, all or nothing, and return its number."""
        with self._transaction():
            number = self._db.execute("INSERT INTO games VALUES (?)", (game,)).lastrowid
            assert number is not None
            for count, (what, at) in enumerate([(head, begun), *steps]):
                self._insert(StepRow(number, count, what, at))
            self._db.execute(f"INSERT INTO shelf VALUES (?, ?, {_NEWEST})", (number, finished))
            if board is not None and self._keeps_boards:
                keptboards.keep(self._db, [number], board)
            self._note_days(number, days)
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

    def _note_days(self, game: int, days: Sequence[str]) -> None:
        if days and self._keeps_days:
            gamedays.add(self._db, game, days)

    def add_days(self, game: int, days: Sequence[str]) -> None:
        """Add notes about the day of a game."""
        with self._transaction():
            for statement in gamedays.TABLES:  # it is missing if the disk was full when the file was opened
                self._db.execute(statement)
            self._keeps_days = True
            self._note_days(game, days)

    def days(self, game: int | None = None) -> dict[int, list[str]]:
        """Return the notes about the day of a game, or of all games, by its number."""
        if not self._keeps_days:
            return {}
        try:
            return gamedays.find(self._db, game)
        except ValueError as error:
            raise damaged(str(error)) from None

    def add_copies(
        self, games: Iterable[tuple[Sequence[StepRow], bool, bool, KeptBoard | None, Sequence[str]]]
    ) -> None:
        """Add games from another file with their numbers, all or nothing: their steps, whether they are finished,
        whether they are in the trash, the board they keep, and the notes about their day. Each becomes the most
        recently opened."""
        with self._transaction():
            for rows, finished, in_trash, board, days in games:
                number = rows[0].game
                self._db.execute("INSERT INTO games VALUES (?)", (number,))
                self._db.executemany(_INSERT, [(row.game, row.number, row.what, row.at, row.check) for row in rows])
                table = "trash" if in_trash else "shelf"
                opened = self._one(f"SELECT max({_NEWEST}, (SELECT coalesce(max(opened), 0) + 1 FROM trash))")
                self._db.execute(f"INSERT INTO {table} VALUES (?, ?, ?)", (number, finished, opened))
                if board is not None and self._keeps_boards:
                    keptboards.keep(self._db, [number], board)
                self._note_days(number, days)

    def hurry(self) -> None:
        """Do not wait for the disk from now on. Whoever asks for this syncs the file before it counts."""
        self._db.execute("PRAGMA synchronous = OFF")

    def finish_copies(self, deleted: Iterable[Deleted]) -> None:
        """Remember which games were deleted for good, and give none of their numbers again."""
        with self._transaction():
            self.note_deleted(deleted)
            highest = (
                "(SELECT max(coalesce((SELECT max(id) FROM games), 0), coalesce((SELECT max(game) FROM deleted), 0)))"
            )
            if not self._one("SELECT count(*) FROM sqlite_sequence WHERE name = 'games'"):
                self._db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('games', 0)")
            self._db.execute(f"UPDATE sqlite_sequence SET seq = {highest} WHERE name = 'games'")

    def add_steps(self, rows: Sequence[StepRow], finished: bool, days: Sequence[str] = ()) -> None:
        """Add steps of one game and notes about its day, all or nothing, and record whether it is finished after
        them."""
        with self._transaction():
            for row in rows:
                self._insert(row)
            change = "UPDATE shelf SET finished = ?1 WHERE game = ?2 AND finished <> ?1"
            self._db.execute(change, (finished, rows[0].game))
            self._note_days(rows[0].game, days)

    def _insert(self, row: StepRow) -> None:
        self._db.execute(_INSERT, (row.game, row.number, row.what, row.at, row.check))

    def steps(self, game: int | None) -> list[StepRow]:
        """Return the steps of a game in order, its beginning first; an empty list if there is no such game."""
        query = f"SELECT {COLUMNS} FROM steps WHERE game = ? ORDER BY number"
        rows = [checked(found) for found in self._db.execute(query, (game,))]
        if [row.number for row in rows] != list(range(len(rows))):
            raise damaged("a step is missing")
        return rows

    def last_running(self) -> int | None:
        """Return the unfinished game opened last, or None. One in which nothing was recorded counts only if no other
        game was opened after it."""
        begun = "EXISTS (SELECT * FROM steps WHERE steps.game = shelf.game AND number > 0)"
        newest = "opened = (SELECT max(opened) FROM shelf)"
        query = f"SELECT game FROM shelf WHERE finished = 0 AND ({begun} OR {newest}) ORDER BY opened DESC LIMIT 1"
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
        columns = ", ".join(f"{step}.{column}" for step in ("one", "other") for column in COLUMNS.split(", "))
        rows = self._db.execute(
            f"SELECT finished, {columns} FROM {'trash' if trash else 'shelf'} AS list "
            f"LEFT JOIN steps AS one ON one.id = {first} LEFT JOIN steps AS other ON other.id = {last} "
            "ORDER BY opened DESC"
        )
        return [ListedGame(checked(row[1:6]), checked(row[6:]), bool(row[0])) for row in rows]

    def move(self, game: int, to_trash: bool) -> bool:
        """Move a game to the trash, or back. Return whether it was there to be moved."""
        here, there = ("shelf", "trash") if to_trash else ("trash", "shelf")
        with self._transaction():
            self._db.execute(f"INSERT INTO {there} SELECT * FROM {here} WHERE game = ?", (game,))
            return self._db.execute(f"DELETE FROM {here} WHERE game = ?", (game,)).rowcount > 0

    def empty_trash(self) -> int:
        """Delete the games in the trash for good, from the write-ahead log as well, and return how many there were."""
        with self._transaction():
            gone = self._db.execute(
                'SELECT trash.game, "check" FROM trash JOIN steps ON steps.game = trash.game AND number = 0'
            ).fetchall()
            self.note_deleted(Deleted(*row) for row in gone)
            games = [game for (game,) in self._db.execute("SELECT game FROM trash")]
            for game in games:
                for table, key in (("trash", "game"), ("steps", "game"), ("games", "id")):
                    self._db.execute(f"DELETE FROM {table} WHERE {key} = ?", (game,))
            if self._keeps_boards:
                keptboards.forget(self._db, games)
            if self._keeps_days:
                gamedays.forget(self._db, games)
        self.checkpoint()
        return len(games)

    def note_deleted(self, games: Iterable[Deleted]) -> None:
        """Remember that games were deleted for good, and give their numbers to no other game."""
        for one in games:
            row = (one.game, one.beginning, one.check)
            self._db.execute("INSERT OR REPLACE INTO deleted VALUES (?, ?, ?)", row)

    def checkpoint(self) -> bool:
        """Move everything from the write-ahead log into the file and empty the log. Return False if another program is
        reading just now; a later call may succeed."""
        (busy, _, _) = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy

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
