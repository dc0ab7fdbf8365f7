"""How many times the glass is touched for what people do most. Counting a board and the first deal have such counts in
their own tests."""

from collections.abc import Callable

from companion.screens.virtual import Finger
from tests.screens.player import Hand
from tests.screens.table.test_tunnel_screen import TUNNEL, opened, touch_card

# isort: split
from companion.game import events as e

AtTable = Callable[..., Hand]


def test_a_claim_takes_two_touches(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    before = Finger.count()
    hand.claim("brest--paris:black")
    assert Finger.count() - before == 2
    assert hand.events == (e.Claim(player="red", route="brest--paris:black"),)


def test_a_claim_on_a_finished_board_takes_one_touch(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", counted=True)
    before = Finger.count()
    hand.tap_track("calgary--winnipeg:white")
    assert Finger.count() - before == 1
    assert [claim.route.id for claim in hand.state.claims] == ["calgary--winnipeg:white"]


def test_a_tunnel_with_three_cards_takes_seven_touches(at_table: AtTable) -> None:
    """The route and its card, the colour played, three cards turned over, and Paid; one less if the colour is
    printed."""
    hand = at_table("europe", "red blue")
    before = Finger.count()
    screen = opened(hand)
    touch_card(hand, screen, "palette", "green")  # a grey tunnel asks for the colour played first
    for colour in ("green", "red", "blue"):
        touch_card(hand, screen, "palette", colour)
    hand.touch("Paid")
    assert Finger.count() - before == 7
    assert hand.events == (e.Claim(player="red", route=TUNNEL, cards={"green": 4}, revealed=("green", "red", "blue")),)
