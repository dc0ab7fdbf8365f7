"""Random touches at random places of every screen, covered ones included, never do anything but what is visibly under
the finger."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.screens.virtual import PANELS, Driver, started
from tests.screens.tour import PHOTO, SYSTEMS, TOURS, half_a_game, walk
from tests.screens.wildfingers import press, spots, tap

# isort: split
from companion.screens.settings.device import DeviceScreen
from companion.screens.settings.usbstick import UsbStickScreen
from companion.screens.shell import navigation
from companion.screens.shell.crash import CrashScreen
from companion.screens.start.firststeps import FirstSteps

OUT_OF_BOUNDS = (DeviceScreen, UsbStickScreen, FirstSteps, CrashScreen)
"""What could switch this machine off or start something that runs by itself; `press` goes there, and releases
nothing."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every day two short tours and a few touches on each stop; with `--long` all of them, and many."""
    if "touches" in metafunc.fixturenames:
        walks = [("800x480", "card_game", 12), ("800x480", PHOTO, 12)]
        if metafunc.config.getoption("--long"):
            walks = [(panel, map_id, 200) for panel in PANELS for map_id in TOURS]
        metafunc.parametrize(("panel", "map_id", "touches"), walks)
    if "taps" in metafunc.fixturenames:
        games = [("europe", False, 120), ("india", True, 80)]
        if metafunc.config.getoption("--long"):
            games = [(map_id, counted, 4000) for map_id in SYSTEMS for counted in (False, True)]
        metafunc.parametrize(("map_id", "counted", "taps"), games)


def test_a_finger_presses_only_what_is_seen_under_it(
    panel: str, map_id: str, touches: int, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    wrong: list[str] = []
    count = 0
    for name, driver in walk(tmp_path, PANELS[panel], map_id, still=True):
        rng = Random(f"{panel} {map_id} {name}")
        for spot in spots(driver, rng, touches):
            wrong += [f"{name}: {line}" for line in press(driver, spot)]
            count += 1
        driver.settle()
    record_property("wild touches on every stop of a tour", count)
    assert not wrong, "\n".join(wrong)


def go_somewhere(driver: Driver, rng: Random) -> None:
    """To the running game most of the time, or to some other screen."""
    session = driver.app.session
    session.host.unlock()
    game = session.journal.resume(session.library)
    if game is not None and rng.random() < 0.6:
        navigation.show_game(session, game)
    else:
        navigation.show(session, rng.choice(["home", "new_game", "past_games", "statistics", "settings"]))
    driver.wait(0.3)


def test_a_tap_does_only_what_is_seen_under_it(
    map_id: str, counted: bool, taps: int, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    half_a_game(tmp_path, map_id, counted=counted, players=3)
    driver = started(tmp_path, still=True, blind=True)
    driver.settle()
    rng, count, changes = Random(f"{map_id} {counted}"), 0, 0
    wrong: list[str] = []
    try:
        while count < taps:
            go_somewhere(driver, rng)
            for spot in spots(driver, rng, 15):
                game = driver.app.session.journal.game
                events = game.history.events if game else ()
                screen = type(driver.app.session.host.front).__name__
                wrong += [f"{screen}: {line}" for line in tap(driver, spot)]
                count += 1
                changes += bool(game and game.history.events != events)
                if isinstance(driver.app.session.host.screen, CrashScreen):
                    wrong.append(f"{screen}: {spot} ended in an error")
                if isinstance(driver.app.session.host.screen, OUT_OF_BOUNDS):
                    go_somewhere(driver, rng)
    finally:
        driver.stop()
    record_property("wild taps", count)
    record_property("wild taps that changed a game", changes)
    assert not wrong, "\n".join(wrong)
    assert changes, "these fingers were not wild enough to change anything"
