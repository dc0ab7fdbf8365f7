"""Objections to keeping tickets."""

from collections import Counter
from collections.abc import Iterator

from companion.game.events import Tickets
from companion.game.objection import Objection, forbidden, impossible, question
from companion.game.state import Player, State
from companion.game.ticketchoices import Choice
from companion.words import closest


def against_tickets(state: State, event: Tickets) -> Iterator[Objection]:
    """Yield objections to tickets whose cards are not available, and questions about their number."""
    unknown = [ticket for ticket in (*event.kept, *event.returned) if ticket not in state.board.tickets]
    if unknown:
        yield no_such_ticket(state, unknown[0])
        return
    yield from _against_second_hand(state, event)
    yield from _against_boxed(state, event)
    yield from _about_the_deal(state, event, state.player(event.player))


def no_such_ticket(state: State, ticket: str) -> Objection:
    """Return the objection to an id that no ticket of the map has."""
    hint = closest(ticket, state.board.tickets)
    return impossible("", "there is no ticket {id} on {map}{hint}", id=ticket, map=state.board.name, hint=hint)


def _against_second_hand(state: State, event: Tickets) -> Iterator[Objection]:
    """GEN-3, GEN-A6: yield an objection for each ticket with more cards in use than exist. Switzerland has two of
    some."""
    held = Counter(ticket for hand in state.hands.values() for ticket in hand)
    now = Counter((*event.kept, *event.returned))
    for ticket in now:
        card = state.board.tickets[ticket]
        if held[ticket] + now[ticket] <= card.copies:
            continue
        holders = [player for player in state.players if ticket in state.hand(player.colour)]
        facts: dict[str, object] = {"ticket": state.board.ticket(card), "copies": card.copies}
        if holders and card.copies == 1:
            yield impossible("GEN-3", "{holder} already has the ticket {ticket}", **facts, holder=holders[0])
        elif card.copies == 1:
            yield impossible("GEN-3", "the ticket {ticket} is listed twice, but there is only one", **facts)
        else:
            yield impossible("GEN-A6", "there are only {copies} copies of the ticket {ticket}", **facts)


def _against_boxed(state: State, event: Tickets) -> Iterator[Objection]:
    """CH-8, EU-11: yield an objection for each ticket that went back into the box."""
    gone = Counter(state.boxed)
    for ticket, seen in Counter((*event.kept, *event.returned)).items():
        card = state.board.tickets[ticket]
        held = sum(hand.count(ticket) for hand in state.hands.values())
        if gone[ticket] and held + seen + gone[ticket] > card.copies:
            yield forbidden("CH-8", "the ticket {ticket} is out of the game", ticket=state.board.ticket(card))


def _about_the_deal(state: State, event: Tickets, player: Player) -> Iterator[Objection]:
    """USA-7, EU-11, EU-12 and similar rules: yield questions about the tickets dealt, drawn and kept."""
    deal, choice = state.board.rules.tickets, state.turns_after(event).choice
    assert choice is not None, "tickets are a choice"
    if not state.options.counted:
        few = too_few(state, choice)
        if few:
            yield few
        yield from _about_the_choice(state, choice, player)
    long = [ticket for ticket in (*state.hand(event.player), *event.kept) if state.board.tickets[ticket].long]
    if len(long) > deal.deal_long:
        facts = {"player": player, "long": len(long), "dealt": deal.deal_long}
        yield question(
            "EU-11", "{player} would have too many long tickets: {long}, but each player is dealt {dealt}", **facts
        )
    elif not choice.dealt and not state.options.counted and any(state.board.tickets[one].long for one in event.kept):
        yield question("EU-11", "{player} keeps a long ticket, but those are dealt only at the start", player=player)


def too_few(state: State, choice: Choice) -> Objection | None:
    """USA-7: return the question about a choice of which fewer tickets are kept than must be, or None."""
    deal = state.board.rules.tickets
    least = deal.keep if choice.dealt else deal.draw_keep
    if len(choice.kept) >= least:
        return None
    one = "{player} keeps one ticket, but must keep at least {least}"
    more = "{player} keeps {count} tickets, but must keep at least {least}"
    if choice.dealt:
        one = "{player} keeps one ticket, but must keep at least {least} at the start"
        more = "{player} keeps {count} tickets, but must keep at least {least} at the start"
    facts = {"player": state.player(choice.player), "count": len(choice.kept), "least": least}
    return question("USA-7", one, more, **facts)


def _about_the_choice(state: State, choice: Choice, player: Player) -> Iterator[Objection]:
    """USA-7, EU-11: yield questions about how many tickets there were to choose from. Of tickets that are recorded only
    late in the game nobody knows which were dealt."""
    deal, seen = state.board.rules.tickets, len(choice.seen)
    if not choice.dealt:
        if seen > deal.draw:
            pattern = "{player} had {seen} tickets to choose from, but the number drawn during the game is {dealt}"
            yield question("USA-7", pattern, player=player, seen=seen, dealt=deal.draw)
        return
    if state.turns.count:
        return
    dealt = deal.deal + deal.deal_long
    regular = sum(not state.board.tickets[ticket].long for ticket in choice.seen)
    if seen > dealt:
        pattern = "{player} had {seen} tickets to choose from, but the number dealt at the start is {dealt}"
        yield question("USA-7", pattern, player=player, seen=seen, dealt=dealt)
    elif regular > deal.deal:
        pattern = "{player} had {seen} regular tickets to choose from, but the number dealt at the start is {dealt}"
        yield question("EU-11", pattern, player=player, seen=regular, dealt=deal.deal)
