"""The screen rests when nobody touches it: first dim, then dark. Any touch or scan wakes it, and presses nothing."""

from collections.abc import Callable

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.input.motionevent import MotionEvent

from hardware.backlight import Backlight

_LOOKS = 5.0
"""Seconds between two looks at the clock."""
_DIM = 0.68
_AWAKE, _DIMMED, _DARK = 0, 1, 2


class Rest:
    """Watches touches, and lays a shade over everything."""

    def __init__(self, minutes: Callable[[], int], may_rest: Callable[[], bool], light: Backlight) -> None:
        """Dims after so many minutes and is dark after twice as many; never with 0, and only while it may."""
        self._minutes, self._may_rest, self._light = minutes, may_rest, light
        self._touched_at = Clock.get_time()
        self._swallowed: set[object] = set()
        self._looking = Clock.schedule_interval(self._look, _LOOKS)
        self.depth = _AWAKE
        with Window.canvas.after:
            self._shade = Color(0, 0, 0, 0)
            self._cover = Rectangle(size=(0, 0))
        Window.bind(on_touch_down=self._down, on_touch_move=self._swallow, on_touch_up=self._up)

    def stop(self) -> None:
        """Watches no more."""
        self.wake()
        self._looking.cancel()
        Window.unbind(on_touch_down=self._down, on_touch_move=self._swallow, on_touch_up=self._up)
        Window.canvas.after.remove(self._cover)
        Window.canvas.after.remove(self._shade)

    def wake(self) -> bool:
        """Somebody is there; whether the screen had rested."""
        rested = self.depth != _AWAKE
        self._touched_at = Clock.get_time()
        self._sink(_AWAKE)
        return rested

    def _look(self, _seconds: float) -> None:
        minutes = self._minutes()
        if not minutes or not self._may_rest():
            self.wake()
            return
        alone = (Clock.get_time() - self._touched_at) / 60
        self._sink(_DARK if alone >= 2 * minutes else _DIMMED if alone >= minutes else _AWAKE)

    def _sink(self, depth: int) -> None:
        if depth == self.depth:
            return
        if _DARK in (depth, self.depth) and self._light.is_there:
            self._light.shine(0.0 if depth == _DARK else self.brightness)
        self.depth = depth
        self._shade.a = {_AWAKE: 0.0, _DIMMED: _DIM, _DARK: 1.0}[depth]
        self._cover.size = (0, 0) if depth == _AWAKE else (max(Window.size), max(Window.size))

    brightness = 1.0
    """What people wish while it is awake."""

    def _down(self, _window: object, touch: MotionEvent) -> bool:
        if not self.wake():
            return False
        self._swallowed.add(touch.uid)
        return True

    def _swallow(self, _window: object, touch: MotionEvent) -> bool:
        return touch.uid in self._swallowed

    def _up(self, _window: object, touch: MotionEvent) -> bool:
        """The whole touch that woke the screen means nothing else."""
        if touch.uid not in self._swallowed:
            return False
        self._swallowed.discard(touch.uid)
        return True
