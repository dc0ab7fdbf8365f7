"""The log: every event in words, undo and redo, and amending of earlier events."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.widget import Widget

from companion.boards import PlayerColour
from companion.game import events as e
from companion.game.eventwords import tell, tell_step
from companion.game.history import Record
from companion.game.outcome import Outcome
from companion.game.play import Play
from companion.screens.widgets import (
    Column,
    Drawer,
    GradualList,
    Grid,
    PlayerChip,
    Pressed,
    PushButton,
    ScrollingDrawer,
    Text,
    theme,
)
from companion.words import say, sentence_case

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

Answer = Callable[[Outcome], object]
"""Shows the outcome of a move."""
_SHOWN = 40
"""Rows shown at first; a button shows the others."""


class LogRow(Pressed):
    """One line of the log."""

    number = StringProperty("")
    text = StringProperty("")
    struck = BooleanProperty(False)


def open_log(session: "Session", play: Play, answer: Answer, shown: int = _SHOWN) -> None:
    """Open the log, latest event first; what was undone is struck through."""
    events = play.events
    drawer = ScrollingDrawer(title=say("Log"), foot=partial(_buttons, play, answer))
    rows = _rows(play)
    lines: list[Callable[[], Widget]] = []
    for number, text, place in rows[:shown]:
        do = drawer.then(partial(_open_event, session, play, answer, place, events[place])) if place >= 0 else None
        lines.append(partial(LogRow, do, number=number, text=text, struck=place < 0))
    if len(rows) > shown:
        all_of_it = drawer.then(partial(open_log, session, play, answer, len(rows)))
        lines.append(partial(PushButton, all_of_it, text=say("Show all {count}", count=len(rows)), kind="quiet"))
    if not rows:
        lines.append(partial(Text, text=say("Nothing yet.")))
    GradualList(drawer.column).show(lines)
    session.host.open(drawer)


def _rows(play: Play) -> list[tuple[str, str, int]]:
    """Return number, words and place of each line, the last first. Undone events and amendments are listed where they
    happened, with the place -1."""
    state, history = play.state, play.game.history
    asides: dict[int, list[str]] = {}
    recorded = 0
    for line in history.log():
        if isinstance(line.step, Record) and not line.undone:
            recorded += 1
        else:
            asides.setdefault(min(recorded, len(history.events)), []).append(str(tell_step(state, line.step)))
    rows = [("", text, -1) for text in asides.get(0, [])]
    for place, event in enumerate(history.events):
        rows.append((f"{place + 1}", str(tell(state, event)), place))
        rows += [("", text, -1) for text in asides.get(place + 1, [])]
    return rows[::-1]


def _buttons(play: Play, answer: Answer, drawer: Drawer) -> Grid:
    history = play.game.history
    undo, redo = drawer.then(lambda: answer(play.undo())), drawer.then(lambda: answer(play.redo()))
    return Grid(
        PushButton(undo, text=say("Undo"), icon="undo", disabled=not history.can_undo),
        PushButton(redo, text=say("Redo"), icon="redo", disabled=not history.can_redo),
        PushButton(drawer.close, text=say("Close")),
        cols=3,
    )


def _open_event(session: "Session", play: Play, answer: Answer, place: int, event: e.Event) -> None:
    """Open the ways to amend an event: another player, another route, or removal."""
    state = play.state
    drawer = Drawer(title=sentence_case(tell(state, event)))
    column = Column()
    if isinstance(event, e.ByPlayer):
        column.add_widget(Text(text=say("It was actually:"), color=theme.MUTED))
        column.add_widget(_player_chips(play, answer, drawer, place, event))
    row = Grid(cols=3)
    if isinstance(event, e.Claim):
        another = drawer.then(lambda: answer(play.start_amending(place, event)))
        row.add_widget(PushButton(another, text=say("A different route"), icon="pen"))
    out = drawer.then(lambda: answer(play.amend(place, None)))
    row.add_widget(PushButton(out, text=say("Remove it"), icon="trash", kind="danger"))
    row.add_widget(PushButton(drawer.close, text=say("Cancel")))
    column.add_widget(row)
    drawer.fill(column)
    session.host.open(drawer)


def _player_chips(play: Play, answer: Answer, drawer: Drawer, place: int, event: e.ByPlayer) -> Grid:
    players = play.state.players
    grid = Grid(cols=min(len(players), 3))
    for player in players:
        change = drawer.then(partial(_change_player, play, answer, place, event, player.colour))
        chosen = player.colour == event.player
        grid.add_widget(PlayerChip(change, colour=player.colour, text=player.name, chosen=chosen))
    return grid


def _change_player(play: Play, answer: Answer, place: int, event: e.ByPlayer, colour: PlayerColour) -> None:
    if colour != event.player:
        other = event.model_copy(update={"player": colour, "override": False})
        answer(play.amend(place, cast("e.Event", other)))
