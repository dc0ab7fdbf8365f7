"""Prepares what the next taps will need while nobody touches the screen, in steps too short to be felt.

Rooms register what they can prepare with `navigation`. No screen needs it to open; it only opens sooner.
"""

import logging
from collections.abc import Iterable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from time import perf_counter
from typing import TYPE_CHECKING

from kivy.base import EventLoop
from kivy.clock import Clock

from companion.screens.shell import navigation
from companion.screens.shell.screensaver import Screensaver
from companion.screens.widgets.spares import fill_all

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

_QUIET = 0.4
"""Seconds without a touch or a scan after which something is prepared."""
_LOOKS = 0.2
"""Seconds between two looks whether somebody touches the screen."""
_SHARE = 0.006
"""Seconds of each frame in which further steps are begun."""
_ROOMS = (
    *("companion.boards", "companion.game", "companion.scoring"),
    *("companion.screens.widgets", "companion.screens.shell", "companion.screens.map", "companion.screens.start"),
    *("companion.screens.table", "companion.screens.settings", "companion.screens.past", "companion.screens.score"),
    "companion.screens.cardgame",
)
"""The packages whose modules are loaded before they are needed, each after those that it knows."""

_log = logging.getLogger(__name__)

Steps = Iterator[object]
"""Does one step each time it is asked for the next value; the value does not matter."""


class Preparation:
    """Prepares everything once, step by step, and from then on replaces the spare widgets that were used."""

    def __init__(self, session: "Session", screensaver: Screensaver) -> None:
        self._screensaver = screensaver
        self._steps = all_steps(session)
        self._going_on = Clock.create_trigger(lambda _: self._go_on())
        self._looking = Clock.schedule_interval(lambda _: self._look(), _LOOKS)

    def stop(self) -> None:
        """Stop preparing."""
        self._going_on.cancel()
        self._looking.cancel()

    @property
    def _is_quiet(self) -> bool:
        return not EventLoop.touches and self._screensaver.alone >= _QUIET

    def _look(self) -> None:
        if self._is_quiet:
            self._going_on()

    def _go_on(self) -> None:
        """Take further steps, until somebody touches the screen."""
        if not self._is_quiet:
            return
        until = perf_counter() + _SHARE
        try:
            for _ in self._steps:
                if perf_counter() > until:
                    self._going_on()
                    return
        except Exception:  # whatever it is, people will hear of it when they open what needs it
            _log.exception("preparing has stopped")
        self._steps = fill_all()


def all_steps(session: "Session") -> Steps:
    """Load all modules of the screens, prepare what rooms have registered, and make spare widgets."""
    for name in _modules(_ROOMS):
        yield import_module(name)
    for steps in navigation.preparations():
        yield from steps(session)
    yield from fill_all()


def _modules(rooms: Iterable[str]) -> Iterator[str]:
    for room in rooms:
        yield room
        for module in iter_modules(import_module(room).__path__, f"{room}."):
            yield module.name
