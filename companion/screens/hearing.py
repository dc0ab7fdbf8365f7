"""What a scan does on the table screen: what touches do, answered by a sound, a colour and a sentence."""

from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.metrics import dp

from companion.game import events as e
from companion.game.record import refusal_of
from companion.screens import theme, ways
from companion.screens.asking import object_to, overridden
from companion.screens.parts import Box
from companion.screens.tunnelscreen import open_tunnel
from companion.words import sentence_case
from hardware.codes import Command, command
from hardware.scanner import Scan

if TYPE_CHECKING:
    from companion.screens.table import TableScreen

_FLASH = 0.45
"""Seconds for which the colour is seen."""


def hear(table: "TableScreen", scan: Scan) -> None:
    """Takes a scan, and answers it at once."""
    play = table.play
    play.stop_amending()
    before = play.game.course.events
    answer = play.scans.hear(scan.text)
    mark = theme.WELL if answer.used else theme.ILL
    table.desk.sounds.play("well" if answer.used else "ill")
    _flash(table, mark)
    if answer.refused is not None:
        _object_to(table, answer.refused)
        return
    if play.state.ended:
        ways.to_tally(table.desk, play.game)
        return
    play.choose(play.scans.player)
    if play.scans.draw is not None:
        _try_tunnel(table, play.scans.draw[0])
        return
    if table.map is not None:
        table.claiming.drop()
        if answer.looked_up is not None:
            table.claiming.show_thing(answer.looked_up.id)
    table.refresh()
    if before != play.game.course.events:
        table.offer_follow_up()
    elif not table.expected.text or not answer.used:
        table.desk.stage.toast(sentence_case(answer.sentence), mark)


def _try_tunnel(table: "TableScreen", track: str) -> None:
    """A tunnel was scanned: its screen takes the cards from here on."""
    player = table.play.player
    table.play.scans.take(command(Command.UNDO))
    open_tunnel(table, player, table.play.state.board.routes[track])


def _object_to(table: "TableScreen", event: e.Event) -> None:
    objection = refusal_of(table.play.state, event)
    if objection:
        object_to(table.desk.stage, objection, lambda: table.record(overridden(event)))


def _flash(table: "TableScreen", colour: theme.Rgba) -> None:
    """A coloured frame around everything, for a moment."""
    frame = Box(fill=theme.CLEAR, edge=colour, radius=dp(14), size=table.size, pos=table.pos, size_hint=(None, None))
    table.add_widget(frame)
    Clock.schedule_once(lambda _: table.remove_widget(frame), _FLASH)
