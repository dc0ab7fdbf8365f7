"""The tables of a file of games, and how an older file gets those of today."""

import sqlite3
from collections.abc import Iterator

from companion.game import gamedays, keptboards

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

_DELETED = """
CREATE TABLE IF NOT EXISTS deleted (game INTEGER PRIMARY KEY, beginning INTEGER NOT NULL, "check" INTEGER NOT NULL)
"""

ADDITIONS: tuple[str, ...] = (_DELETED, *keptboards.TABLES, *gamedays.TABLES)
"""Statements that add tables and indexes, each with IF NOT EXISTS. They do not raise the file's version: whoever goes
back to the version before can open the file, play on, and come back. That version neither reads nor fills what is added
here, so it may be missing or behind for any game."""


def statements(script: str) -> Iterator[str]:
    """Yield the statements of a script one by one, since `executescript` would commit on its own."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
