"""The boards that games were played on. They are kept with the games, so that no map that changes, or is replaced by
one from a stick, ever changes a game.

The tables are additions to the file of games that earlier versions do not look at: they open the file as before.
Nothing refers to the tables of games, or an earlier version could not delete a game for good.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from companion.boards import BadMapError, Board, Library, NoSuchMapError, Route
from companion.boards.facts import NewerBoardError, board_from, digest_of, facts_of

TABLES = (
    """CREATE TABLE IF NOT EXISTS boards (
        id INTEGER PRIMARY KEY,
        digest TEXT NOT NULL UNIQUE,
        facts BLOB NOT NULL,
        "check" INTEGER NOT NULL
    )""",
    """CREATE TABLE IF NOT EXISTS game_boards (
        id INTEGER PRIMARY KEY,
        game INTEGER NOT NULL UNIQUE,
        digest TEXT NOT NULL,
        "check" INTEGER NOT NULL
    )""",
)
"""Rows are written once and never changed. Each carries a checksum, so that a damaged file can be searched for them."""


@dataclass(frozen=True, slots=True)
class KeptBoard:
    """A board as it is stored. Without facts, only its digest could be recovered from a damaged file."""

    digest: str
    facts: bytes

    @property
    def check(self) -> int:
        """The checksum, which shows whether the disk has changed the row."""
        return zlib.crc32(self.facts, zlib.crc32(self.digest.encode()))


def kept(board: Board) -> KeptBoard:
    """Return a board as it is stored."""
    return KeptBoard(digest_of(board), facts_of(board))


def played_on(kept_board: KeptBoard | None, map_id: str, library: Library) -> Board:
    """Return the board of a game: the installed map, or the kept one if the installed map scores differently or cannot
    be loaded. Raise BadMapError, NoSuchMapError or OSError if there is neither, and NewerBoardError if there is only
    one that a newer version has kept."""
    try:
        installed = library.load(map_id)
    except (BadMapError, NoSuchMapError, OSError):
        if kept_board is None or (board := _opened(kept_board.facts, None)) is None:
            raise
        return board
    if kept_board is None or kept_board.digest == digest_of(installed):
        return installed
    return _opened(kept_board.facts, installed) or installed


@lru_cache(maxsize=64)
def _opened(facts: bytes, installed: Board | None) -> Board | None:
    """Return the board in these facts, one object for all games that keep it; None if it cannot be read and there is
    no other map. The installed map serves if it scores alike after all, or if nothing else can be had."""
    try:
        board = board_from(facts, "changed" if installed else "gone")
    except NewerBoardError:
        if installed is None:
            raise
        return replace(installed, change="unreadable")
    except ValueError:
        return replace(installed, change="unreadable") if installed else None
    if installed and digest_of(board) == digest_of(installed):  # digests were made in another way by another version
        return installed
    if installed and installed.size == board.size:
        return replace(board, land=installed.land, routes=_turned_as(installed, board))
    return board


def _turned_as(installed: Board, board: Board) -> dict[str, Route]:
    """Return the routes of a kept board. How its spaces are turned is not kept: where the installed map has a route in
    the same place, its spaces are turned as there."""
    routes = dict(board.routes)
    for route in board.routes.values():
        other = installed.routes.get(route.id)
        if other is not None and other.spaces and other.middles == route.bends:
            routes[route.id] = route.model_copy(update={"spaces": other.spaces, "bends": other.bends})
    return routes


def _mapping_check(game: int, digest: str) -> int:
    return zlib.crc32(f"{game}:{digest}".encode())


# In the file of games


def are_there(db: sqlite3.Connection) -> bool:
    """Return whether a file has the tables. One that only earlier versions have written to has none."""
    found = db.execute("SELECT name FROM sqlite_master WHERE name IN ('boards', 'game_boards')").fetchall()
    return len(found) == len(TABLES)


def keep(db: sqlite3.Connection, games: Iterable[int], board: KeptBoard) -> None:
    """Keep a board for games that have none yet. Must be called in a transaction."""
    insert = 'INSERT OR IGNORE INTO boards (digest, facts, "check") VALUES (?, ?, ?)'
    if board.facts:
        db.execute(insert, (board.digest, board.facts, board.check))
    rows = [(game, board.digest, _mapping_check(game, board.digest)) for game in games]
    db.executemany('INSERT OR IGNORE INTO game_boards (game, digest, "check") VALUES (?, ?, ?)', rows)


def forget(db: sqlite3.Connection, games: Iterable[int]) -> None:
    """Forget the boards of games that are deleted for good. Must be called in a transaction."""
    db.executemany("DELETE FROM game_boards WHERE game = ?", [(game,) for game in games])
    db.execute("DELETE FROM boards WHERE digest NOT IN (SELECT digest FROM game_boards)")


def find(db: sqlite3.Connection, game: int) -> KeptBoard | None:
    """Return the board that a game keeps, or None. Raise ValueError if the disk has changed it."""
    query = (
        'SELECT kept.digest, kept."check", boards.facts, boards."check" FROM game_boards AS kept '
        "LEFT JOIN boards ON boards.digest = kept.digest WHERE kept.game = ?"
    )
    row = db.execute(query, (game,)).fetchone()
    if row is None:
        return None
    digest, mapping_check, facts, check = row
    board = KeptBoard(digest, b"" if facts is None else facts)
    if mapping_check != _mapping_check(game, digest) or (facts is not None and check != board.check):
        raise ValueError("the board of a game does not match its check")
    return board


def without(db: sqlite3.Connection) -> list[tuple[int, str]]:
    """Return every game that keeps no board, with how it began."""
    query = (
        "SELECT games.id, steps.what FROM games JOIN steps ON steps.game = games.id AND steps.number = 0 "
        "WHERE games.id NOT IN (SELECT game FROM game_boards)"
    )
    return [(game, what) for game, what in db.execute(query)]


# In a damaged file


@dataclass
class SalvagedBoards:
    """Every board that was found in a damaged file, and which game keeps which."""

    facts: dict[str, bytes] = field(default_factory=dict)
    digests: dict[int, str] = field(default_factory=dict)

    def sort_in(self, values: Sequence[object]) -> None:
        """Take a row of any table; it counts if it is one of these and matches its checksum."""
        match values:
            case [None, str(digest), bytes(facts), int(check)] if KeptBoard(digest, facts).check == check:
                self.facts[digest] = facts
            case [None, int(game), str(digest), int(check)] if _mapping_check(game, digest) == check:
                self.digests[game] = digest

    def fill_in(self, other: "SalvagedBoards", numbers: Mapping[int, int]) -> None:
        """Add what is missing here from another file, whose games have these numbers here."""
        self.facts = {**other.facts, **self.facts}
        found = {numbers[game]: digest for game, digest in other.digests.items() if game in numbers}
        self.digests = {**found, **self.digests}

    def of(self, game: int) -> KeptBoard | None:
        """Return the board that a game keeps, or None if that was not found."""
        digest = self.digests.get(game)
        return None if digest is None else KeptBoard(digest, self.facts.get(digest, b""))
