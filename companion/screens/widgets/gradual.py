"""Long lists that are filled gradually: visible rows at once, the rest frame by frame, so that nobody waits for
them."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from time import perf_counter

from kivy.clock import Clock
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget

_AT_ONCE = 8
"""Rows that are made at once, about as many as fit on a screen."""
_SHARE = 0.008
"""Seconds of each frame in which further rows are made."""


class GradualList:
    """A layout that is filled with rows gradually."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._rows: Iterator[Callable[[], Widget | None]] = iter(())
        # Not the method itself: the clock holds methods weakly, and nobody else may refer to the list while it fills.
        self._go_on = Clock.create_trigger(lambda _: self._add_more())

    def show(self, rows: Iterable[Callable[[], Widget | None]]) -> None:
        """Replace the rows; `rows` are factories, called one by one. One that returns None makes no row."""
        self._layout.clear_widgets()
        self._rows = iter(rows)
        for make in islice(self._rows, _AT_ONCE):
            self._add(make())
        self._go_on()

    def stop(self) -> None:
        """Stop filling."""
        self._go_on.cancel()

    def _add_more(self) -> None:
        until = perf_counter() + _SHARE
        for make in self._rows:
            self._add(make())
            if perf_counter() > until:
                self._go_on()
                return

    def _add(self, row: Widget | None) -> None:
        if row is not None:
            self._layout.add_widget(row)
