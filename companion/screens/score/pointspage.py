"""Points: a table of players and lines; a touch on a line shows what it consists of, on a player their tickets."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from kivy.lang import Builder
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.boards import PlayerColour
from companion.exports import accounts
from companion.scoring import PlayerScore
from companion.scoring import ScoreSheet as ScoreSheet
from companion.scoring.linenames import line_name
from companion.screens.shell.host import ScreenHost
from companion.screens.widgets import PlayerSign, Pressed, Scroll, ScrollingDrawer, Text, theme
from companion.words import figure, say, signed

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class PlayerHead(Pressed):
    """A player at the top of their column."""

    colour = StringProperty("red")
    name = StringProperty("")
    place = StringProperty("")
    won = BooleanProperty(False)


class LineRow(Pressed):
    """A line of the table: its name, and a number for each player."""

    name = StringProperty("")
    label_width = NumericProperty(0.0)
    strong = BooleanProperty(False)
    stacked = BooleanProperty(False)
    """Whether the name is above the numbers, because there is no room side by side."""


class PointsPage(Scroll):
    """The table of a finished game."""

    def __init__(self, host: ScreenHost, sheet: ScoreSheet, show_player: Callable[[PlayerColour], object]) -> None:
        super().__init__()
        self._host, self._sheet = host, sheet
        self.column.spacing = dp(4)
        self._heads = BoxLayout(size_hint_y=None, height=sp(62), spacing=dp(4))
        self._corner = Text(text=sheet.board.name, color=theme.MUTED, size_hint=(None, 1))
        self._heads.add_widget(self._corner)
        for score in sheet.players:
            self._heads.add_widget(_head(score, show_player))
        self.column.add_widget(self._heads)
        self._rows = [self._line(line) for line in sheet.players[0].lines]
        self._rows.append(_row(say("Total"), [figure(score.total) for score in sheet.players], strong=True))
        for row in self._rows:
            self.column.add_widget(row)
        self.bind(width=self._lay_out)

    def _lay_out(self, *_: object) -> None:
        label = sp(150) if self.width > dp(600) else sp(120)
        stacked = self.width - label < sp(54) * len(self._sheet.players)
        self._corner.width = 0 if stacked else label
        self._corner.opacity = 0.0 if stacked else 1.0
        for row in self._rows:
            row.label_width, row.stacked = label, stacked

    def _line(self, line: str) -> LineRow:
        figures = [signed(score.lines[line]) for score in self._sheet.players]
        return _row(line_name(self._sheet.board, line), figures, do=partial(self._explain, line))

    def _explain(self, line: str) -> None:
        """Show what a line consists of, for each player."""
        rows = [_explained(self._sheet, score, line) for score in self._sheet.players]
        self._host.open(ScrollingDrawer(*rows, title=line_name(self._sheet.board, line)))


def _head(score: PlayerScore, show_player: Callable[[PlayerColour], object]) -> PlayerHead:
    player = score.player
    return PlayerHead(
        partial(show_player, player.colour),
        colour=player.colour,
        name=player.name,
        place=f"{score.rank}.",
        won=score.rank == 1,
    )


def _row(name: str, figures: list[str], strong: bool = False, do: Callable[[], object] | None = None) -> LineRow:
    row = LineRow(do, name=name, strong=strong)
    for words in figures:
        row.ids.figures.add_widget(
            Text(
                text=words,
                bold=strong,
                font_size=theme.TITLE if strong else theme.STRONG,
                halign="center",
                size_hint_y=1,
                color=theme.BRASS if strong else theme.TEXT,
            )
        )
    return row


def _explained(sheet: ScoreSheet, score: PlayerScore, line: str) -> BoxLayout:
    row = BoxLayout(size_hint_y=None, spacing=dp(10))
    row.add_widget(PlayerSign(colour=score.player.colour, pos_hint={"center_y": 0.5}))
    words = say("{name}: {what}", name=score.player.name, what=accounts.explained(sheet, score, line))
    text = Text(text=words)
    row.add_widget(text)
    figures = {"bold": True, "halign": "right", "size_hint": (None, 1), "width": dp(64), "font_size": theme.STRONG}
    row.add_widget(Text(text=signed(score.lines[line]), **figures))
    text.bind(texture_size=lambda _, size: setattr(row, "height", max(size[1] + dp(6), dp(36))))
    text.size_hint_y = 1
    return row
