"""The longest route against an exhaustive search."""

from collections.abc import Hashable
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.scoring import Trail, longest_trail
from tests.table import board, table

Edge = tuple[Hashable, Hashable, Hashable, int]


def longest_by_walking(edges: list[Edge]) -> int:
    """Every walk from every city that uses no route twice."""
    ways: dict[Hashable, list[tuple[int, Hashable, int]]] = {}
    for number, (_, a, b, length) in enumerate(edges):
        ways.setdefault(a, []).append((number, b, length))
        ways.setdefault(b, []).append((number, a, length))

    def onward(city: Hashable, used: frozenset[int]) -> int:
        return max(
            (length + onward(end, used | {number}) for number, end, length in ways[city] if number not in used),
            default=0,
        )

    return max((onward(city, frozenset()) for city in ways), default=0)


def assert_walk(edges: list[Edge], trail: Trail) -> None:
    """The routes follow on each other, none twice, and make up the length."""
    known = {key: (a, b, length) for key, a, b, length in edges}
    assert len(set(trail.routes)) == len(trail.routes)
    assert sum(known[route][2] for route in trail.routes) == trail.length
    here: set[Hashable] | None = None
    for route in trail.routes:
        a, b, _ = known[route]
        there = {a, b} if here is None else {y for x, y in ((a, b), (b, a)) if x in here}
        assert there, f"{route} does not follow"
        here = there


multigraphs = st.integers(2, 7).flatmap(
    lambda cities: st.lists(
        st.tuples(st.integers(0, cities - 1), st.integers(0, cities - 1), st.integers(0, 6)), max_size=cities + 2
    )
).map(lambda rows: [(f"r{number}", a, b, length) for number, (a, b, length) in enumerate(rows)])  # fmt: skip


@given(multigraphs)
@settings(max_examples=1500)
def test_gen_4_as_long_as_the_longest_walk(edges: list[Edge]) -> None:
    trail = longest_trail(edges)
    assert trail.length == longest_by_walking(edges)
    assert_walk(edges, trail)


@given(st.randoms(use_true_random=False))
@settings(max_examples=400)
def test_gen_4_loops_apart_that_only_a_costly_way_joins(rng: Random) -> None:
    """Heavy loops on a tree of light routes: here the heaviest even set often falls apart."""
    edges: list[Edge] = []
    for loop in range(rng.randint(2, 3)):
        hub = f"hub{loop}"
        edges.append((f"out{loop}", hub, f"far{loop}", rng.randint(3, 6)))
        edges.append((f"back{loop}", hub, f"far{loop}", rng.randint(3, 6)))
        if loop:
            edges.append((f"bridge{loop}", hub, f"hub{rng.randrange(loop)}", rng.randint(0, 2)))
        edges.append((f"tail{loop}", hub, f"end{loop}", rng.randint(0, 8)))
    trail = longest_trail(edges)
    assert trail.length == longest_by_walking(edges)
    assert_walk(edges, trail)


def test_no_routes_no_trail() -> None:
    assert longest_trail([]) == Trail(0, ())


def test_parallel_tracks_are_told_apart() -> None:
    assert longest_trail([("one", "a", "b", 3), ("two", "a", "b", 3)]).length == 6


def test_the_longer_of_two_networks() -> None:
    assert longest_trail([("west", "a", "b", 3), ("east", "c", "d", 4)]).routes == ("east",)


def test_a_negative_length_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be walked"):
        longest_trail([("x", "a", "b", -1)])


def test_the_order_of_routes_changes_nothing_but_perhaps_the_walk() -> None:
    edges: list[Edge] = [(r.id, *r.ends, r.length) for r in board("india").routes.values()]
    lengths = {longest_trail(Random(seed).sample(edges, len(edges))).length for seed in range(5)}
    assert len(lengths) == 1


def test_a_complete_graph_on_ten_cities() -> None:
    """Every city has nine routes; four must go so that only two stay odd."""
    edges: list[Edge] = [(f"{a}{b}", a, b, 1) for a, b in combinations(range(10), 2)]
    trail = longest_trail(edges)
    assert trail.length == 45 - 4
    assert_walk(edges, trail)


@pytest.mark.parametrize(
    ("map_id", "length"),
    [("usa", 285), ("europe", 269), ("switzerland", 159), ("india", 219), ("old_west", 345), ("nordic_countries", 186)],
)
def test_a_whole_board_in_one_hand(map_id: str, length: int) -> None:
    edges: list[Edge] = [(r.id, *r.ends, r.length) for r in board(map_id).routes.values()]
    trail = longest_trail(edges)
    assert trail.length == length
    assert_walk(edges, trail)


def test_gen_5_nobody_is_longest_with_nothing() -> None:
    """GEN-A3."""
    assert table("usa").lines("longest") == {"red": 0, "blue": 0}


def test_gen_5_the_bonus_and_its_tie() -> None:
    usa = table("usa").play("red claims atlanta--charleston:grey", "blue claims el-paso--santa-fe:grey")
    assert usa.lines("longest") == {"red": 10, "blue": 10}
    ahead = usa.play("red claims atlanta--raleigh:grey-1")
    assert ahead.lines("longest") == {"red": 10, "blue": 0}
