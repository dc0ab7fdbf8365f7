"""What Nordic Countries' routes cost: locomotives on tunnels and ferries only, and cards that stand in for others
(NC-12 to NC-15). The oracle gives every single card a part."""

from collections import Counter
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.boards import CardColour, Route
from tests.table import board, table

NORDIC = board("nordic_countries")
NINE = "lieksa--murmansk:grey"
COLOURS: tuple[CardColour, ...] = ("red", "blue", "green", "yellow", "black", "white", "orange", "pink")


def against(route: str, payment: str) -> list[str]:
    return table("nordic_countries", "white black purple").against(f"white claims {route} paying {payment}")


def ferry(locomotives: int, length: int, grey: bool = True) -> Route:
    return next(
        route
        for route in NORDIC.routes.values()
        if (route.locomotives, route.length, route.colour == "grey") == (locomotives, length, grey)
    )


def test_nc_12_a_locomotive_never_helps_on_an_ordinary_route() -> None:
    plain = NORDIC.routes["kuopio--lahti:white"]
    assert against(plain.id, "white 3") == []
    assert against(plain.id, "white 2 locomotive 1") == [
        f"forbidden NC-12: locomotives can only be played on tunnels and ferries, and {NORDIC.route(plain)} is neither"
    ]


def test_nc_14_a_tunnel_is_paid_as_in_europe_and_nothing_stands_in_there() -> None:
    tunnel = next(r for r in NORDIC.routes.values() if r.tunnel and r.length == 2)
    assert against(tunnel.id, f"{tunnel.colour} 1 locomotive 1") == []
    assert against(tunnel.id, f"{tunnel.colour} 3 locomotive 1 turning {tunnel.colour} locomotive white") == []
    assert against(tunnel.id, "locomotive 3 turning locomotive pink pink") == []
    assert against(tunnel.id, f"{tunnel.colour} 1 {'red' if tunnel.colour != 'red' else 'blue'} 3") != []  # NC-A5


def test_nc_13_three_cards_stand_in_for_a_locomotive_on_a_ferry() -> None:
    route = ferry(1, 3, grey=False)
    colour = route.colour
    others = [one for one in COLOURS if one != colour]
    assert against(route.id, f"{colour} 2 locomotive 1") == []
    assert against(route.id, f"{colour} 2 {others[0]} 1 {others[1]} 2") == []
    assert against(route.id, f"{colour} 5") == []
    assert against(route.id, f"{colour} 1 locomotive 1 {others[0]} 3") == []  # NC-A4
    assert against(route.id, f"{colour} 3") == [
        f"forbidden NC-13: {NORDIC.route(route)} costs 3 cards of one colour, one of them a locomotive; 3 others can "
        "stand in for a locomotive"
    ]


def test_nc_15_four_cards_stand_in_for_each_missing_one_to_murmansk() -> None:
    assert against(NINE, "green 9") == []
    assert against(NINE, "green 7 red 3 white 4 locomotive 1") == []  # the rulebook's example: 7 green and any 8 others
    assert against(NINE, "green 8 locomotive 1") == [
        "forbidden NC-15: Lieksa–Murmansk costs 9 cards of one colour; 4 others can stand in for each one that is "
        "missing"
    ]
    assert len(against(NINE, "green 8 red 3")) == 1


@cache
def ways(route: Route, cards: tuple[tuple[CardColour, int], ...], colour: CardColour) -> bool:
    """The oracle: lay out the spaces one by one, each with a card of the colour, a locomotive, or a heap of cards."""

    def pay(spaces: int, signs: int, hand: Counter[CardColour]) -> bool:
        if spaces == 0:
            return signs <= 0 and not any(hand.values())
        found = False
        wild = bool(route.locomotives)
        if hand[colour]:
            found = pay(spaces - 1, signs, hand - Counter({colour: 1}))
        if not found and wild and hand["locomotive"]:
            found = pay(spaces - 1, signs - 1, hand - Counter({"locomotive": 1}))
        heap = 3 if route.locomotives else route.cards_for_missing
        if not found and heap:
            found = any(pay(spaces - 1, signs - wild, hand - Counter(dict(some))) for some in heaps(hand, heap))
        return found

    return pay(route.length, route.locomotives, Counter(dict(cards)))


def heaps(hand: Counter[CardColour], size: int) -> list[tuple[tuple[CardColour, int], ...]]:
    """Every way to take this many cards."""
    found: list[Counter[CardColour]] = [Counter()]
    for one, count in hand.items():
        found = [before + Counter({one: few}) for before in found for few in range(count + 1)]
    return [tuple(one.items()) for one in found if sum(one.values()) == size]


SMALL = [route for route in NORDIC.routes.values() if route.locomotives and route.length <= 3]


@given(
    st.sampled_from(SMALL),
    st.dictionaries(st.sampled_from(["red", "blue", "white", "locomotive"]), st.integers(0, 4), min_size=1),
)
@example(SMALL[0], {"locomotive": 1})
@settings(max_examples=200)
def test_nc_13_against_every_way_to_lay_the_cards(route: Route, cards: dict[CardColour, int]) -> None:
    paid = " ".join(f"{one} {count}" for one, count in cards.items())
    colours = COLOURS if route.colour == "grey" else [one for one in COLOURS if one == route.colour]
    can = any(ways(route, tuple(sorted(cards.items())), colour) for colour in colours)
    assert (against(route.id, paid) == []) == can


@pytest.mark.parametrize("missing", range(4))
@pytest.mark.parametrize("extra", [-1, 0, 1])
def test_nc_15_against_every_number_of_missing_cards(missing: int, extra: int) -> None:
    others = 4 * missing + extra
    if others < 0:
        return
    payment = f"green {9 - missing} red {others - min(others, 2)} locomotive {min(others, 2)}"
    assert (against(NINE, payment) == []) == (extra == 0)
