"""A program that uses a journal as an evening does, and writes down what counts.

Run as `python -m tests.crash.evening FOLDER`: games begin, go on, are finished and backed up, deleted, brought back,
taken in and deleted for good; the log is merged in between. Each line in `acknowledged` is a step that must not be
lost, `gone` and the number of a game that was deleted for good, or what is about to happen.
"""

import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.boards import Library
from companion.game import GameRecord
from companion.game import events as e
from companion.game.gamesfolder import GamesFolder
from companion.game.journal import Game, Journal
from companion.game.record import FORMAT
from companion.game.steprows import StepRow
from tests.crash.images import ACKNOWLEDGED
from tests.table import board, players


def ticking() -> Iterator[datetime]:
    """Yield a later moment each time, so that no two steps are alike."""
    now = datetime(2026, 11, 16, 18, tzinfo=UTC)
    while True:
        now += timedelta(seconds=7, milliseconds=13)
        yield now


def rows_of(game: Game) -> list[StepRow]:
    """Return everything about a game as it is in the file."""
    log = game.log
    assert log.id is not None
    steps = [(log.head, log.begun), *((step.what, step.at) for step in log.steps)]
    return [StepRow(log.id, number, what, at) for number, (what, at) in enumerate(steps)]


class Evening:
    """A journal, and what was acknowledged."""

    def __init__(self, folder: Path) -> None:
        clock = ticking()
        self.journal = Journal(folder, lambda: next(clock))
        self.rows: dict[int, list[StepRow]] = {}
        self._out = (folder / ACKNOWLEDGED).open("w")

    def acknowledge(self, line: str) -> None:
        """Write down that something counts now."""
        self._out.write(line + "\n")
        self._out.flush()

    def follow(self, game: Game) -> None:
        """Write down the newest step of a game."""
        assert game.saved, self.journal.trouble
        row = rows_of(game)[-1]
        self.acknowledge(f"{row.game} {row.number} {row.check}")

    def play(self, map_id: str, moves: int, ends: bool) -> Game:
        """Play a game, with a correction now and then."""
        game = self.journal.begin(board(map_id), players(["red", "blue"]))
        self.follow(game)
        for move in range(moves):
            if move % 9 == 8:
                game.undo()
            else:
                game.record(e.Draw(player="red" if move % 2 else "blue"))
            self.follow(game)
            if move % 25 == 24:
                self.journal.tend(quiet=True)
                self.journal.wait()
        if ends:
            game.record(e.End())
            self.follow(game)
        return game


def main(folder: Path) -> None:
    """Spend the evening, and leave without saying goodbye."""
    evening = Evening(folder)
    journal = evening.journal
    evening.play("usa", 30, ends=True)
    evening.play("europe", 12, ends=True)
    journal.wait()
    evening.play("india", 40, ends=True)
    journal.delete(2)
    record = GameRecord(format=FORMAT, map="usa", players=players(["red", "blue"]), events=(e.Draw(player="red"),) * 5)
    evening.acknowledge("taking in")
    number = journal.take_in(record, Library())
    for row in journal._disk.do(lambda store: store.steps(number)):
        evening.acknowledge(f"{row.game} {row.number} {row.check}")
    evening.acknowledge("going 2")
    journal.empty_trash()
    evening.acknowledge("gone 2")
    evening.play("europe", 20, ends=True)
    journal.delete(1)
    journal.restore(1)
    evening.play("usa", 8, ends=True)
    evening.play("switzerland", 8, ends=True)
    journal.wait()
    evening.play("usa", 45, ends=False)
    assert GamesFolder(folder).log.stat().st_size


if __name__ == "__main__":
    main(Path(sys.argv[1]))
    import os

    os._exit(0)  # as if the plug came out: the log is not merged
