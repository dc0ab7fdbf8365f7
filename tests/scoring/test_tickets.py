"""Tickets: complete or not, what shows it, and what a failed one lacks."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.boards import Route
from tests.table import small_board, table

GRID = small_board(
    "a-b 1, b-c 2, d-e 1, e-f 2, a-d 2, b-e 1, c-f 1, a-b 1 red, b-e 1 red",
    "a-f 9, c-d 8, a-c 5",
)


def joined(routes: list[Route], start: str, goal: str) -> bool:
    reached = {start}
    for _ in routes:
        for route in routes:
            if reached & set(route.ends):
                reached |= set(route.ends)
    return goal in reached


@given(
    st.dictionaries(st.sampled_from(list(GRID.routes)), st.sampled_from(["red", "blue"])),
    st.sampled_from(list(GRID.tickets)),
)
@settings(max_examples=200)
def test_the_cheapest_missing_link(owners: dict[str, str], ticket_id: str) -> None:
    """Against every set of routes that the player could still claim, one track of a connection."""
    position = table(GRID).lay(
        *(f"{owner}! claims {route}" for route, owner in owners.items()), f"red keeps {ticket_id}"
    )
    state, ticket = position.state, GRID.tickets[ticket_id]
    score = position.score("red").tickets[0]
    own = list(state.routes_of("red"))
    assert score.completed == joined(own, ticket.start, ticket.to or "")
    if score.completed:
        assert joined([GRID.routes[route] for route in score.routes], ticket.start, ticket.to or "")
        assert set(score.routes) <= {route.id for route in own}
        return
    free = list(state.open_to("red"))
    enough = [
        sum(route.length for route in some)
        for size in range(len(free) + 1)
        for some in combinations(free, size)
        if joined(own + list(some), ticket.start, ticket.to or "")
    ]
    gap = position.gap("red", ticket_id)
    assert (gap.trains if gap else None) == min(enough, default=None)
    if gap:
        lacking = [GRID.routes[route] for route in gap.routes]
        assert joined(own + lacking, ticket.start, ticket.to or "")


def test_gen_3_routes_may_serve_any_number_of_tickets() -> None:
    position = table(GRID).play("red claims a-b:0", "red claims b-c:1", "red claims c-f:6", "red keeps a-f:0 a-c:2")
    assert position.lines("tickets")["red"] == 9 + 5


def test_gen_3_opponents_routes_do_not_help() -> None:
    position = table(GRID).play("red claims a-b:0", "blue claims b-c:1", "red keeps a-c:2")
    assert position.lines("tickets")["red"] == -5


def test_no_way_is_left() -> None:
    position = table(GRID).play("blue claims a-b:0", "blue claims a-d:4", "red keeps a-c:2")
    assert position.gap("red", "a-c:2") is None


FROM_ITALY_TO_AUSTRIA = (
    "red claims lugano--italia-lugano:white",
    "red claims bellinzona--lugano:red",
    "red claims bellinzona--wassen:grey-1",
    "red claims chur--wassen:grey",
    "red claims chur--sargans:white",
    "red claims sargans--vaduz:orange",
    "red claims vaduz--osterreich-vaduz:red",
)


def test_ch_5_from_country_to_country() -> None:
    swiss = table("switzerland").play("red keeps italia--countries deutschland--countries", *FROM_ITALY_TO_AUSTRIA)
    italy, germany = swiss.score("red").tickets
    assert (italy.points, italy.reached) == (6, ("osterreich",))
    assert italy.routes[0] == "lugano--italia-lugano:white"
    assert italy.routes[-1] == "vaduz--osterreich-vaduz:red"
    assert (germany.points, germany.reached) == (-5, ())
    assert swiss.gap("red", "deutschland--countries") is not None


def test_ch_a4_mirror_tickets_and_copies_are_all_completed_by_one_path() -> None:
    swiss = table("switzerland").play(
        *FROM_ITALY_TO_AUSTRIA, "red keeps italia--countries italia--countries osterreich--countries"
    )
    red = swiss.score("red")
    assert (red.completed, red.lines["tickets"]) == (3, 6 + 6 + 6)


def test_ow_6_markers_do_not_matter_for_tickets() -> None:
    west = table("old_west")
    ticket = next(t for t in west.state.board.tickets.values() if t.id == "seattle--denver")
    position = west.play("blue starts seattle", "red starts denver", f"red keeps {ticket.id}")
    assert position.lines("tickets")["red"] == -(ticket.points or 0)
