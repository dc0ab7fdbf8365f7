"""Charts: labelled bars, and a column for each of many games. Every number is also written out; nothing is told by
colour alone."""

from collections.abc import Sequence
from pathlib import Path

from kivy.clock import Clock
from kivy.graphics import BorderImage, Color, Rectangle
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.screens.widgets import textures, theme
from companion.screens.widgets.text import Icon, Text
from companion.words import figure

_COLUMN = 46
"""Width in dp of a column with its number."""


class Filling(Widget):
    """A bar that is partly filled."""

    share = NumericProperty(0.0)
    """The filled part, from 0 to 1."""
    thickness = NumericProperty("14dp")
    tint = ColorProperty(theme.BRASS)


class Bar(BoxLayout):
    """A name, a bar that is partly filled, and the number in words."""

    name = StringProperty("")
    words = StringProperty("")
    share = NumericProperty(0.0)


class TrendLine(FloatLayout):
    """A column with its points for each game, the last on the right, with a crown over those that were won. If there is
    not enough room, only the last games are shown."""

    hidden = NumericProperty(0)
    """The number of games that there is no room for."""

    def __init__(self, totals: Sequence[int], won: Sequence[bool], **options: object) -> None:
        self._games = list(zip(totals, won, strict=True))
        super().__init__(**({"size_hint_y": None, "height": dp(150)} | options))
        self._draw = Clock.create_trigger(self._draw_columns, -1)
        self.bind(pos=self._draw, size=self._draw)

    def _draw_columns(self, *_: object) -> None:
        self.clear_widgets()
        self.canvas.before.clear()
        games = self._games[-max(int(self.width / dp(_COLUMN)), 1) :]
        self.hidden = len(self._games) - len(games)
        most, least = max(max(total for total, _ in games), 1), min(min(total for total, _ in games), 0)
        figure, crown = dp(24), dp(24)
        below = figure if least < 0 else 0
        unit = (self.height - figure - crown - below) / (most - least)
        ground = self.y + below - least * unit
        left = [self.x + place * dp(_COLUMN) for place in range(len(games))]
        with self.canvas.before:
            for x, (total, won) in zip(left, games, strict=True):
                Color(*theme.BRASS if won else theme.PRESSED)
                _column(x + dp(6), ground, total * unit)
            Color(*theme.MUTED)
            Rectangle(pos=(self.x, ground - dp(1)), size=(len(games) * dp(_COLUMN), dp(2)))
        for x, (total, won) in zip(left, games, strict=True):
            self._add_figure(x, ground, ground + total * unit, total, won)

    def _add_figure(self, x: float, ground: float, end: float, total: int, won: bool) -> None:
        """Add the points above a column, or below a negative one, and the crown."""
        words = Text(text=figure(total), halign="center", bold=won, size_hint=(None, None), mode="short")
        words.size = dp(_COLUMN), dp(24)
        words.pos = x, end if total >= 0 else end - dp(24)
        self.add_widget(words)
        if won:
            top = words.top if total >= 0 else ground + dp(2)
            self.add_widget(Icon(name="crown", tint=theme.BRASS, pos=(x + dp(12), top)))


def _column(x: float, ground: float, high: float) -> None:
    size = dp(_COLUMN - 12), max(abs(high), dp(2))
    BorderImage(
        texture=textures.box(),
        border=[textures.CORNER] * 4,
        display_border=[min(dp(6), size[1] / 2)] * 4,
        pos=(x, min(ground, ground + high)),
        size=size,
    )


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
