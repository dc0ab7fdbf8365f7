"""A slider with stops: dragged or touched anywhere, it goes to the nearest one."""

from kivy.graphics import BorderImage, Color, Rectangle
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.floatlayout import FloatLayout

from companion.screens.widgets import textures, theme
from companion.screens.widgets.text import Text

_CARRIAGE = 60, 50
"""Width and height in dp of the handle that a finger drags."""
_LINE = 6


class StopSlider(FloatLayout):
    """A slider with stops from 0 to `last`. `on_moved` is dispatched for every stop that a finger moves it to."""

    __events__ = ("on_moved",)
    stop = NumericProperty(0)
    last = NumericProperty(1)

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self._number = Text(size_hint=(None, None), bold=True, color=theme.INK, halign="center")
        with self.canvas.before:
            Color(*theme.LINES)
            self._way = Rectangle()
            Color(*theme.BRASS)
            self._gone = Rectangle()
            self._carriage = BorderImage(
                texture=textures.box(), border=[textures.CORNER] * 4, display_border=[dp(14)] * 4
            )
        self.add_widget(self._number)
        self.bind(pos=self._lay_out, size=self._lay_out, stop=self._lay_out, last=self._lay_out)
        self._lay_out()

    def _lay_out(self, *_: object) -> None:
        wide, high = dp(_CARRIAGE[0]), dp(_CARRIAGE[1])
        left, room = self.x + wide / 2, max(self.width - wide, 1)
        at = left + room * self.stop / max(self.last, 1)
        low = self.center_y - dp(_LINE) / 2
        self._way.pos, self._way.size = (left, low), (room, dp(_LINE))
        self._gone.pos, self._gone.size = (left, low), (at - left, dp(_LINE))
        self._carriage.pos, self._carriage.size = (at - wide / 2, self.center_y - high / 2), (wide, high)
        self._number.text = str(int(self.stop))
        self._number.size, self._number.center = (wide, high), (at, self.center_y)

    def _stop_at(self, x: float) -> int:
        wide = dp(_CARRIAGE[0])
        share = float((x - self.x - wide / 2) / max(self.width - wide, 1))
        return round(min(max(share, 0.0), 1.0) * int(self.last))

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._go(touch)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        self._go(touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        return True

    def _go(self, touch: MotionEvent) -> None:
        stop = self._stop_at(touch.x)
        if stop != self.stop:
            self.stop = stop
            self.dispatch("on_moved", stop)

    def on_moved(self, stop: int) -> None:
        """Dispatched when a finger has moved the slider to another stop."""
