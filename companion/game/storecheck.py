"""Whether everything in a file of games is where it should be."""

import sqlite3
from collections.abc import Callable

from companion.game.steprows import COLUMNS, checked, damaged, integer

_LISTS = "(SELECT game FROM shelf UNION ALL SELECT game FROM trash)"


def check_last(db: sqlite3.Connection) -> None:
    """Raise the error for a damaged file if the last step is not where it should be in its game."""
    last = db.execute("SELECT game, number FROM steps ORDER BY id DESC LIMIT 1").fetchone()
    if not last:
        return
    lies = "SELECT (SELECT count(*) FROM shelf WHERE game = ?1) + (SELECT count(*) FROM trash WHERE game = ?1)"
    if not integer(db, lies, last[0]):
        raise damaged("a game has fallen off the shelf")
    if integer(db, "SELECT max(number) FROM steps WHERE game = ?", last[0]) != last[1]:
        raise damaged("the last step is not found")


def check_pages(db: sqlite3.Connection) -> None:
    """Run SQLite's own check, which takes longer the more games there are. Raise the error for a damaged file."""
    (verdict,) = db.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise damaged(str(verdict))


def check_rows(db: sqlite3.Connection, pause: Callable[[], None]) -> None:
    """Raise the error for a damaged file if a row does not match its checksum, a step is missing, or a game is in no
    list. Call `pause` now and then."""
    # Not in one view: that would keep the log from being merged while this takes its time.
    first = 0
    while True:
        query = f"SELECT id, {COLUMNS} FROM steps WHERE id > ? ORDER BY id LIMIT 200"
        rows = db.execute(query, (first,)).fetchall()
        for row in rows:
            checked(row[1:])
        if not rows:
            break
        first = rows[-1][0]
        pause()
    if integer(db, "SELECT count(*) FROM (SELECT 1 FROM steps GROUP BY game HAVING count(*) <> max(number) + 1)"):
        raise damaged("a step is missing")
    if integer(db, f"SELECT count(*) FROM (SELECT DISTINCT game FROM steps EXCEPT SELECT game FROM {_LISTS})"):
        raise damaged("a game has fallen off the shelf")
    if integer(db, f"SELECT count(*) FROM (SELECT game FROM {_LISTS} EXCEPT SELECT game FROM steps)"):
        raise damaged("a game has lost its steps")
