"""Clips what a widget draws to its place on the glass."""

from kivy.core.window import Window
from kivy.graphics import ScissorPop, ScissorPush
from kivy.uix.widget import Widget

Corner = tuple[float, float]


class Clipped(Widget):
    """A widget that draws nothing outside of itself. What is outside is skipped, while a stencil would be compared at
    every pixel."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        with self.canvas.before:
            self._part = ScissorPush()
        with self.canvas.after:
            ScissorPop()
        for name in ("pos", "size", "parent"):
            self.fbind(name, self._clip)
        Window.bind(size=self._clip, rotation=self._clip)  # weakly: the window outlives every screen

    def _clip(self, *_: object) -> None:
        low = self.to_window(self.x, self.y)
        high = self.to_window(self.x + self.width, self.y + self.height)
        (left, bottom), (right, top) = on_glass(low, high, Window.rotation, Window.size)
        self._part.pos = left, bottom
        self._part.size = right - left, top - bottom


def on_glass(low: Corner, high: Corner, rotation: int, size: Corner) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the lowest and the highest corner, in pixels of the glass, of a part of a window that has a size and is
    rotated counterclockwise."""
    turned = [_turned(corner, rotation, size) for corner in (low, high)]
    across, up = zip(*turned, strict=True)
    return (round(min(across)), round(min(up))), (round(max(across)), round(max(up)))


def _turned(corner: Corner, rotation: int, size: Corner) -> Corner:
    x, y = corner
    return {0: (x, y), 90: (size[1] - y, x), 180: (size[0] - x, size[1] - y), 270: (y, size[0] - x)}[rotation]
