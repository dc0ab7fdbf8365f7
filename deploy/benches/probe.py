"""Measurements of one app on a virtual screen, inside its own process: `python -m benches.probe empty|companion`.

The first argument is the app, the second the number of rounds. Everything but the frame rate is measured in CPU time,
so that a busy machine blurs it less: the start from the beginning of the process, a frame up to where it is handed over
in that of the main thread, and with its painting by software in that of all threads.
"""

import json
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, thread_time
from typing import Any

KIND, ROUNDS = sys.argv[1], int(sys.argv[2])

from companion.screens.virtual import Driver, Finger, panel, started  # noqa: E402

# isort: split
from kivy.app import App  # noqa: E402
from kivy.core.window import Window  # noqa: E402
from kivy.uix.button import Button  # noqa: E402

_REST = 3.0
"""Seconds without a touch after which the app has given back the memory that it does not need."""
_FLIPS: list[float] = []
Window.bind(on_flip=lambda _: _FLIPS.append(process_time()))


def memory() -> float:
    """Return the resident memory of this process in megabytes."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024


def frame_after(driver: Driver, touch: Callable[[], object]) -> tuple[float, float]:
    """Return the CPU milliseconds from a touch until the next frame is handed over, and until it is painted."""
    driver.finish()
    before = driver.flips
    begun, all_begun = thread_time(), process_time()
    touch()
    while driver.flips == before:
        driver.frames()
    handed = thread_time() - begun
    driver.finish()
    return handed * 1000, (process_time() - all_begun) * 1000


def panned_frames(driver: Driver, drag: Callable[[float, float], object], count: int = 300) -> dict[str, float]:
    """Return what a frame costs while a finger moves, and the frame rate; each is painted before the next begins."""
    handed = []
    drawn, all_begun, begun = driver.flips, process_time(), perf_counter()
    for step in range(count):
        from_here = thread_time()
        drag(300 + step % 60, 240 + step % 40)
        driver.frames()
        handed.append((thread_time() - from_here) * 1000)
        driver.finish()
    drawn = driver.flips - drawn
    return {
        "panned": median(handed),
        "panned_painted": (process_time() - all_begun) * 1000 / drawn,
        "rate": drawn / (perf_counter() - begun),
    }


def _claimed(times: list[tuple[float, float]]) -> dict[str, float]:
    """Return the medians of claims and undos, which alternate."""
    claims, undos = times[::2], times[1::2]
    return {
        "claim": median(handed for handed, _ in claims),
        "undo": median(handed for handed, _ in undos),
        "painted": median(painted for _, painted in claims),
    }


class EmptyApp(App):
    """A minimal Kivy app with one button."""

    def build(self) -> Button:
        self.button = Button(text="0")
        self.button.bind(on_release=lambda button: setattr(button, "text", str(int(button.text) + 1)))
        return self.button


def empty() -> dict[str, float]:
    panel((800, 480))
    driver = Driver(EmptyApp()).start()
    driver.settle()
    first, usable = _FLIPS[0], process_time()

    def touch() -> None:
        finger = Finger(400, 240)
        finger.send("begin")
        finger.send("end")

    times = [frame_after(driver, touch) for _ in range(ROUNDS)]
    finger = Finger(300, 240)
    finger.send("begin")

    def drag(x: float, y: float) -> None:
        finger.move(Finger._args(x, y))
        finger.send("update")
        Window.canvas.ask_update()

    panned = panned_frames(driver, drag)
    return {"first": first, "usable": usable, "before": memory(), "after": memory()} | panned | _claimed(times)


def companion() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        driver = started(Path(folder))
        driver.settle()
        first, usable = _FLIPS[0], process_time()
        driver.find(text="New game")
        table = _at_the_table(driver)
        times = [frame_after(driver, touch) for touch in _claims(driver, table, 60)]
        panned = _panned(driver, table)
        _claim_and_undo(driver, table, 50)
        driver.wait(_REST)
        before = memory()
        _claim_and_undo(driver, table, ROUNDS)
        driver.wait(_REST)
        after = memory()
        driver.stop()
    return {"first": first, "usable": usable, "before": before, "after": after} | panned | _claimed(times)


def _at_the_table(driver: Driver) -> Any:
    from companion.boards import Library
    from companion.game import Player
    from companion.game import events as e
    from companion.screens.shell import navigation

    session = driver.app.session
    people = [Player(colour="red", name="Anna"), Player(colour="blue", name="Bo"), Player(colour="green", name="Cy")]
    game = session.journal.begin(Library().load("old_west"), people)
    for player, city in zip(reversed(people), ("denver", "boise", "phoenix"), strict=True):
        game.record(e.StartCity(player=player.colour, city=city))
    navigation.show_game(session, game)
    driver.settle()
    return session.host.screen


def _claims(driver: Driver, table: Any, count: int) -> Any:
    """Yield touches on cards, alternately a claim and its undo; each is prepared before it is measured."""
    from companion.screens.table.trackcards import TrackCard

    track = next(route for route in table.map.shape.spaces if "phoenix" in route)
    for number in range(count):
        if number % 2:
            yield partial(_press, driver, driver.find(icon="undo"))
            driver.settle()
            continue
        line = table.map.shape.spaces[track]
        driver.tap(table.map.to_window(*table.map.on_screen(line[0].x, line[0].y)))
        driver.settle()
        card = next(card for card in driver.widgets(TrackCard) if "hoenix" in card.name)
        yield partial(_press, driver, card)
        driver.settle()


def _claim_and_undo(driver: Driver, table: Any, count: int) -> None:
    """Claim and undo as fast as the screen accepts: it ignores anything within a quarter of a second as accidental."""
    from companion.game import events as e

    track = next(route for route in table.map.shape.spaces if "phoenix" in route)
    for _ in range(count):
        table.record(e.Claim(player="red", route=track))
        driver.wait(0.3)
        table.undo()
        driver.wait(0.3)
    driver.finish()


def _press(driver: Driver, widget: Any) -> None:
    finger = Finger(*driver.at(widget))
    finger.send("begin")
    finger.send("end")


def _panned(driver: Driver, table: Any) -> dict[str, float]:
    table.map.look_at(3.0, *table.map.shape.cities["denver"])
    driver.settle()
    finger = Finger(300, 240)
    finger.send("begin")

    def drag(x: float, y: float) -> None:
        finger.move(Finger._args(x, y))
        finger.send("update")

    panned = panned_frames(driver, drag)
    finger.send("end")
    table.map.show_whole()
    driver.settle()
    return panned


print(json.dumps(empty() if KIND == "empty" else companion()))
