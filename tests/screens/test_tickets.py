"""Tickets that someone keeps: found by letters, chosen by touch, and then only counted."""

from collections.abc import Callable

from tests.screens.player import Hand

# isort: split
from companion.game import events as e
from companion.screens.playertile import PlayerTile
from companion.screens.ticketpicker import TicketCard

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
    hand.touch("Keep anyway")
    assert len(hand.state.hand("red")) == 1
