"""Home: continue the running game, or start something."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.metrics import sp
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.screens.shell import navigation
from companion.screens.shell.host import Screen
from companion.screens.widgets import PushButton, Scroll, ScrollingDrawer, Text, theme
from companion.screens.widgets.bars import Filling
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
_LOOKS = 0.25
"""Seconds between two looks at a repair."""


class HomeScreen(Screen):
    """The screen that the app starts with; the running game is one touch away."""

    game = ObjectProperty(None, allownone=True)
    over = ObjectProperty(None, allownone=True)
    """The game whose result nobody has seen, because the power went out when it was over."""

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        self._shown: tuple[bool, object] = (False, None)
        """Whether a repair is shown, and why the games cannot be opened."""
        self._bar: Filling | None = None
        self._looking = Clock.schedule_interval(self._look, _LOOKS)
        if session.is_open:
            self._fill()
        else:  # at the start: the first frame shows the buttons, and the journal is opened after it
            _after_a_frame(self._open)

    def left(self) -> None:
        """Stop looking at the journal."""
        self._looking.cancel()

    def _open(self) -> None:
        """Open the journal. If the preferences change the appearance, build home again."""
        self.session.open()
        if self.session.apply_appearance() and self.session.host.screen is self:
            navigation.show(self.session, "home")
        else:
            self._fill()

    def _look(self, _seconds: float) -> None:
        """Follow a repair; when it is done, or has begun, build home again."""
        if not self.session.is_open or self.session.host.front is not self:
            return
        journal = self.session.journal
        if self._bar is not None and journal.mending is not None:
            self._bar.share = journal.mending
        if self._shown != (journal.mending is not None, journal.refusal):
            navigation.show(self.session, "home")

    def _fill(self) -> None:
        from companion.game.journalerrors import JournalError
        from companion.words import sentence_case

        session = self.session
        journal = session.journal
        self.ids.split.mirrored = session.preferences.left_handed
        trouble = journal.trouble and str(journal.trouble)
        try:
            self.over = journal.unseen_result(session.library)
            self.game = journal.resume(session.library)
            if self.over and self.game and (self.game.id is None or self.game.id > (self.over.id or 0)):
                self.over = None  # people have gone on to another game
        except JournalError as error:
            trouble = str(error)
        self._shown = (journal.mending is not None, journal.refusal)
        if journal.mending is not None:
            self._show_repair(journal.mending)
        elif journal.refusal is not None:
            self._show_ways_out(sentence_case(journal.refusal))
        else:
            self._show_running(sentence_case(trouble) if trouble else "")
        if (journal.notices or session.notices) and journal.mending is None:
            # in the next frame, since showing home removes all drawers
            told = " ".join(map(sentence_case, [*session.notices, *journal.notices]))
            Clock.schedule_once(lambda _: self._tell(told), 0)
        Clock.schedule_once(self._show_update, 0)

    def _show_update(self, _seconds: float) -> None:
        """Show the result of an update, and look again while one is being installed."""
        from companion.screens.shell.updatedialog import show_update_result

        if self.session.host.screen is self and show_update_result(self.session):
            Clock.schedule_once(self._show_update, _LOOK)

    def _tell(self, notices: str) -> None:
        """Say what happened to games and settings; it is said again until somebody has answered."""
        from companion.screens.shell.dialogs import ask

        if notices and self.session.host.front is self and not self.session.host.drawers:
            ask(self.session.host, "", notices, [(say("OK"), "main", self._forget_notices)])

    def _forget_notices(self) -> None:
        self.session.notices.clear()
        self.session.journal.forget_notices()

    def _show_repair(self, share: float) -> None:
        room = self.ids.running
        room.add_widget(Text(text=say("Repairing your games"), font_size=theme.STRONG, bold=True))
        words = say("The file with your games is damaged. Everything that can be read is being put into a new one.")
        room.add_widget(Text(text=words, color=theme.MUTED))
        self._bar = Filling(share=share, size_hint_y=None, height=sp(34))
        room.add_widget(self._bar)
        words = say("You can keep playing; new moves are saved afterwards.")
        room.add_widget(Text(text=words, color=theme.MUTED))
        room.add_widget(BoxLayout())
        self._offer_to_continue()

    def _show_ways_out(self, trouble: str) -> None:
        """Say why the games cannot be opened, and offer what can be done."""
        room = self.ids.running
        room.add_widget(Text(text=say("Your games cannot be opened"), font_size=theme.STRONG, bold=True))
        room.add_widget(Scroll(Text(text=trouble, color=theme.ILL, mode="fit")))
        kind = "plain" if self.game else "main"
        room.add_widget(PushButton(self._try_again, text=say("Try again"), icon="turn", kind=kind))
        room.add_widget(PushButton(self._ask_which_way, text=say("Other ways to go on"), icon="path"))
        self._offer_to_continue()

    def _offer_to_continue(self) -> None:
        if self.game is not None:
            go_on = partial(navigation.show_game, self.session, self.game)
            self.ids.running.add_widget(PushButton(go_on, text=say("Continue"), icon="play", kind="main"))

    def _ask_which_way(self) -> None:
        """Offer what can be done about games that cannot be opened. The old file is always kept."""
        drawer = ScrollingDrawer(title=say("Other ways to go on"))
        kept = say("The file as it is now is kept on this device under another name. Nothing is deleted.")
        ways = (
            ("READABLE", say("Use what can be read"), say("Use what can be read?")),
            ("BACKUP", say("Use the backup"), say("Use the backup?")),
            ("NEW", say("Start with no games"), say("Start with no games?")),
        )
        buttons = [
            PushButton(drawer.then(partial(self._ask_to_go_on, way, words, question)), text=words)
            for way, words, question in ways
        ]
        drawer.show(Text(text=kept), *buttons)
        self.session.host.open(drawer)

    def _try_again(self) -> None:
        self.session.journal.try_again()
        navigation.show(self.session, "home")

    def _ask_to_go_on(self, way: str, words: str, question: str) -> None:
        from companion.screens.shell.dialogs import ask

        kept = say("The file as it is now is kept on this device under another name. Nothing is deleted.")
        answers = [(say("Cancel"), "plain", None), (words, "main", partial(self._go_on, way))]
        ask(self.session.host, question, kept, answers)

    def _go_on(self, way: str) -> None:
        from companion.game.journalerrors import JournalError
        from companion.game.mending import Way

        with suppress(JournalError):  # home says it
            self.session.journal.go_on_with(Way[way])
        navigation.show(self.session, "home")

    def heard(self, scan: "Scan") -> None:
        """Continue the running game, and pass the scan to it."""
        if self.game is None:
            super().heard(scan)
            return
        navigation.show_game(self.session, self.game)
        self.session.hear(scan)

    def _show_running(self, trouble: str) -> None:
        room = self.ids.running
        game: Game | None = self.over or self.game
        if game is None:
            self._add_picture(room, lambda: (self.session.library.load("europe"), None))
            room.add_widget(
                Text(text=trouble or say("No game in progress."), color=theme.ILL if trouble else theme.MUTED)
            )
            if trouble:
                room.add_widget(PushButton(self._try_again, text=say("Try again"), icon="turn"))
            return
        self._add_picture(room, lambda: (game.state.board, game.state))
        room.add_widget(Text(text=_heading(game), font_size=theme.STRONG, bold=True))
        room.add_widget(Text(text=trouble or _about(game), color=theme.ILL if trouble else theme.MUTED))
        if self.over is not None:
            room.add_widget(PushButton(self._see_result, text=say("See the result"), icon="crown", kind="main"))
        else:
            self._offer_to_continue()

    def _see_result(self) -> None:
        """Show the tally that was interrupted."""
        from companion.game.journalerrors import JournalError
        from companion.screens.shell.dialogs import ask
        from companion.words import sentence_case

        try:
            game = self.session.journal.resume(self.session.library, self.over.id)
        except JournalError as error:
            ask(self.session.host, "", sentence_case(error), [(say("OK"), "main", None)])
            return
        assert game is not None, "a game that is asked for by its number is there"
        navigation.show_tally(self.session, game)

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
    if game.state.ended:
        return say("The game is over.")
    if game.state.options.counted:
        return say("You are scoring a finished game.")
    return say("One move so far", "{count} moves so far", count=count)
