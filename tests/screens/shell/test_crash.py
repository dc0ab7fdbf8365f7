"""Something that nobody expected: the game is kept, and people are told what they can do."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.screens.player import Hand

# isort: split
from kivy.base import ExceptionManager

from companion.reports import FOLDER
from companion.screens.shell.crash import CrashScreen
from companion.screens.start.home import HomeScreen
from hardware import power

AtTable = Callable[..., Hand]


def fail(hand: Hand, times: int = 1) -> int:
    """What Kivy's main loop does with an error."""
    answer = -1
    for _ in range(times):
        try:
            raise ZeroDivisionError("a fault in the drawing")
        except ZeroDivisionError as error:
            answer = ExceptionManager.handle_exception(error)
    hand.driver.settle()
    return answer


def test_an_error_keeps_the_game_and_says_so(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", "red claims brest--paris:black")
    assert fail(hand) == ExceptionManager.PASS
    assert isinstance(hand.driver.app.session.host.screen, CrashScreen)
    assert hand.driver.has("Your game is safe")
    hand.touch("Continue")
    assert isinstance(hand.driver.app.session.host.screen, HomeScreen)
    hand.touch("Continue")
    assert len(hand.state.claims) == 1


def test_a_report_is_kept_without_names(at_table: AtTable, tmp_path: Path) -> None:
    hand = at_table("europe", "red blue", "red claims brest--paris:black")
    fail(hand)
    (report,) = (tmp_path / FOLDER).glob("*.txt")
    text = report.read_text()
    assert "ZeroDivisionError: a fault in the drawing" in text
    assert "screen: TableScreen" in text
    assert "Anna" not in text


def test_the_report_goes_onto_a_stick(at_table: AtTable, tmp_path: Path) -> None:
    hand = at_table("europe", "red blue")
    fail(hand)
    root = tmp_path / "root"
    (root / "proc").mkdir(parents=True)
    hand.driver.app.session.mounts = root
    hand.touch("Save a report to a USB stick")
    hand.driver.wait_for(lambda: hand.driver.has("Plug in a USB stick"))
    stick = root / "media" / "pi" / "STICK"
    stick.mkdir(parents=True)
    (root / "proc" / "mounts").write_text("/dev/sda1 /media/pi/STICK vfat rw 0 0\n")
    hand.touch("Save a report to a USB stick")
    hand.driver.wait_for(lambda: hand.driver.has("Saved as companion-report.txt"))
    assert "ZeroDivisionError" in (stick / "companion-report.txt").read_text()


def test_too_many_errors_end_the_app_so_that_it_is_started_anew(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    assert fail(hand, times=3) == ExceptionManager.RAISE


def test_somebody_who_wants_to_end_it_may(at_table: AtTable) -> None:
    at_table("europe", "red blue")
    assert ExceptionManager.handle_exception(KeyboardInterrupt()) == ExceptionManager.RAISE


def test_power_off_is_asked_and_a_refusal_is_said(home: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def refuse() -> str:
        asked.append("off")
        return "Interactive authentication required"

    monkeypatch.setattr(power, "power_off", refuse)
    home.touch("Settings")
    home.touch("Device")
    home.touch("Power off")
    home.touch("Leave it on")
    assert asked == []
    home.touch("Power off")
    home.driver.tap(home.driver.find(text="Power off", kind="danger"))
    home.driver.settle()
    assert asked == ["off"]
    assert home.driver.has("This device cannot be powered off from here")
