"""Trying a tunnel: what was laid down, what is turned up, what it costs. A value: a change answers with a new one."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import cast

from companion.boards import LOCOMOTIVE, Board, CardColour, PlayerColour, Route, card_word, colour_word
from companion.game import events as e
from companion.game.paying import extra_cards
from companion.words import Sentence
from hardware.codes import Code

TURNED_UP = 3
"""Cards turned up for a tunnel, if the deck has as many."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A player's try at a tunnel, so far."""

    board: Board
    player: PlayerColour
    route: Route
    colour: CardColour | None = None
    """The colour laid down; None if nobody has said, or if only locomotives were."""
    locomotives: int = 0
    """Locomotives laid down."""
    revealed: tuple[CardColour, ...] = ()
    scanned: tuple[str, ...] = ()
    """The labels of cards that were scanned, so that the same card counts once."""
    down: tuple[CardColour, ...] = ()
    """Cards that were scanned as laid down, one after another."""
    laying: bool = False
    """Whether scanned cards are those laid down; otherwise those turned up."""

    @property
    def only_locomotives(self) -> bool:
        """Whether nothing but locomotives was laid down; then only locomotives turned up count."""
        return self.locomotives >= self.route.length

    @property
    def is_known(self) -> bool:
        """Whether it is known what was laid down."""
        return self.colour is not None or self.only_locomotives

    @property
    def laid(self) -> dict[CardColour, int] | None:
        """The cards laid down, or None if that is not known."""
        if not self.is_known:
            return None
        found: dict[CardColour, int] = {}
        if self.colour is not None and not self.only_locomotives:
            found[self.colour] = self.route.length - self.locomotives
        if self.locomotives:
            found[LOCOMOTIVE] = self.locomotives
        return found

    def matches(self, card: CardColour) -> bool:
        """Whether a card turned up asks for one more."""
        return extra_cards(None if self.only_locomotives else self.colour, [card]) == 1

    @property
    def extra(self) -> int:
        """How many more cards have to be paid."""
        return sum(self.matches(card) for card in self.revealed)

    def lay(self, colour: CardColour) -> "Attempt":
        """The colour laid down; a locomotive as colour means locomotives only. What is scanned next is turned up."""
        if colour == LOCOMOTIVE:
            return replace(self, colour=None, locomotives=self.route.length, laying=False)
        locomotives = 0 if self.only_locomotives else self.locomotives
        return replace(self, colour=colour, locomotives=locomotives, laying=False)

    def against_laying(self, card: CardColour) -> Sentence | None:
        """Why a card cannot be among those laid down, or None."""
        colours = {one for one in self.down if one != LOCOMOTIVE}
        if len(self.down) >= self.route.length:
            return Sentence("All {count} cards are laid down already", {"count": self.route.length})
        if card != LOCOMOTIVE and self.route.colour not in ("grey", card):
            facts = {"colour": colour_word(self.route.colour), "card": colour_word(card)}
            return Sentence("This tunnel is {colour}, and that card is {card}", facts)
        if card != LOCOMOTIVE and colours and card not in colours:
            facts = {"colour": colour_word(colours.pop()), "card": colour_word(card)}
            return Sentence("{colour} is laid down already, and that card is {card}: one colour only", facts)
        return None

    def lay_down(self, card: CardColour, label: str) -> "Attempt":
        """One more card laid down, as it is scanned. What cannot be there, or is counted, changes nothing."""
        if label in self.scanned or self.against_laying(card):
            return self
        down = (*self.down, card)
        colour = next((one for one in down if one != LOCOMOTIVE), None)
        printed = None if self.route.colour == "grey" else self.route.colour
        locomotives = max(down.count(LOCOMOTIVE), self.route.locomotives)
        return replace(
            self,
            down=down,
            scanned=(*self.scanned, label),
            colour=colour or printed,
            locomotives=locomotives,
            laying=len(down) < self.route.length,
        )

    def with_locomotives(self, count: int) -> "Attempt":
        """So many of the cards laid down are locomotives."""
        return replace(self, locomotives=min(max(count, self.route.locomotives), self.route.length))

    def turn_up(self, card: CardColour, label: str = "") -> "Attempt":
        """One more card turned up; the same physical card, or a fourth one, changes nothing."""
        if len(self.revealed) >= TURNED_UP or (label and label in self.scanned):
            return self
        scanned = (*self.scanned, label) if label else self.scanned
        return replace(self, revealed=(*self.revealed, card), scanned=scanned)

    def turn_back(self, place: int) -> "Attempt":
        """The card at this place was not turned up after all."""
        revealed = (*self.revealed[:place], *self.revealed[place + 1 :])
        return replace(self, revealed=revealed, scanned=())

    def scan(self, code: Code) -> "Attempt | Sentence":
        """Return the try with one more card, laid down or turned up; or why the card cannot be counted."""
        card, name = cast("CardColour", code.colour), card_word(code.colour, code.copy)
        if code.copy > self.board.rules.cards.of(card):
            facts = {"card": name, "map": self.board.name}
            return Sentence("there is no {card} among the cards of {map}", facts)
        if code.text in self.scanned:
            return Sentence("the card {card} is already counted", {"card": name})
        if self.laying:
            return self.against_laying(card) or self.lay_down(card, code.text)
        if len(self.revealed) >= TURNED_UP:
            return Sentence("three cards are turned up already; that was {card}", {"card": name})
        return self.turn_up(card, code.text)

    def doubt(self) -> Sentence | None:
        """A question where more cards of a colour lie there than the box holds."""
        lying: Counter[CardColour] = Counter(self.revealed)
        lying.update(self.laid or {})
        for colour, count in lying.items():
            most = self.board.rules.cards.of(colour)
            if count > most:
                return Sentence("that makes {count} {colour} cards, but there are only {most}: is one of them another?",
                                {"count": count, "colour": colour_word(colour), "most": most})  # fmt: skip
        return None

    def price(self) -> Sentence:
        """What has to be paid more, in words."""
        if not self.is_known:
            return Sentence("Which colour was laid down?")
        if not self.revealed:
            return Sentence("Turn up three cards, and touch or scan them here.")
        if not self.extra:
            return (
                Sentence("Nothing more to pay.")
                if len(self.revealed) == TURNED_UP
                else Sentence("Nothing more so far.")
            )
        facts: dict[str, object] = {"count": self.extra}
        if self.only_locomotives or self.colour is None:
            return Sentence("One more, a locomotive.", facts, "{count} more, locomotives only.")
        facts["colour"] = colour_word(self.colour)
        return Sentence("One more {colour} (or a locomotive).", facts, "{count} more {colour} (or locomotives).")

    def paid(self) -> e.Claim:
        """The claim, if it was paid. How the extra cards were made up is not asked: they count in the colour."""
        cards = self.laid
        if cards is not None and self.extra:
            extra_in = LOCOMOTIVE if self.only_locomotives or self.colour is None else self.colour
            cards[extra_in] = cards.get(extra_in, 0) + self.extra
        return e.Claim(player=self.player, route=self.route.id, cards=cards, revealed=self.revealed)

    def taken_back(self) -> e.TunnelFailed:
        """The turn that was lost, if it was not paid."""
        return e.TunnelFailed(player=self.player, route=self.route.id, cards=self.laid, revealed=self.revealed)


def attempt(board: Board, player: PlayerColour, route: Route) -> Attempt:
    """The beginning of a try: on a coloured tunnel the colour is known, on a grey one it is asked for first."""
    known = None if route.colour == "grey" else route.colour
    begun = Attempt(board, player, route, known, route.locomotives)
    return replace(begun, laying=not begun.is_known)
