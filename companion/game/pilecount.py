"""Counting a pile of train cards, by number or by scanner; a scanned card counts once (Card Game)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from companion.boards import CardColour, CardCounts, PlayerColour, count_of_coloured_cards, numbered_card
from companion.game import events as e
from companion.game.state import State
from companion.words import Sentence
from hardware.codes import Code


@dataclass(frozen=True, slots=True)
class PileCount:
    """The count of a player's pile so far. Immutable: methods that change it return a new one."""

    player: PlayerColour
    cards: Mapping[CardColour, int] = field(default_factory=dict)
    """Number of cards of each colour; colours without cards are left out."""
    scanned: tuple[Code, ...] = ()
    """The labels of the scanned cards, in scanning order."""

    @property
    def total(self) -> int:
        """The number of cards in the pile."""
        return sum(self.cards.values())

    def of(self, colour: CardColour) -> int:
        """Return the number of cards of a colour."""
        return self.cards.get(colour, 0)

    def counted(self, colour: CardColour, count: int) -> "PileCount":
        """Return the pile with this number of cards of a colour. If more were scanned, drop those scanned last."""
        cards = {one: number for one, number in {**self.cards, colour: max(count, 0)}.items() if number}
        own = [code for code in self.scanned if code.colour == colour]
        gone = own[max(count, 0) :]
        return replace(self, cards=cards, scanned=tuple(code for code in self.scanned if code not in gone))

    def with_cards(self, cards: CardCounts) -> "PileCount":
        """Return the pile with these cards, as recorded; which cards were scanned is not known."""
        return replace(self, cards={colour: count for colour, count in cards.items() if count}, scanned=())

    def with_card(self, code: Code) -> "PileCount":
        """Return the pile with one more card, by its label."""
        colour = cast("CardColour", code.colour)
        return replace(self.counted(colour, self.of(colour) + 1), scanned=(*self.scanned, code))

    def scan(self, state: State, code: Code, holder: PlayerColour | None) -> "PileCount | Sentence":
        """Return the pile with one more card, by its label; or why the card cannot be counted (CG-3). `holder` is the
        player whose recorded pile has the card."""
        name = numbered_card(code.colour, code.copy)
        if code.copy > state.board.rules.cards.of(cast("CardColour", code.colour)):
            facts = {"card": name, "map": state.board.name}
            return Sentence("{map} has no {card}", facts)
        if code in self.scanned:
            return Sentence("{card} has already been counted", {"card": name})
        if holder is not None and holder != self.player:
            facts = {"card": name, "other": state.player(holder).name}
            return Sentence("{card} has already been counted in {other}’s pile", facts)
        return self.with_card(code)

    def without_last(self) -> "PileCount":
        """Return the pile without the card scanned last."""
        colour = cast("CardColour", self.scanned[-1].colour)
        return replace(self, scanned=self.scanned[:-1]).counted(colour, self.of(colour) - 1)

    def event(self) -> e.Pile:
        """Return the event that records the pile."""
        return e.Pile(player=self.player, cards=dict(self.cards))


class PileCounts:
    """The piles of a game while they are counted. A count can be interrupted and resumed. The scanned cards of a pile
    are remembered as long as its record says the same."""

    def __init__(self) -> None:
        self._known: dict[tuple[PlayerColour, bool], PileCount] = {}

    def known(self, state: State, player: PlayerColour) -> PileCount:
        """Return what was counted of a player's pile at this scoring."""
        return self._known.get((player, state.first_scoring is None), PileCount(player))

    def keep(self, state: State, pile: PileCount) -> None:
        """Replace the count of a pile."""
        self._known[(pile.player, state.first_scoring is None)] = pile

    def beside_record(self, state: State) -> tuple[PileCount, ...]:
        """Return the counts of this scoring that say more than the record does: other cards, or which were scanned."""
        known = [self.known(state, player.colour) for player in state.players]
        return tuple(pile for pile in known if pile.scanned or pile.cards != state.piles.get(pile.player, {}))

    def begin(self, state: State, player: PlayerColour) -> PileCount:
        """Return the count to begin with: the recorded pile, or what was counted before."""
        recorded, known = state.piles.get(player), self.known(state, player)
        if recorded is not None and recorded != known.cards:
            known = PileCount(player).with_cards(recorded)
        self.keep(state, known)
        return known

    def holder(self, state: State, code: Code) -> PlayerColour | None:
        """Return the player in whose recorded pile a card was scanned at this scoring (CG-3), or None."""
        for player, cards in state.piles.items():
            pile = self.known(state, player)
            if code in pile.scanned and pile.cards == cards:
                return player
        return None


def too_many(state: State, pile: PileCount | None = None) -> Sentence | None:
    """CG-A10: return a sentence if this pile, or all piles of this scoring together, have more cards of a colour than
    there are; otherwise None."""
    supply = state.board.rules.cards
    if pile is not None:
        for colour, count in pile.cards.items():
            if count > supply.of(colour):
                facts = {"cards": count_of_coloured_cards(colour, count), "most": supply.of(colour)}
                return Sentence("{cards}, but there are only {most}: count again", facts)
    piles: dict[PlayerColour, CardCounts] = dict(state.piles)
    if pile is not None:
        piles[pile.player] = pile.cards
    together: Counter[CardColour] = Counter()
    for cards in piles.values():
        together.update(cards)
    for colour, count in together.items():
        if count > supply.of(colour):
            facts = {"cards": count_of_coloured_cards(colour, count), "most": supply.of(colour)}
            return Sentence("all piles together have {cards}, but there are only {most}", facts)
    return None


def still_to_count(state: State) -> tuple[PlayerColour, ...]:
    """Return the players with tickets whose pile is not counted yet, in turn order. Without tickets a pile is worth
    nothing."""
    return tuple(p.colour for p in state.players if state.hand(p.colour) and p.colour not in state.piles)


def next_to_count(state: State, player: PlayerColour) -> PlayerColour | None:
    """Return the next player in turn order after this one whose pile is not counted yet, or None."""
    seats = [one.colour for one in state.players]
    place, waiting = seats.index(player), still_to_count(state)
    return next((one for one in (*seats[place + 1 :], *seats[:place]) if one in waiting), None)


def first_scoring_is_next(state: State) -> bool:
    """CG-5: return whether the next scoring is the first of two."""
    piles = state.board.rules.piles
    return piles is not None and piles.scorings[len(state.players)] > 1 and state.first_scoring is None
