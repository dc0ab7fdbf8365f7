"""The rail yards of the Card Game: what lies in them, what has gone onto the track, and whose turn it is.

A turn begins by moving one card of every row of that player's yard onto their on-the-track pile (CG-14). Which card the
rulebook leaves open where a row has locomotives: here it is the top one, and locomotives lie on top, so they go first.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from companion.boards import LOCOMOTIVE, CardColour, CardCounts, PlayerColour

if TYPE_CHECKING:
    from companion.game.events import Yard


@dataclass(frozen=True, slots=True)
class YardCard:
    """A train card in a yard or on the track."""

    colour: CardColour
    copy: int = 0
    """The number on its label; 0 if it was not scanned."""


@dataclass(frozen=True, slots=True)
class Row:
    """The cards of one colour in a yard, with the locomotives that were laid with them."""

    colour: CardColour
    cards: tuple[YardCard, ...]
    """The top card is the last one. Locomotives lie on top (CG-17)."""

    @property
    def count(self) -> int:
        """The number of cards; a locomotive counts with its row (CG-17)."""
        return len(self.cards)


@dataclass(frozen=True, slots=True)
class Robbery:
    """CG-19: a row that a player had to discard, and the laying that caused it."""

    event: "Yard"
    player: PlayerColour
    row: Row


def rows_of(cards: Sequence[YardCard]) -> tuple[Row, ...]:
    """Return the rows that cards make when they are laid. A locomotive belongs to the colour laid before it, or if
    there is none, to the one after it. Locomotives alone make a row of their own."""
    laid: dict[CardColour, list[YardCard]] = {}
    coloured = [card.colour for card in cards if card.colour != LOCOMOTIVE]
    row = coloured[0] if coloured else LOCOMOTIVE
    for card in cards:
        row = row if card.colour == LOCOMOTIVE else card.colour
        laid.setdefault(row, []).append(card)
    return tuple(
        Row(colour, tuple(sorted(pile, key=lambda card: card.colour == LOCOMOTIVE))) for colour, pile in laid.items()
    )


@dataclass(frozen=True)
class Yards:
    """Everyone's yard and on-the-track pile in one deck. Immutable: methods that change it return a new one."""

    seats: tuple[PlayerColour, ...]
    """The players in turn order."""
    rows: Mapping[PlayerColour, tuple[Row, ...]] = field(default_factory=dict)
    tracks: Mapping[PlayerColour, tuple[YardCard, ...]] = field(default_factory=dict)
    last: PlayerColour | None = None
    """Who had the last turn."""
    still_to_play: tuple[PlayerColour, ...] | None = None
    """CG-12: who has yet to take their last turn, in turn order; None while there are cards in the deck."""
    robberies: tuple[Robbery, ...] = ()
    """All robberies of the game."""

    # Queries

    @property
    def turn(self) -> PlayerColour | None:
        """Whose turn it is; None if everyone has had their last turn (CG-12)."""
        following = self._after(self.last) if self.last else self.seats
        if self.still_to_play is None:
            return following[0]
        return next((player for player in following if player in self.still_to_play), None)

    def of(self, player: PlayerColour) -> tuple[Row, ...]:
        """Return the rows in a player's yard."""
        return self.rows.get(player, ())

    def row(self, player: PlayerColour, colour: CardColour) -> Row | None:
        """Return a player's row of a colour, or None."""
        return next((row for row in self.of(player) if row.colour == colour), None)

    def track(self, player: PlayerColour) -> tuple[YardCard, ...]:
        """Return the cards of a player's on-the-track pile. Screens show only their number (CG-15)."""
        return self.tracks.get(player, ())

    def pile(self, player: PlayerColour) -> CardCounts:
        """Return a player's on-the-track pile for a scoring, colour by colour (CG-1)."""
        return Counter(card.colour for card in self.track(player))

    def cards(self) -> Iterator[tuple[PlayerColour, YardCard]]:
        """Yield every card in a yard or on the track, with the player who has it."""
        for player in self.seats:
            for row in self.of(player):
                yield from ((player, card) for card in row.cards)
            yield from ((player, card) for card in self.track(player))

    def robbed_by(self, player: PlayerColour, laid: Iterable[Row]) -> tuple[tuple[PlayerColour, Row], ...]:
        """CG-19: return the rows of other players that are discarded when this player lays these rows: those with fewer
        cards of the same colour."""
        return tuple(
            (other, lying)
            for row in laid
            for other in self.seats
            if other != player and (lying := self.row(other, row.colour)) and lying.count < row.count
        )

    # Changes

    def begun(self, player: PlayerColour) -> "Yards":
        """CG-14: return the yards when a player's turn has begun: the top card of every row has gone onto the track."""
        moved = tuple(row.cards[-1] for row in self.of(player))
        left = tuple(Row(row.colour, row.cards[:-1]) for row in self.of(player) if row.count > 1)
        rows, tracks = {**self.rows, player: left}, {**self.tracks, player: (*self.track(player), *moved)}
        return replace(self, rows=rows, tracks=tracks)

    def taken(self, player: PlayerColour, last_card: bool = False) -> "Yards":
        """Return the yards after a player's turn, if nothing was laid in it. `last_card` if the last card of the deck
        was drawn: then everyone, this player included, has one more turn (CG-12, CG-20)."""
        waiting = self.still_to_play
        if waiting is not None:
            waiting = tuple(one for one in waiting if one != player)
        elif last_card:
            waiting = self._after(player)
        return replace(self.begun(player), last=player, still_to_play=waiting)

    def laid(self, event: "Yard") -> "Yards":
        """Return the yards after a turn in which cards were laid; the others have discarded what was robbed (CG-19)."""
        after, player = self.taken(event.player), event.player
        new = rows_of(yard_cards(event))
        robbed = after.robbed_by(player, new)
        rows = dict(after.rows)
        for other, row in robbed:
            rows[other] = tuple(one for one in rows[other] if one != row)
        rows[player] = _joined(after.of(player), new)
        robberies = tuple(Robbery(event, other, row) for other, row in robbed)
        return replace(after, rows=rows, robberies=(*self.robberies, *robberies))

    def reshuffled(self) -> "Yards":
        """CG-5, CG-21: return empty yards for the second deck. The player after the one with the last turn begins."""
        return Yards(self.seats, last=self.last, robberies=self.robberies)

    def _after(self, player: PlayerColour) -> tuple[PlayerColour, ...]:
        """Return everyone in turn order, beginning after this player and ending with them."""
        place = self.seats.index(player) + 1
        return (*self.seats[place:], *self.seats[:place])


def yard_cards(event: "Yard") -> tuple[YardCard, ...]:
    """Return the cards of a laying, in the order in which they were laid."""
    copies = event.copies or (0,) * len(event.cards)
    return tuple(YardCard(colour, copy) for colour, copy in zip(event.cards, copies, strict=True))


def _joined(rows: tuple[Row, ...], new: tuple[Row, ...]) -> tuple[Row, ...]:
    """Return rows with new ones. A colour that lies there already, by override, stays one row."""
    joined = {row.colour: row.cards for row in rows}
    for row in new:
        cards = (*joined.get(row.colour, ()), *row.cards)
        joined[row.colour] = tuple(sorted(cards, key=lambda card: card.colour == LOCOMOTIVE))
    return tuple(Row(colour, cards) for colour, cards in joined.items())
