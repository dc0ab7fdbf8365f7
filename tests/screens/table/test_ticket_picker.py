"""Tickets that someone keeps: found by letters, chosen by touch, and then only counted."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.screens.conftest import lay
from tests.screens.player import Hand
from tests.screens.test_whole_games import Wire

# isort: split
from companion.game import events as e
from companion.game.ticketsearch import deal_of
from companion.screens.table.ticketpicker import TicketCard
from companion.screens.widgets.playertile import PlayerTile
from hardware.codes import LabelKind, player
from tests.table import table

AtTable = Callable[..., Hand]


def offered(hand: Hand) -> list[str]:
    return [card.ticket for card in hand.driver.widgets(TicketCard)]


def test_the_first_letters_of_a_city_find_its_tickets(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.touch("Tickets")
    everything = len(offered(hand))
    for letter in "ANG":
        hand.touch(letter)
    assert "  Ang" in hand.driver.labels()
    assert 0 < len(offered(hand)) < everything
    assert all("angora" in ticket for ticket in offered(hand))


def test_the_list_stays_under_the_finger_after_a_pick(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.touch("Tickets")
    before = offered(hand)
    places = {card.ticket: hand.driver.at(card) for card in list(hand.driver.widgets(TicketCard))[:4]}
    third = before[2]
    hand.driver.tap(places[third])
    hand.driver.settle()
    assert offered(hand) == before
    hand.driver.tap(places[third])  # the same place takes it back
    hand.driver.settle()
    assert not [card for card in hand.driver.widgets(TicketCard) if card.chosen]
    for letter in "BR":
        hand.touch(letter)
    found = offered(hand)
    hand.driver.tap(next(card for card in hand.driver.widgets(TicketCard) if card.ticket == "brest--venezia"))
    hand.driver.settle()
    assert offered(hand) == found
    hand.touch("P")  # the next letter begins another search, and what was picked comes first
    assert offered(hand)[0] == "brest--venezia"
    assert "  P" in hand.driver.labels()


def test_accents_need_not_be_typed(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.touch("Tickets")
    for letter in "ZUR":
        hand.touch(letter)
    assert offered(hand)
    assert all("zurich" in ticket for ticket in offered(hand))


def test_tickets_are_kept_and_only_their_number_is_told(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    hand.keep_tickets("boston--miami", "calgary--phoenix", "denver--el-paso")
    assert hand.events == (e.Tickets(player="red", kept=("boston--miami", "calgary--phoenix", "denver--el-paso")),)
    assert next(hand.driver.widgets(PlayerTile)).tickets == 3
    assert hand.driver.has("Anna kept 3 tickets")
    assert not hand.driver.has("Phoenix –")
    hand.touch("Tickets")
    assert "boston--miami" not in offered(hand)  # each card is in one hand only


def test_too_few_tickets_are_gently_questioned(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    hand.touch("Tickets")
    hand.driver.tap(next(hand.driver.widgets(TicketCard)))
    hand.driver.settle()
    hand.touch("Anna keeps one ticket")
    hand.touch("Choose again")
    assert hand.events == ()
    hand.touch("Anna keeps one ticket")
    hand.touch("Keep them anyway")
    assert len(hand.state.hand("red")) == 1


def test_a_ticket_is_found_by_touching_its_two_cities(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.touch("Tickets")
    hand.touch("Map")
    assert hand.driver.has("On the map, tap one of the cities on the ticket.")
    touch_city(hand, "brest")
    assert all("brest" in ticket for ticket in offered(hand))
    assert "brest--marseille" in offered(hand)
    touch_city(hand, "marseille")
    (card,) = [card for card in hand.driver.widgets(TicketCard) if card.chosen]
    assert card.ticket == "brest--marseille"
    hand.touch("Anna keeps one ticket")
    hand.touch("Keep them anyway")
    assert hand.state.hand("red") == ("brest--marseille",)


def touch_city(hand: Hand, city: str) -> None:
    picker = hand.driver.app.session.host.front
    hand.driver.tap(picker.map.to_window(*picker.map.on_screen(*picker.map.shape.cities[city])))
    hand.driver.wait(0.5)
    hand.driver.settle()


@pytest.mark.parametrize("upright", [False, True])
def test_the_map_of_tickets_lies_as_the_one_on_the_table_does(at_table: AtTable, upright: bool) -> None:
    hand = at_table("india", "red blue")
    hand.back()
    hand.driver.app.session.change_preferences(upright=upright)
    hand.touch("Continue")
    hand.touch("Tickets")
    hand.touch("Map")
    picker = hand.driver.app.session.host.front
    wide, high = picker.map.shape.size
    assert (high > wide) == upright
    assert picker.map.shape is hand.table.map.shape


def test_the_same_city_twice_lets_go_of_it(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.touch("Tickets")
    hand.touch("Map")
    touch_city(hand, "brest")
    touch_city(hand, "brest")
    assert offered(hand) == []


def test_europe_has_its_long_tickets_apart(at_table: AtTable) -> None:
    """EU-11: at the deal they come first."""
    hand = at_table("europe", "red blue", "blue keeps brest--marseille")
    hand.touch("Tickets")
    assert hand.driver.has("Choose at least 2 of the 4 dealt (1 of them long)")
    labels = hand.driver.labels()
    assert labels.index("Long tickets") < labels.index("Amsterdam – Pamplona")
    hand.touch("Bo")
    assert hand.driver.has("Choose at least one of the 3 drawn")


def test_switzerland_has_two_cards_of_some_tickets(at_table: AtTable) -> None:
    """GEN-A6."""
    hand = at_table("switzerland", "red blue", "blue keeps bern--schwyz")
    twice = [ticket.id for ticket in hand.state.board.tickets.values() if ticket.copies == 2]
    hand.touch("Tickets")
    assert offered(hand).count(twice[0]) == 2
    for _ in range(2):
        card = next(card for card in hand.driver.widgets(TicketCard) if card.ticket == twice[0] and not card.chosen)
        hand.driver.tap(card)
        hand.driver.settle()
    hand.touch("Anna keeps 2 tickets")
    assert hand.state.hand("red") == (twice[0], twice[0])
    hand.touch("Tickets")
    assert twice[0] not in offered(hand)


@pytest.mark.parametrize(
    ("map_id", "deal", "draw"),
    [
        ("usa", "Choose at least 2 of the 3 dealt", "Choose at least one of the 3 drawn"),
        ("switzerland", "Choose at least 2 of the 5 dealt", "Choose at least one of the 3 drawn"),
        ("india", "Choose at least 2 of the 4 dealt", "Choose at least one of the 3 drawn"),
        ("old_west", "Choose at least 3 of the 5 dealt", "Choose at least one of the 4 drawn"),
        ("card_game", "Choose at least one of the 6 dealt", "Choose which of the 4 tickets you drew to keep, or none"),
    ],
)
def test_deals_and_draws_follow_the_figures(map_id: str, deal: str, draw: str) -> None:
    """USA-7, CH-8, IN-8, OW-13, CG-11."""
    at = table(map_id, "red blue")
    assert deal_of(at.state, "red") == deal
    ticket = next(iter(at.state.board.tickets))
    assert deal_of(at.play(f"red keeps {ticket}").state, "red") == draw


def test_tickets_are_scanned_into_the_list(tmp_path: Path) -> None:
    """A badge says whose they are; a card counts once."""
    lay(tmp_path / "data", "usa", "red blue")
    wire = Wire(tmp_path)
    hand = wire.hand
    hand.touch("Continue")
    hand.touch("Tickets")
    board = hand.state.board
    code = wire.code(board, LabelKind.TICKET, "boston--miami")
    wire.scan(player("blue").text, code)
    wire.scan(code)
    assert hand.driver.has("That ticket is already chosen.")
    wire.scan(wire.code(board, LabelKind.TICKET, "calgary--phoenix"))
    hand.touch("Bo keeps 2 tickets")
    assert hand.state.hand("blue") == ("boston--miami", "calgary--phoenix")
    hand.touch("Tickets")
    wire.scan(code)
    assert hand.driver.has("Someone already has that ticket.")
    wire.stop()
