"""The trash: deleted games can be restored until it is emptied."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.properties import BooleanProperty, StringProperty

from companion.game.journalerrors import JournalError
from companion.screens.past.gamelist import GameList
from companion.screens.shell import navigation
from companion.screens.shell.dialogs import ask
from companion.screens.shell.host import Screen
from companion.screens.widgets import theme
from companion.words import say, sentence_case

if TYPE_CHECKING:
    from companion.game.summary import Summary
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class TrashScreen(Screen):
    """The deleted games; a touch restores one. Emptying the trash takes two questions."""

    about = StringProperty("")
    filled = BooleanProperty(False)

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        self._list: GameList = self.ids.games
        self._show()
        self._list.bind(on_touched=lambda _, game: self.restore(game))

    def left(self) -> None:
        """Stop drawing pictures."""
        self._list.leave()

    def _show(self) -> None:
        games: list[Summary] = []
        try:
            games = self.session.archive.games(trash=True)
        except JournalError as error:
            self.about = sentence_case(error)
        else:
            self.about = say("Tap a game to restore it.") if games else say("The trash is empty.")
        self.filled = bool(games)
        self._count = len(games)
        self._list.show(self.session.archive, games, self.session.device_clock.today())

    def restore(self, game: "Summary") -> None:
        """Restore a game, and offer to undo that."""
        if self._did(lambda: self.session.journal.restore(game.id)):
            self.session.host.toast(
                say("The game has been restored."), theme.WELL, action=say("Undo"), do=lambda: self._delete(game)
            )

    def _delete(self, game: "Summary") -> None:
        self._did(lambda: self.session.journal.delete(game.id))

    def _did(self, change: Callable[[], object]) -> bool:
        """Make a change and show it; if it fails, say why. Return whether it was made."""
        try:
            change()
        except JournalError as error:
            ask(self.session.host, "", sentence_case(error), [(say("OK"), "main", None)])
            return False
        if self.session.host.screen is self:
            self._show()
        return True

    def ask_to_empty(self) -> None:
        """Ask the first of two questions before the trash is emptied."""
        words = say("The game in the trash will be deleted for good.")
        if self._count > 1:
            words = say("The {count} games in the trash will be deleted for good.", count=self._count)
        ask(
            self.session.host,
            say("Empty the trash?"),
            words,
            [(say("Cancel"), "main", None), (say("Empty trash"), "danger", self._ask_again)],
        )

    def _ask_again(self) -> None:
        ask(
            self.session.host,
            say("Are you sure?"),
            say("This cannot be undone, and deleted games no longer count in the statistics."),
            [(say("Cancel"), "main", None), (say("Delete for good"), "danger", self._empty)],
        )

    def _empty(self) -> None:
        if self._did(lambda: self.session.archive.empty_trash()):
            self.session.host.toast(say("The trash is empty."))

    def go_back(self) -> None:
        """Go back to the list of games."""
        navigation.show(self.session, "past_games")

    def help(self) -> str:
        """Return the help for this screen."""
        return say(
            "Deleted games are kept here; tap one to restore it. They are only gone for good when you empty the trash."
        )
