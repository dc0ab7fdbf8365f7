"""The rules' objections to an event, to be checked before it is recorded."""

from collections.abc import Iterator
from typing import assert_never

from companion.boards import colour_word
from companion.game import events as e
from companion.game.objection import FORBIDDEN, IMPOSSIBLE, Objection, forbidden, impossible, question
from companion.game.rules_of_cards import against_choice, against_pile, against_scoring
from companion.game.rules_of_claims import against_attempt, against_claim
from companion.game.rules_of_counting import against_entered, against_score_track
from companion.game.rules_of_pieces import against_alvin, against_marker, against_start_city, against_station
from companion.game.rules_of_tickets import against_tickets
from companion.game.rules_of_yards import against_draw, against_ticket_turn, against_yard
from companion.game.state import State


def objections(state: State, event: e.Event) -> tuple[Objection, ...]:
    """Return every objection to an event in this position, the most serious first."""
    if state.ended:
        return (impossible("GEN-7", "the game is over; nothing more can be added"),)
    if isinstance(event, e.ByPlayer) and not state.plays(event.player):
        colours = ", ".join(str(colour_word(player.colour)) for player in state.players)
        colour = colour_word(event.player)
        return (
            impossible(
                "", "nobody is playing {colour}; the colours in this game are {colours}", colour=colour, colours=colours
            ),
        )
    found = list(_against(state, event))
    if any(objection.kind is IMPOSSIBLE for objection in found):
        return tuple(objection for objection in found if objection.kind is IMPOSSIBLE)
    return tuple(sorted(found, key=lambda objection: objection.kind is not FORBIDDEN))


def _against(state: State, event: e.Event) -> Iterator[Objection]:
    yield from _against_leaving_alvin(state, event)
    match event:
        case e.Claim():
            yield from against_claim(state, event)
        case e.TunnelFailed():
            yield from against_attempt(state, event)
        case e.Station():
            yield from against_station(state, event)
        case e.StartCity():
            yield from against_start_city(state, event)
        case e.Marker():
            yield from against_marker(state, event)
        case e.Alvin():
            yield from against_alvin(state, event)
        case e.Tickets():
            yield from against_tickets(state, event)
            yield from against_ticket_turn(state, event)
        case e.Pile():
            yield from against_pile(state, event)
        case e.Complete():
            yield from against_choice(state, event)
        case e.ScoreTrack():
            yield from against_score_track(state)
        case e.Entered():
            yield from against_entered(state, event)
        case e.Scoring():
            yield from against_scoring(state)
        case e.Draw():
            yield from against_draw(state, event)
        case e.Yard():
            yield from against_yard(state, event)
        case e.End():
            pass
        case _:
            assert_never(event)


def _against_leaving_alvin(state: State, event: e.Event) -> Iterator[Objection]:
    """OW-9: yield an objection if a captor has not moved Alvin before the next move. At the end of the game, ask only:
    Alvin's last move does not change the score."""
    alvin = state.alvin
    if not alvin or not alvin.to_be_moved or alvin.keeper is None or isinstance(event, (e.Alvin, e.Tickets, e.Entered)):
        return
    if isinstance(event, e.Marker) and event.player == alvin.keeper:
        return
    pattern = "{player} captured Alvin and must first move him to one of their own cities"
    captor = state.player(alvin.keeper)
    if isinstance(event, e.End):
        yield question("OW-9", pattern, player=captor)
    else:
        yield forbidden("OW-9", pattern, player=captor)
