"""Tickets: whether they are completed, and by which routes."""

from dataclasses import dataclass

from companion.boards import Board, CardCounts, Ticket
from companion.scoring.network import Network


@dataclass(frozen=True, slots=True)
class TicketScore:
    """The score of one ticket card."""

    ticket: Ticket
    points: int
    """Negative when incomplete."""
    completed: bool
    routes: tuple[str, ...] = ()
    """The routes that complete it, in order; borrowed ones included."""
    reached: tuple[str, ...] = ()
    """Those of several goals that were reached (CH-3)."""
    mandala: bool = False
    """IN-4: whether two paths that share no train join its ends."""
    missing_cards: CardCounts | None = None
    """The cards that a failed ticket of the Card Game lacks."""


def score_ticket(board: Board, ticket: Ticket, network: Network) -> TicketScore:
    """GEN-3: return the ticket's value if the ends are joined, and minus it if not. CH-3, CH-4: of several goals the
    best one reached counts; if none is reached, the lowest is lost."""
    start = board.gates(ticket.start)
    reached = [goal for goal in ticket.goals if network.joins(start, board.gates(goal.to))]
    if not reached:
        return TicketScore(ticket, -ticket.penalty, False)
    best = max(reached, key=lambda goal: goal.points)
    chain = network.chain(start, board.gates(best.to))
    goals = tuple(goal.to for goal in reached) if ticket.options else ()
    return TicketScore(ticket, best.points, True, chain, goals)
