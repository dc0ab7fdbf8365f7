"""Objections to turns and to laying cards, where the rail yards are followed (Card Game)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.boards import (
    LOCOMOTIVE,
    CardColour,
    PlayerColour,
    coloured_cards,
    count_of_coloured_cards,
    numbered_card,
)
from companion.game.events import Draw, Tickets, Yard
from companion.game.objection import Objection, forbidden, impossible, question
from companion.game.state import State
from companion.game.yards import Row, YardCard, Yards, rows_of, yard_cards

_DIFFERENT = 3
"""CG-17: how many cards of different colours may be laid together."""


def is_ticket_turn(state: State, event: Tickets) -> bool:
    """CG-16: return whether tickets took a turn: those of the player whose turn it is, after play has begun.

    A player's first tickets are the deal. Tickets recorded after another of the same player belong to it: they may be
    scanned one by one.
    """
    yards, last = state.yards, state.last
    if not yards or yards.last is None or not state.hand(event.player) or state.piles:
        return False
    together = isinstance(last, Tickets) and last.player == event.player
    return yards.turn == event.player and not together


def against_draw(state: State, event: Draw) -> Iterator[Objection]:
    """CG-12, CG-16, CG-20: yield objections to drawing cards or tickets as a turn."""
    if state.yards is None:
        if event.last_card:
            yield _not_followed()
        return
    yield from _against_turn(state, state.yards, event.player)
    if event.last_card and event.of:
        yield impossible("CG-20", "the last train card cannot be drawn with tickets")
    elif event.last_card and state.yards.still_to_play is not None:
        yield forbidden("CG-20", "the last card of this deck was already drawn")


def against_ticket_turn(state: State, event: Tickets) -> Iterator[Objection]:
    """CG-12: yield objections to drawing tickets as a turn."""
    if state.yards and is_ticket_turn(state, event):
        yield from _against_turn(state, state.yards, event.player)


def against_yard(state: State, event: Yard) -> Iterator[Objection]:
    """CG-13 to CG-19: yield objections to laying cards into a yard."""
    if state.yards is None:
        yield _not_followed()
        return
    if event.copies and len(event.copies) != len(event.cards):
        yield impossible("CG-13", "there must be as many copies as cards")
        return
    cards = yard_cards(event)
    begun = state.yards.begun(event.player)  # CG-14 comes first: a row that is gone then may be laid again
    yield from _against_labels(state, begun, cards)
    yield from _against_turn(state, state.yards, event.player)
    rows = rows_of(cards)
    yield from _against_set(cards)
    yield from _against_rows(state, begun, event.player, rows)
    yield from _against_supply(state, begun, cards)


def _against_turn(state: State, yards: Yards, player: PlayerColour) -> Iterator[Objection]:
    """CG-12: yield an objection to a turn after the last one; CG-16: ask about a turn out of order."""
    if state.piles:
        yield forbidden("CG-12", "the piles of this deck are already counted")
    elif yards.still_to_play == ():
        yield forbidden("CG-12", "everyone has had their last turn with this deck")
    elif yards.still_to_play is not None and player not in yards.still_to_play:
        yield forbidden("CG-12", "{player} has had their last turn with this deck", player=state.player(player))
    elif yards.turn is not None and player != yards.turn:
        yield question("CG-16", "it is {player}’s turn", player=state.player(yards.turn))


def _against_set(cards: Sequence[YardCard]) -> Iterator[Objection]:
    """CG-17: yield an objection unless these are two or more of one colour, or three of three colours."""
    colours = {card.colour for card in cards if card.colour != LOCOMOTIVE}
    locomotives = any(card.colour == LOCOMOTIVE for card in cards)
    if not colours:
        yield forbidden("CG-17", "locomotives are laid together with at least one card of a colour")
    elif len(colours) == 1:
        if len(cards) < 2:
            yield forbidden(
                "CG-17", "one card alone cannot be laid: lay two or more of one colour, or three of different colours"
            )
    elif locomotives:
        yield forbidden("CG-17", "no locomotive can be laid with cards of different colours")
    elif not len(colours) == len(cards) == _DIFFERENT:
        yield forbidden("CG-17", "lay two or more cards of one colour, or exactly three of three colours")


def _against_rows(state: State, yards: Yards, player: PlayerColour, rows: Sequence[Row]) -> Iterator[Objection]:
    """CG-18, CG-19: yield an objection to a colour that lies in one's own yard, and to one of which another player has
    as many cards or more."""
    for row in rows:
        if yards.row(player, row.colour):
            facts: dict[str, object] = {"player": state.player(player), "cards": coloured_cards(row.colour)}
            yield forbidden("CG-18", "{player} still has {cards} in the rail yard", **facts)
        for other in yards.seats:
            lying = yards.row(other, row.colour) if other != player else None
            if lying and lying.count >= row.count:
                facts = {
                    "player": state.player(other),
                    "cards": count_of_coloured_cards(row.colour, lying.count),
                    "more": lying.count + 1,
                }
                yield forbidden("CG-19", "{player} has {cards} in the rail yard: lay at least {more}", **facts)


def _against_labels(state: State, yards: Yards, cards: Sequence[YardCard]) -> Iterator[Objection]:
    """CG-13: yield an objection to a scanned card that does not exist, or that lies somewhere already."""
    seen: set[YardCard] = set()
    for card in cards:
        if not card.copy:
            continue
        name = numbered_card(card.colour, card.copy)
        holder = next((player for player, lying in yards.cards() if lying == card), None)
        if card.copy > state.board.rules.cards.of(card.colour):
            yield impossible("CG-13", "{map} has no {card}", map=state.board.name, card=name)
        elif card in seen:
            yield impossible("CG-13", "{card} has already been laid", card=name)
        elif holder:
            facts = {"card": name, "player": state.player(holder)}
            yield impossible("CG-13", "{card} is already in {player}’s rail yard or on the track", **facts)
        seen.add(card)


def _against_supply(state: State, yards: Yards, cards: Sequence[YardCard]) -> Iterator[Objection]:
    """CG-13: yield an objection if more cards of a colour would lie on the table than there are."""
    out: Counter[CardColour] = Counter(card.colour for _, card in yards.cards())
    for colour, count in Counter(card.colour for card in cards).items():
        most = state.board.rules.cards.of(colour)
        if out[colour] + count > most:
            facts = {"cards": count_of_coloured_cards(colour, out[colour] + count), "most": most}
            yield forbidden("CG-13", "that would be {cards} on the table, but there are only {most}", **facts)


def _not_followed() -> Objection:
    return impossible("CG-14", "this game does not keep track of the rail yards")
