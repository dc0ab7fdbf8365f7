"""A new game asks for the date where the clock may be wrong, once, and then never again until the power was off."""

from datetime import timedelta
from pathlib import Path

import pytest

from tests.screens.player import Hand

# isort: split
from kivy.uix.widget import Widget

from companion.screens.past.gamelist import GameRow
from companion.screens.widgets import DatePicker, Drawer
from companion.screens.widgets.datesteps import Part
from tests.machines import Machine

PANELS = [(800, 480), (1280, 720), (720, 1280)]
QUESTION = "Is today Sunday, 15 November 2026?"


@pytest.fixture
def machine() -> Machine:
    """It is Sunday on its clock, where it stopped."""
    return Machine("2026-11-15 19:10")


def sat_down(folder: Path, hands: list[Hand], machine: Machine, size: tuple[int, int] = (800, 480)) -> Hand:
    """Someone at home, on a device with this clock."""
    hands.append(Hand(folder, size, system_clock=machine))
    return hands[-1]


def between(one: Widget, other: Widget) -> tuple[float, float]:
    """The middle of the gap between two things."""
    left, right = one.to_window(one.right, one.center_y), other.to_window(other.x, other.center_y)
    return (left[0] + right[0]) / 2, (left[1] + right[1]) / 2


def step(hand: Hand, part: Part, by: int = 1) -> None:
    picker = next(hand.driver.widgets(DatePicker))
    hand.driver.tap(picker.button(part, by))
    hand.driver.settle()


def played(hand: Hand) -> object:
    """Start a game and return when it was played."""
    hand.driver.tap(hand.driver.find(name="USA"))
    hand.driver.settle()
    for colour in ("red", "blue"):
        hand.driver.tap(hand.driver.find(colour=colour, text="", disabled=False))
        hand.driver.settle()
    hand.touch("Start")
    hand.put_tickets_off()
    hand.touch("Drew cards")
    return hand.table.play.game.played


@pytest.mark.parametrize("size", PANELS, ids=lambda size: "x".join(map(str, size)))
def test_one_touch_agrees(tmp_path: Path, hands: list[Hand], machine: Machine, size: tuple[int, int]) -> None:
    hand = sat_down(tmp_path, hands, machine, size)
    hand.touch("New game")
    assert hand.driver.has(QUESTION)
    hand.touch("Yes, that is right")
    assert not hand.driver.has(QUESTION)
    assert played(hand) == machine.now
    assert machine.asked == 0, "a clock that is right is not set"


@pytest.mark.parametrize("size", [PANELS[0], PANELS[2]], ids=lambda size: "x".join(map(str, size)))
def test_a_few_touches_correct_it(tmp_path: Path, hands: list[Hand], machine: Machine, size: tuple[int, int]) -> None:
    hand = sat_down(tmp_path, hands, machine, size)
    right = machine.now + timedelta(days=2) - timedelta(hours=2)
    hand.touch("New game")
    step(hand, "day")
    step(hand, "day")
    step(hand, "hour", -1)
    step(hand, "hour", -1)
    assert hand.driver.has("Is today Tuesday, 17 November 2026?")
    hand.touch("Yes, that is right")
    hand.driver.wait_for(lambda: hand.driver.has("The clock is set."))
    assert (machine.now, machine.follows) == (right, True)
    assert played(hand) == right


def test_it_is_asked_once_while_the_device_is_on(tmp_path: Path, hands: list[Hand], machine: Machine) -> None:
    hand = sat_down(tmp_path, hands, machine)
    hand.touch("New game")
    hand.touch("Not now")
    hand.back()
    hand.touch("New game")
    assert not hand.driver.has(QUESTION)
    hand.restart()
    hand.touch("New game")
    assert not hand.driver.has(QUESTION)
    machine.be_off(hours=20)
    hand.restart()
    hand.touch("Score a finished game")
    assert hand.driver.has(QUESTION)


@pytest.mark.parametrize("machine", [Machine(battery=True), Machine(network=True)], ids=["battery", "network"])
def test_a_clock_that_is_right_is_not_asked_about(tmp_path: Path, hands: list[Hand], machine: Machine) -> None:
    hand = sat_down(tmp_path, hands, machine)
    hand.touch("New game")
    assert not hand.driver.app.session.host.drawers
    assert played(hand) == machine.now


def test_a_clock_older_than_the_newest_game_is_asked_about(tmp_path: Path, hands: list[Hand]) -> None:
    machine = Machine("2026-11-15 19:10", battery=True)
    hand = sat_down(tmp_path, hands, machine)
    hand.touch("New game")
    assert played(hand) == machine.now
    machine.now -= timedelta(days=300)
    machine.be_off()
    machine.now -= timedelta(days=300)
    hand.restart()
    hand.touch("New game")
    assert hand.driver.has(QUESTION), "the newest game is the best guess"
    hand.touch("Yes, that is right")
    hand.driver.wait_for(lambda: hand.driver.has("The clock is set."))
    assert (machine.now.year, machine.now.month, machine.now.day) == (2026, 11, 15)


def test_a_game_under_a_clock_that_nobody_confirmed_says_so(
    tmp_path: Path, hands: list[Hand], machine: Machine
) -> None:
    hand = sat_down(tmp_path, hands, machine)
    hand.touch("New game")
    hand.touch("Not now")
    assert played(hand) is None
    hand.touch("Finish")
    for button in ("End the game", "Skip", "Score sheet"):
        hand.touch(button)
    hand.back()
    hand.touch("Past games")
    assert hand.driver.has("Date not known")
    hand.driver.tap(next(hand.driver.widgets(GameRow)))
    hand.driver.settle()
    hand.touch("Date not known")
    assert hand.driver.has("When was this game played?")
    step(hand, "day")
    hand.touch("Save")
    assert hand.driver.has("16 November 2026")
    hand.back()
    assert hand.driver.has("16 November 2026")
    hand.restart()
    hand.touch("Past games")
    assert hand.driver.has("16 November 2026")


def test_without_rights_it_is_said_and_the_day_stays_unknown(tmp_path: Path, hands: list[Hand]) -> None:
    machine = Machine("2026-11-15 19:10", permitted=False)
    hand = sat_down(tmp_path, hands, machine)
    hand.touch("New game")
    step(hand, "day")
    hand.touch("Yes, that is right")
    hand.driver.wait_for(lambda: hand.driver.has("The clock cannot be set from here: Access denied"))
    assert played(hand) is None


@pytest.mark.parametrize("size", PANELS, ids=lambda size: "x".join(map(str, size)))
def test_a_clumsy_finger_beside_the_buttons_changes_nothing(
    tmp_path: Path, hands: list[Hand], machine: Machine, size: tuple[int, int]
) -> None:
    """Not even the second half of a double tap on "New game" answers the question or puts it away."""
    hand = sat_down(tmp_path, hands, machine, size)
    hand.touch("New game")
    picker = next(hand.driver.widgets(DatePicker))
    panel = next(hand.driver.widgets(Drawer)).panel
    before = picker.moment
    least = min(picker.button(part, by).width for part in ("day", "month", "year", "hour", "minute") for by in (1, -1))
    assert least >= 52 * hand.driver.density, "as large as a finger"
    for place in (
        (hand.size[0] / 2, hand.size[1] - 3),
        (3, 3),
        between(picker.button("day", 1), picker.button("month", 1)),
        between(picker.button("hour", -1), picker.button("minute", -1)),
        (panel.x + 3, panel.top - 3),
    ):
        hand.driver.tap(place)
        hand.driver.settle()
    assert hand.driver.has(QUESTION)
    assert picker.moment == before
