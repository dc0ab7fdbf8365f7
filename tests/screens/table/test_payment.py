"""Payments on the real app: entered by touch only if asked for, or scanned before the route or the city."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.screens.player import Hand, same_score, shown_totals
from tests.screens.test_whole_games import Wire

# isort: split
from companion.game import events as e
from companion.screens.table.anycardspage import AnyCardsPage
from companion.screens.table.paypage import PayPage
from companion.screens.table.trackcards import PayButton
from companion.screens.widgets import PushButton
from companion.screens.widgets.cardkey import CardKey
from hardware.codes import Command, LabelKind, card, command, player

AtTable = Callable[..., Hand]
ROUTE = "brest--paris:black"
FERRY = "palermo--smyrna:grey"


def choose(hand: Hand, track: str) -> None:
    hand.driver.tap(next(card for card in hand.cards() if card.offer.route.id == track))
    hand.driver.settle()


def switch(hand: Hand) -> None:
    """Touches the small cards beside the players."""
    hand.driver.tap(next(button for button in hand.driver.widgets(PayButton) if hand.driver.is_seen(button)))
    hand.driver.settle()


def keys(hand: Hand) -> list[CardKey]:
    page = next(hand.driver.widgets(PayPage))
    return [key for key in hand.driver.widgets(CardKey) if page.collide_widget(key)]


def tap_key(hand: Hand, colour: str) -> None:
    hand.driver.tap(next(key for key in keys(hand) if key.colour == colour))
    hand.driver.settle()


def test_a_claim_without_cards_stays_two_touches(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.tap_track(ROUTE)
    assert not list(hand.driver.widgets(PayPage))
    choose(hand, ROUTE)
    assert hand.events == (e.Claim(player="red", route=ROUTE),)


def test_pay_1_a_claim_with_its_cards_by_touch(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.tap_track(ROUTE)
    switch(hand)
    assert hand.driver.has("Tap what was paid for.")
    choose(hand, ROUTE)
    assert not hand.events
    assert {key.colour for key in keys(hand)} == {"black", "locomotive"}
    assert hand.driver.has("Paid with 3 black cards")
    hand.touch("+")
    hand.touch("Paid with 2 black cards and 1 locomotive")
    assert hand.events == (e.Claim(player="red", route=ROUTE, cards={"black": 2, "locomotive": 1}),)
    assert hand.table.play.player == "blue"
    hand.touch("Log")
    assert hand.driver.has("Anna claimed Brest–Paris (2 black and 1 locomotive)")
    hand.touch("Close")
    hand.claim("dieppe--paris:pink")  # the next claim asks for nothing
    assert hand.events[-1] == e.Claim(player="blue", route="dieppe--paris:pink")
    sheet = hand.finish()
    assert shown_totals(hand.driver) == [4 + 12 + 10, 1 + 12]
    same_score(hand, sheet)


def test_pay_2_a_ferry_by_touch_keeps_its_locomotives(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.tap_track(FERRY)
    switch(hand)
    choose(hand, FERRY)
    tap_key(hand, "blue")
    assert hand.driver.has("Paid with 4 blue cards and 2 locomotives")
    assert hand.driver.find(text="–").disabled
    tap_key(hand, "locomotive")
    hand.touch("Paid with 6 locomotives")
    assert hand.events == (e.Claim(player="red", route=FERRY, cards={"locomotive": 6}),)


def test_ch_9_no_locomotive_can_be_chosen_in_switzerland(at_table: AtTable) -> None:
    hand = at_table("switzerland", "red blue")
    route = next(r for r in hand.state.board.routes.values() if not r.tunnel and r.colour == "white" and r.length == 3)
    hand.tap_track(route.id)
    switch(hand)
    choose(hand, route.id)
    assert {key.colour for key in keys(hand)} == {"white"}
    hand.touch("Paid with 3 white cards")
    assert hand.events == (e.Claim(player="red", route=route.id, cards={"white": 3}),)


def test_pay_8_a_station_by_touch(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", "red builds paris", "blue draws")
    hand.touch("Station")
    hand.tap_city("kharkov")
    switch(hand)
    hand.touch("Kharkov")
    tap_key(hand, "pink")
    hand.touch("+")
    hand.touch("Paid with 1 pink card and 1 locomotive")
    assert hand.events[-1] == e.Station(player="red", city="kharkov", cards={"pink": 1, "locomotive": 1})


def test_the_cards_for_a_station_or_a_route_at_a_city_that_was_tapped(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    for tap, cards in (("Station in Brest", {"blue": 1}), ("", {"black": 3})):
        hand.tap_city("brest")
        switch(hand)
        hand.touch(tap) if tap else choose(hand, ROUTE)
        tap_key(hand, next(iter(cards)))
        hand.driver.tap(hand.driver.find(kind="main", icon=""))
        hand.driver.settle()
        event = hand.events[-1]
        assert isinstance(event, e.Claim | e.Station)
        assert event.cards == cards


def test_pay_9_a_marker_by_touch(at_table: AtTable) -> None:
    moves = ("blue starts denver", "red starts tucson", "red claims las-cruces--tucson:orange")
    hand = at_table("old_west", "red blue", *moves)
    hand.table.play.choose("red")
    hand.touch("Marker")
    hand.tap_city("las-cruces")
    switch(hand)
    hand.touch("Las Cruces")
    tap_key(hand, "green")
    hand.touch("Paid with 2 green cards")
    assert hand.events[-1] == e.Marker(player="red", city="las-cruces", cards={"green": 2})


def test_a_counted_board_never_asks(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", counted=True)
    hand.tap_city("paris")
    assert hand.cards()
    assert not [button for button in hand.driver.widgets(PayButton) if hand.driver.is_seen(button)]


# By scanner


def cards(*hand: str) -> list[str]:
    return [card("E", colour, copy).text for copy, colour in enumerate(hand, start=1)]


@pytest.fixture
def wire(tmp_path: Path) -> Wire:
    found = Wire(tmp_path)
    found.hand.new_game("Europe", "red blue")
    return found


def test_cards_scanned_before_a_route_pay_for_it(wire: Wire) -> None:
    hand, board = wire.hand, wire.hand.state.board
    wire.scan(player("red").text, *cards("black", "black", "locomotive"))
    assert hand.driver.has("Red: 2 black cards and 1 locomotive. Next: the route, or the city for a station")
    wire.scan(wire.code(board, LabelKind.ROUTE, ROUTE))
    wire.scan(*cards("red"), wire.code(board, LabelKind.CITY, "roma"))
    assert hand.events == (
        e.Claim(player="red", route=ROUTE, cards={"black": 2, "locomotive": 1}),
        e.Station(player="blue", city="roma", cards={"red": 1}),
    )
    hand.touch("Log")
    assert hand.driver.has("Red claimed Brest–Paris (2 black and 1 locomotive)")
    assert hand.driver.has("Blue built a station in Roma (1 red)")
    hand.touch("Close")
    sheet = hand.finish()
    assert shown_totals(hand.driver) == [4 + 12 + 10, 8]
    same_score(hand, sheet)
    wire.stop()


def test_a_wrong_payment_asks_and_can_be_recorded_anyway(wire: Wire) -> None:
    hand, board = wire.hand, wire.hand.state.board
    wire.scan(player("red").text, *cards("red", "red", "red"), wire.code(board, LabelKind.ROUTE, ROUTE))
    assert hand.driver.has("Brest–Paris takes black cards, not red cards.")
    assert not hand.events
    hand.touch("Record it anyway")
    assert hand.events == (e.Claim(player="red", route=ROUTE, cards={"red": 3}, override=True),)
    sheet = hand.finish()
    assert shown_totals(hand.driver) == [4 + 12 + 10, 12]
    (warning,) = sheet.sheet.players[0].warnings
    assert str(warning) == "Brest–Paris takes black cards, not red cards"
    same_score(hand, sheet)
    wire.stop()


def test_undo_takes_off_a_card_and_a_badge_all_of_them(wire: Wire) -> None:
    hand, board = wire.hand, wire.hand.state.board
    wire.scan(player("red").text, *cards("red", "black", "black"))
    wire.scan(command(Command.UNDO).text)
    assert hand.driver.has("Red: 1 red card and 1 black card. Next: the route, or the city for a station")
    wire.scan(card("E", "green", 3).text)
    hand.touch("Undo")  # by touch it does the same, though nothing is recorded yet
    assert hand.driver.has("Red: 1 red card and 1 black card. Next: the route, or the city for a station")
    wire.scan(cards("red")[0])
    assert hand.driver.has("Red card 1 has already been counted.")
    wire.scan(player("blue").text)
    assert any("Not used: 1 red card and 1 black card." in text for text in hand.driver.labels())
    assert hand.driver.has("Blue: scan a route, a ticket, or a city for a station")
    wire.scan(wire.code(board, LabelKind.ROUTE, ROUTE))
    assert hand.events == (e.Claim(player="blue", route=ROUTE),)
    wire.stop()


def test_scanned_cards_pay_for_a_route_that_is_tapped(wire: Wire) -> None:
    wire.scan(player("red").text, *cards("black", "black", "black"))
    wire.hand.claim(ROUTE)
    assert wire.hand.events == (e.Claim(player="red", route=ROUTE, cards={"black": 3}),)
    wire.stop()


def any_keys(hand: Hand) -> dict[str, CardKey]:
    page = next(hand.driver.widgets(AnyCardsPage))
    return {key.colour: key for key in hand.driver.widgets(CardKey) if page.collide_widget(key)}


def test_nc_15_cards_that_stand_in_are_chosen_one_by_one(at_table: AtTable) -> None:
    hand = at_table("nordic_countries", "white purple")
    route = "lieksa--murmansk:grey"
    hand.tap_track(route)
    switch(hand)
    if hand.cards():
        choose(hand, route)
    hand.touch("Other cards too")
    for colour in ["green"] * 8 + ["red"] * 4:
        assert hand.driver.find(text="Paid").disabled
        hand.driver.tap(any_keys(hand)[colour])
        hand.driver.settle()
    assert hand.driver.has("8 green cards and 4 red cards")
    hand.driver.tap(next(b for b in hand.driver.widgets(PushButton) if b.icon == "backspace"))
    hand.driver.settle()
    assert hand.driver.has("4 others can stand in for each one that is missing")
    hand.driver.tap(any_keys(hand)["locomotive"])
    hand.driver.settle()
    hand.touch("Paid")
    assert hand.events == (e.Claim(player="white", route=route, cards={"green": 8, "red": 3, "locomotive": 1}),)
    assert hand.state.overridden == ()


def test_only_routes_where_cards_can_stand_in_ask_for_other_cards(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.tap_track(FERRY)
    switch(hand)
    choose(hand, FERRY)
    assert not hand.driver.has("Other cards too")
