"""A claim: a touch near the route, and a touch on its card."""

from collections.abc import Callable
from itertools import product

import pytest

from companion.screens.virtual import PANELS
from tests.screens.player import Hand

# isort: split
from companion.game import events as e
from companion.screens.map.fingers import tracks_near
from companion.screens.table.trackcards import TrackCard
from companion.screens.widgets import CardSign, PlayerChip
from companion.screens.widgets.toast import Toast

AtTable = Callable[..., Hand]
NINE_MM = 9 * 800 / 155
"""In dp."""


def card_of(hand: Hand, track: str) -> TrackCard:
    """The card of a track, after a touch of its middle."""
    hand.tap_track(track)
    return next(card for card in hand.cards() if card.offer.route.id == track)


def choose(hand: Hand, name: str) -> None:
    """Another player, on the cards."""
    hand.driver.tap(next(chip for chip in hand.driver.widgets(PlayerChip) if chip.text == name))
    hand.driver.settle()


def close(hand: Hand) -> None:
    hand.driver.tap(hand.driver.find(icon="close"))
    hand.driver.settle()


def far_from_everything(hand: Hand) -> tuple[float, float]:
    """A place on the map that no finger takes for a track, above the cards."""
    view, claiming = hand.map, hand.table.claiming
    for x, y in product(range(0, 1000, 10), range(0, 645, 10)):
        on_screen = view.on_screen(x, y)
        seen = view.collide_point(*on_screen) and on_screen[1] > claiming.drawer.panel.top
        if seen and not tracks_near(view.shape, x, y, claiming._blur):
            return x, y
    raise AssertionError("tracks are everywhere")


def test_a_card_shows_name_length_points_and_sign(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    card = card_of(hand, "marseille--pamplona:red")
    assert (card.name, card.about, card.pays) == ("Marseille – Pamplona", "4 trains", "+7")
    sign = next(widget for widget in card.walk(restrict=True) if isinstance(widget, CardSign))
    assert sign.colour == "red"
    assert hand.driver.has("Marseille – Pamplona")
    assert hand.driver.has("+7")


@pytest.mark.parametrize(
    ("track", "about"),
    [
        ("dieppe--paris:pink", "1 train"),
        ("paris--zurich:grey", "3 trains, tunnel"),
        ("palermo--smyrna:grey", "6 trains, ferry: 2 locomotives"),
        ("brindisi--palermo:grey", "3 trains, ferry: one locomotive"),
    ],
)
def test_a_card_says_what_is_special(at_table: AtTable, track: str, about: str) -> None:
    assert card_of(at_table("europe", "red blue"), track).about == about


def test_tracks_of_one_colour_are_numbered(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    hand.tap_city("vancouver")
    names = {card.name for card in hand.cards()}
    assert {"Seattle – Vancouver (1)", "Seattle – Vancouver (2)"} <= names


def test_a_card_claims_for_whoever_is_suggested(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    assert hand.driver.has("Anna’s turn")
    hand.claim("marseille--pamplona:red")
    assert hand.events == (e.Claim(player="red", route="marseille--pamplona:red"),)
    assert hand.driver.has("Anna claimed Marseille–Pamplona\u00a0+7")
    assert hand.driver.has("Bo’s turn")
    assert not hand.cards()


def test_another_player_is_one_touch_away(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue green")
    card_of(hand, "brest--paris:black")
    choose(hand, "Cy")
    assert hand.driver.has("Cy’s turn")
    hand.driver.tap(next(card for card in hand.cards() if card.offer.route.id == "brest--paris:black"))
    assert hand.events == (e.Claim(player="green", route="brest--paris:black"),)


def test_the_suggestion_moves_on_and_locks_nobody_out(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    for track, mover in (("calgary--winnipeg:white", "red"), ("helena--seattle:yellow", "blue")):
        hand.claim(track)
        assert hand.state.claims[-1].player == mover
    card_of(hand, "miami--new-orleans:red")
    choose(hand, "Bo")  # it would be Anna's turn
    hand.driver.tap(next(card for card in hand.cards() if card.offer.route.id == "miami--new-orleans:red"))
    assert [claim.player for claim in hand.state.claims] == ["red", "blue", "blue"]
    assert hand.table.play.player == "red"


@pytest.mark.parametrize("size", PANELS.values(), ids=PANELS)
def test_cards_are_large_enough_for_a_thumb_and_never_more_than_five(at_table: AtTable, size: tuple[int, int]) -> None:
    hand = at_table("usa", "red blue", size=size)
    for city in ("atlanta", "kansas-city", "denver"):
        hand.tap_city(city)
        assert 1 <= len(hand.cards()) <= 5
        assert all(card.height >= NINE_MM * hand.driver.density for card in hand.cards())


def test_two_cities_one_after_the_other_mean_the_tracks_between_them(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    hand.tap_city("vancouver")
    assert len(hand.cards()) > 2
    hand.tap_city("seattle")
    assert {card.offer.route.id for card in hand.cards()} == {"seattle--vancouver:grey-1", "seattle--vancouver:grey-2"}


def test_cities_that_are_no_neighbours_mean_nothing_together(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    hand.tap_city("vancouver")
    hand.tap_city("montreal")
    assert hand.cards()
    assert any("montreal" in card.offer.route.ends for card in hand.cards())
    assert not any("vancouver" in card.offer.route.ends for card in hand.cards())


def test_a_touch_far_from_everything_puts_the_cards_away(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    hand.map.look_at(5, *hand.map.shape.cities["calgary"])
    hand.tap_city("calgary")
    assert hand.cards()
    hand.tap_board(*far_from_everything(hand))
    assert not hand.cards()
    assert hand.events == ()


def test_the_cross_puts_the_cards_away(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    hand.tap_track("miami--new-orleans:red")
    assert hand.map.lift > 0  # the board made room
    close(hand)
    assert not hand.cards()
    assert hand.map.lift == 0
    assert hand.events == ()


def test_cards_of_two_touches_do_not_pile_up(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    hand.tap_track("calgary--winnipeg:white")
    hand.tap_track("helena--seattle:yellow")
    assert "helena--seattle:yellow" in {card.offer.route.id for card in hand.cards()}
    assert len(hand.cards()) <= 5


FORBIDDEN = "Brest–Paris is already claimed by Anna (red)."


def touch_a_taken_track(hand: Hand) -> None:
    card = card_of(hand, "brest--paris:black")
    assert (card.owner, card.doubtful) == ("red", True)
    hand.driver.tap(card)
    hand.driver.settle()
    assert hand.driver.has(FORBIDDEN)


def test_a_forbidden_claim_says_why_and_can_be_left(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", "red claims brest--paris:black")
    touch_a_taken_track(hand)
    hand.touch("Cancel")
    assert not hand.driver.has(FORBIDDEN)
    assert len(hand.events) == 1


def test_the_table_is_right_a_forbidden_claim_can_be_recorded(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", "red claims brest--paris:black")
    touch_a_taken_track(hand)
    hand.touch("Record it anyway")
    assert hand.events[-1] == e.Claim(player="blue", route="brest--paris:black", override=True)
    assert [claim.player for claim in hand.state.claims] == ["red", "blue"]


def test_what_is_impossible_is_only_said(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", "red claims brest--paris:black", "blue draws")
    touch_a_taken_track(hand)
    assert not hand.driver.has("Record it anyway")
    hand.touch("OK")
    assert len(hand.events) == 2


def test_undo_takes_a_claim_back_and_put_back_puts_it_back(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.claim("brest--paris:black")
    hand.touch("Undo")
    assert not hand.state.claims
    assert hand.driver.has("Undone: Anna claimed Brest–Paris")
    assert hand.driver.has("Anna’s turn")
    hand.touch("Redo")
    assert [claim.route.id for claim in hand.state.claims] == ["brest--paris:black"]
    assert hand.driver.has("Bo’s turn")


def test_the_offer_to_put_back_goes_by_itself(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", "red draws")
    hand.touch("Undo")
    assert list(hand.driver.widgets(Toast))
    hand.driver.wait(8)
    assert not list(hand.driver.widgets(Toast))


def test_nothing_to_undo_at_the_beginning(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    assert hand.driver.find(text="Undo").disabled
    hand.claim("miami--new-orleans:red")
    assert not hand.driver.find(text="Undo").disabled
