"""What the next tap needs is prepared while nobody touches the screen, and only then."""

import logging
from collections.abc import Callable

import pytest

from companion.screens.virtual import Finger

# isort: split
from kivy.metrics import Metrics

from companion.screens.map import mapnames
from companion.screens.shell import preparing
from companion.screens.widgets import Text
from companion.screens.widgets.spares import Spares
from tests.screens.player import Hand


@pytest.fixture(autouse=True)
def _prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prepare as the app does, unlike other tests of single screens."""
    monkeypatch.setattr(preparing, "_QUIET", 0.4)


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> Spares[Text]:
    """Two spare texts, and no other spares."""
    monkeypatch.setattr("companion.screens.widgets.spares._ALL", [])
    return Spares(Text, 2)


def test_nothing_is_prepared_while_a_finger_is_on_the_glass(home: Hand, texts: Spares[Text]) -> None:
    finger = Finger(5, 5)
    finger.send("begin")
    home.driver.frames(2)
    home.driver.app._preparation._steps = steps = iter(range(3))
    home.driver.wait(3)
    assert next(steps) == 0
    finger.send("end")
    home.driver.wait(3)
    assert not list(steps)


def test_spares_are_made_in_idle_moments_and_replaced_once_they_are_used(home: Hand, texts: Spares[Text]) -> None:
    home.driver.app._preparation._steps = iter(())
    home.driver.wait(3)
    assert not list(texts.fill())
    assert texts.take() is not texts.take()
    home.driver.wait(3)
    assert not list(texts.fill())


def test_spares_from_before_another_text_size_are_not_used(home: Hand, texts: Spares[Text]) -> None:
    old = list(texts.fill())
    before = Metrics.fontscale
    try:
        Metrics.fontscale = 1.3
        assert texts.take() not in old
    finally:
        Metrics.fontscale = before


def test_a_board_is_opened_with_its_names_placed_already(at_table: Callable[..., Hand]) -> None:
    hand = at_table("usa", "red blue", "red draws")
    hand.driver.settle()
    hand.driver.app.session.host.screen.go_home()
    mapnames._best_anchors.cache_clear()
    for _ in preparing.all_steps(hand.driver.app.session):
        pass
    placed = mapnames._best_anchors.cache_info().misses
    hand.driver.touch("Continue")
    hand.driver.settle()
    assert mapnames._best_anchors.cache_info().misses == placed


def test_whatever_cannot_be_prepared_disturbs_nobody(home: Hand, caplog: pytest.LogCaptureFixture) -> None:
    home.driver.app._preparation._steps = (1 // step for step in (1, 0))
    with caplog.at_level(logging.ERROR):
        home.driver.wait(3)
    assert "preparing has stopped" in caplog.text
    assert home.driver.labels()
