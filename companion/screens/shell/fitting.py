"""Fits the app to a window whose size people change: everything becomes smaller or larger, and nothing is cut off."""

from kivy.graphics import PopMatrix, PushMatrix, Scale
from kivy.input.motionevent import MotionEvent
from kivy.metrics import Metrics
from kivy.uix.widget import Widget

from companion.screens.shell.window import density_for


class FittedHost(Widget):
    """Shows its content as large as a panel of the window's size would. Widgets keep the sizes in pixels with which
    they were built, so the picture is scaled. A window that keeps its size is shown pixel by pixel."""

    def __init__(self, content: Widget) -> None:
        super().__init__()
        self._content, self._built_for = content, float(Metrics.density)
        self._factor = 1.0
        with self.canvas.before:
            PushMatrix()
            self._scale = Scale(1.0)
        with self.canvas.after:
            PopMatrix()
        self.add_widget(content)
        self.bind(size=self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        self._factor = density_for(*self.size) / self._built_for
        self._scale.xyz = self._factor, self._factor, 1.0
        fits = self._factor == 1.0
        self._content.size = self.size if fits else (self.width / self._factor, self.height / self._factor)

    def to_local(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:
        """Convert a point of the window to one of the content."""
        return x / self._factor, y / self._factor

    def to_parent(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:
        """Convert a point of the content to one of the window."""
        return x * self._factor, y * self._factor

    def on_touch_down(self, touch: MotionEvent) -> bool:
        return self._hand_on("on_touch_down", touch)

    def on_touch_move(self, touch: MotionEvent) -> bool:
        return self._hand_on("on_touch_move", touch)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        return self._hand_on("on_touch_up", touch)

    def _hand_on(self, what: str, touch: MotionEvent) -> bool:
        """Give a touch to the content, in its own pixels."""
        touch.push()
        touch.apply_transform_2d(self.to_local)
        used = bool(self._content.dispatch(what, touch))
        touch.pop()
        return used
