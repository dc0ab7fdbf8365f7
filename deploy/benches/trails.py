"""Benchmarks of the longest route: our algorithm against a plain search, and how it scales."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from random import Random
from statistics import median

from benches.holdings import BOARDS, board, holding, loops
from benches.plainsearch import Edge, plain_search
from benches.report import Table, best_time
from companion.boards import Route
from companion.scoring import longest_trail


def edges_of(routes: list[Route]) -> list[Edge]:
    """Return routes in the form that `longest_trail` expects."""
    return [(route.id, *route.ends, route.length) for route in routes]


def holdings(quick: bool) -> Iterator[Table]:
    """Measure sets of routes that use all trains on each board; the plain search runs on the densest ones."""
    samples, searched, cap = (40, 1, 1_000_000) if quick else (400, 4, 25_000_000)
    table = Table("holdings", f"Longest route, {samples} holdings of all trains each (ms)")
    hardest = Table("hardest", f"The holdings with most loops, ours beside a plain search of up to {cap:,} steps")
    for map_id in BOARDS:
        for kind in ("random", "dense"):
            rng = Random(f"{map_id} {kind}")
            sets = [holding(board(map_id), rng, kind == "dense") for _ in range(samples)]
            times = [best_time(partial(longest_trail, edges_of(routes))) for routes in sets]
            ordinary = [plain_search(edges_of(routes), 200_000) for routes in sets[: samples // 10]]
            table.rows.append(
                {
                    "board": map_id,
                    "holdings": kind,
                    "ours median": median(times),
                    "ours worst": max(times),
                    "plain median": median(one.milliseconds for one in ordinary),
                    "beyond 200,000 steps": f"{sum(not one.complete for one in ordinary)}/{len(ordinary)}",
                }
            )
            if kind == "dense":
                for routes in sorted(sets, key=loops, reverse=True)[:searched]:
                    hardest.rows.append({"board": map_id, **_duel(edges_of(routes), cap)})
    yield table
    yield hardest


def _duel(edges: list[Edge], cap: int) -> dict[str, object]:
    plain, ours = plain_search(edges, cap), best_time(lambda: longest_trail(edges))
    exact = longest_trail(edges).length
    if plain.complete and plain.length != exact:
        raise AssertionError(f"a plain search found {plain.length}, ours {exact}: {edges}")
    return {
        "routes": len(edges),
        "length": exact,
        "plain steps": plain.steps,
        "all walked": plain.complete,
        "plain ms": plain.milliseconds,
        "ours ms": ours,
        "times faster": int(plain.milliseconds / ours),
    }


def growth(quick: bool) -> Iterator[Table]:
    """Measure growing shares of a board's routes in one hand, and a complete graph."""
    table = Table("growth", "Longest route by number of routes in one hand (ms, worst of 3 draws)")
    for map_id in BOARDS:
        routes = list(board(map_id).routes.values())
        row: dict[str, object] = {"board": map_id}
        for share in (25, 50, 75, 100):
            count = len(routes) * share // 100
            draws = [Random(seed).sample(routes, count) for seed in range(3)]
            row[f"{share} %"] = max(best_time(partial(longest_trail, edges_of(draw)), times=1) for draw in draws)
        row["all routes"] = len(routes)
        table.rows.append(row)
    yield table
    complete = [(f"{a}-{b}", str(a), str(b), 1) for a, b in combinations(range(10), 2)]
    yield Table(
        "complete",
        "A complete graph on ten cities, 45 routes of length 1",
        [{"length": longest_trail(complete).length, "ours ms": best_time(lambda: longest_trail(complete))}],
    )
