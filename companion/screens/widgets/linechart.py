"""A line chart of the history of a game on paper, each line with its player's shape and name at the end."""

from collections.abc import Mapping

from kivy.graphics import Color, InstructionGroup, Line, Rectangle
from kivy.metrics import dp, sp
from kivy.uix.floatlayout import FloatLayout

from companion.boards import PlayerColour
from companion.exports import chart
from companion.scoring.progress import Progress
from companion.screens.widgets import textures, theme
from companion.screens.widgets.text import PlayerSign, Text
from companion.words import figure, say

_LEFT, _TOP, _FOOT = 52, 16, 34
_LABEL = 24
"""Height of a name in dp."""

Point = tuple[float, float]


class LineChart(FloatLayout):
    """The points of all players from the beginning to the end of a game, and after the count."""

    def __init__(self, progress: Progress, names: Mapping[PlayerColour, str], **options: object) -> None:
        super().__init__(**options)
        self._progress, self._names = progress, names
        with self.canvas.before:
            Color(*theme.PAPER)
            self._paper = Rectangle()
        self._drawing = InstructionGroup()
        self.canvas.before.add(self._drawing)
        self.bind(pos=self._draw, size=self._draw)

    def _at(self, x: float, y: float) -> Point:
        """Convert a point of the chart, from 0 to 1 each way, to the screen."""
        left, bottom = self.x + dp(_LEFT), self.y + dp(_FOOT)
        return (
            left + x * (self.width - dp(_LEFT) - self._names_width),
            bottom + y * (self.height - dp(_FOOT) - dp(_TOP)),
        )

    @property
    def _names_width(self) -> float:
        return float(max(dp(176), sp(150)) if self.width > dp(600) else sp(126))

    def _draw(self, *_: object) -> None:
        self._paper.pos, self._paper.size = self.pos, self.size
        self._drawing.clear()
        self.clear_widgets()
        if min(self.size) < dp(160):  # not laid out yet
            return
        found = chart.plot(self._progress, dp(_LABEL) / (self.height - dp(_FOOT) - dp(_TOP)))
        self._draw_grid(found)
        for line in found.lines:
            self._draw_line(line)
        for line in found.lines:
            self._draw_end(line)

    def _draw_grid(self, found: chart.Plot) -> None:
        rule = theme.mixed(theme.PAPER, theme.INK, 0.2)
        self._drawing.add(Color(*rule))
        for height, points in found.grid:
            x, y = self._at(0, height)
            self._drawing.add(Rectangle(pos=(x, round(y)), size=(self._at(1, 0)[0] - x, dp(1))))
            self._write(figure(points), (self.x, y), dp(_LEFT - 8), "right")
        x, y = self._at(chart.COUNT, 0)
        self._drawing.add(Rectangle(pos=(round(x), y), size=(dp(2), self._at(0, 1)[1] - y)))
        begin, end = self._at(0, 0)[0], self._at(1, 0)[0]
        middle = self.y + dp(_FOOT) / 2 - dp(4)
        self._write(say("The game"), (begin, middle), x - begin, "center")
        if end - x > sp(84):
            self._write(say("At the end"), (x, middle), end - x, "center")

    def _write(self, words: str, at: Point, width: float, halign: str) -> Text:
        """Add a text that is vertically centred on a point."""
        text = Text(
            text=words,
            color=theme.INK,
            halign=halign,
            mode="short",
            size_hint=(None, None),
            size=(width, dp(_LABEL)),
            pos=(at[0], at[1] - dp(_LABEL) / 2),
        )
        self.add_widget(text)
        return text

    def _draw_line(self, line: chart.Line) -> None:
        points = [side for point in line.points for side in self._at(*point)]
        for tint, width in ((theme.INK, 3.0), (theme.PLAYERS[line.colour], 2.0)):
            self._drawing.add(Color(*tint))
            self._drawing.add(Line(points=points, width=dp(width), joint="round", cap="round"))

    def _draw_end(self, line: chart.Line) -> None:
        for point in line.points[-2:]:
            self._draw_shape(line.colour, self._at(*point))
        x, y = self._at(1, line.label)
        sign = PlayerSign(colour=line.colour, pos=(x + dp(16), y - dp(10)))
        self.add_widget(sign)
        words = f"{figure(line.total)}  {self._names[line.colour]}"
        self._write(words, (x + dp(42), y), self._names_width - dp(46), "left")

    def _draw_shape(self, colour: PlayerColour, at: Point) -> None:
        for tint, size in ((theme.INK, 18), (theme.PLAYERS[colour], 13)):
            side = dp(size)
            self._drawing.add(Color(*tint))
            self._drawing.add(
                Rectangle(
                    texture=textures.player_shape(colour), pos=(at[0] - side / 2, at[1] - side / 2), size=(side, side)
                )
            )
