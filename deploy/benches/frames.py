"""Profile of a frame: `deploy/bench --profile` claims, undoes and pans on a virtual screen."""

import cProfile
import io
import pstats
import tempfile
from collections.abc import Callable
from pathlib import Path

from companion.screens.virtual import Driver, Finger, started

# isort: split
from benches.halfway import lay_game
from companion.game import events as e
from companion.screens.table.tablescreen import TableScreen

ROUNDS, LINES = 40, 14


def profile() -> str:
    """Return the functions that take the most time themselves, for a claim and for a frame while panning."""
    with tempfile.TemporaryDirectory() as folder:
        lay_game(Path(folder))
        driver = started(Path(folder))
        driver.settle()
        driver.touch("Continue")
        driver.settle()
        table = driver.app.session.host.screen
        assert isinstance(table, TableScreen)
        told = [_counted("A claim and its undo", lambda _: _claim(driver, table))]
        table.map.look_at(3.0, *table.map.shape.cities["paris"])
        driver.settle()
        finger = Finger(300, 240)
        finger.send("begin")
        told.append(_counted("A frame while the map is panned", lambda step: _pan(driver, finger, step)))
        driver.stop()
    return "\n".join(told)


def _claim(driver: Driver, table: TableScreen) -> None:
    table.record(e.Claim(player="blue", route="roma--venezia:black"))
    driver.wait(0.3)
    table.undo()
    driver.wait(0.3)


def _pan(driver: Driver, finger: Finger, step: int) -> None:
    finger.move(Finger._args(300 + 3 * step, 240 + step))
    finger.send("update")
    driver.frames()


def _counted(heading: str, work: Callable[[int], None]) -> str:
    counter = cProfile.Profile()
    counter.enable()
    for step in range(ROUNDS):
        work(step)
    counter.disable()
    page = io.StringIO()
    pstats.Stats(counter, stream=page).strip_dirs().sort_stats("tottime").print_stats(LINES)
    return f"{heading}, {ROUNDS} times\n{page.getvalue().strip()}\n"
