"""A walk through everything that is seen when something is wrong, and what is done with a stick: damaged games and
their repair, games that cannot be opened, sticks with versions and maps, results of updates, a clock that stopped and a
panel that may lie on its side."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.screens.virtual import Driver

# isort: split
from companion.screens.past.gamelist import GameRow
from companion.screens.shell import navigation
from companion.screens.start.firststeps import WayUp
from companion.words import say
from tests.machines import Machine
from tests.screens import trouble

if TYPE_CHECKING:
    from tests.screens.tour import Tourist

Stops = Iterator[tuple[str, Driver]]
Call = Callable[[Path], "Tourist"]
"""Calls a guide to a folder."""


def trouble_tour(call: Call) -> Stops:
    """Yields each stop by its name, with the screen as it is there."""
    for stops in (_repair, _ways_out, _beyond_repair, _sticks, _results, _clock, _way_up):
        with tempfile.TemporaryDirectory() as folder:
            yield from stops(call(Path(folder)))


def _both_ways(guide: "Tourist", name: str) -> Stops:
    """The same as it lies, and seen from the side of the table."""
    yield name, guide.driver
    guide.driver.app.session.face(90)
    guide.driver.settle()
    yield f"turned {name}", guide.driver
    guide.driver.app.session.face(0)
    guide.driver.settle()


def _repair(guide: "Tourist") -> Stops:
    trouble.play_some(guide.folder)
    trouble.overwrite(guide.folder)
    backup = trouble.SilentBackup(guide.folder)
    driver = guide.start()
    try:
        driver.wait_for(lambda: driver.app.session.journal.mending)
        driver.wait(1)
        driver.settle()
        yield from _both_ways(guide, "repair")
        guide.press("Past games")
        yield "past games during a repair", driver
        guide.back()
        backup.answer()
        driver.wait_for(lambda: driver.app.session.host.drawers)
        driver.settle()
        yield from _both_ways(guide, "repaired")
    finally:
        backup.let_go()
        driver.stop()


def _ways_out(guide: "Tourist") -> Stops:
    trouble.play_some(guide.folder)
    trouble.write_by_newer_version(guide.folder)
    driver = guide.start()
    try:
        yield from _both_ways(guide, "ways out")
        guide.press("Other ways to go on")
        yield from _both_ways(guide, "which way out")
        guide.press("Use what can be read")
        yield "a way out", driver
    finally:
        driver.stop()


def _beyond_repair(guide: "Tourist") -> Stops:
    trouble.overwrite(guide.folder)
    trouble.forbid_repair(guide.folder)
    driver = guide.start()
    try:
        driver.wait_for(lambda: driver.has(say("Your games cannot be opened")))
        driver.settle()
        yield from _both_ways(guide, "beyond repair")
    finally:
        driver.stop()


def _sticks(guide: "Tourist") -> Stops:
    root = guide.folder / "root"
    trouble.play_some(guide.folder)
    stick = trouble.plug_in(root, "KINGSTON 32")
    key = trouble.trust(root, guide.folder)
    older = trouble.make_bundle(stick, key, "0.0.1")
    (stick / "usa.toml").write_bytes(trouble.dearer_map("usa"))
    (stick / "min sommerferie i Lofoten.toml").write_bytes(b"id = 3")
    (stick / "link.toml").symlink_to("/etc/passwd")
    os.mkfifo(stick / "pipe.toml")
    driver = guide.start()
    driver.app.session.mounts = root
    try:
        for button in ("Settings", "Device", "USB stick: update, maps, games"):
            guide.press(button)
        _wait_for_stick(driver)
        yield from _both_ways(guide, "stick, older version")
        driver.touch(say("Hold to go back to version {number}", number="0.0.1"))
        driver.settle()
        yield "stick, not held", driver
        driver.app.session.host.clear_toasts()
        driver.touch(say("Copy one map", "Copy {count} maps", count=2))
        driver.wait_for(lambda: driver.app.session.host.drawers)
        driver.settle()
        yield from _both_ways(guide, "replace a map")
        guide.press("Replace")
        driver.wait_for(lambda: driver.app.session.host.drawers)
        driver.settle()
        yield "copied", driver
        guide.press("OK")
        shutil.rmtree(older)
        trouble.make_bundle(stick, key, "9.1.0")
        mounts = root / "proc" / "mounts"
        mounts.write_text("")
        driver.wait_for(lambda: driver.has(say("Plug in a USB stick to see what is on it.")))
        trouble.plug_in(root, stick.name, "ro")
        _wait_for_stick(driver)
        yield "stick, newer version", driver
    finally:
        driver.stop()


def _wait_for_stick(driver: Driver) -> None:
    driver.wait_for(lambda: driver.has(say("Save all games to the stick")))
    driver.settle()


def _results(guide: "Tourist") -> Stops:
    root = guide.folder / "root"
    trouble.play_some(guide.folder)
    driver = guide.start()
    driver.app.session.mounts = root
    results = {
        "update installed": {},
        "update put back": {"outcome": "restored"},
        "update refused": {
            "outcome": "refused",
            "reason": "libraries",
            "file": "kivy 2.4.0, pydantic 3.1.1, reportlab 5.0.2",
        },
    }
    try:
        for name, about in results.items():
            trouble.leave_result(root, id=name, **about)
            guide.press("Settings")
            guide.back()
            driver.wait_for(lambda: driver.app.session.host.drawers)
            driver.settle()
            yield name, driver
            guide.press("OK")
    finally:
        driver.stop()


def _clock(guide: "Tourist") -> Stops:
    """A clock that stopped overnight: the question, the settings, and a game without a day."""
    trouble.play_without_a_day(guide.folder)
    machine = Machine()
    driver = guide.start(machine)
    try:
        for side, name in ((90, "turned "), (0, "")):
            driver.app.session.face(side)
            driver.settle()
            guide.press("New game")
            yield f"{name}is it today", driver
            guide.press("Not now")
            guide.back()
            machine.be_off(hours=20)
        for button in ("Settings", "Device", "Date and time"):
            guide.press(button)
        yield from _both_ways(guide, "date in doubt")
        for side, name in ((90, "turned "), (0, "")):
            driver.app.session.face(side)
            driver.settle()
            driver.touch(say("Time zone: {city}", city="London"))
            driver.settle()
            yield f"{name}time zone", driver
            if side:
                guide.press("Close")
        guide.press("Europe")
        yield "cities", driver
        navigation.show_home(driver.app.session)
        driver.settle()
        guide.press("Past games")
        yield from _both_ways(guide, "games without a day")
        driver.tap(next(driver.widgets(GameRow)))
        driver.settle()
        yield from _both_ways(guide, "game without a day")
        guide.press("Date not known")
        yield from _both_ways(guide, "which day")
    finally:
        driver.stop()


def _way_up(guide: "Tourist") -> Stops:
    """The first steps on a panel that is higher than wide."""
    guide.size = guide.size[::-1]
    driver = guide.start()
    try:
        navigation.show(driver.app.session, "first_steps")
        driver.settle()
        yield "way up", driver
        driver.tap(next(tile for tile in driver.widgets(WayUp) if tile.turned == 90))
        driver.settle()
        yield "turned way up", driver
    finally:
        driver.stop()
