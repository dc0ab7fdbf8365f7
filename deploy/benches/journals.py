"""Benchmarks of the journal: durable recording, and opening it with many games in the archive."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, thread_time

from benches.holdings import board
from benches.report import Table, best_time
from companion.boards import Library
from companion.game import GameRecord, Player
from companion.game import events as e
from companion.game.gamesfolder import FILE
from companion.game.journal import Journal
from companion.game.record import FORMAT

PLAYERS = (Player(colour="red", name="Anna"), Player(colour="blue", name="Bo"))
DRAWS = tuple(e.Draw(player=player.colour) for player in PLAYERS)


def durability(quick: bool) -> Iterator[Table]:
    """Measure recording, with one transaction per event and each on the disk before the next."""
    count = 200 if quick else 2000
    with TemporaryDirectory(dir=Path.cwd()) as folder:
        journal = Journal(Path(folder))
        game = journal.begin(board("usa"), PLAYERS)
        times = []
        for number in range(count):
            begun = perf_counter()
            game.record(DRAWS[number % 2])
            times.append((perf_counter() - begun) * 1000)
        assert game.saved
        journal.close()
    yield Table(
        "journal",
        "Recording durably, event by event",
        [
            {
                "events": count,
                "per second": int(count / sum(times) * 1000),
                "median ms": median(times),
                "99th percentile ms": sorted(times)[len(times) * 99 // 100],
            }
        ],
    )


def opening(quick: bool) -> Iterator[Table]:
    """Measure opening the journal and replaying the running game, with few and many finished games beside it."""
    table = Table("opening", "Opening a journal and going on with its last game of 100 events (ms)")
    for games in (0, 10, 100) if quick else (0, 10, 100, 1000):
        with TemporaryDirectory(dir=Path.cwd()) as folder:
            fill(Path(folder), games)
            table.rows.append(
                {
                    "finished games": games,
                    "file in MB": sum(part.stat().st_size for part in Path(folder).iterdir()) / 1e6,
                    "open and go on": best_time(partial(go_on, Path(folder)), times=7),
                }
            )
    yield table


def repair(quick: bool) -> Iterator[Table]:
    """Measure the repair of a damaged file and a backup: all threads, and the one that feeds the watchdog."""
    table = Table("repair", "A file without its header: the repair, and a backup afterwards (ms of CPU)")
    for games in (100, 300) if quick else (100, 1000, 3000):
        with TemporaryDirectory(dir=Path.cwd()) as name:
            folder = Path(name)
            fill(folder, games)
            with (folder / FILE).open("r+b") as file:
                file.write(bytes(100))
            began, own = process_time(), thread_time()
            journal = Journal(folder, background=True)
            waiting = thread_time() - own
            journal.wait()
            assert len(journal.games()) == games + 1
            row: dict[str, object] = {
                "games": games,
                "repair": (process_time() - began) * 1000,
                "of it in the calling thread": waiting * 1000,
            }
            journal.save()
            journal.wait()
            began, own = process_time(), thread_time()
            journal.back_up()
            waiting = thread_time() - own
            journal.wait()
            backup = {"backup": (process_time() - began) * 1000, "in the calling thread": waiting * 1000}
            table.rows.append(row | backup)
            journal.close()
    yield table


def fill(folder: Path, games: int) -> None:
    """Write this many finished games of a hundred events each, and one that is running."""
    events = tuple(DRAWS[number % 2] for number in range(100))
    finished = GameRecord(format=FORMAT, map="usa", players=PLAYERS, events=(*events, e.End()))
    journal = Journal(folder)
    for _ in range(games):
        journal.take_in(finished, Library())
    journal.take_in(finished.model_copy(update={"events": events}), Library())
    journal.close()


def go_on(folder: Path) -> None:
    """Open the journal and resume its game, as after a power cut."""
    journal = Journal(folder)
    game = journal.resume(Library())
    assert game is not None
    assert len(game.history.events) == 100
    journal.close()
