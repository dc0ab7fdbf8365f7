"""Home: go on with the running game, or begin something."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.game.trouble import JournalError
from companion.screens import theme, ways
from companion.screens.asking import sentence_case
from companion.screens.boardpicture import BoardPicture
from companion.screens.parts import PushButton, Text
from companion.screens.stage import Screen
from companion.words import say

if TYPE_CHECKING:
    from companion.game.journal import Game
    from companion.screens.desk import Desk

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class HomeScreen(Screen):
    """Where everything begins; the running game is one touch away."""

    game = ObjectProperty(None, allownone=True)

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        trouble = desk.journal.trouble and str(desk.journal.trouble)
        try:
            self.game = desk.journal.resume(desk.library)
        except JournalError as error:
            trouble = str(error)
        self._show_running(trouble or "")
        notices = " ".join(map(sentence_case, desk.journal.notices))
        desk.journal.notices.clear()
        if notices:  # once home is on: what comes before that goes with the screen before
            Clock.schedule_once(lambda _: desk.stage.toast(notices), 0)

    def _show_running(self, trouble: str) -> None:
        room = self.ids.running
        game: Game | None = self.game
        if game is None:
            self._add_picture(room, lambda: BoardPicture(self.desk.library.load("europe")))
            room.add_widget(Text(text=trouble or say("No game is running."), color=theme.MUTED))
            return
        self._add_picture(room, lambda: BoardPicture(game.state.board, game.state))
        room.add_widget(Text(text=_heading(game), font_size=theme.STRONG, bold=True))
        room.add_widget(Text(text=trouble or _about(game), color=theme.ILL if trouble else theme.MUTED))
        go_on = partial(ways.to_game, self.desk, game)
        room.add_widget(PushButton(go_on, text=say("Continue"), icon="play", kind="main"))

    def _add_picture(self, room: BoxLayout, drawn: Callable[[], BoardPicture]) -> None:
        """The picture comes when the first frame has been shown: everything else can be touched before."""
        frame = BoxLayout()
        room.add_widget(frame)
        Clock.schedule_once(lambda _: Clock.schedule_once(lambda _: frame.add_widget(drawn()), 0), 0)


def _heading(game: "Game") -> str:
    names = ", ".join(player.name for player in game.state.players)
    return say("{map}: {names}", map=game.state.board.name, names=names)


def _about(game: "Game") -> str:
    count = len(game.course.events)
    if game.state.options.counted:
        return say("A finished board is being counted.")
    return say("One move so far") if count == 1 else say("{count} moves so far", count=count)
