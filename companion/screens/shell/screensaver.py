"""The screensaver: dims the screen when nobody touches it, then turns it dark. Any touch or scan wakes it, and presses
nothing."""

from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.input.motionevent import MotionEvent

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

_LOOKS = 5.0
"""Seconds between two checks of the clock."""
_DIM = 0.68
_AWAKE, _DIMMED, _DARK = 0, 1, 2


class Screensaver:
    """A shade over everything when nobody has touched the screen for a while."""

    def __init__(self, session: "Session") -> None:
        """Start watching. The screen dims after the minutes in the preferences and is dark after twice as many; never
        while the front screen keeps it awake."""
        self._session = session
        self._touched_at = float(Clock.get_time())
        self._swallowed: set[object] = set()
        self._looking = Clock.schedule_interval(self._look, _LOOKS)
        self.depth = _AWAKE
        self._stopped = False
        with Window.canvas.after:
            self._shade = Color(0, 0, 0, 0)
            self._cover = Rectangle(size=(0, 0))
        Window.bind(on_touch_down=self._down, on_touch_move=self._swallow, on_touch_up=self._up)

    def stop(self) -> None:
        """Stop watching; stopping again does nothing."""
        if self._stopped:
            return
        self._stopped = True
        self.wake()
        self._looking.cancel()
        Window.unbind(on_touch_down=self._down, on_touch_move=self._swallow, on_touch_up=self._up)
        Window.canvas.after.remove(self._cover)
        Window.canvas.after.remove(self._shade)

    @property
    def alone(self) -> float:
        """Seconds since the last touch or scan."""
        return float(Clock.get_time()) - self._touched_at

    def wake(self) -> bool:
        """Wake the screen. Return whether it was dimmed or dark."""
        rested = self.depth != _AWAKE
        self._touched_at = float(Clock.get_time())
        self._sink(_AWAKE)
        return rested

    def _look(self, _seconds: float) -> None:
        if not self._session.is_open:
            return
        minutes, front = self._session.preferences.rests_after, self._session.host.front
        if not minutes or (front is not None and front.keeps_awake):
            self.wake()
            return
        alone = self.alone / 60
        self._sink(_DARK if alone >= 2 * minutes else _DIMMED if alone >= minutes else _AWAKE)

    def _sink(self, depth: int) -> None:
        if depth == self.depth:
            return
        if _DARK in (depth, self.depth):
            self._session.light.shine(0.0 if depth == _DARK else self._session.preferences.brightness / 100)
        self.depth = depth
        self._shade.a = {_AWAKE: 0.0, _DIMMED: _DIM, _DARK: 1.0}[depth]
        self._cover.size = (0, 0) if depth == _AWAKE else (max(Window.size), max(Window.size))

    def _down(self, _window: object, touch: MotionEvent) -> bool:
        if not self.wake():
            return False
        self._swallowed.add(touch.uid)
        return True

    def _swallow(self, _window: object, touch: MotionEvent) -> bool:
        return touch.uid in self._swallowed

    def _up(self, _window: object, touch: MotionEvent) -> bool:
        """Swallow the end of the touch that woke the screen."""
        if touch.uid not in self._swallowed:
            return False
        self._swallowed.discard(touch.uid)
        return True
