"""Collects garbage while the app is idle.

Python collects garbage after a number of new objects, and a screen is made of tens of thousands. Left alone, it would
run a full collection while a screen opens, which takes longer than opening the screen itself.
"""

import ctypes
import gc

from kivy.clock import Clock

from companion.screens.shell.screensaver import Screensaver

_LOOKS = 0.5
"""Seconds between two checks."""
_QUIET = 1.5
"""Seconds without a touch or a scan after which nobody should notice a pause."""
_OFTEN = (10_000, 3, 10)
"""Thresholds of the three generations. The last one is reached only if the screen was in use for minutes without a
pause."""


class IdleCollector:
    """A garbage collector that skips what has existed since the start, and runs only when nobody touches the screen."""

    def __init__(self, screensaver: Screensaver) -> None:
        self._screensaver = screensaver
        self._usual = gc.get_threshold()
        gc.set_threshold(*_OFTEN)
        if not gc.get_freeze_count():  # once per process: a second app would freeze what the first left behind
            gc.freeze()
        self._looking = Clock.schedule_interval(self._look, _LOOKS)

    def stop(self) -> None:
        """Restore Python's usual garbage collection."""
        self._looking.cancel()
        gc.set_threshold(*self._usual)

    def _look(self, _seconds: float) -> None:
        if gc.get_count()[2] and self._screensaver.alone >= _QUIET:
            gc.collect()
            _give_back()


def _give_back() -> None:
    """Return freed memory to the system; the C library would otherwise keep tens of megabytes of it."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
