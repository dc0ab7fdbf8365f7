"""Tickets: player by player, each with how it was completed or what it lacks; a touch shows it on the map."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.boards import PlayerColour
from companion.exports import accounts
from companion.exports.accounts import Account
from companion.scoring import ScoreSheet
from companion.screens.score.playercolumn import PlayerColumn
from companion.screens.widgets import Pressed, Scroll, Text, theme
from companion.words import say, sentence_case, signed

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

ShowWay = Callable[[PlayerColour, Account], object]


class AccountRow(Pressed):
    """A ticket, or something else about a player."""

    name = StringProperty("")
    words = StringProperty("")
    points = StringProperty("")
    icon = StringProperty("")
    well = BooleanProperty(True)
    lights = BooleanProperty(False)


class TicketsPage(BoxLayout):
    """The tickets of one player at a time."""

    def __init__(self, sheet: ScoreSheet, show_way: ShowWay | None) -> None:
        super().__init__(spacing=dp(8))
        self._sheet, self._show_way = sheet, show_way
        self._players = PlayerColumn(sheet, self.show, width=dp(180))
        self._list = Scroll()
        self.add_widget(self._players)
        self.add_widget(self._list)
        self.bind(size=self._lay_out)
        self.show(min(sheet.players, key=lambda score: score.rank).player.colour)

    def _lay_out(self, *_: object) -> None:
        """Place the players beside the list, or above it where it is narrow."""
        beside = self.width > dp(600)
        self.orientation = "horizontal" if beside else "vertical"
        self._players.stand(beside)

    def show(self, colour: PlayerColour) -> None:
        """Show a player's tickets and other accounts."""
        self._players.choose(colour)
        (score,) = (score for score in self._sheet.players if score.player.colour == colour)
        column = self._list.column
        column.clear_widgets()
        for account in accounts.tickets(self._sheet, score):
            column.add_widget(self._row(colour, account, "check" if account.well else "close"))
        if not score.tickets:
            column.add_widget(Text(text=say("No tickets were recorded."), color=theme.MUTED))
        for account in accounts.further(self._sheet, score):
            column.add_widget(self._row(colour, account, "path" if account.lit else "plus"))
        for warning in score.warnings:
            column.add_widget(Text(text=sentence_case(warning), color=theme.ILL))
        self._list.scroll_y = 1

    def _row(self, colour: PlayerColour, account: Account, icon: str) -> AccountRow:
        lights = self._show_way is not None and account.on_map
        do = partial(self._show_way, colour, account) if self._show_way and lights else None
        return AccountRow(
            do,
            name=account.title,
            words=account.words,
            points="" if account.points is None else signed(account.points),
            icon=icon,
            well=account.well,
            lights=lights,
        )
