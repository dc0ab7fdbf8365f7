"""The choices of tickets that belong to a scoring: recorded with it, undone and redone with it (Card Game)."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from companion.boards import PlayerColour
from companion.game import events as e
from companion.game.history import Amend, History, Record
from companion.game.state import State

Choices = Callable[[State, bool], tuple[e.Complete, ...]]
"""Returns a choice for everyone who has a pile but has not chosen, in a position before a scoring; the second argument
is whether the scoring ends the game."""


def no_choices(_state: State, _ends: bool) -> tuple[e.Complete, ...]:
    """Return nothing: the record is then scored by value (CG-A6)."""
    return ()


def missing_choices(state: State, event: e.Event, choices: Choices) -> tuple[e.Complete, ...]:
    """Return the choices to record before an event: before a scoring, those that nobody has recorded yet."""
    return choices(state, isinstance(event, e.End)) if isinstance(event, e.Scoring | e.End) else ()


def renewed(state: State, event: e.Event) -> State:
    """Return the position in which an event is recorded. A choice is made for one pile and one hand of tickets: if the
    player's pile is counted again, or a ticket is added, it no longer counts."""
    if not isinstance(event, e.Pile | e.Tickets) or event.player not in state.piles or event.player not in state.chosen:
        return state
    return _without(state, {event.player})


def choices_of(events: tuple[e.Event, ...], player: PlayerColour) -> list[int]:
    """Return the places of a player's choices at this scoring, the last one first."""
    found = []
    for place in range(len(events) - 1, -1, -1):
        event = events[place]
        if isinstance(event, e.Scoring):
            break
        if isinstance(event, e.Complete) and event.player == player:
            found.append(place)
    return found


def steps_to_undo(history: History, choices: Choices) -> int:
    """Return how many steps one undo takes back: a scoring, or the end, with the choices that were recorded with it,
    which are those that would be recorded with it again; otherwise one."""
    done = [_recorded(step) for step in history.done]
    if not done or not isinstance(done[-1], e.Scoring | e.End):
        return 1
    before, ends = history.plan_undo().state, isinstance(done[-1], e.End)
    run = _choices_at_the_start(done[-2::-1])
    for count in range(len(run), 0, -1):
        taken = run[count - 1 :: -1]
        players = {choice.player for choice in taken}
        chosen_before = any(len(choices_of(history.events[:-1], player)) > 1 for player in players)
        if not chosen_before and choices(_without(before, players), ends) == tuple(taken):
            return 1 + count
    return 1


def steps_to_redo(history: History, choices: Choices) -> int:
    """Return how many steps one redo restores: as many as one undo took back."""
    coming = [_recorded(step) for step in history.to_redo]
    run = _choices_at_the_start(coming)
    last = coming[len(run)] if len(run) < len(coming) else None
    if isinstance(last, e.Scoring | e.End) and choices(history.state, isinstance(last, e.End)) == tuple(run):
        return len(run) + 1
    return 1


def _recorded(step: Record | Amend) -> e.Event | None:
    return step.event if isinstance(step, Record) else None


def _choices_at_the_start(events: Sequence[e.Event | None]) -> list[e.Complete]:
    """Return the choices before the first event that is none."""
    found: list[e.Complete] = []
    for event in events:
        if not isinstance(event, e.Complete):
            break
        found.append(event)
    return found


def _without(state: State, players: Collection[PlayerColour]) -> State:
    """Return the position as if these players had not chosen."""
    return replace(state, chosen={one: tickets for one, tickets in state.chosen.items() if one not in players})
