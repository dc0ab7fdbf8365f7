"""A try at a tunnel: what was laid down, what was turned up, what it costs (PAY-3 to PAY-7)."""

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
    """Whether scanned cards are laid down; otherwise they are turned up, and after the third one they are extra cards
    that are paid."""
    added: tuple[CardColour, ...] = ()
    """Extra cards scanned as paid, in order."""
    added_labels: tuple[str, ...] = ()
    """The labels of the extra cards that were scanned."""

    @property
    def is_blank(self) -> bool:
        """Whether no card was entered, so that it is recorded without cards."""
        printed = (_printed(self.route), self.route.locomotives)
        return not self.revealed and not self.down and (self.colour, self.locomotives) == printed

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
        """PAY-3, PAY-4: return whether a revealed card costs an extra card."""
        return extra_cards(None if self.only_locomotives else self.colour, [card]) == 1

    @property
    def extra(self) -> int:
        """The number of extra cards to pay, those already scanned included."""
        return sum(self.matches(card) for card in self.revealed)

    @property
    def due(self) -> int:
        """The number of extra cards that have not been scanned."""
        return self.extra - len(self.added)

    @property
    def _extra_colour(self) -> CardColour:
        """The colour that extra cards are paid in; LOCOMOTIVE if only locomotives were laid down."""
        return LOCOMOTIVE if self.only_locomotives or self.colour is None else self.colour

    def lay(self, colour: CardColour) -> "Attempt":
        """Return the try with this colour laid down; LOCOMOTIVE means locomotives only. Later scans are cards turned
        up."""
        if colour == LOCOMOTIVE:
            return replace(self._unpaid, colour=None, locomotives=self.route.length, laying=False)
        locomotives = 0 if self.only_locomotives else self.locomotives
        return replace(self._unpaid, colour=colour, locomotives=locomotives, laying=False)

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
        return self._with_down((*self.down, card), (*self.down_labels, label))

    def _with_down(self, down: tuple[CardColour, ...], labels: tuple[str, ...]) -> "Attempt":
        """PAY-7: return the try with these cards scanned as laid down. They give a grey tunnel its colour."""
        colour = next((one for one in down if one != LOCOMOTIVE), _printed(self.route))
        locomotives = max(down.count(LOCOMOTIVE), self.route.locomotives)
        laying = len(down) < self.route.length
        return replace(
            self._unpaid, down=down, down_labels=labels, colour=colour, locomotives=locomotives, laying=laying
        )

    def with_locomotives(self, count: int) -> "Attempt":
        """Return the try with this number of locomotives among the cards laid down."""
        return replace(self._unpaid, locomotives=min(max(count, self.route.locomotives), self.route.length))

    def turn_up(self, card: CardColour, label: str = "") -> "Attempt":
        """Return the try with one more card turned up. A card already scanned, or a fourth one, changes nothing."""
        if len(self.revealed) >= TURNED_UP or (label and label in self.scanned):
            return self
        return replace(self, revealed=(*self.revealed, card), turned=(*self.turned, label))

    def turn_back(self, place: int) -> "Attempt":
        """Return the try without the revealed card at this index. The other cards keep their labels, so that none of
        them counts twice."""
        others = [one for one in range(len(self.revealed)) if one != place]
        revealed, turned = (self.revealed[one] for one in others), (self.turned[one] for one in others)
        return replace(self._unpaid, revealed=tuple(revealed), turned=tuple(turned))

    @property
    def _unpaid(self) -> "Attempt":
        """The try without extra cards: they have to be paid again after a change of what is due."""
        return replace(self, added=(), added_labels=())

    def without_added(self, place: int) -> "Attempt":
        """Return the try without the scanned extra card at this index."""
        others = [one for one in range(len(self.added)) if one != place]
        added, labels = (self.added[one] for one in others), (self.added_labels[one] for one in others)
        return replace(self, added=tuple(added), added_labels=tuple(labels))

    def without_last(self) -> "Attempt | None":
        """Return the try without the card that came last: an extra card, one turned up, or one scanned as laid down.
        None if there is no card to remove."""
        if self.added:
            return self.without_added(len(self.added) - 1)
        if self.revealed:
            return self.turn_back(len(self.revealed) - 1)
        if self.down:
            return self._with_down(self.down[:-1], self.down_labels[:-1])
        return None

    @property
    def scanned(self) -> tuple[str, ...]:
        """The labels of all scanned cards that count, so that the same card counts once."""
        return (*self.down_labels, *(label for label in self.turned if label), *self.added_labels)

    def scan(self, code: Code) -> "Attempt | Sentence":
        """Return the try with one more card, laid down, turned up or paid as an extra card; or why the card cannot be
        counted."""
        card, name = cast("CardColour", code.colour), numbered_card(code.colour, code.copy)
        if code.copy > self.board.rules.cards.of(card):
            facts = {"card": name, "map": self.board.name}
            return Sentence("{map} has no {card}", facts)
        if code.text in self.scanned:
            return Sentence("{card} has already been counted", {"card": name})
        if self.laying:
            return self.against_laying(card) or self.lay_down(card, code.text)
        if len(self.revealed) < TURNED_UP:
            return self.turn_up(card, code.text)
        if not self.due or not self.is_known:
            return Sentence("three cards have already been turned over; {card} was not counted", {"card": name})
        added = replace(self, added=(*self.added, card), added_labels=(*self.added_labels, code.text))
        return self._against_adding(card) or added

    def _against_adding(self, card: CardColour) -> Sentence | None:
        """PAY-3, PAY-4: return why a card cannot pay for a card turned up, or None."""
        if card in (self._extra_colour, LOCOMOTIVE):
            return None
        if self._extra_colour == LOCOMOTIVE:
            return Sentence("the extra cards must be locomotives, but that was {card}", {"card": coloured_card(card)})
        facts = {"cards": coloured_cards(self._extra_colour), "card": coloured_card(card)}
        return Sentence("the extra cards must be {cards} or locomotives, but that was {card}", facts)

    def against_paying(self) -> Sentence | None:
        """Return what is still due if some extra cards were scanned, but not all of them; otherwise None."""
        return self.price() if self.added and self.due else None

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
        """Return what still has to be paid extra, in words."""
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
        if not self.due:
            return Sentence("All extra cards are paid.")
        return more_coloured_cards(self._extra_colour, self.due)

    def paid(self) -> e.Claim:
        """Return the claim after it was paid. Extra cards that were not scanned are recorded in the colour played,
        whatever they really were."""
        if self.is_blank:
            return e.Claim(player=self.player, route=self.route.id)
        cards = self.laid
        if cards is not None:
            for card in (*self.added, *(self._extra_colour,) * self.due):
                cards[card] = cards.get(card, 0) + 1
        return e.Claim(player=self.player, route=self.route.id, cards=cards, revealed=self.revealed)

    def given_up(self) -> e.TunnelFailed:
        """Return the failed try, after the player gave it up."""
        if self.is_blank:
            return e.TunnelFailed(player=self.player, route=self.route.id)
        return e.TunnelFailed(player=self.player, route=self.route.id, cards=self.laid, revealed=self.revealed)


def attempt(board: Board, player: PlayerColour, route: Route) -> Attempt:
    """Return a new try. On a coloured tunnel the colour is known; on a grey one the cards laid down are scanned
    first."""
    begun = Attempt(board, player, route, _printed(route), route.locomotives)
    return replace(begun, laying=not begun.is_known)


def _printed(route: Route) -> CardColour | None:
    """Return the colour printed on a tunnel, or None if it is grey."""
    return None if route.colour == "grey" else route.colour
