"""Buttons, chips and toggles."""

from collections.abc import Callable

from kivy.animation import Animation
from kivy.base import EventLoop
from kivy.input.motionevent import MotionEvent
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


class PushButton(Pressed):
    """A button with words, an icon, or both. `kind` is how much it asks for attention."""

    text = StringProperty("")
    icon = StringProperty("")
    kind = OptionProperty("plain", options=["plain", "main", "quiet", "danger"])
    ink = ColorProperty(theme.TEXT)


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
