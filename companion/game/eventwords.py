"""Events as sentences, for the log and for lists."""

from collections import Counter
from collections.abc import Iterable
from typing import assert_never

from companion.boards import count_words
from companion.game import events as e
from companion.game.history import Amend, Record
from companion.game.state import State
from companion.words import Sentence, count_of_points, together


def tell(state: State, event: e.Event) -> Sentence:
    """Return what happened as a sentence that names player and place, and the cards that were paid if they were
    entered. `state` is any position of the same game.

    Only the number of tickets is named: which ones they are is secret.
    """
    cards = event.cards if isinstance(event, e.Claim | e.Station | e.Marker) else None
    paid = {colour: count for colour, count in (cards or {}).items() if count}
    what = tell_briefly(state, event)
    return Sentence("{what} ({cards})", {"what": what, "cards": count_words(paid)}) if paid else what


def tell_briefly(state: State, event: e.Event) -> Sentence:
    """Return the same as `tell`, but without the cards that were paid."""
    board = state.board
    match event:
        case e.Scoring():
            return Sentence("The piles were scored for the first time")
        case e.End():
            return Sentence("The game ended")
    facts: dict[str, object] = {"player": state.player(event.player).name}
    match event:
        case e.Claim():
            facts["route"] = board.route(board.routes[event.route])
            return Sentence("{player} claimed {route}", facts)
        case e.TunnelFailed():
            facts["route"] = board.route(board.routes[event.route])
            return Sentence("{player} gave up the tunnel {route}", facts)
        case e.Station():
            return Sentence("{player} built a station in {city}", facts | {"city": board.place(event.city)})
        case e.StartCity():
            return Sentence("{player} starts in {city}", facts | {"city": board.place(event.city)})
        case e.Marker():
            return Sentence("{player} put a marker in {city}", facts | {"city": board.place(event.city)})
        case e.Alvin():
            pattern = "{player} has Alvin in {city}" if state.options.counted else "{player} moved Alvin to {city}"
            return Sentence(pattern, facts | {"city": board.place(event.city)})
        case e.Tickets(kept=(), returned=returned) if returned:
            facts["count"] = len(returned)
            return Sentence("{player} returned a ticket", facts, "{player} returned {count} tickets")
        case e.Tickets():
            facts["count"] = len(event.kept)
            return _and_returned(
                Sentence("{player} kept a ticket", facts, "{player} kept {count} tickets"), len(event.returned)
            )
        case e.Draw(of="tickets"):
            return Sentence("{player} drew tickets", facts)
        case e.Draw():
            return Sentence("{player} drew the last card" if event.last_card else "{player} drew cards", facts)
        case e.Yard():
            return _laid(state, event, facts)
        case e.Pile():
            facts["count"] = sum(event.cards.values())
            return Sentence("{player} counted a pile of one card", facts, "{player} counted a pile of {count} cards")
        case e.Complete(tickets=()):
            return Sentence("{player} chose no tickets to complete", facts)
        case e.Complete():
            facts["count"] = len(event.tickets)
            return Sentence(
                "{player} chose one ticket to complete", facts, "{player} chose {count} tickets to complete"
            )
        case e.ScoreTrack():
            return Sentence("The scoring track shows {points} for {player}", facts | {"points": event.points})
        case e.Entered():
            line = board.rules.entered_line(event.line)
            facts |= {"line": line.name if line else event.line, "points": count_of_points(event.points)}
            return Sentence("{line} for {player}: {points}", facts)
    assert_never(event)


def _laid(state: State, event: e.Yard, facts: dict[str, object]) -> Sentence:
    """CG-19: return who laid which cards, and who was robbed by it. A robbery belongs to this very event."""
    facts["cards"] = count_words(Counter(event.cards))
    robberies = state.yards.robberies if state.yards else ()
    robbed = dict.fromkeys(one.player for one in robberies if one.event is event)
    if not robbed:
        return Sentence("{player} laid {cards} in the rail yard", facts)
    facts["others"] = together([state.player(other).name for other in robbed])
    return Sentence("{player} laid {cards} in the rail yard and robbed {others}", facts)


def tell_openly(state: State, event: e.Event) -> Sentence:
    """Return the same as `tell`, but name the tickets: for finished games, in which nothing is secret any more."""
    match event:
        case e.Tickets() if event.kept:
            kept, returned = _names(state, event.kept), _names(state, event.returned)
            facts = {"player": state.player(event.player).name, "tickets": kept}
            return _and_returned(Sentence("{player} kept {tickets}", facts), returned)
        case e.Tickets() if event.returned:
            facts = {"player": state.player(event.player).name, "tickets": _names(state, event.returned)}
            return Sentence("{player} returned {tickets}", facts)
        case e.Complete() if event.tickets:
            facts = {"player": state.player(event.player).name, "tickets": _names(state, event.tickets)}
            return Sentence("{player} chose to complete {tickets}", facts)
    return tell(state, event)


def _names(state: State, tickets: Iterable[str]) -> str:
    return ", ".join(str(state.board.ticket(state.board.tickets[ticket])) for ticket in tickets)


def _and_returned(kept: Sentence, returned: int | str) -> Sentence:
    """Return a sentence about kept tickets with the number or the names of those returned, if there are any."""
    return Sentence("{kept} (returned: {returned})", {"kept": kept, "returned": returned}) if returned else kept


def tell_step(state: State, step: Record | Amend) -> Sentence:
    """Return a line of the log as a sentence."""
    if isinstance(step, Record):
        return tell(state, step.event)
    if step.event is None:
        return Sentence("Move {number} was removed", {"number": step.place + 1})
    return Sentence("Move {number} was changed: {what}", {"number": step.place + 1, "what": tell(state, step.event)})
