"""Memory is tidied while nobody touches the screen, and only then."""

import gc
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.screens.virtual import started

# isort: split
from companion.screens.shell import memory
from companion.screens.table.ticketpicker import TicketPicker
from tests.screens.player import Hand


def look_through_tickets(hand: Hand) -> "weakref.ref[TicketPicker]":
    """Opens and closes the tickets until there is garbage of some screens; the picker that was opened first."""
    left: list[weakref.ref[TicketPicker]] = []
    for _ in range(50):
        hand.driver.touch("Tickets")
        left.append(weakref.ref(hand.driver.app.session.host.front))
        hand.driver.tap(hand.driver.find(icon="back", kind="quiet"))
        if len(left) > 2 and gc.get_count()[2]:
            return left[0]
    raise AssertionError("no garbage came together")


def test_a_screen_that_was_left_is_gone_once_nobody_touches(
    at_table: Callable[..., Hand], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "_QUIET", 1.5)  # as in the app; the other screen tests rarely collect anything
    monkeypatch.setattr(memory, "_OFTEN", (10_000, 3, 10))
    hand = at_table("europe", "red blue")
    hand.driver.wait(3)
    left = look_through_tickets(hand)
    hand.driver.wait(1)
    assert gc.get_count()[2]  # somebody may still be busy
    hand.driver.wait(1.5)
    assert not gc.get_count()[2]
    assert left() is None


def test_python_tidies_as_usual_when_the_app_has_ended(tmp_path: Path) -> None:
    usual = gc.get_threshold()
    driver = started(tmp_path, still=True, blind=True)
    assert gc.get_threshold() != usual
    assert gc.get_freeze_count() > 0
    driver.stop()
    assert gc.get_threshold() == usual
