"""Parts of a screen whose picture is kept in a texture, so that a frame draws only those in which something changed.

Kivy draws the whole window again for every frame. A part that keeps its picture is one rectangle in it.
"""

from typing import Any
from weakref import WeakSet

from kivy.graphics import Canvas, ClearBuffers, ClearColor, Color, Fbo, PopMatrix, PushMatrix, Rectangle, Translate
from kivy.uix.widget import Widget

from companion.screens.widgets import theme

_ALL: "WeakSet[KeptPicture]" = WeakSet()


class KeptPicture(Widget):
    """A widget that draws itself and its children on `theme.CHROME` into a texture, clipped to its size, and again only
    when something in it has changed."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self._drawn: Canvas = self.canvas
        self.canvas: Canvas = Canvas()
        with self.canvas:
            self._picture = Fbo(size=(1, 1))
            Color(1, 1, 1, 1)
            self._shown = Rectangle()
        with self._picture:
            ClearColor(*theme.CHROME)
            ClearBuffers()
            PushMatrix()
            self._shift = Translate()
        self._picture.add(self._drawn)
        with self._picture:
            PopMatrix()
        self.fbind("pos", self._fit)
        self.fbind("size", self._fit)
        self._fit()
        _ALL.add(self)

    def _fit(self, *_: object) -> None:
        """Cover the pixels whose middle is in the widget, so that all are shown as they were drawn."""
        left, low = round(self.x), round(self.y)
        size = max(round(self.x + self.width) - left, 1), max(round(self.y + self.height) - low, 1)
        if size != tuple(self._picture.size):
            self._picture.size = size
        self._shift.xy = -left, -low
        self._shown.texture, self._shown.pos, self._shown.size = self._picture.texture, (left, low), size

    def add_widget(self, *args: Any, **options: Any) -> None:
        """Add a child to what is drawn into the texture."""
        self._inside(super().add_widget, *args, **options)

    def remove_widget(self, *args: Any, **options: Any) -> None:
        """Remove a child from what is drawn into the texture."""
        self._inside(super().remove_widget, *args, **options)

    def _inside(self, change: Any, *args: Any, **options: Any) -> None:
        if not hasattr(self, "_drawn"):  # the rules of the widget add children before it is complete
            change(*args, **options)
            return
        shown, self.canvas = self.canvas, self._drawn
        try:
            change(*args, **options)
        finally:
            self.canvas = shown


def draw_all() -> None:
    """Draw all kept pictures again in the next frame, for whoever has kept them from being drawn."""
    for kept in _ALL:
        kept._picture.ask_update()
