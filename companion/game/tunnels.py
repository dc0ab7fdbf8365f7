"""A try at a tunnel: what was laid down, what was turned up, what it costs."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import cast

from companion.boards import (
    LOCOMOTIVE,
    Board,
    CardColour,
    PlayerColour,
    Route,
    coloured_card,
    coloured_cards,
    count_of_coloured_cards,
    more_coloured_cards,
    numbered_card,
)
from companion.game import events as e
from companion.game.paying import extra_cards
from companion.words import Sentence
from hardware.codes import Code

TURNED_UP = 3
"""The number of cards turned up for a tunnel, if the deck has that many."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A player's try at a tunnel so far. Immutable: methods that change it return a new one."""

    board: Board
    player: PlayerColour
    route: Route
    colour: CardColour | None = None
    """The colour laid down; None if it is not known, or if only locomotives were laid down."""
    locomotives: int = 0
    """The number of locomotives laid down."""
    revealed: tuple[CardColour, ...] = ()
    turned: tuple[str, ...] = ()
    """The label of each card turned up, in the same order; "" if the card was touched."""
    down: tuple[CardColour, ...] = ()
    """Cards scanned as laid down, in order."""
    down_labels: tuple[str, ...] = ()
    """The labels of the cards that were scanned as laid down."""
    laying: bool = False
    """Whether scanned cards are laid down; otherwise they are turned up."""

    @property
    def only_locomotives(self) -> bool:
        """Whether only locomotives were laid down; then only revealed locomotives cost extra."""
        return self.locomotives >= self.route.length

    @property
    def is_known(self) -> bool:
        """Whether it is known what was laid down."""
        return self.colour is not None or self.only_locomotives

    @property
    def laid(self) -> dict[CardColour, int] | None:
        """The cards laid down, or None if not known."""
        if not self.is_known:
            return None
        found: dict[CardColour, int] = {}
        if self.colour is not None and not self.only_locomotives:
            found[self.colour] = self.route.length - self.locomotives
        if self.locomotives:
            found[LOCOMOTIVE] = self.locomotives
        return found

    def matches(self, card: CardColour) -> bool:
        """Return whether a revealed card costs an extra card."""
        return extra_cards(None if self.only_locomotives else self.colour, [card]) == 1

    @property
    def extra(self) -> int:
        """The number of extra cards to pay."""
        return sum(self.matches(card) for card in self.revealed)

    def lay(self, colour: CardColour) -> "Attempt":
        """Return the try with this colour laid down; LOCOMOTIVE means locomotives only. Later scans are cards turned
        up."""
        if colour == LOCOMOTIVE:
            return replace(self, colour=None, locomotives=self.route.length, laying=False)
        locomotives = 0 if self.only_locomotives else self.locomotives
        return replace(self, colour=colour, locomotives=locomotives, laying=False)

    def against_laying(self, card: CardColour) -> Sentence | None:
        """Return why a card cannot be among those laid down, or None."""
        colours = {one for one in self.down if one != LOCOMOTIVE}
        if len(self.down) >= self.route.length:
            return Sentence("all cards for this tunnel have already been played")
        if card != LOCOMOTIVE and self.route.colour not in ("grey", card):
            facts = {"cards": coloured_cards(self.route.colour), "card": coloured_card(card)}
            return Sentence("this tunnel takes {cards}, but that was {card}", facts)
        if card != LOCOMOTIVE and colours and card not in colours:
            facts = {"cards": coloured_cards(colours.pop()), "card": coloured_card(card)}
            return Sentence("the cards must all be one colour: {cards} were played, but that was {card}", facts)
        return None

    def lay_down(self, card: CardColour, label: str) -> "Attempt":
        """Return the try with one more scanned card laid down. A card that is not allowed or already counted changes
        nothing."""
        if label in self.scanned or self.against_laying(card):
            return self
        down = (*self.down, card)
        colour = next((one for one in down if one != LOCOMOTIVE), None)
        printed = None if self.route.colour == "grey" else self.route.colour
        locomotives = max(down.count(LOCOMOTIVE), self.route.locomotives)
        return replace(
            self,
            down=down,
            down_labels=(*self.down_labels, label),
            colour=colour or printed,
            locomotives=locomotives,
            laying=len(down) < self.route.length,
        )

    def with_locomotives(self, count: int) -> "Attempt":
        """Return the try with this number of locomotives among the cards laid down."""
        return replace(self, locomotives=min(max(count, self.route.locomotives), self.route.length))

    def turn_up(self, card: CardColour, label: str = "") -> "Attempt":
        """Return the try with one more card turned up. A card already scanned, or a fourth one, changes nothing."""
        if len(self.revealed) >= TURNED_UP or (label and label in self.scanned):
            return self
        return replace(self, revealed=(*self.revealed, card), turned=(*self.turned, label))

    def turn_back(self, place: int) -> "Attempt":
        """Return the try without the revealed card at this index."""
        others = [one for one in range(len(self.revealed)) if one != place]
        revealed, turned = (self.revealed[one] for one in others), (self.turned[one] for one in others)
        return replace(self, revealed=tuple(revealed), turned=tuple(turned))

    @property
    def scanned(self) -> tuple[str, ...]:
        """The labels of all scanned cards that count, so that the same card counts once."""
        return (*self.down_labels, *(label for label in self.turned if label))

    def scan(self, code: Code) -> "Attempt | Sentence":
        """Return the try with one more card, laid down or turned up; or why the card cannot be counted."""
        card, name = cast("CardColour", code.colour), numbered_card(code.colour, code.copy)
        if code.copy > self.board.rules.cards.of(card):
            facts = {"card": name, "map": self.board.name}
            return Sentence("{map} has no {card}", facts)
        if code.text in self.scanned:
            return Sentence("{card} has already been counted", {"card": name})
        if self.laying:
            return self.against_laying(card) or self.lay_down(card, code.text)
        if len(self.revealed) >= TURNED_UP:
            return Sentence("three cards have already been turned over; {card} was not counted", {"card": name})
        return self.turn_up(card, code.text)

    def doubt(self) -> Sentence | None:
        """Return a question if there are more cards of a colour than the box holds; otherwise None."""
        lying: Counter[CardColour] = Counter(self.revealed)
        lying.update(self.laid or {})
        for colour, count in lying.items():
            most = self.board.rules.cards.of(colour)
            if count > most:
                pattern = "that makes {cards}, but there are only {most}: is one of them a different colour?"
                return Sentence(pattern, {"cards": count_of_coloured_cards(colour, count), "most": most})
        return None

    def price(self) -> Sentence:
        """Return what has to be paid extra, in words."""
        if not self.is_known:
            return Sentence("Which colour was played?")
        if not self.revealed:
            return Sentence("Turn over three cards, and tap or scan them here.")
        if not self.extra:
            return (
                Sentence("Nothing extra to pay.")
                if len(self.revealed) == TURNED_UP
                else Sentence("Nothing extra so far.")
            )
        colour = LOCOMOTIVE if self.only_locomotives or self.colour is None else self.colour
        return more_coloured_cards(colour, self.extra)

    def paid(self) -> e.Claim:
        """Return the claim after it was paid. Extra cards are recorded in the colour played, whatever they really
        were."""
        cards = self.laid
        if cards is not None and self.extra:
            extra_in = LOCOMOTIVE if self.only_locomotives or self.colour is None else self.colour
            cards[extra_in] = cards.get(extra_in, 0) + self.extra
        return e.Claim(player=self.player, route=self.route.id, cards=cards, revealed=self.revealed)

    def taken_back(self) -> e.TunnelFailed:
        """Return the failed try, after the cards were taken back."""
        return e.TunnelFailed(player=self.player, route=self.route.id, cards=self.laid, revealed=self.revealed)


def attempt(board: Board, player: PlayerColour, route: Route) -> Attempt:
    """Return a new try. On a coloured tunnel the colour is known; on a grey one the cards laid down are scanned
    first."""
    known = None if route.colour == "grey" else route.colour
    begun = Attempt(board, player, route, known, route.locomotives)
    return replace(begun, laying=not begun.is_known)
