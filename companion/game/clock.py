"""The time of day, as the journal asks for it."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the current time, for display only: nothing is sorted by it."""
    return datetime.now(UTC)


IsRight = Callable[[], bool]
"""Returns whether the clock is known to be right: somebody or something has set it since the device was switched on."""


def always_right() -> bool:
    """Return True, for a clock that nobody doubts."""
    return True
