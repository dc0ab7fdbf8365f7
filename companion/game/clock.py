"""The time of day, as the journal asks for it."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the current time, for display only: nothing is sorted by it."""
    return datetime.now(UTC)
