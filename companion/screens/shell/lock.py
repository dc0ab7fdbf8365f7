"""A lock against small hands: while it is on, touches change nothing."""

from collections.abc import Callable
from pathlib import Path

from kivy.animation import Animation
from kivy.input.motionevent import MotionEvent
from kivy.lang import Builder
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.screens.widgets.touches import ONLY_LOOKS

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

HOLD = 1.5
"""How long the key must be held to unlock, in seconds."""


class Lock(FloatLayout):
    """A layer over everything. A ring fills while the key is held; when it is full, the lock opens."""

    share = NumericProperty(0.0)
    """How full the ring is, from 0 to 1."""
    key = ObjectProperty(None)

    def __init__(self, opened: Callable[[], object], over: Widget, seen: Callable[[], Widget | None]) -> None:
        """Cover everything, with the key over a part of the screen; the map that `seen` returns can be dragged and
        zoomed."""
        super().__init__()
        self._opened, self._seen = opened, seen
        self._lie_over(over)
        over.bind(pos=self._lie_over, size=self._lie_over)

    def _lie_over(self, part: Widget, *_: object) -> None:
        self.key.pos, self.key.size = part.pos, part.size

    def on_touch_down(self, touch: MotionEvent) -> bool:
        seen = self._seen()
        if self.key.collide_point(*touch.pos):
            touch.grab(self)
            self._fill()
        elif seen is not None and seen.get_parent_window() and seen.collide_point(*touch.pos):
            touch.ud[ONLY_LOOKS] = True
            seen.on_touch_down(touch)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is self and not self.key.collide_point(*touch.pos):
            self._let_go(touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is self:
            self._let_go(touch)
        return True

    def _fill(self) -> None:
        Animation.cancel_all(self, "share")
        self.share = 0.0
        filling = Animation(share=1.0, d=HOLD)
        filling.bind(on_complete=lambda *_: self._opened())
        filling.start(self)

    def _let_go(self, touch: MotionEvent) -> None:
        touch.ungrab(self)
        Animation.cancel_all(self, "share")
        self.share = 0.0
