"""Apply one event to a position. Nothing else changes a position."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar, assert_never

from companion.boards import PlayerColour
from companion.game import events as e
from companion.game.objection import FORBIDDEN
from companion.game.objections import objections
from companion.game.rules_of_yards import is_ticket_turn
from companion.game.state import AlvinIs, Claimed, Overridden, Placed, State

Value = TypeVar("Value")


def apply(state: State, event: e.Event) -> State:
    """Return the position after an event, without checking it: call `objections` first.

    If the event is an override, record the rules it breaks in the position, as warnings.
    """
    after = _changed(state, event)
    broken: tuple[Overridden, ...] = ()
    if isinstance(event, e.ByPlayer) and event.override:
        said = [objection for objection in objections(state, event) if objection.kind is FORBIDDEN]
        broken = tuple(Overridden(event.player, objection.sentence) for objection in said)
    return replace(
        after,
        last=event,
        turns=state.turns_after(event),
        marker_claim=_marker_claim(state, event),
        overridden=state.overridden + broken,
    )


def _marker_claim(state: State, event: e.Event) -> e.Claim | None:
    """PAY-9: return the claim with which a marker may still be bought after an event. Alvin's move, and tickets or
    points that are entered in between, do not end it."""
    match event:
        case e.Claim():
            return event
        case e.Alvin() | e.Tickets() | e.Entered():
            return state.marker_claim
    return None


def _changed(state: State, event: e.Event) -> State:
    match event:
        case e.Claim():
            return _claimed(state, event)
        case e.Station():
            return replace(state, stations=(*state.stations, Placed(event.player, event.city)))
        case e.StartCity() | e.Marker():
            return replace(state, markers=(*state.markers, Placed(event.player, event.city)))
        case e.Alvin():
            captures = state.alvin.captures if state.alvin else ()
            return replace(state, alvin=AlvinIs(event.city, event.player, captures))
        case e.Tickets():
            return _tickets_kept(state, event)
        case e.Pile():
            return replace(state, piles=_with(state.piles, event.player, event.cards))
        case e.Complete():
            return replace(state, chosen=_with(state.chosen, event.player, event.tickets))
        case e.ScoreTrack():
            return replace(state, score_track=_with(state.score_track, event.player, event.points))
        case e.Entered():
            line = _with(state.entered.get(event.line, {}), event.player, event.points)
            return replace(state, entered={**state.entered, event.line: line})
        case e.Scoring():
            settled = {player.colour: state.settled(player.colour) for player in state.players}
            yards = state.yards.reshuffled() if state.yards else None
            return replace(state, first_scoring=settled, piles={}, chosen={}, yards=yards)
        case e.End():
            return replace(state, ended=True)
        case e.Draw():
            yards = state.yards.taken(event.player, bool(event.last_card)) if state.yards else None
            return replace(state, yards=yards)
        case e.Yard():
            return replace(state, yards=state.yards.laid(event) if state.yards else None)
        case e.TunnelFailed():
            return state
    assert_never(event)


def _claimed(state: State, event: e.Claim) -> State:
    route = state.board.routes[event.route]
    if state.options.counted:  # the order of claims and markers is unknown, so the owners at the ends are too
        return replace(state, claims=(*state.claims, Claimed(event.player, route)))
    # OW-5: the markers at the time of the claim decide the award; one bought afterwards comes too late (OW-A1).
    owners = (state.marker_on(route.start), state.marker_on(route.end))
    alvin = state.alvin
    # OW-9, OW-10: another player's route into Alvin's city captures him; his keeper cannot (OW-A8).
    if alvin and alvin.city in route.ends and alvin.keeper != event.player:
        alvin = AlvinIs(alvin.city, event.player, (*alvin.captures, event.player), to_be_moved=True)
    return replace(state, claims=(*state.claims, Claimed(event.player, route, owners)), alvin=alvin)


def _tickets_kept(state: State, event: e.Tickets) -> State:
    """EU-11, EU-12, CH-8: keep the tickets, and put those returned where the rules say: back into the box, or under the
    deck, where they may be drawn again."""
    held, deal = state.hand(event.player), state.board.rules.tickets
    choice = state.turns_after(event).choice
    rejects = deal.start_rejects if choice and choice.dealt else deal.later_rejects
    boxed = (*state.boxed, *event.returned) if rejects == "box" else state.boxed
    yards = state.yards.taken(event.player) if state.yards and is_ticket_turn(state, event) else state.yards
    return replace(state, hands=_with(state.hands, event.player, (*held, *event.kept)), boxed=boxed, yards=yards)


def _with(table: Mapping[PlayerColour, Value], colour: PlayerColour, value: Value) -> dict[PlayerColour, Value]:
    return {**table, colour: value}
