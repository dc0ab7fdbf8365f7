"""The network of one player: which cities are connected, and by which routes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from companion.boards import Route, route_graph

if TYPE_CHECKING:
    from networkx import MultiGraph


@dataclass(frozen=True)
class Network:
    """Routes that a player can use: their own, and those that stations borrow."""

    routes: tuple[Route, ...]

    @cached_property
    def _graph(self) -> "MultiGraph[str]":
        return route_graph(self.routes)

    @cached_property
    def pieces(self) -> dict[str, int]:
        """For each city that a route touches, the number of its connected component."""
        from networkx import connected_components

        return {city: number for number, piece in enumerate(connected_components(self._graph)) for city in piece}

    def joins(self, starts: Iterable[str], goals: Iterable[str]) -> bool:
        """GEN-3: return whether a chain of routes leads from any of the first cities to any of the others."""
        reached = {self.pieces[city] for city in starts if city in self.pieces}
        return any(self.pieces.get(city, -1) in reached for city in goals)

    def chain(self, starts: Iterable[str], goals: Iterable[str]) -> tuple[str, ...]:
        """Return the route ids of a shortest such chain, in order; empty if there is none."""
        return shortest_chain(self._graph, starts, goals)


def shortest_chain(graph: "MultiGraph[str]", starts: Iterable[str], goals: Iterable[str]) -> tuple[str, ...]:
    """Return the route ids of a shortest chain from any of the first cities to any of the others; empty if there is
    none."""
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
    """Return the shortest route of each step of a path."""
    tracks = (graph[a][b] for a, b in pairwise(cities))
    return tuple(min(step, key=lambda route: step[route]["length"]) for step in tracks)
