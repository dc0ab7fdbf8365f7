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
from companion.screens.shell.enteredlines import ask_line
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


class LogDrawer(ScrollingDrawer):
    """The log, latest event first; what was undone is struck through. It stays open while people undo and redo."""

    def __init__(self, session: "Session", play: Play, answer: Answer) -> None:
        self._session, self._play, self._answer = session, play, answer
        self._undo = PushButton(partial(self._step, play.undo), text=say("Undo"), icon="undo")
        self._redo = PushButton(partial(self._step, play.redo), text=say("Redo"), icon="redo")
        super().__init__(title=say("Log"), foot=self._buttons)
        self._shown = _SHOWN
        self._lines = GradualList(self.column)
        self._refresh()

    def _buttons(self, drawer: Drawer) -> Grid:
        return Grid(self._undo, self._redo, PushButton(drawer.close, text=say("Close")), cols=3)

    def _step(self, step: Callable[[], Outcome]) -> None:
        """Undo or redo a step. The log shows what was undone, so nothing else has to tell it."""
        self._answer(step())
        if self._session.journal.trouble is None:
            self._session.host.clear_toasts()
        self._refresh()

    def _refresh(self) -> None:
        history, rows = self._play.game.history, _rows(self._play)
        self._undo.disabled, self._redo.disabled = not history.can_undo, not history.can_redo
        lines: list[Callable[[], Widget]] = []
        for number, text, place in rows[: self._shown]:
            do = self.then(partial(self._open_event, place)) if place >= 0 else None
            lines.append(partial(LogRow, do, number=number, text=text, struck=place < 0))
        if len(rows) > self._shown:
            words = say("Show all {count}", count=len(rows))
            lines.append(partial(PushButton, self._show_all, text=words, kind="quiet"))
        if not rows:
            lines.append(partial(Text, text=say("Nothing yet.")))
        self._lines.show(lines)

    def _show_all(self) -> None:
        self._shown = len(_rows(self._play))
        self._refresh()

    def _open_event(self, place: int) -> None:
        _open_event(self._session, self._play, self._answer, place, self._play.events[place])


def open_log(session: "Session", play: Play, answer: Answer) -> Drawer:
    """Open the log, and return its drawer."""
    return session.host.open(LogDrawer(session, play, answer))


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


def _open_event(session: "Session", play: Play, answer: Answer, place: int, event: e.Event) -> None:
    """Open the ways to amend an event: another player, another route, or removal."""
    state = play.state
    drawer = Drawer(title=sentence_case(tell(state, event)))
    column = Column()
    if isinstance(event, e.ByPlayer):
        column.add_widget(Text(text=say("It was actually:"), color=theme.MUTED))
        column.add_widget(_player_chips(play, answer, drawer, place, event))
    row = Grid(cols=3 if session.host.width > session.host.height else 2)
    if isinstance(event, e.Claim):
        another = drawer.then(lambda: answer(play.start_amending(place, event)))
        row.add_widget(PushButton(another, text=say("A different route"), icon="pen"))
    if isinstance(event, e.Entered) and (line := state.board.rules.entered_line(event.line)):
        change = partial(ask_line, session.host, play, line, event.player, lambda new: answer(play.amend(place, new)))
        row.add_widget(PushButton(drawer.then(change), text=say("Other points"), icon="pen"))
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
