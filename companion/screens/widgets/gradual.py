"""Long lists: what can be seen is there at once, and the rest comes frame by frame, so that nobody waits for it."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from time import perf_counter

from kivy.clock import Clock
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget

_AT_ONCE = 8
"""Rows that a screen shows, about."""
_SHARE = 0.008
"""Seconds of a frame that go into further rows."""


class GradualList:
    """Fills a layout with rows, each made when its turn comes."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._rows: Iterator[Callable[[], Widget]] = iter(())
        # Not the method itself: the clock would forget it, and a list that nobody keeps would stay half done.
        self._go_on = Clock.create_trigger(lambda _: self._add_more())

    def show(self, rows: Iterable[Callable[[], Widget]]) -> None:
        """Shows these rows in the place of those before."""
        self._layout.clear_widgets()
        self._rows = iter(rows)
        for make in islice(self._rows, _AT_ONCE):
            self._layout.add_widget(make())
        self._go_on()

    def stop(self) -> None:
        """Nobody looks any more."""
        self._go_on.cancel()

    def _add_more(self) -> None:
        until = perf_counter() + _SHARE
        for make in self._rows:
            self._layout.add_widget(make())
            if perf_counter() > until:
                self._go_on()
                return
