"""Events as sentences, for the log and for lists."""

from typing import assert_never

from companion.game import events as e
from companion.game.history import Amend, Record
from companion.game.state import State
from companion.words import Sentence


def tell(state: State, event: e.Event) -> Sentence:
    """Return what happened as a sentence that names player and place. `state` is any position of the same game.

    Only the number of tickets is named: which ones they are is secret.
    """
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
        case e.Tickets():
            facts["count"] = len(event.kept)
            return Sentence("{player} kept a ticket", facts, "{player} kept {count} tickets")
        case e.Draw():
            return Sentence("{player} drew cards", facts)
        case e.Pile():
            facts["count"] = sum(event.cards.values())
            return Sentence("{player} counted a pile of one card", facts, "{player} counted a pile of {count} cards")
        case e.Complete():
            facts["count"] = len(event.tickets)
            return Sentence(
                "{player} chose one ticket to complete", facts, "{player} chose {count} tickets to complete"
            )
        case e.ScoreTrack():
            return Sentence("The scoring track shows {points} for {player}", facts | {"points": event.points})
    assert_never(event)


def tell_openly(state: State, event: e.Event) -> Sentence:
    """Return the same as `tell`, but name the tickets: for finished games, in which nothing is secret any more."""
    board = state.board
    match event:
        case e.Tickets() if event.kept:
            names = ", ".join(str(board.ticket(board.tickets[ticket])) for ticket in event.kept)
            return Sentence("{player} kept {tickets}", {"player": state.player(event.player).name, "tickets": names})
        case e.Complete() if event.tickets:
            names = ", ".join(str(board.ticket(board.tickets[ticket])) for ticket in event.tickets)
            facts = {"player": state.player(event.player).name, "tickets": names}
            return Sentence("{player} chose to complete {tickets}", facts)
    return tell(state, event)


def tell_step(state: State, step: Record | Amend) -> Sentence:
    """Return a line of the log as a sentence."""
    if isinstance(step, Record):
        return tell(state, step.event)
    if step.event is None:
        return Sentence("Move {number} was removed", {"number": step.place + 1})
    return Sentence("Move {number} was changed: {what}", {"number": step.place + 1, "what": tell(state, step.event)})
