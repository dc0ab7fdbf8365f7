"""A short message with at most one action."""

from collections.abc import Callable

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.properties import ColorProperty, StringProperty

from companion.screens.widgets import theme
from companion.screens.widgets.text import Panel


class Toast(Panel):
    """A short message that disappears by itself after some time."""

    text = StringProperty("")
    action = StringProperty("")
    mark = ColorProperty(theme.BRASS)

    def __init__(self, do: Callable[[], object] | None = None, at_once: bool = False, **options: object) -> None:
        super().__init__(**options)
        self._do, self._at_once = do, at_once
        Clock.schedule_once(self.leave, 3.5 + len(self.text) / 25)

    def act(self) -> None:
        """Do what the toast offers, and remove it."""
        self.leave()
        if self._do:
            self._do()

    def leave(self, *_: object) -> None:
        """Fade out and remove the toast."""
        if self._at_once:
            self._gone()
            return
        fading = Animation(opacity=0, d=0.2)
        fading.bind(on_complete=self._gone)
        fading.start(self)

    def _gone(self, *_: object) -> None:
        if self.parent:
            self.parent.remove_widget(self)
