"""A short message with at most one action."""

from collections.abc import Callable

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import ColorProperty, NumericProperty, StringProperty

from companion.screens.widgets import theme
from companion.screens.widgets.text import Panel

_SHORTEST, _READ, _TO_TAP = 1.6, 28, 1.2
"""Seconds that every message stays, letters that people read in a second, and seconds to tap what is offered."""


class Toast(Panel):
    """A short message that disappears by itself as soon as it can have been read."""

    text = StringProperty("")
    action = StringProperty("")
    action_width = NumericProperty(0)
    mark = ColorProperty(theme.BRASS)

    _do: Callable[[], object] | None = None
    _at_once = False

    def begin(
        self, text: str, mark: theme.Rgba, action: str, do: Callable[[], object] | None, at_once: bool = False
    ) -> None:
        """Show a message, with an action or without one, and leave after a while; `at_once` leaves without fading."""
        self.text, self.mark, self.action, self._do, self._at_once = text, mark, action, do, at_once
        Clock.schedule_once(self.leave, _SHORTEST + len(self.text) / _READ + (_TO_TAP if self.action else 0))

    def fit(self, room: float) -> None:
        """Be as wide as the words in one line, or as there is room for."""
        words = self.ids.words
        self.action_width = max(dp(64), words.width_of(self.action) + dp(28)) if self.action else 0
        self.width = min(words.width_of(self.text) + dp(34) + self.action_width, room)

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
