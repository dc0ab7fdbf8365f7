"""The missing routes of failed tickets. They are computed on request, so that a tally need not wait for them."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from companion.boards import PlayerColour, Route, Ticket, route_graph
from companion.game.state import State
from companion.scoring.network import shortest_chain

if TYPE_CHECKING:
    from networkx import MultiGraph


@dataclass(frozen=True, slots=True)
class Gap:
    """The cheapest missing link: free routes that would complete a ticket, and the trains they need."""

    routes: tuple[str, ...]
    trains: int


@dataclass(frozen=True)
class Gaps:
    """The gaps of one player, given the free routes and the player's own, borrowed ones included."""

    state: State
    colour: PlayerColour
    borrowed: tuple[Route, ...] = ()

    @cached_property
    def _free(self) -> dict[str, Route]:
        return {route.id: route for route in self.state.open_to(self.colour)}

    @cached_property
    def _graph(self) -> "MultiGraph[str]":
        held = (*self.state.routes_of(self.colour), *self.borrowed)
        graph = route_graph((*self._free.values(), *held))
        for route in held:
            graph[route.start][route.end][route.id]["length"] = 0
        return graph

    def of(self, ticket: Ticket) -> Gap | None:
        """Return what would complete a ticket with the fewest trains, or None if it can no longer be completed."""
        board = self.state.board
        goals = [gate for goal in ticket.goals for gate in board.gates(goal.to)]
        chain = shortest_chain(self._graph, board.gates(ticket.start), goals)
        if not chain:
            return None
        lacking = tuple(route for route in chain if route in self._free)
        return Gap(lacking, sum(self._free[route].length for route in lacking))
