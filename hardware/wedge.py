"""A scanner that types like a keyboard: fast characters that end in Enter are a scan, people's typing is not."""

FAST = 0.05
"""The most seconds between two characters of a scanner. A fast typist needs twice as long."""

SHORTEST = 6
"""The fewest characters of a scan: fewer may come from a bouncing key, or from two keys hit at once."""


class Wedge:
    """A filter that separates scans from typing."""

    def __init__(self) -> None:
        self._typed = ""
        self._last = float("-inf")

    def key(self, letter: str, now: float) -> str | None:
        """Take one key: its letter, or "\\r" or "\\n" for Enter. Return the scan that it completes, or None."""
        fast = now - self._last <= FAST
        self._last = now
        if letter in ("\r", "\n"):
            scan = self._typed if fast and len(self._typed) >= SHORTEST else None
            self._typed = ""
            return scan
        self._typed = self._typed + letter if fast else letter
        return None
