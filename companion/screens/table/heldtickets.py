"""A player's own tickets with their state, shown only while the player's tile is held."""

from pathlib import Path

from kivy.input.motionevent import MotionEvent
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.gridlayout import GridLayout

from companion.boards import PlayerColour
from companion.game.state import State
from companion.game.ticketsearch import words_of
from companion.scoring import tally
from companion.scoring.gaps import Gaps
from companion.scoring.tickets import TicketScore
from companion.screens.widgets import Column, Panel, Text, theme
from companion.words import say

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_TWO_COLUMNS = 7
"""The number of tickets from which they are in two columns."""


class HeldTicket(Panel):
    """One ticket and its state."""

    text = StringProperty("")
    state = StringProperty("")
    done = BooleanProperty(False)


class HeldTickets(Panel):
    """The tickets over the map: a second finger on them does not reach the map, which nobody sees there."""

    def on_touch_down(self, touch: MotionEvent) -> bool:
        return bool(self.collide_point(*touch.pos))


def held_tickets(state: State, colour: PlayerColour) -> Panel:
    """Return a panel with a player's tickets as they would score now."""
    score = next(one for one in tally(state).players if one.player.colour == colour)
    gaps = Gaps(state, colour, tuple(loan.route for loan in score.borrowed))
    grid = GridLayout(cols=2 if len(score.tickets) >= _TWO_COLUMNS else 1, spacing=dp(6), size_hint_y=None)
    grid.bind(minimum_height=grid.setter("height"))
    for ticket in sorted(score.tickets, key=lambda one: (one.completed, -abs(one.points))):
        words = words_of(state.board, ticket.ticket)
        grid.add_widget(HeldTicket(text=words, state=_state_of(ticket, gaps), done=ticket.completed))
    heading = Text(text=say("{name}’s tickets", name=score.player.name), bold=True, font_size=theme.STRONG)
    panel = HeldTickets(fill=theme.CHROME, edge=theme.BRASS, padding=dp(12), size_hint=(None, None))
    panel.add_widget(Column(heading, grid))
    panel.bind(minimum_height=panel.setter("height"))
    return panel


def _state_of(score: TicketScore, gaps: Gaps) -> str:
    """Return the points of a ticket, or what it lacks."""
    if score.completed:
        return f"+{score.points}"
    if score.missing_cards is not None:
        return f"−{-score.points}"
    gap = gaps.of(score.ticket)
    lost = f"−{-score.points}"
    if gap is None:
        return say("{points}, no longer possible", points=lost)
    return say("{points}, 1 train short", "{points}, {count} trains short", points=lost, count=gap.trains)
