"""A program that records events as fast as it can and reports each one that was acknowledged.

Run as `python -m tests.recorder FOLDER`; it prints a line per event and never stops by itself.
"""

import sys
from pathlib import Path

from companion.boards import Library
from companion.game import events as e
from companion.game.journal import Game, Journal
from tests.table import board, players


def nth_event(number: int) -> e.Event:
    """Return a distinct event for each number, with more cards than exist so that any number works."""
    return e.Pile(player="red", cards={"red": number % 200, "blue": number // 200}, override=True)


def recorded(game: Game) -> list[e.Event]:
    """Return the events of a game."""
    return list(game.history.events)


def main(folder: Path) -> None:
    """Resume the last game, or begin one, and record events for ever."""
    journal = Journal(folder)
    game = journal.resume(Library()) or journal.begin(board("card_game"), players(["red", "blue"]))
    number = len(game.history.events)
    print("ready", number, flush=True)
    while True:
        game.record(nth_event(number))
        assert game.saved, journal.trouble
        number += 1
        print(number, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
