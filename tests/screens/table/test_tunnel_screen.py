"""The tunnel on the screen: what was laid down, what is turned up, the price in words."""

from collections.abc import Callable
from pathlib import Path

from tests.screens.player import Hand
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
    assert [key.lit for key in reversed(screen.ids.turned.children)] == [True, False, True]
    hand.touch("Paid")
    assert hand.events == (
        e.Claim(player="red", route=TUNNEL, cards={"green": 5}, revealed=("green", "red", "locomotive")),
    )
    assert hand.table.play.player == "blue"


def test_taken_back_ends_the_turn_and_stands_in_the_log(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    screen = opened(hand)
    touch_card(hand, screen, "laid", "white")
    touch_card(hand, screen, "palette", "white")
    hand.touch("Taken back")
    assert isinstance(hand.events[-1], e.TunnelFailed)
    assert hand.state.claims == ()
    assert hand.table.play.player == "blue"
    hand.touch("Log")
    assert hand.driver.has("Anna gave up the tunnel Paris–Zürich")


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
    assert hand.events == ()
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
    hand.touch("Scanning: cards turned over")
    assert hand.driver.has("Scanning: cards played")
    hand.touch("Paid")
    assert hand.events[-1] == e.Claim(
        player="red", route=TUNNEL, cards={"green": 3, "locomotive": 1}, revealed=("green", "red")
    )
    wire.stop()
