"""The Mandala against all pairs of trails."""

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.scoring.mandala import loops
from tests.table import small_board, table

Edge = tuple[int, int, int]


def trails(edges: list[Edge], start: int, goal: int) -> set[frozenset[int]]:
    """The routes of every walk from start to goal that uses none twice."""
    found: set[frozenset[int]] = set()

    def walk(city: int, used: frozenset[int]) -> None:
        if city == goal and used:
            found.add(used)
        for number, a, b in edges:
            if number not in used and city in (a, b):
                walk(b if city == a else a, used | {number})

    walk(start, frozenset())
    return found


def two_ways(edges: list[Edge], start: int, goal: int) -> bool:
    """IN-4 to the letter: two walks that share no route."""
    ways = trails(edges, start, goal)
    return any(not one & other for one in ways for other in ways)


pairs = st.sampled_from([(a, b) for a in range(6) for b in range(a)])


@given(st.lists(pairs, unique=True, min_size=1, max_size=8))
@settings(max_examples=300)
def test_in_4_two_ways_that_share_no_train(ends: list[tuple[int, int]]) -> None:
    connected = small_board(", ".join([f"c{a}-c{b} 1" for a, b in ends] + [f"x-c{c} 1" for c in range(6)]), "x-c0 1")
    looped = loops(list(connected.routes.values())[: len(ends)])
    edges = [(number, a, b) for number, (a, b) in enumerate(ends)]
    for start in range(6):
        for goal in range(start):
            same = f"c{start}" in looped and looped.get(f"c{start}") == looped.get(f"c{goal}")
            assert same == two_ways(edges, start, goal), (ends, start, goal)


def test_in_a3_two_tracks_of_one_connection_make_no_mandala() -> None:
    india = table("india", "red blue").play("red claims agra--bhopal:pink", "red! claims agra--bhopal:red")
    assert loops(india.state.routes_of("red")) in ({"agra": 0, "bhopal": 1}, {"agra": 1, "bhopal": 0})


def test_in_6_the_bonus_comes_on_top_of_the_ticket() -> None:
    loop = small_board("a-b 1, b-c 1, c-a 1", "a-b 5, a-c 7", tables="[rules.bonus]\nmandala = [5, 10, 20]")
    position = table(loop).play(*(f"red claims {route}" for route in loop.routes), "red keeps a-b:0 a-c:1")
    assert position.lines("tickets")["red"] == 12
    assert position.lines("mandala") == {"red": 10, "blue": 0}
    assert all(ticket.mandala for ticket in position.score("red").tickets)


def test_in_a1_a_single_way_completes_but_does_not_qualify() -> None:
    line = small_board("a-b 1, b-c 1", "a-c 7", tables="[rules.bonus]\nmandala = [5, 10, 20]")
    position = table(line).play(*(f"red claims {route}" for route in line.routes), "red keeps a-c:0")
    assert position.lines("tickets")["red"] == 7
    assert position.lines("mandala")["red"] == 0


def test_no_routes_no_loops() -> None:
    assert loops([]) == {}
