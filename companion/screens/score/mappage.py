"""The map at the end of the game, with a ticket's path or a longest route highlighted."""

from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.metrics import dp, sp
from kivy.properties import StringProperty

from companion.boards import PlayerColour
from companion.exports import accounts
from companion.exports.accounts import Account
from companion.scoring import ScoreSheet
from companion.screens.map.boardmap import BoardMap
from companion.screens.map.mapview import MapFrame
from companion.screens.score.playercolumn import PlayerColumn
from companion.screens.widgets import Panel, Split, theme
from companion.words import say, signed

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


_BESIDE = 216
"""Width in dp of the column beside a wide map."""


class LitCaption(Panel):
    """What is highlighted, and whose it is."""

    colour = StringProperty("red")
    name = StringProperty("")
    words = StringProperty("")


class MapPage(Split):
    """The board, with the players to choose or a caption of what is highlighted beside or below it."""

    def __init__(self, session: "Session", sheet: ScoreSheet) -> None:
        super().__init__(spacing=dp(8), mirrored=session.preferences.left_handed)
        self._session, self._sheet = session, sheet
        self.view: BoardMap | None = None
        self._frame = MapFrame()
        self._longest = {score.player.colour: _longest(sheet, score.player.colour) for score in sheet.players}
        self._players = PlayerColumn(sheet, self._light_longest, width=sp(_BESIDE))
        self.caption = LitCaption()
        self.caption.ids.away.bind(on_release=lambda _: self.dim())
        self._shown: tuple[PlayerColour, Account] | None = None
        self._is_wide: bool | None = None
        self.bind(size=self._lay_out)

    def _lay_out(self, *_: object) -> None:
        """Lay out for a wide or a narrow page; a portrait board is on its side where the page is wide."""
        wide = self.width > self.height
        if wide == self._is_wide:
            return
        self._is_wide = wide
        if self.view is None:
            self.view = BoardMap(self._session, self._sheet.board, landscape=wide)
            self.view.show(self._sheet.state)
            self.view.still = self._session.host.still
            self._frame.add_widget(self.view)
        self.view.hold(landscape=wide)
        self.orientation = "horizontal" if wide else "vertical"
        self._players.stand(beside=wide)
        self.caption.size_hint_x = None if wide else 1
        self.caption.width = sp(_BESIDE)
        self.caption.orientation = "vertical" if wide else "horizontal"
        self.caption.size_hint_y = 1 if wide else None
        self._show()

    def _show(self) -> None:
        if self.view is None:
            return
        self.clear_widgets()
        if self._shown is None:
            self.view.light({})
        else:
            colour, account = self._shown
            tracks = dict.fromkeys(account.missing, theme.ILL) | dict.fromkeys(account.lit, theme.PLAYERS[colour])
            self.view.light(tracks, account.ends, dim=True)
        self.add_widget(self._frame)
        self.add_widget(self.caption if self._shown else self._players)

    def _light_longest(self, colour: PlayerColour) -> None:
        account = self._longest[colour]
        if account is None:
            self._session.host.toast(say("{name} has no routes.", name=self._sheet.state.player(colour).name))
        else:
            self.light(colour, account)

    def light(self, colour: PlayerColour, account: Account) -> None:
        """Highlight the tracks of an account, those that are missing too, and dim the rest of the board."""
        self._shown = colour, account
        points = "" if account.points is None else f"  {signed(account.points)}"
        self.caption.colour = colour
        self.caption.name = account.title + points
        self.caption.words = account.words
        self._show()

    def dim(self) -> None:
        """Show the whole board without highlights."""
        self._shown = None
        self._show()


def _longest(sheet: ScoreSheet, colour: PlayerColour) -> Account | None:
    (score,) = (score for score in sheet.players if score.player.colour == colour)
    return accounts.longest(sheet, score)
