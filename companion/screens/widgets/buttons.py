"""Buttons, chips and toggles."""

from collections.abc import Callable

from kivy.animation import Animation
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from companion.screens.widgets import theme
from companion.screens.widgets.text import Panel


def _presses(touch: MotionEvent) -> bool:
    return any(isinstance(holder(), Pressed) for holder in touch.grab_list)


class Pressed(ButtonBehavior, Panel):
    """A box that does something when it is touched."""

    def __init__(self, do: Callable[[], object] | None = None, **options: object) -> None:
        super().__init__(**options)
        if do is not None:
            self.bind(on_release=lambda _: do())

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Ignore a second finger on a button while another one is pressed."""
        if self.collide_point(*touch.pos) and any(_presses(other) for other in EventLoop.touches if other is not touch):
            return True
        return bool(super().on_touch_down(touch))


class Held(Pressed):
    """A box that also does something while it is held, and nothing else is done when it is let go then."""

    __events__ = ("on_held", "on_let_go")
    HOLD = 0.35
    """Seconds after which a touch counts as held."""

    def __init__(self, do: Callable[[], object] | None = None, **options: object) -> None:
        super().__init__(do, **options)
        self._waiting: object = None
        self._is_held = False

    def on_press(self) -> None:
        """Start waiting for the touch to count as held."""
        self._is_held = False
        self._waiting = Clock.schedule_once(self._hold, self.HOLD)

    def _hold(self, _seconds: float) -> None:
        self._is_held = True
        self.dispatch("on_held")

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is self:
            Clock.unschedule(self._waiting)
            if self._is_held:
                self._is_held = False
                touch.ungrab(self)
                self.state = "normal"
                self.dispatch("on_let_go")
                return True
        return bool(super().on_touch_up(touch))

    def on_held(self) -> None:
        """Dispatched when a touch has been held for a while."""

    def on_let_go(self) -> None:
        """Dispatched when a held touch ends."""


class PushButton(Pressed):
    """A button with words, an icon, or both. `kind` is how much it asks for attention."""

    text = StringProperty("")
    icon = StringProperty("")
    kind = OptionProperty("plain", options=["plain", "main", "quiet", "danger"])
    ink = ColorProperty(theme.TEXT)
    centred = BooleanProperty(True)
    """Whether icon and words stand in the middle; in a list they begin at the left."""

    def on_kv_post(self, _base: object) -> None:
        """Keep icon and words in the middle whatever changes."""
        self._margin = self.padding[0]
        self.ids.words.bind(font_size=self._centre)
        self.bind(width=self._centre, text=self._centre, icon=self._centre, centred=self._centre)
        self._centre()

    def _centre(self, *_: object) -> None:
        left = self._margin
        if self.centred and self.icon and self.text:
            words = self.ids.words
            left = max(left, (self.width - dp(26) - self.spacing - words.width_of(self.text) - dp(2)) / 2)
        self.padding[0] = left


class PeekButton(Held, PushButton):
    """A button that shows something while it is held."""

    HOLD = 0.1


class HoldButton(PushButton):
    """A button for what nobody may do by accident: it has to be held for a while, and fills meanwhile. A touch that is
    too short calls `too_short`, which should say so."""

    HOLD = 1.5
    """Seconds."""
    share = NumericProperty(0.0)
    """How full it is, from 0 to 1."""

    def __init__(self, do: Callable[[], object], too_short: Callable[[], object], **options: object) -> None:
        super().__init__(None, **options)
        self._do, self._too_short = do, too_short
        self._filling: Animation | None = None

    def on_press(self) -> None:
        """Start to fill."""
        self._filling = Animation(share=1.0, d=self.HOLD)
        self._filling.bind(on_complete=self._held)
        self._filling.start(self)

    def _held(self, *_: object) -> None:
        self._empty()
        self._do()

    def _empty(self) -> None:
        if self._filling is not None:
            self._filling.cancel(self)
        self._filling, self.share = None, 0.0

    def on_state(self, _button: object, state: str) -> None:
        """Give up when the finger is lifted."""
        if state == "normal" and self._filling is not None:
            self._empty()
            self._too_short()

    def on_parent(self, _button: object, parent: object) -> None:
        """Give up when the button is taken away while a finger is on it."""
        if parent is None:
            self._empty()


class Chip(Pressed):
    """A small choice that can be on or off."""

    text = StringProperty("")
    icon = StringProperty("")
    chosen = BooleanProperty(False)
    is_name = BooleanProperty(False)
    """Whether the text is a name that people entered: it ends in dots where there is no room."""


class PlayerChip(Pressed):
    """A player to choose: shape, colour and name."""

    colour = StringProperty("red")
    text = StringProperty("")
    chosen = BooleanProperty(False)


class Toggle(Pressed):
    """A setting that is on or off, with words beside it."""

    text = StringProperty("")
    active = BooleanProperty(False)

    def on_release(self) -> None:
        """Switch between on and off."""
        self.active = not self.active
