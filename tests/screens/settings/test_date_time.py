"""Date, time and time zone in the settings."""

from datetime import timedelta
from pathlib import Path

import pytest

from tests.screens.player import Hand

# isort: split
from companion.screens.widgets import DatePicker
from companion.screens.widgets.datesteps import Part
from tests.machines import Machine


def opened(folder: Path, hands: list[Hand], machine: Machine, size: tuple[int, int] = (800, 480)) -> Hand:
    """The page, reached by touch."""
    hands.append(Hand(folder, size, system_clock=machine))
    for button in ("Settings", "Device", "Date and time"):
        hands[-1].touch(button)
    return hands[-1]


def step(hand: Hand, part: Part, by: int = 1) -> None:
    hand.driver.tap(next(hand.driver.widgets(DatePicker)).button(part, by))
    hand.driver.settle()


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)], ids=["lying", "upright"])
def test_the_clock_is_set_part_by_part(tmp_path: Path, hands: list[Hand], size: tuple[int, int]) -> None:
    machine = Machine("2026-11-15 19:10")
    hand = opened(tmp_path, hands, machine, size)
    assert hand.driver.has("The clock may be wrong.")
    parts: tuple[Part, ...] = ("day", "month", "year", "hour", "minute")
    for part in parts:
        step(hand, part)
    hand.touch("Set date and time")
    hand.driver.wait_for(lambda: hand.driver.has("The clock is set."))
    hand.driver.settle()
    assert f"{machine.now:%Y-%m-%d %H:%M}" == "2027-12-16 20:15"
    assert not hand.driver.has("The clock may be wrong.")
    hand.back()
    hand.back()
    hand.back()
    hand.touch("New game")
    assert not hand.driver.app.session.host.drawers, "nobody is asked for a date that was set"


def test_a_clock_that_is_right_is_only_confirmed(tmp_path: Path, hands: list[Hand]) -> None:
    machine = Machine()
    hand = opened(tmp_path, hands, machine)
    machine.pass_time(minutes=3)
    before = machine.now
    hand.touch("Set date and time")
    assert (machine.now, machine.asked) == (before, 0)
    assert hand.driver.app.session.device_clock.is_right()
    assert not hand.driver.has("The clock may be wrong.")


def test_a_clock_that_the_network_sets_is_left_alone(tmp_path: Path, hands: list[Hand]) -> None:
    hand = opened(tmp_path, hands, Machine("2026-11-15 19:10", network=True))
    assert hand.driver.has("The clock is set by the network.")
    assert hand.driver.has("Sunday, 15 November 2026")
    assert not list(hand.driver.widgets(DatePicker))


def test_without_rights_it_is_said(tmp_path: Path, hands: list[Hand]) -> None:
    machine = Machine(permitted=False)
    hand = opened(tmp_path, hands, machine)
    before = machine.now
    step(hand, "day")
    hand.touch("Set date and time")
    hand.driver.wait_for(lambda: hand.driver.has("The clock cannot be set from here: Access denied"))
    assert machine.now == before
    hand.touch("Time zone: London")
    hand.touch("Oslo")
    hand.driver.wait_for(lambda: hand.driver.has("The time zone cannot be changed from here: Access denied"))
    assert machine.city == "Europe/London"


def test_the_time_zone_is_chosen_from_near_by_or_by_region(tmp_path: Path, hands: list[Hand]) -> None:
    machine = Machine()
    hand = opened(tmp_path, hands, machine)
    hand.touch("Time zone: London")
    hand.touch("Oslo")
    hand.driver.wait_for(lambda: hand.driver.has("Time zone: Oslo"))
    assert machine.city == "Europe/Oslo"
    hand.touch("Time zone: Oslo")
    hand.touch("The Pacific")
    hand.touch("Auckland")
    hand.driver.wait_for(lambda: hand.driver.has("Time zone: Auckland"))
    assert machine.city == "Pacific/Auckland"


def test_the_clock_can_be_set_back(tmp_path: Path, hands: list[Hand]) -> None:
    machine = Machine("2026-11-15 19:10")
    hand = opened(tmp_path, hands, machine)
    before = machine.now
    step(hand, "day", -1)
    hand.touch("Set date and time")
    hand.driver.wait_for(lambda: hand.driver.has("The clock is set."))
    assert machine.now == before - timedelta(days=1)
