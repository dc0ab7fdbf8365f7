"""Memory is tidied while nobody touches the screen.

Python looks for garbage after so many new objects, and a screen is made of tens of thousands: left alone it would look
through everything in the middle of opening one, and people would wait for that longer than for the screen itself.
"""

import ctypes
import gc

from kivy.clock import Clock

from companion.screens.shell.screensaver import Screensaver

_LOOKS = 0.5
"""Seconds between two looks."""
_QUIET = 1.5
"""Seconds without a touch or a scan after which nobody is expected to notice a pause."""
_OFTEN = (10_000, 3, 10)
"""After so many new objects the newest are looked through; after so many rounds of it those of a screen or two; and
after so many of these everything, which happens only where nobody has given the screen a rest for minutes."""


class IdleCollector:
    """Leaves what there is from the start alone, and looks through all the rest only in quiet moments."""

    def __init__(self, rest: Screensaver) -> None:
        self._rest = rest
        self._usual = gc.get_threshold()
        gc.set_threshold(*_OFTEN)
        if not gc.get_freeze_count():  # once in a process: what a former app left behind is garbage
            gc.freeze()
        self._looking = Clock.schedule_interval(self._look, _LOOKS)

    def stop(self) -> None:
        """Python tidies as it usually does."""
        self._looking.cancel()
        gc.set_threshold(*self._usual)

    def _look(self, _seconds: float) -> None:
        if gc.get_count()[2] and self._rest.alone >= _QUIET:
            gc.collect()
            _give_back()


def _give_back() -> None:
    """What was freed goes back to the system; the C library would keep tens of megabytes of it for later."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
