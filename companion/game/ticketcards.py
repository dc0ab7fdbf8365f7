"""The ticket cards that were scanned. A ticket may have two cards, and each counts once."""

from companion.game.state import State
from hardware.codes import Code


class TicketCards:
    """The scanned ticket cards of one game, from the table and from the list of tickets."""

    def __init__(self) -> None:
        self._scanned: dict[str, set[Code]] = {}

    def is_held(self, state: State, ticket: str, card: Code) -> bool:
        """Return whether exactly this card is in a player's hand. A card whose ticket was undone may be scanned
        again."""
        cards = self._scanned.get(ticket, set())
        return card in cards and sum(hand.count(ticket) for hand in state.hands.values()) >= len(cards)

    def add(self, ticket: str, card: Code) -> None:
        """Remember that this card was kept."""
        self._scanned.setdefault(ticket, set()).add(card)
