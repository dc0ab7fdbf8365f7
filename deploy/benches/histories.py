"""Benchmarks of long histories: one game of thousands of events, and thousands of games in the archive."""

import gc
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from typing import TypeVar

from benches.holdings import board
from benches.journals import PLAYERS
from benches.report import Table
from benches.tallies import finished
from companion.boards import Library
from companion.game import GameRecord, State
from companion.game import events as e
from companion.game.journal import Journal
from companion.game.play import Play
from companion.game.record import FORMAT
from companion.scoring.archive import Archive
from companion.scoring.statistics import statistics

PARTS = 5
MAPS = ("usa", "europe", "india")
Answer = TypeVar("Answer")


def long_game(quick: bool) -> Iterator[Table]:
    """Measure one game whose players draw, claim by override, undo and redo; both figures should stay as they are."""
    events = 2000 if quick else 10_000
    table = Table("long game", f"One game of {events:,} events, recorded through its one door, part by part")
    with TemporaryDirectory() as folder:
        journal = Journal(Path(folder))
        play = Play(journal.begin(board("usa"), PLAYERS), clock=count(step=10.0).__next__)
        routes = list(board("usa").routes.values())
        gc.collect()
        before = _resident()
        for _ in range(PARTS):
            begun = process_time()
            for number in range(events // PARTS):
                _move(play, routes[number % len(routes)].id, number)
            spent = process_time() - begun
            gc.collect()
            table.rows.append(
                {
                    "events": len(play.events),
                    "CPU ms an event": 1000 * spent / (events // PARTS),
                    "memory beyond the beginning (MB)": _resident() - before,
                    "KB an event": 1000 * (_resident() - before) / len(play.events),
                }
            )
        assert play.game.saved
        journal.close()
    yield table


def _move(play: Play, route: str, number: int) -> None:
    """Record one event and ask what a screen asks after it; every twentieth is undone and redone."""
    if number % 40 == 7:
        play.record(e.Claim(player=play.player, route=route, override=True))
    else:
        play.record(e.Draw(player=play.player))
    play.last_round()
    if number % 20 == 3:
        play.undo()
        play.redo()


def many_games(quick: bool) -> Iterator[Table]:
    """Measure the list and the statistics of an archive, before and after its games have been counted once."""
    from tests.journals import fill_shelf

    table = Table("archive", "Thousands of finished games: CPU seconds until a screen has what it shows")
    records = [_record(finished(board(map_id), Random(seed))) for map_id in MAPS for seed in range(4)]
    for games in (100, 1000) if quick else (100, 1000, 10_000):
        with TemporaryDirectory() as folder:
            fill_shelf(Path(folder), (records[number % len(records)] for number in range(games)))
            row: dict[str, object] = {"games": games}
            row["first list"], row["first statistics"] = _opened(Path(folder))
            row["list after a restart"], row["statistics after a restart"] = _opened(Path(folder))
            table.rows.append(row)
    yield table


def _opened(folder: Path) -> tuple[float, float]:
    """Return what the list and then the statistics take in a newly opened journal."""
    journal = Journal(folder)
    archive = Archive(journal, Library(), folder)
    listing, games = _timed(archive.games)
    counting, _ = _timed(
        lambda: statistics(archive.known(game) or archive.count(archive.read(game)) for game in reversed(games))
    )
    journal.close()
    return listing, counting


def _timed(work: Callable[[], Answer]) -> tuple[float, Answer]:
    begun = process_time()
    answer = work()
    return process_time() - begun, answer


def _record(state: State) -> GameRecord:
    """Return a record that leads to a position, whoever moved when."""
    moves = [e.Tickets(player=player.colour, kept=state.hand(player.colour)) for player in state.players]
    claims = [e.Claim(player=claim.player, route=claim.route.id, override=True) for claim in state.claims]
    stations = [e.Station(player=placed.player, city=placed.city, override=True) for placed in state.stations]
    return GameRecord(
        format=FORMAT, map=state.board.id, players=state.players, events=(*moves, *claims, *stations, e.End())
    )


def _resident() -> float:
    """Return the memory of this process in MB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6
