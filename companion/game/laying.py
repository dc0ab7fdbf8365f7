"""Cards that are being laid into a rail yard, by touch or by scanner, before the laying is recorded (Card Game)."""

from dataclasses import dataclass, replace
from typing import cast

from companion.boards import CardColour, PlayerColour
from companion.game import events as e
from companion.game.objection import FORBIDDEN, IMPOSSIBLE, Objection
from companion.game.objections import objections
from companion.game.state import State
from companion.game.yards import YardCard, rows_of
from companion.words import Sentence
from hardware.codes import Code


@dataclass(frozen=True, slots=True)
class Laying:
    """The cards that a player lays, so far. Immutable: methods that change it return a new one."""

    player: PlayerColour
    cards: tuple[YardCard, ...] = ()

    def of(self, colour: CardColour) -> int:
        """Return the number of cards of a colour."""
        return sum(card.colour == colour for card in self.cards)

    def with_card(self, colour: CardColour, copy: int = 0) -> "Laying":
        """Return the laying with one more card; `copy` is the number on its label, 0 if it was not scanned."""
        return replace(self, cards=(*self.cards, YardCard(colour, copy)))

    def scan(self, state: State, code: Code) -> "Laying | Sentence":
        """Return the laying with one more card, by its label; or why the card cannot be there (CG-13)."""
        more = self.with_card(cast("CardColour", code.colour), code.copy)
        against = objections(state, more.event())
        return against[0].sentence if against and against[0].kind is IMPOSSIBLE else more

    def without_last(self) -> "Laying":
        """Return the laying without the last card."""
        return replace(self, cards=self.cards[:-1])

    def without(self, colour: CardColour) -> "Laying":
        """Return the laying without the last card of a colour, if there is one."""
        places = [place for place, card in enumerate(self.cards) if card.colour == colour]
        return replace(self, cards=self.cards[: places[-1]] + self.cards[places[-1] + 1 :]) if places else self

    def robbed(self, state: State) -> tuple[PlayerColour, ...]:
        """CG-19: return the players who would be robbed."""
        if not state.yards:
            return ()
        found = state.yards.begun(self.player).robbed_by(self.player, rows_of(self.cards))
        return tuple(dict.fromkeys(player for player, _ in found))

    def against(self, state: State) -> Objection | None:
        """Return the rule that forbids laying these cards, or None."""
        if not self.cards:
            return None
        against = objections(state, self.event())
        return next((one for one in against if one.kind in (IMPOSSIBLE, FORBIDDEN)), None)

    def event(self) -> e.Yard:
        """Return the event that records the laying."""
        copies = tuple(card.copy for card in self.cards)
        return e.Yard(
            player=self.player, cards=tuple(card.colour for card in self.cards), copies=copies if any(copies) else ()
        )
