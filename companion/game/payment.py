"""The cards that a player pays for a route, a station or a marker: scanned one by one, or chosen by touch."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import cast

from companion.boards import LOCOMOTIVE, Board, CardColour, PlayerColour, numbered_card
from companion.game.paying import Price
from companion.words import Sentence
from hardware.codes import Code


@dataclass(frozen=True, slots=True)
class Payment:
    """The cards that a player has scanned before the label of what they pay for. Immutable: methods that change it
    return a new one."""

    player: PlayerColour
    scanned: tuple[Code, ...] = ()
    """The labels of the cards, in scanning order."""

    @property
    def cards(self) -> dict[CardColour, int]:
        """The number of cards of each colour, locomotives last."""
        colours = Counter(_colour(code) for code in self.scanned)
        return dict(sorted(colours.items(), key=lambda counted: counted[0] == LOCOMOTIVE))

    def scan(self, board: Board, code: Code) -> "Payment | Sentence":
        """Return the payment with one more card, by its label; or why the card cannot be counted."""
        name = numbered_card(code.colour, code.copy)
        if code.copy > board.rules.cards.of(_colour(code)):
            return Sentence("{map} has no {card}", {"card": name, "map": board.name})
        if code in self.scanned:
            return Sentence("{card} has already been counted", {"card": name})
        return replace(self, scanned=(*self.scanned, code))

    def without_last(self) -> "Payment | None":
        """Return the payment without the card scanned last, or None if nothing is left of it."""
        return replace(self, scanned=self.scanned[:-1]) if len(self.scanned) > 1 else None


@dataclass(frozen=True, slots=True)
class CardChoice:
    """The cards chosen by touch for a price: a colour, and the number of locomotives among them. Immutable."""

    price: Price
    colour: CardColour | None = None
    """The colour, or None if it is not chosen yet."""
    locomotives: int = 0

    @property
    def cards(self) -> dict[CardColour, int] | None:
        """The cards, which are the price exactly; None if no colour is chosen yet."""
        coloured = self.price.count - self.locomotives
        if coloured and self.colour is None:
            return None
        found: dict[CardColour, int] = {self.colour: coloured} if self.colour and coloured else {}
        return found | ({LOCOMOTIVE: self.locomotives} if self.locomotives else {})

    @property
    def only_locomotives(self) -> bool:
        """Whether all cards are locomotives."""
        return self.locomotives == self.price.count

    def pays_in(self, colour: str) -> bool:
        """Return whether cards of this colour are among them."""
        return self.colour == colour and not self.only_locomotives

    def choose(self, colour: CardColour) -> "CardChoice":
        """Return the choice of this colour; LOCOMOTIVE means locomotives only."""
        if colour == LOCOMOTIVE:
            return replace(self, locomotives=self.price.most_locomotives)
        locomotives = self.price.least_locomotives if self.only_locomotives else self.locomotives
        return replace(self, colour=colour, locomotives=locomotives)

    def with_locomotives(self, count: int) -> "CardChoice":
        """Return the choice with this number of locomotives, as far as the price allows it."""
        return replace(self, locomotives=min(max(count, self.price.least_locomotives), self.price.most_locomotives))


@dataclass(frozen=True, slots=True)
class CardsOneByOne:
    """The cards chosen by touch one by one, where some can stand in for others (NC-13, NC-15). Immutable."""

    chosen: tuple[CardColour, ...] = ()

    @property
    def cards(self) -> dict[CardColour, int]:
        """The number of cards of each colour, locomotives last."""
        return dict(sorted(Counter(self.chosen).items(), key=lambda counted: counted[0] == LOCOMOTIVE))

    def plus(self, board: Board, colour: CardColour) -> "CardsOneByOne":
        """Return the choice with one more card, if there are that many of its colour."""
        if self.chosen.count(colour) >= board.rules.cards.of(colour):
            return self
        return replace(self, chosen=(*self.chosen, colour))

    def without_last(self) -> "CardsOneByOne":
        """Return the choice without the card that was chosen last."""
        return replace(self, chosen=self.chosen[:-1])


def first_choice(price: Price) -> CardChoice:
    """Return the choice to begin with: the colour if there is only one, and no more locomotives than needed."""
    colour = price.colours[0] if len(price.colours) == 1 else None
    return CardChoice(price, colour, price.least_locomotives)


def _colour(code: Code) -> CardColour:
    return cast("CardColour", code.colour)
