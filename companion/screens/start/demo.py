"""A recorded game that plays itself on the real screens, in a journal of its own that nobody keeps."""

import shutil
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

from companion.game import events as e
from companion.game.journal import Journal
from companion.game.record import GameRecord
from companion.game.tunnels import attempt
from companion.screens.shell import navigation
from companion.screens.shell.dialogs import ask
from companion.screens.shell.gametable import GameTable
from companion.screens.table.tunnelscreen import TunnelScreen
from companion.screens.widgets import Sheet
from companion.words import say

if TYPE_CHECKING:
    from companion.screens.shell.session import Desk

FOLDER = "demo"
"""Where its journal lies; the next demo begins with an empty one."""
WHOLE_GAME = 100.0
"""Seconds for all the moves, so that with the tally it is about two minutes."""
_TUNNEL = 1.6


class _Glass(Widget):
    """Lies over everything: a touch asks whether to leave."""

    def __init__(self, demo: "Demo") -> None:
        super().__init__()
        self._demo = demo

    def on_touch_down(self, _touch: MotionEvent) -> bool:
        self._demo.interrupt()
        return True


class Demo:
    """One game that plays itself. `on` tells whether it still does."""

    def __init__(self, desk: "Desk", record: GameRecord, seconds: float = WHOLE_GAME) -> None:
        self._desk, self._record = desk, record
        folder = desk.folder / FOLDER
        shutil.rmtree(folder, ignore_errors=True)
        self._journal = Journal(folder)
        board = desk.library.load(record.map)
        self.game = self._journal.begin(board, record.players, record.options)
        self._left = list(record.events)
        self._step = seconds / max(len(self._left), 1)
        self._glass = _Glass(self)
        self.on = False
        self._left_alone = False

    def start(self) -> "Demo":
        """Opens the table and begins."""
        self.on = True
        self._desk.intercept = self.interrupt
        navigation.to_game(self._desk, self.game)
        self._desk.stage.add_widget(self._glass)
        self._wait(self._step)
        return self

    def _wait(self, seconds: float) -> None:
        """One move is due at a time, whoever asks for it."""
        Clock.unschedule(self._play)
        Clock.schedule_once(self._play, seconds)

    def _play(self, _seconds: float) -> None:
        """The next move."""
        if not self.on or not self._left:
            return
        event = self._left[0]
        table: GameTable = self._desk.stage.screen  # type: ignore[assignment]
        if isinstance(event, e.Claim) and event.revealed and not isinstance(self._desk.stage.front, TunnelScreen):
            self._try_tunnel(table, event)
            self._wait(max(_TUNNEL, self._step))
            return
        if isinstance(self._desk.stage.front, TunnelScreen):
            self._desk.stage.uncover(self._desk.stage.front)
        del self._left[0]
        table.play.commit(event)
        self._raise_glass()
        if self.game.state.ended:
            self._tell()
        else:
            self._wait(self._step)

    def _try_tunnel(self, table: GameTable, claim: e.Claim) -> None:
        board = self.game.state.board
        tried = attempt(board, claim.player, board.routes[claim.route])
        if tried.colour is None and claim.cards:
            tried = tried.lay(next(iter(claim.cards)))
        for card in claim.revealed or ():
            tried = tried.turn_up(card)
        table.play.tunnel = tried
        self._desk.stage.cover(TunnelScreen(self._desk, table.play, table.answer))
        self._raise_glass()

    def _tell(self) -> None:
        """The tally goes on by itself; from here on people may touch what they like."""
        self.stop(leave=False)

    def _raise_glass(self) -> None:
        self._desk.stage.remove_widget(self._glass)
        self._desk.stage.add_widget(self._glass)

    def interrupt(self) -> None:
        """Somebody touched it."""
        self.on = False
        self._desk.intercept = None
        self._desk.stage.remove_widget(self._glass)
        answers = [(say("Go on"), "plain", self._go_on), (say("Leave the demo"), "main", self.stop)]
        ask(self._desk.stage, say("This game plays itself."), "", answers).bind(on_closed=self._answered)

    def _answered(self, _sheet: Sheet) -> None:
        """Whoever only puts the question away goes on watching."""
        Clock.schedule_once(lambda _: self._go_on(), 0)

    def _go_on(self) -> None:
        if self.on or self._left_alone:
            return
        self.on = True
        self._desk.intercept = self.interrupt
        self._raise_glass()
        self._wait(self._step)

    def stop(self, leave: bool = True) -> None:
        """No more moves; with `leave`, home."""
        self.on, self._left_alone = False, True
        self._desk.intercept = None
        self._desk.stage.remove_widget(self._glass)
        self._journal.close()
        if leave:
            navigation.to_home(self._desk)
