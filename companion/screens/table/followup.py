"""What may or must follow a claim in Old West: Alvin, and city markers."""

from collections.abc import Callable, Sequence
from functools import partial

from kivy.uix.widget import Widget

from companion.boards import Board
from companion.game import events as e
from companion.game.play import Play
from companion.screens.widgets import Column, Drawer, Grid, PushButton, Text, theme
from companion.words import say, signed

Record = Callable[[e.Event], object]


def follow_up(play: Play, record: Record) -> Drawer | None:
    """Return a drawer for what follows a claim in Old West, or None: moving Alvin (OW-9), buying a marker (OW-3), or
    both in either order (PAY-9). It asks without blocking: the next move closes it."""
    if play.counting or not play.state.board.rules.markers:
        return None
    drawer = Drawer(stays=True, shade=theme.CLEAR, size_hint=(None, None))
    alvin = _alvin(play, record)
    # A marker can be declined; Alvin has to go somewhere, and the marker is declined by moving him and going on.
    decline = [] if alvin else [PushButton(drawer.close, text=say("No"), kind="quiet")]
    found = [*alvin, *_marker(play, record, decline)]
    if not found:
        return None
    drawer.fill(Column(*found))
    return drawer


def _alvin(play: Play, record: Record) -> list[Widget]:
    """Return where the captor may put Alvin; nothing if he does not have to be moved."""
    state, rules, alvin = play.state, play.state.board.rules, play.state.alvin
    if not (alvin and alvin.to_be_moved and alvin.keeper and rules.alvin):
        return []
    name = state.player(alvin.keeper).name
    words = say("{name} captured Alvin: {points}. Where does he go?", name=name, points=signed(rules.alvin.capture))
    moves = [e.Alvin(player=alvin.keeper, city=city) for city in state.markers_of(alvin.keeper)]
    return _question(words, _cities(state.board, record, "alvin", moves))


def _marker(play: Play, record: Record, decline: Sequence[Widget]) -> list[Widget]:
    """Return where a marker may be bought with the claim just made; nothing if nowhere."""
    state, rules, claim, free = play.state, play.state.board.rules, play.state.marker_claim, play.marker_cities()
    if not free or claim is None or rules.markers is None:
        return []
    one, more = "{name}: a city marker for one card?", "{name}: a city marker for {count} matching cards?"
    words = say(one, more, name=state.player(claim.player).name, count=rules.markers.cost)
    markers = [e.Marker(player=claim.player, city=city) for city in free]
    return _question(words, [*_cities(state.board, record, "marker", markers), *decline])


def _cities(board: Board, record: Record, icon: str, moves: Sequence[e.Alvin | e.Marker]) -> list[Widget]:
    return [PushButton(partial(record, move), text=str(board.place(move.city)), icon=icon) for move in moves]


def _question(words: str, choices: Sequence[Widget]) -> list[Widget]:
    return [Text(text=words, bold=True), Grid(*choices, cols=min(len(choices), 4))]
