"""Widgets that are made in idle moments, before they are needed, so that screens made of many of them open at once."""

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from kivy.metrics import Metrics
from kivy.uix.widget import Widget

from companion.screens.widgets import theme
from companion.words.language import spoken

Kind = TypeVar("Kind", bound=Widget)

_ALL: list["Spares[Widget]"] = []


class Spares(Generic[Kind]):
    """A few new widgets of one kind. Whoever takes one sets what it shows."""

    def __init__(self, make: Callable[[], Kind], most: int) -> None:
        self._make, self._most = make, most
        self._made: list[Kind] = []
        self._look: tuple[object, ...] = ()
        _ALL.append(self)

    def take(self) -> Kind:
        """Return a widget that nobody has used, made now if there is none left."""
        self._drop_outdated()
        return self._made.pop() if self._made else self._make()

    def fill(self) -> Iterator[Kind]:
        """Make what is missing, one by one."""
        self._drop_outdated()
        while len(self._made) < self._most:
            self._made.append(self._make())
            yield self._made[-1]

    def _drop_outdated(self) -> None:
        """Drop widgets with other colours, sizes or words than those of now."""
        look = (Metrics.density, Metrics.fontscale, theme.TEXT, spoken())
        if look != self._look:
            self._look = look
            self._made.clear()


def fill_all() -> Iterator[Widget]:
    """Make what is missing of every kind, one by one."""
    for spares in _ALL:
        yield from spares.fill()
