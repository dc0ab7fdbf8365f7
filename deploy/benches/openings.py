"""How long each screen lets people wait for it, beside home, the plainest of them."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from benches.halfway import lay_game
from benches.report import Table

if TYPE_CHECKING:
    from companion.screens.virtual import Driver  # which opens a window when it is loaded


def openings(quick: bool) -> Iterator[Table]:
    """From the call to the frame handed over, in the middle of a game."""
    from companion.screens.virtual import started

    with tempfile.TemporaryDirectory() as folder:
        lay_game(Path(folder))
        driver = started(Path(folder), still=True)
        try:
            driver.touch("Continue")
            driver.settle()
            waits = {name: _wait(driver, go, 3 if quick else 15) for name, go in _ways(driver).items()}
        finally:
            driver.stop()
    table = Table("openings", "From a touch to the new screen's first frame, Europe, virtual screen of 800 x 480")
    for name, wait in waits.items():
        table.rows.append({"screen": name, "wait (ms)": wait, "beside home": wait / waits["home"]})
    yield table


def _wait(driver: "Driver", go: Callable[[], object], rounds: int) -> float:
    """The middle of some openings, in milliseconds; what lies over the table is put away after each."""
    waits = []
    for _ in range(rounds):
        before, begun = driver.flips, perf_counter()
        go()
        while driver.flips == before:
            driver.frames()
        waits.append((perf_counter() - begun) * 1000)
        driver.settle()
        stage = driver.app.desk.stage
        stage.close_sheets()
        if stage.front is not stage.screen:
            stage.uncover(stage.front)
        driver.wait(2)
    return median(waits)


def _ways(driver: "Driver") -> dict[str, Callable[[], object]]:
    """Each screen, in an order in which the table is there when something is to lie over it."""
    from companion.screens.shell import navigation
    from companion.screens.table import logdrawer
    from companion.screens.table.boardcheck import BoardCheck
    from companion.screens.table.ticketpicker import open_picker

    desk = driver.app.desk
    game = desk.stage.screen.play.game
    return {
        "home": lambda: navigation.to_home(desk),
        "settings": lambda: navigation.to_settings(desk),
        "past games": lambda: navigation.to_past_games(desk),
        "new game": lambda: navigation.to_new_game(desk),
        "table": lambda: navigation.to_game(desk, game),
        "log": lambda: logdrawer.open_log(desk.stage, desk.stage.screen.play, desk.stage.screen.answer),
        "tickets": lambda: open_picker(desk, desk.stage.screen.play, desk.stage.screen.record),
        "board check": lambda: desk.stage.cover(BoardCheck(desk, desk.stage.screen.play, desk.stage.screen.answer)),
    }
