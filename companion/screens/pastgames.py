"""Past games: every game on the shelf, the last first."""

from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.properties import StringProperty

from companion.boards import BadMapError, NoSuchMapError
from companion.game.journal import Summary
from companion.game.trouble import JournalError
from companion.screens import theme, ways
from companion.screens.asking import ask
from companion.screens.boardpicture import BoardPicture
from companion.screens.parts import Pressed, PushButton, Text
from companion.screens.stage import Screen
from companion.words import say, sentence_case

if TYPE_CHECKING:
    from companion.screens.desk import Desk

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_SHOWN = 20
"""Games shown at first."""


class GameRow(Pressed):
    """One game of the shelf."""

    name = StringProperty("")
    about = StringProperty("")


class PastGamesScreen(Screen):
    """The shelf; a touch opens a game, finished or not."""

    def __init__(self, desk: "Desk", shown: int = 0) -> None:
        super().__init__(desk)
        shown = shown or _SHOWN
        try:
            games = desk.journal.games()
        except JournalError as error:
            self.ids.games.add_widget(Text(text=sentence_case(error), color=theme.ILL))
            return
        for game in games[:shown]:
            self.ids.games.add_widget(self._row(game))
        if not games:
            self.ids.games.add_widget(Text(text=say("No games yet.")))
        if len(games) > shown:
            show_more = partial(ways.to_past_games, desk, shown + 2 * _SHOWN)
            self.ids.games.add_widget(PushButton(show_more, text=say("Show more"), kind="quiet"))

    def _row(self, game: Summary) -> GameRow:
        names = ", ".join(player.name for player in game.players)
        when = datetime.fromisoformat(game.last).astimezone()
        state = say("finished") if game.finished else say("still running")
        row = GameRow(partial(self._open, game.id), about=f"{when:%d.%m.%Y %H:%M}, {state}")
        row.name = f"{game.map}: {names}"
        try:
            board = self.desk.library.load(game.map)
            row.name = f"{board.name}: {names}"
            row.ids.picture.add_widget(BoardPicture(board, self.desk.journal.read(game.id, self.desk.library).state))
        except (BadMapError, NoSuchMapError, JournalError, OSError):
            pass  # opening it will say why it cannot be opened
        return row

    def _open(self, number: int) -> None:
        try:
            game = self.desk.journal.resume(self.desk.library, number)
        except JournalError as error:
            ask(self.desk.stage, "", sentence_case(error), [(say("OK"), "main", None)])
            return
        if game is not None:
            ways.to_game(self.desk, game)
