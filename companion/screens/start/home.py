"""Home: continue the running game, or start something."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.screens.shell import navigation
from companion.screens.shell.host import Screen
from companion.screens.widgets import PushButton, Text, theme
from companion.words import say

if TYPE_CHECKING:
    from companion.boards import Board
    from companion.game.journal import Game
    from companion.game.state import State
    from companion.screens.shell.session import Session
    from hardware.codes import Scan

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_LOOK = 2.0
"""Seconds between two looks for the result of an update that is being installed."""


class HomeScreen(Screen):
    """The screen that the app starts with; the running game is one touch away."""

    game = ObjectProperty(None, allownone=True)

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        if session.is_open:
            self._fill()
        else:  # at the start: the first frame shows the buttons, and the journal is opened after it
            _after_a_frame(self._open)

    def _open(self) -> None:
        """Open the journal. If the preferences change the appearance, build home again."""
        self.session.open()
        if self.session.apply_appearance() and self.session.host.screen is self:
            navigation.show(self.session, "home")
        else:
            self._fill()

    def _fill(self) -> None:
        from companion.game.journalerrors import JournalError
        from companion.words import sentence_case

        session = self.session
        self.ids.split.mirrored = session.preferences.left_handed
        trouble = session.journal.trouble and str(session.journal.trouble)
        try:
            self.game = session.journal.resume(session.library)
        except JournalError as error:
            trouble = str(error)
        self._show_running(trouble or "")
        told = [*session.notices, *session.journal.notices]
        notices = " ".join(f"{sentence_case(one).rstrip('.')}." for one in told)
        session.notices.clear()
        session.journal.notices.clear()
        if notices:  # in the next frame, since showing home removes all toasts
            Clock.schedule_once(lambda _: session.host.toast(notices), 0)
        Clock.schedule_once(self._show_update, 0)

    def _show_update(self, _seconds: float) -> None:
        """Show the result of an update, and look again while one is being installed."""
        from companion.screens.shell.updatedialog import show_update_result

        if self.session.host.screen is self and show_update_result(self.session):
            Clock.schedule_once(self._show_update, _LOOK)

    def heard(self, scan: "Scan") -> None:
        """Continue the running game, and pass the scan to it."""
        if self.game is None:
            super().heard(scan)
            return
        navigation.show_game(self.session, self.game)
        self.session.hear(scan)

    def _show_running(self, trouble: str) -> None:
        room = self.ids.running
        game: Game | None = self.game
        if game is None:
            self._add_picture(room, lambda: (self.session.library.load("europe"), None))
            room.add_widget(Text(text=trouble or say("No game in progress."), color=theme.MUTED))
            return
        self._add_picture(room, lambda: (game.state.board, game.state))
        room.add_widget(Text(text=_heading(game), font_size=theme.STRONG, bold=True))
        room.add_widget(Text(text=trouble or _about(game), color=theme.ILL if trouble else theme.MUTED))
        go_on = partial(navigation.show_game, self.session, game)
        room.add_widget(PushButton(go_on, text=say("Continue"), icon="play", kind="main"))

    def _add_picture(self, room: BoxLayout, what: "Callable[[], tuple[Board, State | None]]") -> None:
        """Add the picture of a board after everything else is visible and can be touched."""
        frame = BoxLayout()
        room.add_widget(frame)

        def draw() -> None:
            from companion.screens.map.thumbnail import BoardThumbnail

            frame.add_widget(BoardThumbnail(*what()))

        _after_a_frame(draw)

    def help(self) -> str:
        """Return the help for this screen."""
        return say(
            "Continue the current game, start a new one, or score a finished game. Everything is "
            "saved, even if the power goes out."
        )


def _after_a_frame(do: Callable[[], object]) -> None:
    """Do something after the next frame has been shown."""
    Clock.schedule_once(lambda _: Clock.schedule_once(lambda _: do(), 0), 0)


def _heading(game: "Game") -> str:
    names = ", ".join(player.name for player in game.state.players)
    return say("{map}: {names}", map=game.state.board.name, names=names)


def _about(game: "Game") -> str:
    count = len(game.history.events)
    if game.state.options.counted:
        return say("You are scoring a finished game.")
    return say("One move so far", "{count} moves so far", count=count)
