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
from companion.game.course import NoLongerFitError, Record
from companion.game.record import RefusedError
from companion.game.telling import tell, tell_step
from companion.screens import theme
from companion.screens.anytable import AnyTable
from companion.screens.asking import ask, object_to, overridden
from companion.screens.parts import Column, Grid, PlayerChip, Pressed, PushButton, Scroll, Sheet, Text, Unrolling
from companion.words import say, sentence_case

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_SHOWN = 40
"""Rows shown at first; older ones are a touch away."""


class LogRow(Pressed):
    """One line of the log."""

    number = StringProperty("")
    text = StringProperty("")
    struck = BooleanProperty(False)


def open_log(table: AnyTable, shown: int = _SHOWN) -> None:
    """Everything that happened, the last first; what was taken back is struck through."""
    events = table.play.game.course.events
    sheet = Sheet(title=say("What happened"))
    scroll = Scroll(size_hint_y=None)
    rows = _rows(table)
    lines: list[Callable[[], Widget]] = []
    for number, text, place in rows[:shown]:
        do = sheet.then(partial(_open_event, table, place, events[place])) if place >= 0 else None
        lines.append(partial(LogRow, do, number=number, text=text, struck=place < 0))
    if len(rows) > shown:
        all_of_it = sheet.then(partial(open_log, table, len(rows)))
        lines.append(partial(PushButton, all_of_it, text=say("Show all {count}", count=len(rows)), kind="quiet"))
    if not rows:
        lines.append(partial(Text, text=say("Nothing yet.")))
    Unrolling(scroll.column).show(lines)

    def fit(*_: object) -> None:
        scroll.height = min(scroll.column.height, sheet.height - dp(150))

    scroll.column.bind(height=fit)
    sheet.bind(height=fit)
    sheet.fill(Column(scroll, _buttons(table, sheet)))
    table.desk.stage.open(sheet)


def _rows(table: AnyTable) -> list[tuple[str, str, int]]:
    """Number, words and place of each line, the last first. What was taken back, or amended an earlier line, stands
    where it happened and has the place -1."""
    state, course = table.play.state, table.play.game.course
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


def _buttons(table: AnyTable, sheet: Sheet) -> Grid:
    course = table.play.game.course
    return Grid(
        PushButton(sheet.then(table.undo), text=say("Undo"), icon="undo", disabled=not course.can_undo),
        PushButton(sheet.then(table.redo), text=say("Redo"), icon="redo", disabled=not course.can_redo),
        PushButton(sheet.close, text=say("Close")),
        cols=3,
    )


def _open_event(table: AnyTable, place: int, event: e.Event) -> None:
    """What can be done about an event: another player, another route, or out with it."""
    state = table.play.state
    sheet = Sheet(title=sentence_case(tell(state, event)))
    column = Column()
    if isinstance(event, e.ByPlayer):
        column.add_widget(Text(text=say("It was really:"), color=theme.MUTED))
        column.add_widget(_player_chips(table, sheet, place, event))
    row = Grid(cols=3)
    if isinstance(event, e.Claim):
        anew = sheet.then(partial(_touch_anew, table, place, event))
        row.add_widget(PushButton(anew, text=say("Another route"), icon="pen"))
    out = sheet.then(partial(amend, table, place, None))
    row.add_widget(PushButton(out, text=say("Take it out"), icon="trash", kind="danger"))
    row.add_widget(PushButton(sheet.close, text=say("Leave it")))
    column.add_widget(row)
    sheet.fill(column)
    table.desk.stage.open(sheet)


def _player_chips(table: AnyTable, sheet: Sheet, place: int, event: e.ByPlayer) -> Grid:
    players = table.play.state.players
    grid = Grid(cols=min(len(players), 3))
    for player in players:
        change = sheet.then(partial(_change_player, table, place, event, player.colour))
        chosen = player.colour == event.player
        grid.add_widget(PlayerChip(change, colour=player.colour, text=player.name, chosen=chosen))
    return grid


def _change_player(table: AnyTable, place: int, event: e.ByPlayer, colour: PlayerColour) -> None:
    if colour != event.player:
        other = event.model_copy(update={"player": colour, "override": False})
        amend(table, place, cast("e.Event", other))


def _touch_anew(table: AnyTable, place: int, event: e.Claim) -> None:
    """The next card that is touched takes the place of this claim."""
    table.play.choose(event.player)
    table.play.amending = place
    table.refresh()


def amend(table: AnyTable, place: int, event: e.Event | None, leave_out: bool = False) -> None:
    """Makes an event another one, or takes it out; asks where later ones no longer fit."""
    try:
        table.play.game.amend(place, event, leave_out)
    except RefusedError as refused:
        assert event is not None
        object_to(table.desk.stage, refused.objection, lambda: amend(table, place, overridden(event)))
        return
    except NoLongerFitError as misfit:
        _ask_to_leave_out(table, place, event, misfit)
        return
    table.play.amending = None
    table.play.choose(None)
    table.after_move()


def _ask_to_leave_out(table: AnyTable, place: int, event: e.Event | None, misfit: NoLongerFitError) -> None:
    first, more = misfit.misfits[0], len(misfit.misfits) - 1
    words = sentence_case(say("{what}: {why}", what=tell(table.play.state, first.event), why=first.objection))
    if more:
        words += " " + say("And one more.", "And {count} more.", count=more)
    answers = [
        (say("Leave it"), "main", lambda: _stop_amending(table)),
        (say("Take those out too"), "danger", lambda: amend(table, place, event, leave_out=True)),
    ]
    ask(table.desk.stage, say("Later moves would no longer fit"), words, answers)


def ask_to_leave_out(table: AnyTable, misfit: NoLongerFitError, event: e.Event) -> None:
    """While a claim is being amended by touch."""
    assert table.play.amending is not None
    _ask_to_leave_out(table, table.play.amending, event, misfit)


def _stop_amending(table: AnyTable) -> None:
    table.play.stop_amending()
    table.refresh()
