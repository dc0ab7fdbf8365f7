"""Drawers that slide in over the screen; a touch outside closes them."""

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
from companion.screens.widgets.buttons import PushButton
from companion.screens.widgets.layouts import Column, Scroll
from companion.words import say

_SECONDS = 0.16
_AROUND = 58
"""What a scrolling sheet keeps free in dp: its own edges and gaps, and a strip of the screen above it."""


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
    waits = BooleanProperty(False)
    """Whether it waits for an answer when touched outside, as by the second half of a double tap."""
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
        elif not self.waits:
            self.close()
        return True


def _close_button(drawer: Drawer) -> PushButton:
    """Return a button that closes a drawer."""
    return PushButton(drawer.close, text=say("Close"))


class ScrollingDrawer(Drawer):
    """A drawer whose content may be longer than the screen. Its foot, which can put it away, stays in sight."""

    def __init__(
        self, *things: Widget, title: str = "", foot: Callable[["ScrollingDrawer"], Widget] = _close_button
    ) -> None:
        """`things` stand below each other in `column`; `foot` makes what stands below them, for this drawer."""
        super().__init__(title=title)
        self.scroll = Scroll(*things, size_hint_y=None)
        self.column = self.scroll.column
        self._fixed = (self.ids.name.parent, foot(self))
        """What does not scroll: the title and the foot."""
        self.fill(Column(self.scroll, self._fixed[1]))
        for part in (self, self.column, *self._fixed):
            part.bind(height=self._fit)

    def show(self, *things: Widget) -> None:
        """Show these things instead of what was there, from the top."""
        self.column.clear_widgets()
        for thing in things:
            self.column.add_widget(thing)
        self.scroll.scroll_y = 1.0

    def _fit(self, *_: object) -> None:
        """Make the content as high as it is, or as the screen has room for."""
        room = self.height - sum(part.height for part in self._fixed) - dp(_AROUND)
        self.scroll.height = max(0, min(self.column.height, room))
