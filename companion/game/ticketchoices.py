"""Turns, and the tickets chosen in them, as the events show them. PAY-10: drawing tickets is a turn from the first one
on, apart from the deal before it.

A player's first tickets are the deal, and as many more as must be kept of it, whatever is recorded in between. Tickets
recorded one after another for one player belong together: they may be scanned one by one. A deal that is complete does
not go on when the ticket list is used again, nor beyond the number dealt. Tickets first recorded late in the game, or
revealed at the end, are a deal as well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.boards import PlayerColour
from companion.boards.rules import Deal
from companion.game.events import Claim, Draw, Event, StartCity, Station, Tickets, TunnelFailed, Yard


@dataclass(frozen=True, slots=True)
class Choice:
    """What a player kept and returned of the tickets dealt, or of those drawn in one turn."""

    player: PlayerColour
    dealt: bool
    """Whether they were dealt at the start; otherwise they were drawn."""
    kept: tuple[str, ...] = ()
    returned: tuple[str, ...] = ()
    listed: bool = False
    """Whether the last event of it names several tickets, as the ticket list does and a scan does not."""

    @property
    def seen(self) -> tuple[str, ...]:
        """The tickets that there were to choose from, as far as they are recorded."""
        return (*self.kept, *self.returned)

    def plus(self, event: Tickets) -> "Choice":
        """Return the choice with the tickets of one more event."""
        kept, returned = (*self.kept, *event.kept), (*self.returned, *event.returned)
        return replace(self, kept=kept, returned=returned, listed=len(event.kept) + len(event.returned) > 1)


@dataclass(frozen=True, slots=True)
class TurnsTaken:
    """How many turns were taken, by whom the last one, and which tickets were dealt and drawn."""

    count: int = 0
    last: PlayerColour | None = None
    choice: Choice | None = None
    """The choice of tickets that the last event belongs to, if any."""
    deals: Mapping[PlayerColour, Choice] = field(default_factory=dict)
    """The deal of each player for whom it is recorded."""
    draws: Mapping[PlayerColour, int] = field(default_factory=dict)
    """How often each player drew tickets in a turn."""

    def after(self, event: Event, players: Sequence[PlayerColour], figures: Deal) -> "TurnsTaken":
        """Return the same after one more event, in a game of these players in turn order."""
        match event:
            case Draw(of="tickets"):
                return self._drew(Choice(event.player, dealt=False))
            case Claim() | TunnelFailed() | Station() | Draw() | Yard():
                return replace(self, count=self.count + 1, last=event.player, choice=None)
            case Tickets():
                return self._chose(event, players, figures)
            case StartCity():  # the deal goes on around it
                return self
        return replace(self, choice=None)

    def _chose(self, event: Tickets, players: Sequence[PlayerColour], figures: Deal) -> "TurnsTaken":
        before, deal = self.choice, self.deals.get(event.player)
        together = before is not None and before.player == event.player
        if before and together and not self._deal_is_over(before, event, figures):
            return self._with(before.plus(event))
        if deal is None:
            return self._with(Choice(event.player, dealt=True).plus(event))
        only_returned = bool(event.returned) and not event.kept
        if not together and not self.count and (len(deal.kept) < figures.keep or only_returned):
            return self._with(deal.plus(event))
        drawn = Choice(event.player, dealt=False).plus(event)
        if together and not self.is_due(event.player, players):
            return self._with(drawn)
        return self._drew(drawn)

    def _deal_is_over(self, before: Choice, event: Tickets, figures: Deal) -> bool:
        """Return whether tickets recorded right after those of a deal cannot be part of it, or were recorded apart."""
        if self.count or not before.dealt or len(before.kept) < figures.keep or (event.returned and not event.kept):
            return False
        beyond = len(before.seen) + len(event.kept) + len(event.returned) > figures.deal + figures.deal_long
        return before.listed or beyond

    def is_due(self, player: PlayerColour, players: Sequence[PlayerColour]) -> bool:
        """Return whether everyone has a deal and it is this player's turn."""
        following = players[(players.index(self.last) + 1) % len(players)] if self.last else players[0]
        return following == player and all(one in self.deals for one in players)

    def hides_a_draw(self, event: Tickets, players: Sequence[PlayerColour], figures: Deal) -> bool:
        """Return whether tickets that the player to move has recorded apart from their deal would be taken for a part
        of it, so that a turn has to be recorded before them."""
        after = self._chose(event, players, figures)
        complete = len(self.deals[event.player].kept) >= figures.keep if event.player in self.deals else False
        goes_on = self.choice is not None and self.choice.dealt and after.count == self.count == 0
        return goes_on and complete and bool(event.kept) and self.is_due(event.player, players)

    def _with(self, choice: Choice) -> "TurnsTaken":
        deals = {**self.deals, choice.player: choice} if choice.dealt else self.deals
        return replace(self, choice=choice, deals=deals)

    def _drew(self, choice: Choice) -> "TurnsTaken":
        draws = {**self.draws, choice.player: self.draws.get(choice.player, 0) + 1}
        return replace(self, count=self.count + 1, last=choice.player, choice=choice, draws=draws)


NO_TURNS = TurnsTaken()
