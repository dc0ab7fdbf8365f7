"""Objections to piles of train cards and to tickets completed with them (Card Game)."""

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.boards import LOCOMOTIVE, CardColour, CardCounts, Ticket, count_of_coloured_cards
from companion.game.events import Complete, Pile
from companion.game.objection import Objection, forbidden, impossible
from companion.game.rules_of_tickets import no_such_ticket
from companion.game.state import State


def shortfall(tickets: Iterable[Ticket], pile: CardCounts) -> int:
    """CG-2, CG-A6: return how many locomotives a pile needs to complete all these tickets together."""
    demand: Counter[CardColour] = Counter()
    for ticket in tickets:
        demand.update(ticket.cards)
    return sum(max(0, count - pile.get(colour, 0)) for colour, count in demand.items())


def against_pile(state: State, event: Pile) -> Iterator[Objection]:
    """CG-A10: yield an objection if a pile has more cards of a colour than there are."""
    if state.board.rules.piles is None:
        yield _no_piles(state)
        return
    supply = state.board.rules.cards
    for colour, count in event.cards.items():
        most = supply.of(colour)
        if count > most:
            facts = {
                "player": state.player(event.player),
                "cards": count_of_coloured_cards(colour, count),
                "most": most,
            }
            yield forbidden("CG-A10", "{player}’s pile has {cards}, but there are only {most}", **facts)
    chosen = state.chosen.get(event.player)
    if chosen is not None:
        yield from _against_paying(state, event.player, chosen, event.cards)


def against_choice(state: State, event: Complete) -> Iterator[Objection]:
    """CG-1 to CG-3: yield objections to tickets that the player does not hold, completed before or cannot pay for."""
    if state.board.rules.piles is None:
        yield _no_piles(state)
        return
    player = state.player(event.player)
    held = Counter(state.hand(event.player))
    for ticket, count in Counter(event.tickets).items():
        if ticket not in state.board.tickets:
            yield no_such_ticket(state, ticket)
            return
        if count > held[ticket]:
            facts = {"ticket": state.board.ticket(state.board.tickets[ticket]), "player": player}
            yield impossible("CG-3", "{player} does not have the ticket {ticket}", **facts)
    earlier = Counter(state.first_scoring[event.player].chosen or () if state.first_scoring else ())
    again = Counter(event.tickets)
    for ticket in sorted(one for one in again if earlier[one] and earlier[one] + again[one] > held[one]):
        facts = {"ticket": state.board.ticket(state.board.tickets[ticket])}
        yield impossible("CG-3", "the ticket {ticket} was already completed at the first scoring", **facts)
    pile = state.piles.get(event.player)
    if pile is not None:
        yield from _against_paying(state, event.player, event.tickets, pile)


def against_scoring(state: State) -> Iterator[Objection]:
    """CG-5: yield an objection to a first scoring, unless this game has two and it is due."""
    piles = state.board.rules.piles
    if piles is None:
        yield _no_piles(state)
    elif piles.scorings[len(state.players)] < 2:
        yield impossible("CG-5", "with {players} players there is one scoring, at the end", players=len(state.players))
    elif state.first_scoring is not None:
        yield impossible("CG-5", "the first scoring is already done; the second ends the game")


def _against_paying(state: State, colour: str, tickets: Iterable[str], pile: CardCounts) -> Iterator[Objection]:
    cards = [state.board.tickets[ticket] for ticket in tickets]
    missing = shortfall(cards, pile) - pile.get(LOCOMOTIVE, 0)
    if missing > 0:
        facts = {"player": state.player(colour), "missing": missing}
        yield forbidden("CG-3", "{player}’s pile is not enough for these tickets; cards missing: {missing}", **facts)


def _no_piles(state: State) -> Objection:
    return impossible("CG-1", "{map} has no piles of cards to score", map=state.board.name)
