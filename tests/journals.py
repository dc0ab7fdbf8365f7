"""Helpers for journals in tests: begin a game, resume one, fill the archive."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from companion.boards import Library
from companion.game import Event, Player
from companion.game import events as e
from companion.game.gamesfolder import FILE
from companion.game.history import Record
from companion.game.journal import Game, Journal
from companion.game.record import FORMAT, GameRecord
from companion.game.steprows import StepRow
from companion.palette import PLAYERS
from tests.table import board, event, players

BO_DRAWS = event("blue draws")


def begun(journal: Journal, map_id: str = "europe") -> Game:
    """Return a new game of two."""
    return journal.begin(board(map_id), players(["red", "blue"]))


def resumed(journal: Journal, number: int | None = None) -> Game:
    """Return the game with this number, or the one that was open last; fail if there is none."""
    game = journal.resume(Library(), number)
    assert game is not None
    return game


def record(map_id: str, names: Iterable[str], *moves: str) -> GameRecord:
    """Return the record of a game with players of these names, red first."""
    people = tuple(Player(colour=colour, name=name) for colour, name in zip(PLAYERS, names, strict=False))
    events: tuple[Event, ...] = tuple(map(event, moves))
    return GameRecord(format=FORMAT, map=map_id, players=people, events=events)


def fill_shelf(folder: Path, records: Iterable[GameRecord], at: str = "2026-03-01T18:00:00+00:00") -> None:
    """Write many games to the archive of a new journal at once, in its own format; the last one is the newest."""
    Journal(folder).close()
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        for number, game in enumerate(records, start=1):
            head = game.model_dump_json(include={"map", "players", "options"})
            steps = [Record(event=happened).model_dump_json(exclude_none=True) for happened in game.events]
            rows = [StepRow(number, place, what, at) for place, what in enumerate([head, *steps])]
            db.execute("INSERT INTO games VALUES (?)", (number,))
            insert = 'INSERT INTO steps (game, number, what, at, "check") VALUES (?, ?, ?, ?, ?)'
            db.executemany(insert, [(row.game, row.number, row.what, row.at, row.check) for row in rows])
            ended = any(isinstance(happened, e.End) for happened in game.events)
            db.execute("INSERT INTO shelf VALUES (?, ?, ?)", (number, ended, number))
