"""What one player can hold: legal sets of routes, scattered or as dense as they get."""

from random import Random

from companion.boards import Board, Library, Route

BOARDS = ("usa", "europe", "switzerland", "india", "old_west")


def board(map_id: str) -> Board:
    """One of our boards."""
    return Library().load(map_id)


def holding(board: Board, rng: Random, dense: bool) -> list[Route]:
    """A legal holding that uses up nearly all trains: one track per connection, grown from one city. A dense one takes
    short routes that close loops first."""
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
    """How many routes could go before the holding is a tree: the more, the more walks there are."""
    return len(routes) - len({city for route in routes for city in route.ends}) + 1
