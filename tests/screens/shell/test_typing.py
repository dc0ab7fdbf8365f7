"""A scanner that types like a keyboard: fast letters and Enter are a scan, people's typing is not."""

from collections.abc import Callable
from itertools import count

from tests.screens.player import Hand

# isort: split
from kivy.base import EventLoop
from kivy.config import Config
from kivy.core.window import Window

from companion.game import events as e
from hardware.codes import Command, LabelKind, command, numbered, numbers, player, set_letter
from hardware.wedge import FAST

AtTable = Callable[..., Hand]
ENTER, ENTER_ON_PAD = 13, 271


def type_in(hand: Hand, text: str, enter: int = ENTER) -> None:
    for letter in text:
        Window.dispatch("on_textinput", letter)
    Window.dispatch("on_key_down", enter, 0, None, [])
    hand.driver.wait(2 * FAST)
    hand.driver.settle()


def test_fast_letters_and_enter_are_a_scan(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", clock=count(step=0.01).__next__)
    type_in(hand, player("blue").text)
    assert hand.driver.has("Bo’s turn")
    number = numbers(list(hand.state.board.routes))["miami--new-orleans:red"]
    type_in(hand, numbered(LabelKind.ROUTE, set_letter("usa"), number).text, ENTER_ON_PAD)
    assert hand.events == (e.Claim(player="blue", route="miami--new-orleans:red"),)


def test_slow_typing_is_no_scan(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", clock=count(step=0.1).__next__)
    type_in(hand, player("blue").text)
    type_in(hand, command(Command.DREW_CARDS).text)
    assert hand.events == ()
    assert hand.driver.has("Anna’s turn")


def test_a_scan_of_something_else_is_answered(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", clock=count(step=0.01).__next__)
    hand.driver.app.session.sounds.played.clear()
    type_in(hand, "4006381333931")
    assert hand.driver.app.session.sounds.played == ["ill"]
    assert hand.events == ()


def test_a_scan_where_no_game_is_open(home: Hand) -> None:
    type_in(home, player("blue").text)
    assert home.driver.has("Open a game first, then scan.")


def test_one_code_that_types_26_labels_records_none(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", clock=count(step=0.01).__next__)
    routes = sorted(numbers(list(hand.state.board.routes)).values())[:26]
    type_in(hand, "\r".join(numbered(LabelKind.ROUTE, set_letter("usa"), number).text for number in routes))
    assert hand.events == ()
    assert hand.driver.has("Several labels came at once")


def test_no_key_opens_closes_or_ends_anything(home: Hand) -> None:
    """Kivy opens a panel for developers on F1 and ends on Escape; its modules know F11, F12 and Ctrl-E."""
    shown, screen = list(Window.children), home.driver.app.session.host.screen
    stopped: list[object] = []
    Window.bind(on_request_close=lambda *_, **__: stopped.append(1))
    for key in range(400):
        for held in ([], ["ctrl"], ["alt"], ["shift"], ["meta"], ["ctrl", "alt"], ["ctrl", "shift"]):
            if not Window.dispatch("on_key_down", key, key, chr(key), held):
                Window.dispatch("on_keyboard", key, key, chr(key), held)
            Window.dispatch("on_key_up", key, key)
    home.driver.settle()
    assert Window.children == shown
    assert home.driver.app.session.host.screen is screen
    assert not stopped
    assert not EventLoop.quit
    assert Config.items("modules") == []
    assert home.driver.has("New game")
