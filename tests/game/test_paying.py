"""What routes, tunnels, ferries, stations and markers cost (PAY-1 to PAY-9)."""

import pytest

from companion.game.paying import extra_cards
from tests.table import table

# Europe: Brest–Paris black 3; Paris–Zürich grey tunnel 3; Marseille–Roma grey tunnel 4; Amsterdam–London ferry 2 with
# two locomotives; Palermo–Smyrna ferry 6 with two.
FREE = "brest--paris:black"
TUNNEL = "paris--zurich:grey"
FERRY = "palermo--smyrna:grey"


@pytest.mark.parametrize(
    "payment",
    ["black 3", "black 2 locomotive 1", "locomotive 3", "black 3 red 0"],
)
def test_pay_1_a_coloured_route_takes_its_colour_or_locomotives(payment: str) -> None:
    assert table("europe").against(f"red claims {FREE} paying {payment}") == []


@pytest.mark.parametrize(
    ("payment", "reason"),
    [  # PAY-1
        ("red 3", "Brest–Paris takes black cards, not red cards"),
        ("black 2", "Brest–Paris costs 3 cards, but 2 were paid"),
        ("black 4", "Brest–Paris costs 3 cards, but 4 were paid"),
        ("black 2 red 1", "Brest–Paris costs cards of one colour, but cards of several colours were paid"),
    ],
)
def test_a_wrong_payment(payment: str, reason: str) -> None:
    assert table("europe").against(f"red claims {FREE} paying {payment}") == [f"forbidden PAY-1: {reason}"]


def test_a_grey_route_takes_any_one_colour() -> None:
    usa = table("usa")
    assert usa.against("red claims atlanta--charleston:grey paying pink 2") == []
    assert usa.against("red claims atlanta--charleston:grey paying pink 1 locomotive 1") == []
    assert usa.against("red claims atlanta--charleston:grey paying pink 1 red 1") == [
        "forbidden PAY-1: Atlanta–Charleston costs cards of one colour, but cards of several colours were paid"
    ]


def test_pay_2_a_ferry_needs_its_locomotives() -> None:
    europe = table("europe")
    assert europe.against(f"red claims {FERRY} paying red 4 locomotive 2") == []
    assert europe.against(f"red claims {FERRY} paying locomotive 6") == []
    assert europe.against(f"red claims {FERRY} paying red 5 locomotive 1") == [
        "forbidden PAY-2: Palermo–Smyrna is a ferry: 2 locomotives must be among the cards paid"
    ]


def test_ow_14_three_locomotives_to_san_francisco() -> None:
    west = table("old_west").play("blue starts denver", "red starts los-angeles")
    assert west.against("red claims los-angeles--san-francisco:grey paying red 4 locomotive 3") == []
    assert len(west.against("red claims los-angeles--san-francisco:grey paying red 5 locomotive 2")) == 1


@pytest.mark.parametrize(
    ("payment", "turned", "right"),
    [  # PAY-3
        ("red 3", "green white blue", True),  # nothing matches
        ("red 4", "red green white", True),  # one match
        ("red 3 locomotive 1", "red green white", True),  # paid with a locomotive
        ("red 5", "red locomotive white", True),  # a locomotive turned up matches too
        ("red 6", "red red red", True),
        ("red 3", "red green white", False),  # the extra card is missing
        ("red 4", "green white blue", False),  # one too many
        ("locomotive 3", "red green white", True),  # PAY-4: only locomotives: colours do not matter
        ("locomotive 4", "locomotive green white", True),
        ("locomotive 3", "locomotive green white", False),
        ("red 4", "red green", True),  # PAY-5: two cards were left in the deck
        ("red 3", "", True),  # the deck was empty
    ],
)
def test_a_tunnel_costs_more_for_each_match(payment: str, turned: str, right: bool) -> None:
    against = table("europe").against(f"red claims {TUNNEL} paying {payment} turning {turned}")
    assert (against == []) is right, against


def test_what_is_said_about_a_tunnel() -> None:
    assert table("europe").against(f"red claims {TUNNEL} paying red 3 turning red locomotive white") == [
        "forbidden PAY-3: Paris–Zürich costs 3 cards and 2 more for the cards turned over, but 3 were paid"
    ]
    assert table("europe").against(f"red claims {TUNNEL} paying red 7") == [
        "forbidden PAY-3: Paris–Zürich costs 3 to 6 cards, but 7 were paid"
    ]


@pytest.mark.parametrize("paid", [3, 4, 5, 6])
def test_a_tunnel_whose_cards_were_not_noted(paid: int) -> None:
    assert table("europe").against(f"red claims {TUNNEL} paying red {paid}") == []


def test_no_cards_are_turned_up_where_there_is_no_tunnel() -> None:
    assert table("europe").against(f"red claims {FREE} turning red red red") == [
        "forbidden PAY-3: Brest–Paris is not a tunnel, so no cards are turned over"
    ]


def test_extra_cards() -> None:
    assert extra_cards("red", ["red", "locomotive", "blue"]) == 2
    assert extra_cards(None, ["red", "locomotive", "blue"]) == 1
    assert extra_cards("red", []) == 0


def test_a_tunnel_given_up() -> None:
    europe = table("europe")
    assert europe.against(f"red fails {TUNNEL} paying red 3 turning red green white") == []
    assert europe.against(f"red fails {TUNNEL}") == []
    assert europe.against(f"red fails {FREE}") == ["impossible PAY-3: Brest–Paris is not a tunnel"]
    assert europe.against(f"red fails {TUNNEL} paying red 2") == [
        "forbidden PAY-3: Paris–Zürich costs 3 cards, but 2 were played"
    ]
    after = europe.play(f"red fails {TUNNEL} paying red 3 turning red green white")
    assert after.state.claims == ()


def test_pay_6_a_tunnel_given_up_though_nothing_more_is_due() -> None:
    """The Norwegian rulebook allows it, the Danish and the Swedish do not: a question, and in a record it stands."""
    given_up = f"red fails {TUNNEL} paying red 3 turning blue green white"
    europe = table("europe")
    assert europe.against(given_up) == ["question PAY-6: nothing more is due for Paris–Zürich: give it up anyway?"]
    after = europe.play(given_up)
    assert after.state.claims == ()
    assert not after.score("red").warnings


def test_pay_7_a_grey_tunnel_has_the_colour_that_was_laid_down() -> None:
    europe = table("europe")
    assert europe.against(f"red claims {TUNNEL} paying green 4 turning green white red") == []
    assert len(europe.against(f"red claims {TUNNEL} paying red 4 turning green white blue")) == 1


def test_ch_9_locomotives_in_switzerland_are_for_tunnels_only() -> None:
    swiss = table("switzerland")
    overland = next(
        r for r in swiss.state.board.routes.values() if not r.tunnel and r.colour == "white" and r.length == 3
    )
    tunnel = next(r for r in swiss.state.board.routes.values() if r.tunnel and r.colour == "grey" and r.length == 2)
    assert swiss.against(f"red claims {overland.id} paying white 3") == []
    (reason,) = swiss.against(f"red claims {overland.id} paying white 2 locomotive 1")
    assert reason.startswith("forbidden CH-9: locomotives can only be played on tunnels, and ")
    assert swiss.against(f"red claims {tunnel.id} paying white 1 locomotive 1 turning red red red") == []


def test_pay_8_a_station_costs_one_two_three_cards() -> None:
    first = table("europe")
    assert first.against("red builds paris paying red 1") == []
    assert first.against("red builds paris paying red 2") == [
        "forbidden PAY-8: station 1 costs 1 card, but 2 were paid"
    ]
    second = first.play("red builds paris paying red 1", "blue draws")
    assert second.against("red builds roma paying red 1 locomotive 1") == []
    assert second.against("red builds roma paying red 1 blue 1") == [
        "forbidden PAY-8: station 2 costs cards of one colour, but cards of several colours were paid"
    ]
    third = second.play("red builds roma", "blue draws")
    assert third.against("red builds wien paying locomotive 3") == []


def test_pay_9_a_marker_costs_two_like_cards() -> None:
    west = table("old_west").play("blue starts denver", "red starts tucson", "red claims las-cruces--tucson:orange")
    for right in ("red 2", "red 1 locomotive 1", "locomotive 2"):
        assert west.against(f"red marks las-cruces paying {right}") == []
    for wrong in ("red 1", "red 1 blue 1", "red 3"):
        assert len(west.against(f"red marks las-cruces paying {wrong}")) == 1
