"""No ticket can be read from any screen before its owner's held touch or the tally."""

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from companion.screens.virtual import Driver, Finger
from tests.screens.player import Hand
from tests.screens.tour import half_a_game, tour

# isort: split
from companion.game.state import State
from companion.game.ticketsearch import free_cards, words_of
from companion.screens.table.heldtickets import HeldTicket
from companion.screens.table.tablescreen import TableScreen
from companion.screens.widgets.playertile import PlayerTile

AtTable = Callable[..., Hand]


def told(driver: Driver, state: State) -> list[str]:
    """Labels that name both ends of a ticket that only its holder knows of, and are not about a route between them."""
    board, found = state.board, []
    routes = {frozenset(route.ends) for route in board.routes.values()}
    in_hands = [ticket for hand in state.hands.values() for ticket in hand]
    free = {card.ticket.id for card in free_cards(state)}  # of two cards one may still lie in the list
    secret = [board.tickets[ticket] for ticket in in_hands if ticket not in free]
    assert secret
    for card, text in product(secret, driver.labels()):
        if card.options:
            found += [text] if words_of(board, card) in text else []
        elif frozenset((card.start, card.to)) not in routes and "ongest route" not in text:
            assert card.to is not None
            ends = (str(board.place(card.start).name), str(board.place(card.to).name))
            found += [text] if all(end in text for end in ends) else []
    return found


@pytest.mark.parametrize("map_id", ["switzerland", "europe"])
def test_nothing_is_told_before_the_tally(map_id: str, tmp_path: Path) -> None:
    """A walk through all screens of a running game: whatever is shown, no kept ticket is."""
    looked = 0
    for name, driver in tour(tmp_path, (800, 480), map_id, still=True):
        screen = driver.app.session.host.screen
        if name.startswith("tally"):
            break
        if not isinstance(screen, TableScreen) or name == "own tickets":
            continue
        assert told(driver, screen.play.state) == [], name
        looked += 1
    assert looked > 8


def test_a_held_colour_shows_its_own_tickets_and_hides_them_when_let_go(at_table: AtTable) -> None:
    hand = at_table(
        "europe", "red blue", "red keeps brest--marseille kyiv--petrograd", "blue keeps palermo--constantinople",
        "red claims brest--paris:black", "red claims marseille--paris:grey",
    )  # fmt: skip
    driver = hand.driver
    anna, _bo = driver.widgets(PlayerTile)
    finger = Finger(*driver.at(anna))
    finger.send("begin")
    driver.wait(0.6)
    driver.settle()
    shown = {ticket.text: (ticket.state, ticket.done) for ticket in driver.widgets(HeldTicket)}
    assert shown == {
        "Brest – Marseille": ("+7", True),
        "Kyïv – Petrograd": ("−6, 6 trains short", False),
    }
    assert not driver.has("Palermo")
    finger.send("end")
    driver.frames(3)
    driver.settle()
    assert not list(driver.widgets(HeldTicket))
    assert not driver.has("Marseille –")


def test_a_second_finger_on_held_tickets_does_not_reach_the_map(at_table: AtTable) -> None:
    """The map below the tickets is not seen, so nothing on it can be meant."""
    hand = at_table("europe", "red blue", "red keeps amsterdam--wilno")
    driver = hand.driver
    finger = Finger(*driver.at(next(driver.widgets(PlayerTile))))
    finger.send("begin")
    driver.wait(0.7)
    taps: list[object] = []
    hand.map.bind(on_tap=lambda _, place: taps.append(place))
    driver.tap(next(driver.widgets(HeldTicket)))
    finger.send("end")
    driver.frames(3)
    assert taps == []
    assert not hand.cards()


def test_a_touch_that_is_not_held_tells_nothing(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", "red keeps brest--marseille")
    hand.driver.tap(next(hand.driver.widgets(PlayerTile)))
    hand.driver.settle()
    assert not list(hand.driver.widgets(HeldTicket))
    assert told(hand.driver, hand.state) == []


def test_the_list_for_the_others_lacks_what_was_taken_and_says_no_name(tmp_path: Path, hands: list[Hand]) -> None:
    half_a_game(tmp_path, "europe")
    hand = Hand(tmp_path)
    hands.append(hand)
    hand.touch("Continue")
    hand.touch("Tickets")
    assert told(hand.driver, hand.state) == []
