"""How far something has got that takes a while, seen from another thread."""

from threading import Event


class CancelledError(Exception):
    """Raised inside the work when nobody waits for it any more. It can be repeated later."""


class Progress:
    """How much is done, from 0 to 1. The work calls `advance`, anybody else reads `share` or calls `cancel`."""

    def __init__(self) -> None:
        self.share = 0.0
        self._cancelled = Event()

    def advance(self, share: float) -> None:
        """Note how much is done. Raise CancelledError if the work is not wanted any more."""
        if self._cancelled.is_set():
            raise CancelledError
        self.share = min(max(share, self.share), 1.0)

    def pause(self, seconds: float) -> None:
        """Let others work for a moment. Raise CancelledError if the work is not wanted any more."""
        if self._cancelled.wait(seconds):
            raise CancelledError

    def cancel(self) -> None:
        """Make the work stop soon."""
        self._cancelled.set()
