"""One player's tickets in the Card Game: completed at the first scoring, completed now, still open (CG-4 to CG-6)."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.boards import CardCounts, PlayerColour, Ticket
from companion.game.state import Settled, State
from companion.scoring.piles import best_choice, picked, without


@dataclass(frozen=True, slots=True)
class CardHand:
    """The result of a player's tickets if the piles are scored now."""

    earlier: tuple[Ticket, ...]
    """Completed at the first scoring (CG-5)."""
    held: tuple[Ticket, ...]
    """All others, in the order in which they were kept."""
    pile: CardCounts
    completed: tuple[Ticket, ...]
    """Those of the others that are completed now: the player's own choice, or else the best by value (CG-A6)."""

    @property
    def left(self) -> tuple[Ticket, ...]:
        """Tickets that stay open."""
        return tuple(without(self.held, [ticket.id for ticket in self.completed]))


def card_hand(state: State, colour: PlayerColour) -> CardHand:
    """Return a player's tickets and what became of them."""
    last = state.settled(colour)
    held = [state.board.tickets[ticket] for ticket in state.hand(colour)]
    earlier: list[Ticket] = []
    if state.first_scoring:
        first = state.first_scoring[colour]
        known = picked(held, first.tickets)
        earlier = _completed(first, known)
        # Tickets completed at the first scoring stay completed, even if another choice would have been as good. But a
        # ticket that the player chose to complete at the end cannot have been completed before.
        if set(last.chosen or ()).intersection(ticket.id for ticket in earlier):
            earlier = _completed(first, without(known, last.chosen or ()))
        held = without(held, [ticket.id for ticket in earlier])
    return CardHand(tuple(earlier), tuple(held), last.pile or {}, tuple(_completed(last, held)))


def _completed(settled: Settled, held: Sequence[Ticket]) -> list[Ticket]:
    """Return the tickets completed at one scoring: those the player chose, or else the best by value (CG-A6)."""
    if settled.chosen is not None:
        return picked(held, settled.chosen)
    return [held[place] for place in best_choice(held, settled.pile or {})]
