"""A small compass on a map: it shows where the top of the printed board is, and turns the board when it is tapped."""

from collections.abc import Callable
from math import cos, radians, sin

from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate
from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion.screens.widgets import textures, theme
from companion.screens.widgets.buttons import Pressed

_DISC, _RIM, _ARROW, _LETTER = 42, 1.6, 17, 11
"""The sizes in dp of the disc, its rim, the arrow and the N; what can be tapped is a little larger."""
_FORTH, _BACK = 10.5, 5.5
"""How far in dp the N is from the middle, towards the top of the board, and the arrow, the other way."""


class Compass(Pressed):
    """An arrow to the top of the board, on a disc of paper."""

    points = NumericProperty(0)
    """Where the top of the board is, in degrees anticlockwise from the top of the screen."""

    def __init__(self, do: Callable[[], object]) -> None:
        side = dp(theme.TARGET)
        super().__init__(do, size_hint=(None, None), size=(side, side), fill=theme.CLEAR)
        with self.canvas:
            Color(*theme.INK)
            self._rim = Rectangle(texture=textures.dot())
            Color(*theme.PAPER)
            self._disc = Rectangle(texture=textures.dot())
            Color(*theme.INK)
            self._letter = Rectangle(texture=textures.icon("north"))
            PushMatrix()
            self._turn = Rotate(axis=(0, 0, 1))
            self._arrow = Rectangle(texture=textures.icon("arrow"))
            PopMatrix()
        self.bind(pos=self._place, points=self._place)
        self._place()

    def _place(self, *_: object) -> None:
        turn = radians(self.points)
        up = -sin(turn), cos(turn)
        for part, side, forth in (
            (self._rim, _DISC, 0),
            (self._disc, _DISC - 2 * _RIM, 0),
            (self._letter, _LETTER, _FORTH),
            (self._arrow, _ARROW, 0),
        ):
            x, y = self.center_x + dp(forth) * up[0], self.center_y + dp(forth) * up[1]
            part.size = dp(side), dp(side)
            part.pos = x - dp(side) / 2, y - dp(side) / 2
        self._arrow.pos = self._arrow.pos[0], self._arrow.pos[1] - dp(_BACK)
        self._turn.origin, self._turn.angle = self.center, self.points
