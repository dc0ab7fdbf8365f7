"""The log: every event in words, undo and redo, and a way to amend an earlier one."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import cast

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.widget import Widget

from companion.boards import PlayerColour
from companion.game import events as e
from companion.game.eventwords import tell, tell_step
from companion.game.history import Record
from companion.game.outcome import Outcome
from companion.game.play import Play
from companion.screens.shell.host import Stage
from companion.screens.widgets import (
    Column,
    Grid,
    PlayerChip,
    Pressed,
    PushButton,
    Scroll,
    Sheet,
    Text,
    Unrolling,
    theme,
)
from companion.words import say, sentence_case

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

Answer = Callable[[Outcome], object]
"""Shows people what became of a move."""
_SHOWN = 40
"""Rows shown at first; older ones are a touch away."""


class LogRow(Pressed):
    """One line of the log."""

    number = StringProperty("")
    text = StringProperty("")
    struck = BooleanProperty(False)


def open_log(stage: Stage, play: Play, answer: Answer, shown: int = _SHOWN) -> None:
    """Everything that happened, the last first; what was taken back is struck through."""
    events = play.events
    sheet = Sheet(title=say("What happened"))
    scroll = Scroll(size_hint_y=None)
    rows = _rows(play)
    lines: list[Callable[[], Widget]] = []
    for number, text, place in rows[:shown]:
        do = sheet.then(partial(_open_event, stage, play, answer, place, events[place])) if place >= 0 else None
        lines.append(partial(LogRow, do, number=number, text=text, struck=place < 0))
    if len(rows) > shown:
        all_of_it = sheet.then(partial(open_log, stage, play, answer, len(rows)))
        lines.append(partial(PushButton, all_of_it, text=say("Show all {count}", count=len(rows)), kind="quiet"))
    if not rows:
        lines.append(partial(Text, text=say("Nothing yet.")))
    Unrolling(scroll.column).show(lines)

    def fit(*_: object) -> None:
        scroll.height = min(scroll.column.height, sheet.height - dp(150))

    scroll.column.bind(height=fit)
    sheet.bind(height=fit)
    sheet.fill(Column(scroll, _buttons(play, answer, sheet)))
    stage.open(sheet)


def _rows(play: Play) -> list[tuple[str, str, int]]:
    """Number, words and place of each line, the last first. What was taken back, or amended an earlier line, stands
    where it happened and has the place -1."""
    state, course = play.state, play.game.course
    asides: dict[int, list[str]] = {}
    recorded = 0
    for line in course.log():
        if isinstance(line.step, Record) and not line.undone:
            recorded += 1
        else:
            asides.setdefault(min(recorded, len(course.events)), []).append(str(tell_step(state, line.step)))
    rows = [("", text, -1) for text in asides.get(0, [])]
    for place, event in enumerate(course.events):
        rows.append((f"{place + 1}", str(tell(state, event)), place))
        rows += [("", text, -1) for text in asides.get(place + 1, [])]
    return rows[::-1]


def _buttons(play: Play, answer: Answer, sheet: Sheet) -> Grid:
    course = play.game.course
    undo, redo = sheet.then(lambda: answer(play.undo())), sheet.then(lambda: answer(play.redo()))
    return Grid(
        PushButton(undo, text=say("Undo"), icon="undo", disabled=not course.can_undo),
        PushButton(redo, text=say("Redo"), icon="redo", disabled=not course.can_redo),
        PushButton(sheet.close, text=say("Close")),
        cols=3,
    )


def _open_event(stage: Stage, play: Play, answer: Answer, place: int, event: e.Event) -> None:
    """What can be done about an event: another player, another route, or out with it."""
    state = play.state
    sheet = Sheet(title=sentence_case(tell(state, event)))
    column = Column()
    if isinstance(event, e.ByPlayer):
        column.add_widget(Text(text=say("It was really:"), color=theme.MUTED))
        column.add_widget(_player_chips(play, answer, sheet, place, event))
    row = Grid(cols=3)
    if isinstance(event, e.Claim):
        another = sheet.then(lambda: answer(play.start_amending(place, event)))
        row.add_widget(PushButton(another, text=say("Another route"), icon="pen"))
    out = sheet.then(lambda: answer(play.amend(place, None)))
    row.add_widget(PushButton(out, text=say("Take it out"), icon="trash", kind="danger"))
    row.add_widget(PushButton(sheet.close, text=say("Leave it")))
    column.add_widget(row)
    sheet.fill(column)
    stage.open(sheet)


def _player_chips(play: Play, answer: Answer, sheet: Sheet, place: int, event: e.ByPlayer) -> Grid:
    players = play.state.players
    grid = Grid(cols=min(len(players), 3))
    for player in players:
        change = sheet.then(partial(_change_player, play, answer, place, event, player.colour))
        chosen = player.colour == event.player
        grid.add_widget(PlayerChip(change, colour=player.colour, text=player.name, chosen=chosen))
    return grid


def _change_player(play: Play, answer: Answer, place: int, event: e.ByPlayer, colour: PlayerColour) -> None:
    if colour != event.player:
        other = event.model_copy(update={"player": colour, "override": False})
        answer(play.amend(place, cast("e.Event", other)))
