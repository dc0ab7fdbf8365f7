"""Nordic Countries scored: nine spaces, the Globetrotter, and ties that the longest route breaks though it earns
nothing (NC-1 to NC-10)."""

from itertools import combinations, pairwise
from random import Random

import networkx
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.boards import Route
from companion.game import play_events
from companion.scoring import tally
from companion.scoring.verdicts import printed_verdict, verdict
from tests.games import random_game
from tests.scoring.test_trails import Edge, longest_by_walking
from tests.table import board, table

NORDIC = board("nordic_countries")
WHITE_AND_BLACK = table("nordic_countries", "white black")


def test_nc_1_nine_spaces_are_27_points() -> None:
    assert WHITE_AND_BLACK.play("white claims lieksa--murmansk:grey").lines("routes") == {"white": 27, "black": 0}


def test_nc_3_the_globetrotter_and_its_tie() -> None:
    begun = WHITE_AND_BLACK.play("white claims alborg--arhus:pink", "black claims arhus--kobenhavn:grey")
    assert begun.lines("globetrotter") == {"white": 0, "black": 0}  # NC-A6
    ticket = next(ticket for ticket in NORDIC.tickets.values() if ticket.points == 3)
    track = {frozenset(route.ends): route.id for route in NORDIC.routes.values()}
    way = networkx.dijkstra_path(NORDIC.graph, ticket.start, ticket.to or "", weight="length")
    claims = [f"white claims {track[frozenset(pair)]}" for pair in pairwise(way)]
    ahead = begun.play(f"white keeps {ticket.id}", *claims)
    assert ahead.lines("globetrotter") == {"white": 10, "black": 0}


def test_nc_4_the_longest_route_has_no_line() -> None:
    assert set(WHITE_AND_BLACK.score("white").lines) == {"routes", "tickets", "globetrotter"}
    assert WHITE_AND_BLACK.score("white").longest is not None


def test_nc_6_a_tie_goes_to_the_longer_route() -> None:
    """NC-A1: the length itself counts, since there is no bonus to hold (GEN-A5)."""
    two = [route for route in NORDIC.routes.values() if route.length == 1 and not NORDIC.parallel(route)]
    beside = next((a, b) for a, b in combinations(two, 2) if set(a.ends) & set(b.ends))
    apart = next(
        (a, b) for a, b in combinations(two, 2) if not {*a.ends, *b.ends} & {*beside[0].ends, *beside[1].ends}
        and not set(a.ends) & set(b.ends)
    )  # fmt: skip
    tied = table("nordic_countries", "white black purple").play(
        *(f"white claims {route.id}" for route in beside), *(f"black claims {route.id}" for route in apart)
    )
    assert [score.total for score in tied.sheet.players] == [2, 2, 0]
    assert [score.rank for score in tied.sheet.players] == [1, 2, 3]
    assert tied.sheet.decided_by == "longest"
    assert str(verdict(tied.sheet)) == "Finn wins: as many points and tickets as Eva, but a longer continuous route"
    assert printed_verdict(tied.sheet) == "Finn leads: as many points as Eva, but a longer continuous route."


def test_nc_a7_equal_routes_share_the_win() -> None:
    assert WHITE_AND_BLACK.sheet.decided_by == "shared"


def test_nc_10_with_two_players_the_second_track_closes_also_where_it_is_longer() -> None:
    two = WHITE_AND_BLACK.play("white claims kristiansand--stavanger:green")
    assert two.against("black claims kristiansand--stavanger:orange") == [
        "forbidden GEN-6: Kristiansand–Stavanger (orange) is closed: Finn (white) has Kristiansand–Stavanger (green), "
        "and with 2 players only one of the two may be claimed"
    ]
    three = table("nordic_countries", "white black purple").play("white claims kristiansand--stavanger:green")
    assert three.against("black claims kristiansand--stavanger:orange") == []
    assert len(three.against("white claims kristiansand--stavanger:orange")) == 1


def test_nc_9_returned_tickets_leave_the_game() -> None:
    first, second, third, *_ = NORDIC.tickets
    dealt = WHITE_AND_BLACK.play(f"white keeps {first} {second} returning {third}")
    assert dealt.against(f"black keeps {third}")[0] == "forbidden CH-8: the ticket Århus–Lillehammer is out of the game"


def joined(routes: tuple[Route, ...], start: str, goal: str) -> bool:
    reached = {start}
    for _ in routes:
        for route in routes:
            if reached & set(route.ends):
                reached |= set(route.ends)
    return goal in reached


@given(st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_every_line_against_a_slow_count(rng: Random) -> None:
    begun, events = random_game("nordic_countries", rng, turns=30)
    state = play_events(begun.state, events)
    sheet = tally(state)
    worth = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 9: 27}
    done: dict[str, int] = {}
    for score in sheet.players:
        routes = state.routes_of(score.player.colour)
        tickets = [NORDIC.tickets[one] for one in state.hand(score.player.colour)]
        completed = [ticket for ticket in tickets if joined(routes, ticket.start, ticket.to or "")]
        done[score.player.colour] = len(completed)
        assert score.lines["routes"] == sum(worth[route.length] for route in routes)
        earned = sum(ticket.points or 0 for ticket in completed)
        assert score.lines["tickets"] == 2 * earned - sum(ticket.points or 0 for ticket in tickets)
        assert score.longest is not None
        if len(routes) <= 12:
            edges: list[Edge] = [(route.id, *route.ends, route.length) for route in routes]
            assert score.longest.length == longest_by_walking(edges)
    most = max(done.values())
    for score in sheet.players:
        assert score.lines["globetrotter"] == (10 if most and done[score.player.colour] == most else 0)
    keys = [(score.total, score.completed, score.longest.length if score.longest else 0) for score in sheet.players]
    assert [score.rank for score in sheet.players] == [1 + sum(other > key for other in keys) for key in keys]
