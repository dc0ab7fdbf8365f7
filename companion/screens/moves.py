"""Moves beside claiming: drawing cards, and what may or must follow a claim in Old West."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from companion.game import events as e
from companion.screens import theme
from companion.screens.parts import Column, Grid, PushButton, Sheet, Text
from companion.words import say

if TYPE_CHECKING:
    from companion.screens.table import TableScreen


def drew_cards(table: "TableScreen") -> None:
    """The turn went into train cards; in Old West only once everyone has a start city (OW-2)."""
    if table.claiming.aimed_at == "start_city":
        table.desk.stage.toast(say("First everyone chooses a start city."))
        return
    table.record(e.Draw(player=table.play.player))


def follow_up(table: "TableScreen") -> Sheet | None:
    """What comes up after a claim in Old West: Alvin has to be moved (OW-9), or a marker may be bought (OW-3)."""
    play, state = table.play, table.play.state
    rules = state.board.rules
    if play.counting or not rules.markers:
        return None
    alvin = state.alvin
    if alvin and alvin.to_be_moved and alvin.keeper and rules.alvin:
        name = state.player(alvin.keeper).name
        words = say("{name} caught Alvin: +{points}. Where does he go?", name=name, points=rules.alvin.capture)
        moves = [e.Alvin(player=alvin.keeper, city=city) for city in state.markers_of(alvin.keeper)]
        return _strip(table, words, "alvin", moves, may_be_declined=False)
    free = play.marker_cities()
    if free and isinstance(state.last, e.Claim):
        player = state.player(state.last.player)
        words = say("{name}: a city marker for {cost} like cards?", name=player.name, cost=rules.markers.cost)
        return _strip(table, words, "marker", [e.Marker(player=player.colour, city=city) for city in free])
    return None


def _strip(
    table: "TableScreen", words: str, icon: str, moves: Sequence[e.Alvin | e.Marker], may_be_declined: bool = True
) -> Sheet:
    """A strip above the buttons that asks without stopping anyone: the next move takes it away."""
    sheet = Sheet(stays=True, shade=theme.CLEAR, size_hint=(None, None))
    board = table.play.state.board
    cities = [PushButton(partial(table.record, move), text=str(board.place(move.city)), icon=icon) for move in moves]
    choices = [*cities, PushButton(sheet.close, text=say("No"), kind="quiet")] if may_be_declined else cities
    sheet.fill(Column(Text(text=words, bold=True), Grid(*choices, cols=min(len(choices), 4))))
    table.put_over_map(sheet)
    table.add_widget(sheet)
    sheet.slide_in(table.desk.stage.still)
    return sheet
