"""A recorded game that plays itself on the real screens, in a temporary journal of its own."""

import shutil
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

from companion.examples import example_record
from companion.game import events as e
from companion.game.journal import Journal
from companion.game.record import GameRecord
from companion.game.tunnels import attempt
from companion.screens.shell import navigation
from companion.screens.shell.dialogs import ask
from companion.screens.shell.gametable import GameTable
from companion.screens.widgets import Drawer
from companion.words import say

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

FOLDER = "demo"
"""The folder of its journal, which is emptied when a demo starts."""
WHOLE_GAME = 100.0
"""Seconds for all the moves; with the tally it takes about two minutes."""
_TUNNEL = 1.6


class _Glass(Widget):
    """A transparent layer over everything: a touch asks whether to leave."""

    def __init__(self, demo: "Demo") -> None:
        super().__init__()
        self._demo = demo

    def on_touch_down(self, _touch: MotionEvent) -> bool:
        self._demo.interrupt()
        return True


class Demo:
    """One game that plays itself. `on` is whether it is running."""

    def __init__(self, session: "Session", record: GameRecord, seconds: float = WHOLE_GAME) -> None:
        self._session, self._record = session, record
        folder = session.folder / FOLDER
        shutil.rmtree(folder, ignore_errors=True)
        self._journal = Journal(folder)
        board = session.library.load(record.map)
        self.game = self._journal.begin(board, record.players, record.options)
        self._left = list(record.events)
        self._step = seconds / max(len(self._left), 1)
        self._glass = _Glass(self)
        self.on = False
        self._left_alone = False

    def start(self) -> "Demo":
        """Open the table and start playing."""
        self.on = True
        self._session.intercept = self.interrupt
        navigation.show_game(self._session, self.game)
        self._session.host.add_widget(self._glass)
        self._wait(self._step)
        return self

    def _wait(self, seconds: float) -> None:
        """Schedule the next move, replacing one that is already scheduled."""
        Clock.unschedule(self._play)
        Clock.schedule_once(self._play, seconds)

    def _play(self, _seconds: float) -> None:
        """Play the next move."""
        if not self.on or not self._left:
            return
        event = self._left[0]
        table: GameTable = self._session.host.screen  # type: ignore[assignment]
        if isinstance(event, e.Claim) and event.revealed and table.play.tunnel is None:
            self._try_tunnel(table, event)
            self._wait(max(_TUNNEL, self._step))
            return
        front = self._session.host.front
        if table.play.tunnel is not None and front is not None:
            self._session.host.uncover(front)
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
        navigation.cover(self._session, "tunnel", table.play, table.answer)
        self._raise_glass()

    def _tell(self) -> None:
        """Stop the demo at the tally, which continues by itself; people may touch it."""
        self.stop(leave=False)

    def _raise_glass(self) -> None:
        self._session.host.remove_widget(self._glass)
        self._session.host.add_widget(self._glass)

    def interrupt(self) -> None:
        """Pause when somebody touches or scans something, and ask whether to leave."""
        self.on = False
        self._session.intercept = None
        self._session.host.remove_widget(self._glass)
        answers = [(say("Keep watching"), "plain", self._go_on), (say("Leave the demo"), "main", self.stop)]
        ask(self._session.host, say("This is a demo game."), "", answers).bind(on_closed=self._answered)

    def _answered(self, _sheet: Drawer) -> None:
        """Continue after the question was closed, unless people left."""
        Clock.schedule_once(lambda _: self._go_on(), 0)

    def _go_on(self) -> None:
        if self.on or self._left_alone:
            return
        self.on = True
        self._session.intercept = self.interrupt
        self._raise_glass()
        self._wait(self._step)

    def stop(self, leave: bool = True) -> None:
        """Stop the demo for good; with `leave`, go home."""
        self.on, self._left_alone = False, True
        self._session.intercept = None
        self._session.host.remove_widget(self._glass)
        self._journal.close()
        if leave:
            navigation.show(self._session, "home")


def start_demo(session: "Session") -> None:
    """Start a demo with an example of Europe."""
    session.open()
    Demo(session, example_record("europe")).start()
