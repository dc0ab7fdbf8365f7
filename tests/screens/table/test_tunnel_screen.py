"""The tunnel on the screen: what was laid down, what is turned up, the price in words."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.screens.player import Hand, same_score, shown_totals
from tests.screens.test_whole_games import Wire

# isort: split
from companion.game import events as e
from companion.screens.table.tunnelscreen import TunnelScreen
from companion.screens.widgets.cardkey import CardKey
from hardware.codes import Command, LabelKind, card, command, player

AtTable = Callable[..., Hand]
TUNNEL = "paris--zurich:grey"


def opened(hand: Hand, track: str = TUNNEL) -> TunnelScreen:
    hand.tap_track(track)
    hand.driver.tap(next(card for card in hand.cards() if card.offer.route.id == track))
    hand.driver.settle()
    return next(hand.driver.widgets(TunnelScreen))


def touch_card(hand: Hand, screen: TunnelScreen, row: str, colour: str) -> None:
    """Touches a card in the palette, among the cards turned up, or, to change what was laid down, in the palette after
    the cards laid down."""
    if row == "laid":
        hand.driver.tap(screen.ids.laid)
        hand.driver.settle()
        row = "palette"
    key = next(key for key in screen.ids[row].children if isinstance(key, CardKey) and key.colour == colour)
    hand.driver.tap(key)
    hand.driver.settle()


def test_two_of_three_match_and_are_paid(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    screen = opened(hand)
    assert hand.driver.has("Which colour was played?")
    touch_card(hand, screen, "laid", "green")
    for colour in ("green", "red", "locomotive"):
        touch_card(hand, screen, "palette", colour)
    assert hand.driver.has("2 more green cards (or locomotives).")
    assert [key.lit for key in screen.ids.turned.cards] == [True, False, True]
    assert hand.driver.has("+2")
    hand.touch("Paid")
    assert hand.events == (
        e.Claim(player="red", route=TUNNEL, cards={"green": 5}, revealed=("green", "red", "locomotive")),
    )
    assert hand.table.play.player == "blue"


def test_given_up_ends_the_turn_and_stands_in_the_log(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    screen = opened(hand)
    touch_card(hand, screen, "laid", "white")
    touch_card(hand, screen, "palette", "white")
    hand.touch("Given up")
    assert isinstance(hand.events[-1], e.TunnelFailed)
    assert hand.state.claims == ()
    assert hand.table.play.player == "blue"
    hand.touch("Log")
    assert hand.driver.has("Anna gave up the tunnel Paris–Zürich")


@pytest.mark.parametrize("track", [TUNNEL, "marseille--zurich:pink"])
def test_a_table_that_enters_no_cards_logs_both(at_table: AtTable, track: str) -> None:
    hand = at_table("europe", "red blue")
    opened(hand, track)
    hand.touch("Given up")
    assert hand.table.play.player == "blue"
    opened(hand, track)
    hand.touch("Paid")
    assert hand.events == (e.TunnelFailed(player="red", route=track), e.Claim(player="blue", route=track))


def test_pay_6_given_up_though_nothing_more_is_due_is_asked(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    screen = opened(hand)
    touch_card(hand, screen, "laid", "white")
    for colour in ("red", "green", "blue"):
        touch_card(hand, screen, "palette", colour)
    hand.touch("Given up")
    assert hand.driver.has("Nothing more is due for Paris–Zürich: give it up anyway?")
    hand.touch("Cancel")
    assert not hand.events
    assert hand.driver.app.session.host.front is screen
    hand.touch("Given up")
    hand.touch("Give it up")
    assert isinstance(hand.events[-1], e.TunnelFailed)
    assert hand.table.play.player == "blue"
    hand.touch("Log")
    assert hand.driver.has("Anna gave up the tunnel Paris–Zürich")
    hand.touch("Close")
    same_score(hand, hand.finish())


def test_locomotives_only_are_matched_by_locomotives_only(at_table: AtTable) -> None:
    hand = at_table("switzerland", "red blue")
    track = next(r.id for r in hand.state.board.routes.values() if r.tunnel and r.colour == "grey" and r.length > 1)
    screen = opened(hand, track)
    touch_card(hand, screen, "laid", "locomotive")
    for colour in ("red", "locomotive"):
        touch_card(hand, screen, "palette", colour)
    assert hand.driver.has("One more card: a locomotive.")
    hand.touch("Paid")
    assert isinstance(hand.events[-1], e.Claim)
    assert hand.events[-1].cards == {"locomotive": hand.state.board.routes[track].length + 1}


def test_an_empty_deck_and_nothing_to_pay(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    screen = opened(hand)
    touch_card(hand, screen, "laid", "blue")
    hand.touch("Paid")
    assert isinstance(hand.events[-1], e.Claim)
    assert hand.events[-1].revealed == ()


def test_back_tries_nothing(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    opened(hand)
    hand.back()
    assert not hand.events
    assert hand.table.play.player == "red"


def test_a_tunnel_by_the_scanner_counts_each_card_once(tmp_path: Path) -> None:
    wire = Wire(tmp_path)
    wire.hand.new_game("Europe", "red blue")
    board = wire.hand.state.board
    wire.scan(player("red").text, wire.code(board, LabelKind.ROUTE, TUNNEL))
    screen = next(wire.hand.driver.widgets(TunnelScreen))
    touch_card(wire.hand, screen, "laid", "red")  # touch and scanner, one move
    wire.scan(card("E", "red", 7).text, card("E", "red", 7).text)
    assert list(screen.attempt.revealed) == ["red"]
    wire.scan(card("E", "green", 2).text, card("E", "locomotive", 3).text)
    assert list(screen.attempt.revealed) == ["red", "green", "locomotive"]
    assert wire.hand.driver.has("2 more red cards (or locomotives).")
    wire.scan(command(Command.PAID).text)
    assert isinstance(wire.hand.events[-1], e.Claim)
    assert wire.hand.events[-1].cards == {"red": 5}
    wire.stop()


def test_the_cards_laid_down_can_be_scanned_too(tmp_path: Path) -> None:
    """On a grey tunnel the first scans are what was laid down; then come the cards turned up."""
    wire = Wire(tmp_path)
    hand = wire.hand
    hand.new_game("Europe", "red blue")
    wire.scan(player("red").text, wire.code(hand.state.board, LabelKind.ROUTE, TUNNEL))
    wire.scan(card("E", "green", 1).text, card("E", "locomotive", 2).text)
    wire.scan(card("E", "green", 1).text)
    assert hand.driver.has("Green card 1 has already been counted.")
    wire.scan(card("E", "blue", 4).text)
    assert hand.driver.has("The cards must all be one colour: green cards were played, but that was a blue card.")
    wire.scan(card("E", "green", 3).text)
    screen = next(hand.driver.widgets(TunnelScreen))
    assert screen.attempt.laid == {"green": 2, "locomotive": 1}
    assert not screen.laying
    wire.scan(card("E", "green", 5).text, card("E", "red", 5).text)
    assert hand.driver.has("One more green card (or a locomotive).")
    hand.touch("Cards played")
    assert screen.laying
    hand.driver.tap(screen.ids.turned.cards[-1])  # an empty place
    assert not screen.laying
    hand.touch("Paid")
    assert hand.events[-1] == e.Claim(
        player="red", route=TUNNEL, cards={"green": 3, "locomotive": 1}, revealed=("green", "red")
    )
    wire.stop()


def test_a_card_taken_off_leaves_the_labels_of_the_others(tmp_path: Path) -> None:
    """Three cards are turned up, one is taken off by touch: the two others and those laid down still count once."""
    wire = Wire(tmp_path)
    hand = wire.hand
    hand.new_game("Europe", "red blue")
    wire.scan(player("red").text, *(card("E", "green", copy).text for copy in (1, 2, 3)))
    wire.scan(wire.code(hand.state.board, LabelKind.ROUTE, TUNNEL))
    screen = next(hand.driver.widgets(TunnelScreen))
    wire.scan(card("E", "green", 4).text, card("E", "red", 5).text, card("E", "blue", 6).text)
    touch_card(hand, screen, "turned", "red")
    assert list(screen.attempt.revealed) == ["green", "blue"]
    for twice in (card("E", "green", 4), card("E", "blue", 6), card("E", "green", 1)):
        wire.scan(twice.text)
        assert list(screen.attempt.revealed) == ["green", "blue"]
        assert any("has already been counted." in text for text in hand.driver.labels())
    wire.scan(card("E", "red", 5).text)
    assert list(screen.attempt.revealed) == ["green", "blue", "red"]
    wire.stop()


def test_a_tunnel_wholly_by_scan(tmp_path: Path) -> None:
    """PAY-3: the payment, the label of the tunnel, three cards turned up, the extra cards, Paid."""
    wire = Wire(tmp_path)
    hand = wire.hand
    hand.new_game("Europe", "red blue")
    wire.scan(
        player("red").text, card("E", "green", 1).text, card("E", "green", 2).text, card("E", "locomotive", 3).text
    )
    wire.scan(wire.code(hand.state.board, LabelKind.ROUTE, TUNNEL))
    wire.scan(card("E", "green", 4).text, card("E", "red", 5).text, card("E", "locomotive", 6).text)
    assert hand.driver.has("2 more green cards (or locomotives).")
    wire.scan(card("E", "blue", 7).text)
    assert hand.driver.has("The extra cards must be green cards or locomotives, but that was a blue card.")
    wire.scan(card("E", "green", 7).text, command(Command.PAID).text)
    assert not hand.events
    assert hand.driver.has("One more green card (or a locomotive).")
    wire.scan(card("E", "locomotive", 8).text)
    assert hand.driver.has("All extra cards are paid.")
    wire.scan(command(Command.PAID).text)
    assert hand.events == (
        e.Claim(
            player="red", route=TUNNEL, cards={"green": 3, "locomotive": 2}, revealed=("green", "red", "locomotive")
        ),
    )
    hand.touch("Log")
    assert hand.driver.has("Red claimed Paris–Zürich (3 green and 2 locomotives)")
    hand.touch("Close")
    sheet = hand.finish()
    assert shown_totals(hand.driver)[0] == 4 + 12 + 10  # the route, three stations, the longest
    same_score(hand, sheet)
    wire.stop()


def test_pay_6_by_scan(tmp_path: Path) -> None:
    wire = Wire(tmp_path)
    hand = wire.hand
    hand.new_game("Europe", "red blue")
    wire.scan(player("red").text, *(card("E", "green", copy).text for copy in (1, 2, 3)))
    wire.scan(wire.code(hand.state.board, LabelKind.ROUTE, TUNNEL))
    wire.scan(*(card("E", "red", copy).text for copy in (4, 5, 6)))
    wire.scan(command(Command.TAKEN_BACK).text)
    assert not hand.events
    assert hand.driver.has("Nothing more is due for Paris–Zürich: scan Paid, or Given up again to give it up anyway.")
    wire.scan(command(Command.TAKEN_BACK).text)
    assert isinstance(hand.events[-1], e.TunnelFailed)
    assert hand.table.play.player == "blue"
    wire.stop()
