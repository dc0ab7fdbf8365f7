"""Measurements of one app on a virtual screen, inside its own process: `python -m benches.probe empty|companion`.

The first argument is the app, the second the start time of the process on the monotonic clock, the third the number of
rounds.
"""

import json
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import monotonic, perf_counter
from typing import Any

KIND, BEGUN, ROUNDS = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])

from companion.screens.virtual import Driver, Finger, panel, started  # noqa: E402

# isort: split
from kivy.app import App  # noqa: E402
from kivy.core.window import Window  # noqa: E402
from kivy.uix.button import Button  # noqa: E402

_FLIPS: list[float] = []
Window.bind(on_flip=lambda _: _FLIPS.append(monotonic()))


def memory() -> float:
    """Return the resident memory of this process in megabytes."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))) / 1024


def frame_after(driver: Driver, touch: Callable[[], object]) -> tuple[float, float]:
    """Return the milliseconds from a touch until the next frame is submitted, and until it is rendered in software."""
    driver.finish()
    before = driver.flips
    begun = perf_counter()
    touch()
    while driver.flips == before:
        driver.frames()
    handed = perf_counter() - begun
    driver.finish()
    return handed * 1000, (perf_counter() - begun) * 1000


def frames_per_second(driver: Driver, drag: Callable[[float, float], object], count: int = 300) -> float:
    """Return the frame rate while a finger moves, each frame rendered before the next begins."""
    drawn = driver.flips
    begun = perf_counter()
    for step in range(count):
        drag(300 + step % 60, 240 + step % 40)
        driver.frames()
        driver.finish()
    return (driver.flips - drawn) / (perf_counter() - begun)


def _claimed(times: list[tuple[float, float]]) -> dict[str, float]:
    return {"claim": median(handed for handed, _ in times), "painted": median(painted for _, painted in times)}


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
    first, usable = _FLIPS[0] - BEGUN, monotonic() - BEGUN

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

    rate = frames_per_second(driver, drag)
    figures = {"first": first, "usable": usable, "rate": rate, "before": memory(), "after": memory()}
    return figures | _claimed(times)


def companion() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        driver = started(Path(folder))
        driver.settle()
        first, usable = _FLIPS[0] - BEGUN, monotonic() - BEGUN
        driver.find(text="New game")
        table = _at_the_table(driver)
        times = [frame_after(driver, touch) for touch in _claims(driver, table, 60)]
        rate = _panned(driver, table)
        _claim_and_undo(driver, table, 50)
        before = memory()
        _claim_and_undo(driver, table, ROUNDS)
        after = memory()
        driver.stop()
    return {"first": first, "usable": usable, **_claimed(times), "rate": rate, "before": before, "after": after}


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


def _panned(driver: Driver, table: Any) -> float:
    table.map.look_at(3.0, *table.map.shape.cities["denver"])
    driver.settle()
    finger = Finger(300, 240)
    finger.send("begin")

    def drag(x: float, y: float) -> None:
        finger.move(Finger._args(x, y))
        finger.send("update")

    rate = frames_per_second(driver, drag)
    finger.send("end")
    table.map.show_whole()
    driver.settle()
    return rate


print(json.dumps(empty() if KIND == "empty" else companion()))
