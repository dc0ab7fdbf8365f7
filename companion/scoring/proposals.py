"""The tickets that the app proposes to complete in the Card Game (CG-A6: the choice is the player's).

At the end of the game: the choice that earns most in all, big cities included, given what the others complete: what
they chose, or what is worth most where they have not chosen. Everyone is answered once; nobody answers an answer.

At the first of two scorings: most points; then most points of the big cities that the tickets name, because a ticket
that is completed counts for its cities in any case (CG-A2), while one that stays open may fail; then most tickets. The
tickets of the others are secret then, so they play no part.

A record without a choice is scored by value alone, whatever would be proposed.
"""

from collections.abc import Sequence
from dataclasses import replace

from companion.boards import PlayerColour, Ticket
from companion.boards.rules import BigCity
from companion.game.apply import apply
from companion.game.events import Complete
from companion.game.state import State
from companion.scoring.bigcities import Race, earns_most
from companion.scoring.cards import CardHand, card_hand
from companion.scoring.piles import serves, worth_most


def proposed_tickets(state: State, player: PlayerColour, ends: bool) -> tuple[Ticket, ...]:
    """Return the tickets that a player should complete at this scoring; `ends` is whether it is the last one."""
    hand = card_hand(state, player)
    cities = state.board.rules.piles.big_cities if state.board.rules.piles else ()
    races = _races(state, player, hand, cities)
    places = earns_most(hand.held, hand.pile, races) if ends else _most_now(hand, cities)
    return tuple(hand.held[place] for place in places)


def proposed_choices(state: State, ends: bool) -> tuple[Complete, ...]:
    """Return what is proposed to everyone who has tickets and a pile but has not chosen, in turn order."""
    waiting = [one.colour for one in state.players if one.colour in state.piles and one.colour not in state.chosen]
    return tuple(
        Complete(player=colour, tickets=tuple(ticket.id for ticket in proposed_tickets(state, colour, ends)))
        for colour in waiting
        if card_hand(state, colour).held
    )


def as_proposed(state: State) -> State:
    """Return the position as it is if the game ends now, and everyone who has not chosen takes what is proposed."""
    after = state
    for choice in proposed_choices(state, ends=True):
        after = apply(after, choice)
    return replace(after, last=state.last)


def _races(state: State, player: PlayerColour, hand: CardHand, cities: Sequence[BigCity]) -> list[Race]:
    """CG-7: return what the player needs for each big city."""
    others = [card_hand(state, one.colour) for one in state.players if one.colour != player]
    found = []
    for card in cities:
        most = max((_served(card, (*other.earlier, *other.completed)) for other in others), default=0)
        places = frozenset(place for place, ticket in enumerate(hand.held) if serves(ticket, card))
        found.append(Race(card.points, max(1, most) - _served(card, hand.earlier), places))
    return found


def _served(card: BigCity, tickets: Sequence[Ticket]) -> int:
    return sum(serves(ticket, card) for ticket in tickets)


def _most_now(hand: CardHand, cities: Sequence[BigCity]) -> tuple[int, ...]:
    """CG-5: return the indices of the tickets to complete at the first scoring. One figure holds points, big cities and
    number of tickets, each in a unit larger than all that can come after it."""
    of_cities = [sum(card.points for card in cities if serves(ticket, card)) for ticket in hand.held]
    of_big_city = len(hand.held) + 1
    of_point = of_big_city * (sum(of_cities) + 1)
    worth = [
        ticket.penalty * of_point + points * of_big_city + 1
        for ticket, points in zip(hand.held, of_cities, strict=True)
    ]
    return worth_most(worth, hand.held, hand.pile)
