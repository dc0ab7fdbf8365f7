"""Benchmark of what each screen costs to open, compared with home, the simplest one, and with an empty Kivy app.

It counts the CPU time of the thread that builds and submits the frame, so that a busy machine does not blur it.
"""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import thread_time
from typing import TYPE_CHECKING

from benches.halfway import lay_game
from benches.report import Table
from benches.screens import probed

if TYPE_CHECKING:
    from companion.screens.virtual import Driver  # which opens a window when it is loaded


def openings(quick: bool) -> Iterator[Table]:
    """Measure the CPU time from the call to the first frame, in the middle of a game."""
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
    waits["a button of an empty app"] = probed("empty", 20)["claim"]
    for name, wait in waits.items():
        table.rows.append({"screen": name, "CPU (ms)": wait, "beside home": wait / waits["home"]})
    yield table


def _wait(driver: "Driver", go: Callable[[], object], rounds: int) -> float:
    """Return the median CPU time of several openings in milliseconds; overlays are closed after each."""
    from kivy.clock import Clock

    waits = []
    for _ in range(rounds):
        Clock.schedule_once(lambda _: go(), 0)  # within a frame, as a touch is handled
        before, begun = driver.flips, thread_time()
        while driver.flips == before:
            driver.frames()
        waits.append((thread_time() - begun) * 1000)
        driver.settle()
        host = driver.app.session.host
        host.close_drawers()
        if host.front is not host.screen:
            host.uncover(host.front)
        driver.wait(2)
    return median(waits)


def _ways(driver: "Driver") -> dict[str, Callable[[], object]]:
    """Return a function to open each screen, ordered so that the table is open before its overlays."""
    from companion.screens.shell import navigation

    session = driver.app.session
    game = session.host.screen.play.game

    def over_table(name: str) -> Callable[[], object]:
        def go() -> None:
            table = session.host.screen
            if name == "log":
                navigation.run(session, "log", table.play, table.answer)
            elif name == "tickets":
                navigation.cover(session, "tickets", table.play, table.record, table.play.player)
            else:
                table.finish()

        return go

    return {
        "home": lambda: navigation.show(session, "home"),
        "settings": lambda: navigation.show(session, "settings"),
        "past games": lambda: navigation.show(session, "past_games"),
        "new game": lambda: navigation.show(session, "new_game"),
        "table": lambda: navigation.show_game(session, game),
        "log": over_table("log"),
        "tickets": over_table("tickets"),
        "board check": over_table("board check"),
    }
