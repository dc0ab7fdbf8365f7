"""Legal sets of routes that one player can hold, random or dense."""

from random import Random

from companion.boards import Board, Library, Route

BOARDS = ("usa", "europe", "switzerland", "india", "old_west", "nordic_countries")


def board(map_id: str) -> Board:
    """Return one of our boards."""
    return Library().load(map_id)


def holding(board: Board, rng: Random, dense: bool) -> list[Route]:
    """Return a legal set of routes that uses nearly all trains: one track per connection, grown from one city.

    A dense one prefers short routes that close loops.
    """
    cities = {rng.choice(list(board.cities))}
    taken: list[Route] = []
    pairs: set[frozenset[str]] = set()
    left = board.rules.trains
    whim = rng.choice((0.5, 1.0, 2.0, 4.0))
    while True:
        near = [
            route
            for route in board.routes.values()
            if route.length <= left and frozenset(route.ends) not in pairs and cities & set(route.ends)
        ]
        if not near:
            return taken
        if dense:
            route = min(near, key=lambda route: route.length - 2 * (cities >= set(route.ends)) + whim * rng.random())
        else:
            route = rng.choice(near)
        taken.append(route)
        pairs.add(frozenset(route.ends))
        cities |= set(route.ends)
        left -= route.length


def loops(routes: list[Route]) -> int:
    """Return how many routes could be removed before the set is a tree; more loops mean more possible walks."""
    return len(routes) - len({city for route in routes for city in route.ends}) + 1
