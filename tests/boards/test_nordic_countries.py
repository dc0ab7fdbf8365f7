"""Nordic Countries as it is printed. `nordic_spaces.json` has every space of the board, read off a picture of it: x, y,
and how far it is turned."""

import json
from collections import Counter
from math import degrees, dist
from pathlib import Path

import networkx

from companion.boards.shape import printed_spaces
from tests.table import board

SPACES: dict[str, list[list[float]]] = json.loads(
    Path(__file__).with_name("nordic_spaces.json").read_text(encoding="utf-8")
)
NORDIC = board("nordic_countries")


def test_every_route_and_every_space_is_where_it_is_printed() -> None:
    assert NORDIC.routes.keys() == SPACES.keys()
    for route in NORDIC.routes.values():
        printed, drawn = SPACES[route.id], printed_spaces(route)
        assert len(printed) == len(drawn) == route.length
        for (x, y, turned), (drawn_x, drawn_y, angle) in zip(printed, drawn, strict=True):
            assert dist((x, y), (drawn_x, drawn_y)) < 4, route.id
            off = (turned - degrees(angle)) % 180
            assert min(off, 180 - off) < 7, route.id


def test_every_ticket_is_worth_its_shortest_way_and_every_city_is_on_one() -> None:
    tickets = NORDIC.tickets.values()
    for ticket in tickets:
        start, end = ticket.start, ticket.to or ""
        assert networkx.dijkstra_path_length(NORDIC.graph, start, end, weight="length") == ticket.points
    values = [ticket.points or 0 for ticket in tickets]
    assert (min(values), max(values), sum(values)) == (3, 24, 460)
    assert {place for ticket in tickets for place in (ticket.start, ticket.to)} == NORDIC.cities.keys()
    assert len({frozenset((ticket.start, ticket.to)) for ticket in tickets}) == 46


def test_lengths_ferries_and_colours() -> None:
    routes = NORDIC.routes.values()
    assert Counter(route.length for route in routes) == {1: 17, 2: 28, 3: 20, 4: 11, 5: 3, 6: 1, 9: 1}
    assert Counter(route.locomotives for route in routes if route.locomotives) == {1: 18, 2: 6}
    assert sum(route.colour == "grey" for route in routes) == 11
    assert not any(route.tunnel and route.locomotives for route in routes)


def test_nc_a2_two_pairs_have_unequal_lengths() -> None:
    unequal = {
        frozenset((route.id, other.id))
        for route in NORDIC.routes.values()
        for other in NORDIC.parallel(route)
        if route.length != other.length
    }
    assert unequal == {
        frozenset(("kristiansand--stavanger:green", "kristiansand--stavanger:orange")),
        frozenset(("mo-i-rana--trondheim:green", "mo-i-rana--trondheim:red")),
    }
    ferries = [route for route in NORDIC.routes.values() if set(route.ends) == {"helsinki", "stockholm"}]
    assert sorted((route.length, route.locomotives) for route in ferries) == [(4, 1), (4, 2)]


def test_nc_15_one_route_takes_four_cards_for_each_that_is_missing() -> None:
    (special,) = [route for route in NORDIC.routes.values() if route.cards_for_missing]
    assert (special.id, special.length, special.cards_for_missing) == ("lieksa--murmansk:grey", 9, 4)
    assert NORDIC.points(special) == 27  # NC-1


def test_the_box_has_white_black_and_purple_trains() -> None:
    assert NORDIC.rules.player_colours == ("white", "black", "purple")
    assert board("usa").rules.player_colours == ("red", "blue", "green", "yellow", "black", "white")
