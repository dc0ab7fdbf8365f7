"""The USB stick in clumsy hands: double taps, a finger beside the buttons, a stick that is pulled out in the middle."""

import shutil
from functools import partial
from pathlib import Path
from threading import Thread
from threading import enumerate as enumerate_threads

import pytest

from companion.screens.virtual import Driver, Finger
from tests.screens.player import Hand

# isort: split
from companion import updates
from companion.screens.settings.device import DeviceScreen
from companion.screens.settings.gamesaver import GAMES
from companion.screens.widgets import HoldButton, PushButton
from tests.screens import trouble

GO_BACK = "Hold to go back to version 0.0.1"
NO_STICK = "Plug in a USB stick to see what is on it."


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A stick with an older version, a map that differs from ours, and room for games."""
    root = tmp_path / "root"
    stick = trouble.plug_in(root)
    trouble.make_bundle(stick, trouble.trust(root, tmp_path), "0.0.1")
    (stick / "usa.toml").write_bytes(trouble.dearer_map("usa"))
    return stick


@pytest.fixture
def hand(tmp_path: Path, stick: Path, hands: list[Hand]) -> Hand:
    """The screen of the stick, with some games on the device."""
    trouble.play_some(tmp_path)
    hand = Hand(tmp_path)
    hands.append(hand)
    hand.driver.app.session.mounts = stick.parents[2]
    for button in ("Settings", "Device", "USB stick: update, maps, games"):
        hand.touch(button)
    hand.driver.wait_for(lambda: hand.driver.has(GO_BACK))
    hand.driver.settle()
    return hand


def finish(hand: Hand) -> None:
    screen = hand.driver.app.session.host.screen
    hand.driver.wait_for(lambda: not screen.busy)
    hand.driver.settle()


def background_threads() -> list[Thread]:
    return [thread for thread in enumerate_threads() if thread.name == "background"]


def press_twice(driver: Driver, text: str) -> None:
    """Two touches on a button, as fast as a hand can make them."""
    spot = driver.at(driver.find(text=text))
    for _ in range(2):
        finger = Finger(*spot)
        finger.send("begin")
        driver.frames(1)
        finger.send("end")
        driver.frames(2)
    driver.wait(0.3)  # a list waits a moment whether a finger drags it


def pull_out(hand: Hand, stick: Path) -> None:
    """The stick is pulled out, and the screen says so."""
    trouble.pull_out(stick)
    hand.driver.wait_for(lambda: hand.driver.has(NO_STICK))
    hand.driver.settle()


# Fingers


def test_saving_games_is_done_once_for_a_double_tap(hand: Hand, stick: Path) -> None:
    press_twice(hand.driver, "Save all games to the stick")
    finish(hand)
    assert hand.driver.has("3 games saved to the stick.")
    assert len(list((stick / GAMES).iterdir())) == 3


def test_maps_are_asked_about_once_for_a_double_tap(hand: Hand) -> None:
    """If the question is quicker than the second tap, that tap is one beside it, which puts it away."""
    press_twice(hand.driver, "Copy one map")
    finish(hand)
    assert len(hand.driver.app.session.host.drawers) <= 1
    assert not (hand.folder / "maps").exists()
    hand.driver.app.session.host.close_drawers()
    hand.back()
    assert isinstance(hand.driver.app.session.host.screen, DeviceScreen)


def test_nothing_else_can_be_begun_meanwhile(hand: Hand, stick: Path) -> None:
    screen = hand.driver.app.session.host.screen
    buttons = [one for one in screen.ids.column.children if isinstance(one, PushButton)]
    screen.take_maps([stick / "usa.toml"])
    assert len(buttons) == 3
    assert all(one.disabled for one in buttons)
    finish(hand)
    hand.touch("Keep what I have")
    finish(hand)
    hand.touch("OK")
    hand.driver.wait_for(lambda: hand.driver.has(GO_BACK))
    hand.driver.settle()
    assert not any(one.disabled for one in hand.driver.widgets(PushButton))


def test_the_buttons_stay_while_the_stick_is_looked_at_again(hand: Hand) -> None:
    screen = hand.driver.app.session.host.screen
    button = hand.driver.find(text=GO_BACK)
    hand.touch("Copy one map")
    finish(hand)
    hand.touch("Keep what I have")
    finish(hand)
    hand.touch("OK")
    screen._see(screen.stick)  # as once a second
    assert hand.driver.find(text=GO_BACK) is button
    hand.driver.wait_for(lambda: not background_threads())
    hand.driver.settle()
    assert hand.driver.find(text=GO_BACK) is button


def test_a_finger_beside_the_buttons_does_nothing(hand: Hand) -> None:
    screen = hand.driver.app.session.host.screen
    buttons = [one for one in screen.ids.column.children if isinstance(one, PushButton)]
    assert len(buttons) == 3
    for button in buttons:
        x, y = button.to_window(*button.pos)
        for spot in ((button.center_x, y - 3), (button.center_x, y + button.height + 3), (x - 4, button.center_y)):
            hand.driver.tap(spot, hold=2)
    assert hand.driver.app.session.host.screen is screen
    assert not screen.busy
    assert not hand.driver.app.session.host.drawers
    assert not (hand.folder / updates.FOLDER).exists()


def test_the_held_button_fills_and_empties(hand: Hand) -> None:
    button = next(hand.driver.widgets(HoldButton))
    finger = Finger(*hand.driver.at(button))
    finger.send("begin")
    hand.driver.wait(HoldButton.HOLD / 2)
    assert 0.3 < button.share < 0.7
    finger.send("end")
    hand.driver.wait(3)
    assert button.share == 0
    assert not (hand.folder / updates.FOLDER).exists()


def test_many_short_touches_are_no_long_one(hand: Hand) -> None:
    for _ in range(10):
        press_twice(hand.driver, GO_BACK)
    hand.driver.wait(3)
    assert not (hand.folder / updates.FOLDER).exists()


def test_a_finger_that_slides_off_the_held_button_may_stay_on_the_screen(hand: Hand) -> None:
    """It is still held, as every button is; lifting it beside the button gives up."""
    finger = Finger(*hand.driver.at(hand.driver.find(text=GO_BACK)))
    finger.send("begin")
    hand.driver.wait(0.5)
    finger.move(Finger._args(400, 20))
    finger.send("update")
    hand.driver.wait(0.3)
    finger.send("end")
    hand.driver.wait(3)
    assert not (hand.folder / updates.FOLDER).exists()


# A stick that is pulled out


def test_a_stick_pulled_out_while_the_button_is_held_installs_nothing(hand: Hand, stick: Path) -> None:
    finger = Finger(*hand.driver.at(hand.driver.find(text=GO_BACK)))
    finger.send("begin")
    hand.driver.frames(2)
    screen = hand.driver.app.session.host.screen
    screen._see(None)  # before it was held long enough
    hand.driver.wait(3)
    finger.send("end")
    hand.driver.settle()
    assert not screen.busy
    assert not (hand.folder / updates.FOLDER).exists()


@pytest.mark.parametrize(
    ("button", "said"),
    [
        ("Copy one map", "usa.toml"),
        ("Save all games to the stick", "STICK"),
        (GO_BACK, "The new version could not be copied: no such file or directory."),
    ],
)
def test_a_stick_pulled_out_just_before_a_button_is_pressed(hand: Hand, stick: Path, button: str, said: str) -> None:
    """The screen looks once a second: what it offers may be gone already."""
    hand.driver.app.session.host.screen._looking.stop()
    trouble.pull_out(stick)
    hand.driver.tap(hand.driver.find(text=button), hold=2.0 if button == GO_BACK else 0.0)
    finish(hand)
    assert hand.driver.has(said), hand.driver.labels()
    hand.touch("OK")
    hand.back()
    assert isinstance(hand.driver.app.session.host.screen, DeviceScreen)
    assert not (stick / GAMES).exists()


def test_a_stick_pulled_out_right_after_something_was_done_is_not_shown_any_more(hand: Hand, stick: Path) -> None:
    screen = hand.driver.app.session.host.screen
    hand.driver.tap(hand.driver.find(text="Save all games to the stick"))
    hand.driver.wait_for(lambda: not screen.busy)
    pull_out(hand, stick)
    assert not hand.driver.has(GO_BACK)


def test_a_question_about_maps_is_answered_after_the_stick_was_pulled_out(hand: Hand, stick: Path) -> None:
    """What is copied was read before."""
    hand.touch("Copy one map")
    finish(hand)
    trouble.pull_out(stick)
    hand.touch("Replace")
    finish(hand)
    assert hand.driver.has("Copied: USA.")
    hand.touch("OK")
    hand.driver.wait_for(lambda: hand.driver.has(NO_STICK))
    assert hand.driver.app.session.library.load("usa").rules.points[3] == 30


def test_a_version_that_is_to_be_installed_was_pulled_out_during_the_question(
    tmp_path: Path, hand: Hand, stick: Path
) -> None:
    shutil.rmtree(stick / "companion-0.0.1")
    trouble.make_bundle(stick, tmp_path / "bundle-key", "9.1.0")
    hand.back()
    hand.touch("USB stick: update, maps, games")
    install = f"Install version 9.1.0 (current: {updates.this_version()})"
    hand.driver.wait_for(lambda: hand.driver.has(install))
    hand.touch(install)
    trouble.pull_out(stick)
    hand.touch("Install")
    finish(hand)
    assert hand.driver.has("The new version could not be copied: no such file or directory."), hand.driver.labels()
    assert not (hand.folder / updates.FOLDER).exists()


# People who leave


def test_whoever_has_left_is_not_asked_about_maps(hand: Hand, stick: Path) -> None:
    screen = hand.driver.app.session.host.screen
    screen.take_maps([stick / "usa.toml"])
    screen.leave()
    hand.driver.wait_for(lambda: hand.driver.has("Nothing was copied."))
    assert isinstance(hand.driver.app.session.host.screen, DeviceScreen)
    assert not hand.driver.app.session.host.drawers
    assert not (hand.folder / "maps").exists()


def test_a_version_without_a_day_is_told_without_one(tmp_path: Path, hand: Hand, stick: Path) -> None:
    shutil.rmtree(stick / "companion-0.0.1")
    make = partial(trouble.make_bundle, stick, tmp_path / "bundle-key")
    make("0.0.1", built="2026-99-99T20:00:00Z")
    hand.back()
    hand.touch("USB stick: update, maps, games")
    words = f"The stick has version 0.0.1, which is older than the current one ({updates.this_version()})."
    hand.driver.wait_for(lambda: hand.driver.has(words))
