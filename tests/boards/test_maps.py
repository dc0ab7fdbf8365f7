"""The map files against the tables of the rules."""

from collections import Counter

import pytest

from tests.table import board

BOARDS = ("usa", "europe", "switzerland", "india", "old_west", "nordic_countries")
SYSTEMS = (*BOARDS, "card_game")


def connections(map_id: str) -> Counter[frozenset[str]]:
    return Counter(frozenset(route.ends) for route in board(map_id).routes.values())


@pytest.mark.parametrize(
    ("map_id", "cities", "border_ends", "tracks", "pairs", "doubles", "triples", "spaces", "tunnels", "ferries"),
    [
        ("usa", 36, 0, 100, 78, 22, 0, 309, 0, 0),
        ("europe", 47, 0, 101, 90, 11, 0, 300, 18, 13),
        ("switzerland", 34, 17, 88, 76, 12, 0, 205, 42, 0),
        ("india", 39, 0, 108, 80, 28, 0, 238, 0, 8),
        ("old_west", 41, 0, 139, 83, 36, 10, 364, 0, 1),
        ("nordic_countries", 39, 0, 81, 67, 14, 0, 207, 10, 24),
    ],
)
def test_board_statistics(
    map_id: str,
    cities: int,
    border_ends: int,
    tracks: int,
    pairs: int,
    doubles: int,
    triples: int,
    spaces: int,
    tunnels: int,
    ferries: int,
) -> None:
    printed = board(map_id)
    routes = printed.routes.values()
    tracks_of = Counter(connections(map_id).values())
    assert sum(city.country is None for city in printed.cities.values()) == cities
    assert sum(city.country is not None for city in printed.cities.values()) == border_ends
    assert (len(routes), sum(tracks_of.values()), tracks_of[2], tracks_of[3]) == (tracks, pairs, doubles, triples)
    assert sum(route.length for route in routes) == spaces
    assert sum(route.tunnel for route in routes) == tunnels
    assert sum(route.locomotives > 0 for route in routes) == ferries


@pytest.mark.parametrize(
    ("map_id", "players", "trains", "tickets", "deal", "keep", "draw", "draw_keep", "parallel", "tie_breaks"),
    [
        ("usa", (2, 5), 45, 30, 3, 2, 3, 1, 4, ("tickets", "longest")),
        ("europe", (2, 5), 45, 46, 4, 2, 3, 1, 4, ("tickets", "stations", "longest")),
        ("switzerland", (2, 3), 40, 46, 5, 2, 3, 1, 3, ("tickets", "longest")),
        ("india", (2, 4), 45, 58, 4, 2, 3, 1, 4, ("tickets", "longest")),
        ("old_west", (2, 6), 40, 50, 5, 3, 4, 1, 4, ("tickets",)),
        ("card_game", (2, 4), 0, 46, 6, 1, 4, 0, 4, ("tickets", "big_cities")),
        ("nordic_countries", (2, 3), 40, 46, 5, 2, 3, 1, 3, ("tickets", "longest")),
    ],
)
def test_figures_of_all_systems(
    map_id: str,
    players: tuple[int, int],
    trains: int,
    tickets: int,
    deal: int,
    keep: int,
    draw: int,
    draw_keep: int,
    parallel: int,
    tie_breaks: tuple[str, ...],
) -> None:
    printed, rules = board(map_id), board(map_id).rules
    assert (rules.players, rules.trains, printed.ticket_cards) == (players, trains, tickets)
    assert (rules.tickets.deal + rules.tickets.deal_long, rules.tickets.keep) == (deal, keep)
    assert (rules.tickets.draw, rules.tickets.draw_keep) == (draw, draw_keep)
    assert (rules.parallel_tracks_from, rules.tie_breaks) == (parallel, tie_breaks)


def test_bonuses() -> None:
    """Table 0 of the rules, last rows."""
    longest = {map_id: board(map_id).rules.bonus.longest for map_id in SYSTEMS}
    assert {map_id: points for map_id, points in longest.items() if points != 10} == {
        "old_west": 0,
        "card_game": 0,
        "nordic_countries": 0,  # NC-4
    }
    assert board("old_west").rules.bonus.most_tickets == 15  # OW-7
    assert board("nordic_countries").rules.bonus.most_tickets == 10  # NC-3
    assert board("india").rules.bonus.mandala == (5, 10, 20, 30, 40)  # IN-5
    stations = board("europe").rules.stations
    assert stations is not None
    assert (stations.each, stations.unbuilt) == (3, 4)  # EU-3
    piles = board("card_game").rules.piles
    assert piles is not None
    assert sorted(card.points for card in piles.big_cities) == [8, 8, 10, 12, 12, 15]  # CG-7
    assert dict(piles.scorings) == {2: 1, 3: 1, 4: 2}  # CG-5
    assert board("switzerland").rules.locomotives == "tunnels"  # CH-9
    assert board("nordic_countries").rules.locomotives == "tunnels_and_ferries"  # NC-12


def test_train_decks() -> None:
    decks = {
        map_id: (board(map_id).rules.cards.each_colour, board(map_id).rules.cards.locomotives) for map_id in SYSTEMS
    }
    assert decks == dict.fromkeys(BOARDS, (12, 14)) | {"card_game": (10, 16)}


@pytest.mark.parametrize("map_id", BOARDS)
def test_gen_1_one_table_of_points_for_every_board(map_id: str) -> None:
    nine = {9: 27} if map_id == "nordic_countries" else {}  # NC-1
    assert dict(board(map_id).rules.points) == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, **nine}


@pytest.mark.parametrize(
    ("map_id", "lengths"),
    [
        ("usa", {1, 2, 3, 4, 5, 6}),
        ("europe", {1, 2, 3, 4, 6, 8}),
        ("switzerland", {1, 2, 3, 4, 5, 6}),
        ("india", {1, 2, 3, 4, 6, 8}),
        ("old_west", {1, 2, 3, 4, 5, 6, 7}),
        ("nordic_countries", {1, 2, 3, 4, 5, 6, 9}),
    ],
)
def test_lengths_of_routes(map_id: str, lengths: set[int]) -> None:
    assert {route.length for route in board(map_id).routes.values()} == lengths


def test_ch_a1_every_border_end_is_a_dead_end() -> None:
    swiss = board("switzerland")
    ends = Counter(end for route in swiss.routes.values() for end in route.ends if swiss.cities[end].country)
    assert set(ends.values()) == {1}
    assert Counter(city.country for city in swiss.cities.values() if city.country) == {
        "osterreich": 3,
        "france": 4,
        "italia": 5,
        "deutschland": 5,
    }


def test_ch_a1_swiss_tickets_are_worth_their_shortest_way() -> None:
    import networkx

    swiss = board("switzerland")
    ends = [(ticket.start, ticket.to, ticket.points) for ticket in swiss.tickets.values() if ticket.to]
    assert len(ends) == 34
    for start, to, points in ends:
        assert networkx.dijkstra_path_length(swiss.graph, start, to, weight="length") == points


def test_ow_14_the_only_ferry_of_old_west() -> None:
    west = board("old_west")
    (ferry,) = [route for route in west.routes.values() if route.locomotives]
    assert (ferry.id, ferry.length, ferry.locomotives) == ("los-angeles--san-francisco:grey", 7, 3)
    assert west.points(ferry) == 18


def test_eu_six_long_tickets() -> None:
    assert (
        sorted(ticket.points or 0 for ticket in board("europe").tickets.values() if ticket.long) == [20] * 3 + [21] * 3
    )


def test_names_of_routes_places_and_tickets() -> None:
    europe, swiss = board("europe"), board("switzerland")
    assert str(europe.route(europe.routes["brest--paris:black"])) == "Brest–Paris"
    assert str(europe.route(europe.routes["dieppe--london:grey-1"])) == "Dieppe–London (grey 1)"
    assert str(swiss.place("france-geneve")) == "France (Genève)"
    assert str(swiss.ticket(swiss.tickets["chur--countries"])) == "Chur–France/Deutschland/Österreich/Italia"
