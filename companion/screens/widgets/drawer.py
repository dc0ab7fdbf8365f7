"""A drawer that slides in over the screen; a touch outside closes it."""

from collections.abc import Callable

from kivy.animation import Animation
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    NumericProperty,
    ObjectProperty,
    OptionProperty,
    StringProperty,
)
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.screens.widgets import theme

_SECONDS = 0.16


class Drawer(FloatLayout):
    """A drawer that slides up from the bottom or down from the top. `on_closed` is dispatched when it is closed."""

    __events__ = ("on_closed",)
    title = StringProperty("")
    edge = OptionProperty("bottom", options=["bottom", "top"])
    shade = ColorProperty(theme.SHADE)
    share = NumericProperty(0.0)
    """How far the drawer is in: 0 outside, 1 in its place."""
    widest = NumericProperty("680dp")
    stays = BooleanProperty(False)
    """Whether it stays open when touched outside; such touches go to what is below."""
    body = ObjectProperty(None, allownone=True)
    panel = ObjectProperty(None)

    def __init__(
        self,
        body: Widget | None = None,
        lets_through: Callable[[MotionEvent], bool] = lambda _: False,
        **options: object,
    ) -> None:
        """Create a drawer. `lets_through` returns whether a touch on it is meant for what is below."""
        super().__init__(**options)
        self.closing = False
        self._lets_through = lets_through
        self._at_once = False
        if body is not None:
            self.fill(body)

    def fill(self, body: Widget) -> None:
        """Replace the content of the drawer."""
        if body is self.body:
            return
        if self.body is not None:
            self.ids.room.remove_widget(self.body)
        self.body = body
        self.ids.room.add_widget(body)

    def slide_in(self, at_once: bool = False) -> None:
        """Slide in; the content can be touched at once."""
        Animation.cancel_all(self, "share")
        self.closing = False
        self._at_once = at_once
        if at_once:
            self.share = 1.0
        else:
            Animation(share=1.0, d=_SECONDS, t="out_cubic").start(self)

    def close(self, *_: object) -> None:
        """Slide out and remove the drawer; closing again does nothing."""
        if self.closing:
            return
        self.closing = True
        Animation.cancel_all(self, "share")
        if self._at_once:
            self.share = 0.0
            self._gone()
            self.dispatch("on_closed")
            return
        leaving = Animation(share=0.0, d=_SECONDS, t="in_cubic")
        leaving.bind(on_complete=self._gone)
        leaving.start(self)
        self.dispatch("on_closed")

    def then(self, do: Callable[[], object]) -> Callable[[], None]:
        """Return a callback that closes the drawer and then does something."""

        def close_and_do() -> None:
            self.close()
            do()

        return close_and_do

    def _gone(self, *_: object) -> None:
        if self.parent and self.closing:
            self.parent.remove_widget(self)

    def on_closed(self) -> None:
        """Dispatched when the drawer is being closed."""

    def covers(self, touch: MotionEvent) -> bool:
        """Return whether a touch is for the drawer, and not for what is below."""
        if self._lets_through(touch):
            return False
        return not (self.stays or self.closing) or bool(self.panel.collide_point(*touch.pos))

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.covers(touch):
            return False
        if self.closing:  # e.g. the second half of a double tap on a button that has just closed it
            return True
        if self.panel.collide_point(*touch.pos):
            super().on_touch_down(touch)
        else:
            self.close()
        return True

    def room_for(self, height: float) -> float:
        """Return the height that its content may have, at most `height`, so that the drawer stays on the screen."""
        return float(min(height, self.height - dp(120)))
