"""What fingers press."""

from collections.abc import Callable

from kivy.properties import BooleanProperty, ColorProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior

from companion.screens import theme
from companion.screens.parts.text import Box


class Pressed(ButtonBehavior, Box):
    """A box that does something when it is touched."""

    def __init__(self, do: Callable[[], object] | None = None, **options: object) -> None:
        super().__init__(**options)
        if do is not None:
            self.bind(on_release=lambda _: do())


class PushButton(Pressed):
    """A button with words, an icon, or both. `kind` says how much it asks for attention."""

    text = StringProperty("")
    icon = StringProperty("")
    kind = OptionProperty("plain", options=["plain", "main", "quiet", "danger"])
    ink = ColorProperty(theme.TEXT)


class Chip(Pressed):
    """A small choice that can be on or off."""

    text = StringProperty("")
    icon = StringProperty("")
    chosen = BooleanProperty(False)


class PlayerChip(Pressed):
    """A player to choose: shape, colour and name."""

    colour = StringProperty("red")
    text = StringProperty("")
    chosen = BooleanProperty(False)


class Wish(Pressed):
    """A wish that is on or off, with words beside it."""

    text = StringProperty("")
    wished = BooleanProperty(False)

    def on_release(self) -> None:
        """Each touch turns it over."""
        self.wished = not self.wished
