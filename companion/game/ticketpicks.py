"""The tickets that players have picked from the list but not confirmed. Each player's stay theirs."""

from collections.abc import Collection
from dataclasses import dataclass, field

from companion.boards import PlayerColour
from companion.game.ticketsearch import Card
from hardware.codes import Code


@dataclass(slots=True)
class Picks:
    """What one player has picked so far."""

    kept: list[Card] = field(default_factory=list)
    returned: list[Card] = field(default_factory=list)
    """Those that went out of the game (EU-11, CH-8)."""
    scanned: dict[tuple[str, int], Code] = field(default_factory=dict)
    """The labels of those that were scanned."""

    @property
    def all(self) -> list[Card]:
        """Everything picked, the kept ones first."""
        return [*self.kept, *self.returned]

    def only(self, free: Collection[Card]) -> "Picks":
        """Return the picks that are still free: another player may have confirmed the same card since."""
        kept, returned = ([card for card in cards if card in free] for cards in (self.kept, self.returned))
        keys = {card.key for card in (*kept, *returned)}
        return Picks(kept, returned, {key: code for key, code in self.scanned.items() if key in keys})


class EveryonesPicks:
    """The picks of every player, in one deal or while the ticket list is open."""

    def __init__(self) -> None:
        self._of: dict[PlayerColour, Picks] = {}

    def of(self, player: PlayerColour) -> Picks:
        """Return a player's picks, to be changed."""
        return self._of.setdefault(player, Picks())

    def limit(self, free: Collection[Card]) -> None:
        """Drop the picks that are no longer free."""
        self._of = {player: picks.only(free) for player, picks in self._of.items()}

    def forget(self, player: PlayerColour) -> None:
        """Drop a player's picks: they are recorded."""
        self._of.pop(player, None)
