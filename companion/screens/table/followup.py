"""What may or must follow a claim in Old West: Alvin, and city markers."""

from collections.abc import Callable, Sequence
from functools import partial

from companion.boards import Board
from companion.game import events as e
from companion.game.play import Play
from companion.screens.widgets import Column, Drawer, Grid, PushButton, Text, theme
from companion.words import say, signed

Record = Callable[[e.Event], object]


def follow_up(play: Play, record: Record) -> Drawer | None:
    """Return a drawer for what follows a claim in Old West, or None: moving Alvin (OW-9) or buying a marker (OW-3)."""
    state, rules = play.state, play.state.board.rules
    if play.counting or not rules.markers:
        return None
    alvin = state.alvin
    if alvin and alvin.to_be_moved and alvin.keeper and rules.alvin:
        name = state.player(alvin.keeper).name
        words = say("{name} captured Alvin: {points}. Where does he go?", name=name, points=signed(rules.alvin.capture))
        moves = [e.Alvin(player=alvin.keeper, city=city) for city in state.markers_of(alvin.keeper)]
        return _strip(state.board, record, words, "alvin", moves, may_be_declined=False)
    free = play.marker_cities()
    if free and isinstance(state.last, e.Claim):
        player = state.player(state.last.player)
        one, more = "{name}: a city marker for one card?", "{name}: a city marker for {count} matching cards?"
        words = say(one, more, name=player.name, count=rules.markers.cost)
        markers = [e.Marker(player=player.colour, city=city) for city in free]
        return _strip(state.board, record, words, "marker", markers)
    return None


def _strip(
    board: Board,
    record: Record,
    words: str,
    icon: str,
    moves: Sequence[e.Alvin | e.Marker],
    may_be_declined: bool = True,
) -> Drawer:
    """Return a drawer that asks without blocking: the next move closes it."""
    drawer = Drawer(stays=True, shade=theme.CLEAR, size_hint=(None, None))
    cities = [PushButton(partial(record, move), text=str(board.place(move.city)), icon=icon) for move in moves]
    choices = [*cities, PushButton(drawer.close, text=say("No"), kind="quiet")] if may_be_declined else cities
    drawer.fill(Column(Text(text=words, bold=True), Grid(*choices, cols=min(len(choices), 4))))
    return drawer
