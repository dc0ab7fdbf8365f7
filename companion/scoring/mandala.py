"""The Mandala of India: tickets whose cities are joined by two paths that share no train (IN-4)."""

from collections.abc import Iterable, Sequence

from companion.boards import Board, Route, Ticket


def loops(routes: Iterable[Route]) -> dict[str, int]:
    """Return, for each city, the number of the looped part of the network that it is in.

    Two cities are joined by two paths without a common route exactly if no single route separates them (IN-A2), that
    is, if they are in the same 2-edge-connected component. Parallel routes count as one (IN-A3).
    """
    from networkx import Graph, k_edge_components

    graph: Graph[str] = Graph()
    for route in routes:
        graph.add_edge(*route.ends)
    return {city: number for number, part in enumerate(k_edge_components(graph, k=2)) for city in part}


def qualifies(board: Board, ticket: Ticket, looped: dict[str, int]) -> bool:
    """IN-4: return whether two paths without a common train join the ends of a ticket."""
    start = {looped[city] for city in board.gates(ticket.start) if city in looped}
    goals = (city for goal in ticket.goals for city in board.gates(goal.to))
    return any(looped.get(city, -1) in start for city in goals)


def mandala_bonus(qualifying: int, table: Sequence[int]) -> int:
    """IN-5: return the bonus from the table; its last figure applies to all higher numbers."""
    return table[min(qualifying, len(table)) - 1] if qualifying else 0
