"""Whose turn it is, and when the last round is over. Both are suggestions: a record need not follow turn order."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.boards import PlayerColour
from companion.game.events import ByPlayer, Claim, Draw, Event, Station, Tickets, TunnelFailed, Yard
from companion.game.state import State
from companion.game.ticketchoices import NO_TURNS

Turn = Claim | TunnelFailed | Station | Draw | Yard | Tickets
"""The events that take a turn."""


@dataclass(frozen=True, slots=True)
class LastRound:
    """GEN-7: who began the last round, and who has yet to play in it, in turn order."""

    began_by: PlayerColour
    still_to_play: tuple[PlayerColour, ...]
    """The one who began it comes last. Empty when the game should end."""


def turns(state: State, events: Iterable[Event]) -> Iterator[Turn]:
    """Yield the events of a game that each took a turn. A marker or Alvin's move belongs to the claim before it; of
    tickets, see `ticketchoices` (PAY-10)."""
    taken, colours, figures = NO_TURNS, _in_turn_order(state), state.board.rules.tickets
    for event in events:
        count = taken.count
        taken = taken.after(event, colours, figures)
        if taken.count > count:
            assert isinstance(event, Turn)
            yield event


def next_player(state: State, events: Sequence[Event]) -> PlayerColour:
    """Return who is to move: the player after the one who took the last turn, or the first player at the beginning.

    Alvin's captor moves him first (OW-9), and start cities come before any turn (OW-2). A board that is being counted
    has no turns: return the player counted last. Followed rail yards know whose turn it is (CG-16, CG-21).
    """
    colours = _in_turn_order(state)
    if state.yards:
        return state.yards.turn or colours[0]
    if state.options.counted:
        return next((event.player for event in reversed(events) if isinstance(event, ByPlayer)), colours[0])
    if state.alvin and state.alvin.to_be_moved and state.alvin.keeper:
        return state.alvin.keeper
    due = _start_city_due(state)
    if due:
        return due
    last = state.turns.last
    return _after(colours, last)[0] if last else colours[0]


def last_round(state: State, events: Sequence[Event]) -> LastRound | None:
    """GEN-7: return the last round, once a player has finished a turn with few enough trains. Return None before that,
    if no trains are played (Card Game), and for a board that is being counted."""
    rules = state.board.rules
    if not rules.trains or state.options.counted:
        return None
    if all(state.trains_left(player.colour) > rules.last_round_at for player in state.players):
        return None  # without looking at all events, since trains only ever become fewer
    left = dict.fromkeys(_in_turn_order(state), rules.trains)
    began_by: PlayerColour | None = None
    played: set[PlayerColour] = set()
    for turn in turns(state, events):
        if isinstance(turn, Claim):
            left[turn.player] -= state.board.routes[turn.route].length
        if began_by:
            played.add(turn.player)
        elif left[turn.player] <= rules.last_round_at:
            began_by = turn.player
    if began_by is None:
        return None
    return LastRound(began_by, tuple(colour for colour in _after(list(left), began_by) if colour not in played))


def _in_turn_order(state: State) -> list[PlayerColour]:
    return [player.colour for player in state.players]


def _after(colours: Sequence[PlayerColour], colour: PlayerColour) -> tuple[PlayerColour, ...]:
    """Return everyone in turn order, beginning after this player and ending with them."""
    place = colours.index(colour) + 1
    return (*colours[place:], *colours[:place])


def needs_start_city(state: State, player: PlayerColour) -> bool:
    """OW-2: return whether a player has yet to choose a start city; not if they claimed without one, by override."""
    return state.board.rules.markers is not None and not state.markers_of(player) and not state.routes_of(player)


def _start_city_due(state: State) -> PlayerColour | None:
    """OW-2: return who chooses a start city next, or None. The last in turn order chooses first."""
    return next((one for one in reversed(_in_turn_order(state)) if needs_start_city(state, one)), None)
