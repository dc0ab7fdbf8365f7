"""The network of one player: what hangs together, and which routes show it."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from companion.boards import PlayerColour, Route, route_graph
from companion.game.state import State

if TYPE_CHECKING:
    from networkx import MultiGraph


@dataclass(frozen=True)
class Network:
    """Routes that serve one player: the own ones, and those that stations borrow."""

    routes: tuple[Route, ...]

    @cached_property
    def _graph(self) -> "MultiGraph[str]":
        return route_graph(self.routes)

    @cached_property
    def pieces(self) -> dict[str, int]:
        """For each city that a route touches, the number of the piece of the network that it is in."""
        from networkx import connected_components

        return {city: number for number, piece in enumerate(connected_components(self._graph)) for city in piece}

    def joins(self, starts: Iterable[str], goals: Iterable[str]) -> bool:
        """GEN-3: whether an unbroken chain of routes leads from any of these cities to any of those."""
        reached = {self.pieces[city] for city in starts if city in self.pieces}
        return any(self.pieces.get(city, -1) in reached for city in goals)

    def chain(self, starts: Iterable[str], goals: Iterable[str]) -> tuple[str, ...]:
        """Ids of the routes of a shortest such chain, in order; empty if there is none."""
        return _shortest(self._graph, starts, goals)


@dataclass(frozen=True, slots=True)
class Missing:
    """What a failed ticket lacks: free routes that would complete it, and the trains that they need."""

    routes: tuple[str, ...]
    trains: int


@dataclass(frozen=True)
class Hopes:
    """What a player has and could still have: every route of the own network, and every one still open."""

    held: tuple[Route, ...]
    state: State
    colour: PlayerColour

    @cached_property
    def _free(self) -> dict[str, Route]:
        return {route.id: route for route in self.state.open_to(self.colour)}

    @cached_property
    def _graph(self) -> "MultiGraph[str]":
        graph = route_graph((*self._free.values(), *self.held))
        for route in self.held:
            graph[route.start][route.end][route.id]["length"] = 0
        return graph

    def cheapest(self, starts: Collection[str], goals: Collection[str]) -> Missing | None:
        """The fewest trains that would still join these places, or None where no way is left."""
        chain = _shortest(self._graph, starts, goals)
        if not chain:
            return None
        lacking = tuple(route for route in chain if route in self._free)
        return Missing(lacking, sum(self._free[route].length for route in lacking))


def _shortest(graph: "MultiGraph[str]", starts: Iterable[str], goals: Iterable[str]) -> tuple[str, ...]:
    from networkx import multi_source_dijkstra

    sources = [city for city in starts if city in graph]
    if not sources:
        return ()
    lengths: dict[str, float]
    paths: dict[str, list[str]]
    lengths, paths = multi_source_dijkstra(graph, sources, weight="length")  # type: ignore[assignment]
    reached = [city for city in goals if city in lengths]
    return _route_ids(graph, paths[min(reached, key=lengths.__getitem__)]) if reached else ()


def _route_ids(graph: "MultiGraph[str]", cities: Sequence[str]) -> tuple[str, ...]:
    """The shortest route of each step of a path."""
    tracks = (graph[a][b] for a, b in pairwise(cities))
    return tuple(min(step, key=lambda route: step[route]["length"]) for step in tracks)
