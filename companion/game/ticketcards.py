"""Which cards of tickets were scanned: two cards may be one ticket, and each counts once."""

from companion.game.state import State
from hardware.codes import Code


class TicketCards:
    """The cards of one game's tickets that were scanned, at the table or in the list of tickets."""

    def __init__(self) -> None:
        self._scanned: dict[str, set[Code]] = {}

    def is_held(self, state: State, ticket: str, card: Code) -> bool:
        """Return whether this very card is in somebody's hand. What was taken back may be scanned again."""
        cards = self._scanned.get(ticket, set())
        return card in cards and sum(hand.count(ticket) for hand in state.hands.values()) >= len(cards)

    def add(self, ticket: str, card: Code) -> None:
        """Remember that this card was kept."""
        self._scanned.setdefault(ticket, set()).add(card)
