"""The plain search for the longest route, for comparison: depth-first over all walks, as similar apps do it."""

from collections.abc import Iterable
from dataclasses import dataclass
from time import perf_counter

Edge = tuple[str, str, str, int]


@dataclass(frozen=True)
class Searched:
    """The result of a plain search, and its cost."""

    length: int
    steps: int
    milliseconds: float
    complete: bool
    """False if the cap on steps stopped it."""


def plain_search(edges: Iterable[Edge], cap: int) -> Searched:
    """Search all walks from every city over unused routes, for at most `cap` steps."""
    ways: dict[str, list[tuple[int, str, int]]] = {}
    for number, (_, a, b, length) in enumerate(edges):
        ways.setdefault(a, []).append((number, b, length))
        ways.setdefault(b, []).append((number, a, length))
    used = [False] * sum(len(way) for way in ways.values())
    best = steps = 0

    def walk(city: str, so_far: int) -> None:
        nonlocal best, steps
        if so_far > best:
            best = so_far
        for number, end, length in ways[city]:
            if not used[number] and steps < cap:
                steps += 1
                used[number] = True
                walk(end, so_far + length)
                used[number] = False

    begun = perf_counter()
    for city in ways:
        walk(city, 0)
    return Searched(best, steps, (perf_counter() - begun) * 1000, steps < cap)
