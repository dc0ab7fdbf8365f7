"""The tickets that the final show has told so far: whose they are, and whether they were completed."""

from collections.abc import Callable, Sequence

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from companion.game.state import Player, State
from companion.game.ticketsearch import words_of
from companion.scoring.reveal import Moment
from companion.screens.score.ticketspage import AccountRow
from companion.screens.widgets import Drawer, Grid, PlayerSign, PushButton, ScrollingDrawer, Text, theme
from companion.words import say, signed


def told_tickets(state: State, moments: Sequence[Moment], told: int, add: Callable[[], object]) -> ScrollingDrawer:
    """Return a drawer with the tickets of the first `told` moments by player; the others stay secret until the show
    tells them. `add` adds a ticket that was forgotten."""

    def foot(drawer: Drawer) -> Grid:
        forgotten = PushButton(drawer.then(add), text=say("Add a forgotten ticket"), icon="plus")
        return Grid(forgotten, PushButton(drawer.close, text=say("Close")), cols=2)

    drawer = ScrollingDrawer(title=say("Tickets"), foot=foot)
    for player in state.players:
        drawer.column.add_widget(_head(player))
        own = [place for place, one in enumerate(moments) if one.ticket is not None and one.player == player.colour]
        for place in own:
            if place < told:
                drawer.column.add_widget(_row(state, moments[place]))
        to_come = sum(place >= told for place in own)
        if to_come or not own:
            words = say("Still to come: {count}", count=to_come) if own else say("No tickets were recorded.")
            drawer.column.add_widget(Text(text=words, color=theme.MUTED))
    return drawer


def _head(player: Player) -> BoxLayout:
    head = BoxLayout(size_hint_y=None, height=dp(36), spacing=dp(8))
    head.add_widget(PlayerSign(colour=player.colour, pos_hint={"center_y": 0.5}))
    head.add_widget(Text(text=player.name, font_size=theme.STRONG, bold=True, size_hint_y=1))
    return head


def _row(state: State, moment: Moment) -> AccountRow:
    assert moment.ticket is not None
    return AccountRow(
        name=words_of(state.board, moment.ticket),
        words=say("Completed") if moment.well else say("Not completed"),
        points=signed(moment.points),
        icon="check" if moment.well else "close",
        well=moment.well,
    )
