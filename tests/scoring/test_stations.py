"""Stations against every assignment of routes to them."""

from itertools import product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.boards import PlayerColour, Route, Ticket
from tests.table import Table, table


def worth_by_hand(tickets: list[Ticket], routes: list[Route]) -> tuple[int, int]:
    """Points and number of completed tickets with these routes, by flooding from each start."""
    points = completed = 0
    for ticket in tickets:
        reached = {ticket.start}
        for _ in routes:
            for route in routes:
                if reached & set(route.ends):
                    reached |= set(route.ends)
        joined = ticket.to in reached
        assert ticket.points is not None
        points += ticket.points if joined else -ticket.points
        completed += joined
    return points, completed


def best_by_hand(position: Table, colour: PlayerColour) -> tuple[int, int]:
    """EU-4 to EU-6: each station lends none or one of the opponents' routes beside it; the best of all assignments."""
    state = position.state
    own = list(state.routes_of(colour))
    tickets = [state.board.tickets[ticket] for ticket in state.hand(colour)]
    foreign = [claim.route for claim in state.claims if claim.player != colour]
    choices = [[[], *([route] for route in foreign if city in route.ends)] for city in state.stations_of(colour)]
    return max(worth_by_hand(tickets, own + [r for lent in pick for r in lent]) for pick in product(*choices))


@given(st.randoms(use_true_random=False))
@settings(max_examples=120)
def test_eu_a9_no_assignment_is_worth_more(rng: Random) -> None:
    europe = table("europe", "red blue green")
    routes = rng.sample(list(europe.state.board.routes), 45)
    position = europe.lay(
        *(f"{rng.choice(['red', 'blue', 'green'])}! claims {route}" for route in routes),
        *(f"red! builds {city}" for city in rng.sample(list(europe.state.board.cities), rng.randint(0, 3))),
        "red keeps " + " ".join(rng.sample(list(europe.state.board.tickets), rng.randint(1, 10))),
    )
    red = position.score("red")
    assert (red.lines["tickets"], red.completed) == best_by_hand(position, "red")


def test_eu_4_a_station_lends_a_route_that_ends_in_its_city() -> None:
    europe = table("europe").play(
        "blue claims brest--paris:black",
        "red builds paris",
        "red keeps brest--marseille",
        "red claims paris--zurich:grey",
    )
    done = europe.play("red claims marseille--zurich:pink").score("red")
    assert done.lines["tickets"] == 7
    assert [(loan.station, loan.route.id) for loan in done.borrowed] == [("paris", "brest--paris:black")]
    assert done.tickets[0].routes == ("brest--paris:black", "paris--zurich:grey", "marseille--zurich:pink")


def test_eu_a2_stations_chain_even_without_own_routes() -> None:
    position = table("europe").play(
        "blue claims munchen--zurich:yellow",
        "blue claims munchen--wien:orange",
        "red builds zurich",
        "red builds wien",
        "red keeps zurich--budapest",
        "blue claims budapest--wien:red",
        "red builds budapest",
    )
    red = position.score("red")
    assert red.completed == 1
    assert {loan.station for loan in red.borrowed} == {"zurich", "wien", "budapest"}


def test_eu_a3_two_players_may_borrow_the_same_route() -> None:
    """Brest–Paris is Blue's; Red borrows it in Brest, Green in Paris."""
    position = table("europe", "red blue green").play(
        "blue claims brest--paris:black",
        "red builds brest",
        "red claims paris--zurich:grey",
        "red claims marseille--zurich:pink",
        "red keeps brest--marseille",
        "green builds paris",
        "green claims dieppe--paris:pink",
        "green claims brest--pamplona:pink",
        "green keeps amsterdam--pamplona",
        "green claims amsterdam--bruxelles:black",
        "green claims bruxelles--dieppe:green",
    )
    assert [loan.route.id for loan in position.score("red").borrowed] == ["brest--paris:black"]
    assert [loan.route.id for loan in position.score("green").borrowed] == ["brest--paris:black"]
    assert position.score("green").completed == 1


def test_eu_a4_an_unclaimed_route_cannot_be_borrowed() -> None:
    position = table("europe").play(
        "red builds paris", "red keeps brest--marseille", "red claims marseille--paris:grey"
    )
    assert position.score("red").lines["tickets"] == -7


def test_eu_8_a_borrowed_route_is_no_part_of_the_express() -> None:
    """EU-A6: it neither adds trains nor joins two stretches."""
    position = table("europe").play(
        "red claims brest--paris:black",
        "blue claims paris--zurich:grey",
        "red claims marseille--zurich:pink",
        "red builds paris",
        "red keeps brest--marseille",
    )
    red = position.score("red")
    assert red.completed == 1
    assert red.longest is not None
    assert red.longest.length == 3


def test_a_useless_station_borrows_nothing() -> None:
    position = table("europe").play("blue claims brest--paris:black", "red builds paris", "red keeps athina--wilno")
    assert position.score("red").borrowed == ()


def test_more_stations_than_a_box_holds_are_still_scored() -> None:
    europe = table("europe")
    cities = list(europe.state.board.cities)[:12]
    position = europe.lay(
        *(f"blue! claims {route}" for route in list(europe.state.board.routes)[:40]),
        *(f"red! builds {city}" for city in cities),
        "red keeps " + " ".join(list(europe.state.board.tickets)[:6]),
    )
    assert position.lines("stations")["red"] == 0
