"""Tickets: which are complete, and which routes show it."""

from dataclasses import dataclass

from companion.boards import Board, CardCounts, Ticket
from companion.scoring.network import Network


@dataclass(frozen=True, slots=True)
class TicketScore:
    """One ticket card as it scores."""

    ticket: Ticket
    points: int
    """Negative when incomplete."""
    completed: bool
    routes: tuple[str, ...] = ()
    """The routes that complete it, in order; borrowed ones included."""
    reached: tuple[str, ...] = ()
    """Which of several goals were reached (CH-3)."""
    mandala: bool = False
    """IN-4: joined by two ways that share no train."""
    missing_cards: CardCounts | None = None
    """What a failed ticket of the Card Game lacks."""


def score_ticket(board: Board, ticket: Ticket, network: Network) -> TicketScore:
    """GEN-3: plus its value when the ends are joined, minus it when not. CH-3, CH-4: of several goals the best one
    reached counts, and the lowest is lost when none is."""
    start = board.gates(ticket.start)
    reached = [goal for goal in ticket.goals if network.joins(start, board.gates(goal.to))]
    if not reached:
        return TicketScore(ticket, -ticket.penalty, False)
    best = max(reached, key=lambda goal: goal.points)
    chain = network.chain(start, board.gates(best.to))
    goals = tuple(goal.to for goal in reached) if ticket.options else ()
    return TicketScore(ticket, best.points, True, chain, goals)
