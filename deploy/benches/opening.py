"""Measures how one screen opens, inside its own process: `python -m benches.opening SCREEN QUIET ROUNDS`.

The first opening in a process is the one that people feel, so no other screen is opened before it but the one that
leads there, as a hand would. QUIET is how many seconds the app is left alone before it.
"""

import gc
import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import thread_time
from typing import Any

from companion.screens.virtual import Driver, started

# isort: split
from benches.halfway import lay_game, lay_past_games
from companion.screens.shell import navigation

Go = Callable[[Driver], object]


@dataclass(frozen=True)
class Way:
    """How a screen is opened: `before` shows the screen that leads there, `go` opens it."""

    before: Go
    go: Go


def _nothing(_driver: Driver) -> None:
    """Do nothing: home is there."""


def _show(name: str, *arguments: object) -> Go:
    return lambda driver: navigation.show(driver.app.session, name, *arguments)


def _game(driver: Driver) -> Any:
    session = driver.app.session
    return session.journal.game or session.journal.resume(session.library)


def _table(driver: Driver) -> None:
    navigation.show_game(driver.app.session, _game(driver))


def _past_game(driver: Driver) -> Any:
    session = driver.app.session
    return session.archive.read(next(game for game in session.archive.games() if game.finished))


def _over_table(open_it: Callable[[Any], object]) -> Way:
    return Way(_table, lambda driver: open_it(driver.app.session.host.screen))


def _log(table: Any) -> None:
    navigation.run(table.session, "log", table.play, table.answer)


def _tickets(table: Any) -> None:
    navigation.cover(table.session, "tickets", table.play, table.record, table.play.player)


def _tracks(table: Any) -> None:
    space = table.map.shape.spaces["roma--venezia:black"][0]
    table.map.dispatch("on_tap", (space.x, space.y))


def _players(driver: Driver) -> None:
    page = driver.app.session.host.screen
    page._choose_map(driver.app.session.library.load("usa"))


def _replay(driver: Driver) -> None:
    navigation.show(driver.app.session, "replay", driver.app.session.host.screen.game)


WAYS = {
    "home": Way(_show("past_games"), _show("home")),
    "settings": Way(_nothing, _show("settings")),
    "device": Way(_show("settings"), _show("device")),
    "past games": Way(_nothing, _show("past_games")),
    "past game": Way(_show("past_games"), lambda d: navigation.show(d.app.session, "past_game", _past_game(d))),
    "replay": Way(lambda d: navigation.show(d.app.session, "past_game", _past_game(d)), _replay),
    "statistics": Way(_show("past_games"), _show("statistics")),
    "score sheet": Way(_show("past_games"), lambda d: navigation.show_game(d.app.session, _past_game(d))),
    "new game": Way(_nothing, _show("new_game")),
    "players": Way(_show("new_game"), _players),
    "table": Way(_nothing, _table),
    "tracks": _over_table(_tracks),
    "log": _over_table(_log),
    "tickets": _over_table(_tickets),
    "board check": _over_table(lambda table: table.finish()),
    "help": _over_table(lambda table: table.show_help()),
}


def _opened(driver: Driver, go: Go) -> tuple[float, float]:
    """Return the CPU milliseconds until the first frame of a screen is handed over, and until nothing changes."""
    from kivy.clock import Clock

    Clock.schedule_once(lambda _: go(driver), 0)  # within a frame, as a touch is handled
    before, begun = driver.flips, thread_time()
    while driver.flips == before:
        driver.frames()
    first = thread_time() - begun
    driver.settle()
    return first * 1000, (thread_time() - begun) * 1000


def _close(driver: Driver) -> None:
    host = driver.app.session.host
    host.close_drawers()
    while host.front is not host.screen:
        host.uncover(host.front)
    driver.settle()


def measured(name: str, quiet: float, rounds: int) -> dict[str, float]:
    """Return what the first opening of a screen costs, and the median of the ones after it."""
    way = WAYS[name]
    with tempfile.TemporaryDirectory() as folder:
        lay_past_games(Path(folder), 12)
        lay_game(Path(folder))
        driver = started(Path(folder), still=True)
        driver.settle()
        if way.before is not _nothing:
            driver.wait(quiet)
            way.before(driver)
            driver.settle()
        driver.wait(quiet)
        found = [_opened(driver, way.go)]
        for _ in range(rounds):
            _close(driver)
            way.before(driver)
            driver.settle()
            driver.wait(2)
            found.append(_opened(driver, way.go))
        driver.stop()
    firsts, wholes = zip(*found, strict=True)
    return {"first": firsts[0], "whole": wholes[0]} | (
        {"again": median(firsts[1:]), "whole again": median(wholes[1:])} if rounds else {}
    )


if __name__ == "__main__":
    gc.collect()
    print(json.dumps(measured(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))))
