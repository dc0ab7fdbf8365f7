"""A scanner that types like a keyboard: fast characters that end in Enter are a scan, people's typing is not."""

FAST = 0.05
"""Seconds between two characters of a scanner at most. A fast typist needs twice as long."""

SHORTEST = 6
"""Characters of a scan at least: a key that bounces, or two keys hit at once, is none."""


class Wedge:
    """Listens to every key that is typed, and tells scans from typing."""

    def __init__(self) -> None:
        self._typed = ""
        self._last = float("-inf")

    def key(self, letter: str, now: float) -> str | None:
        """Takes one key: its letter, or "\\r" or "\\n" for Enter. Answers with the scan that it completes, if any."""
        fast = now - self._last <= FAST
        self._last = now
        if letter in ("\r", "\n"):
            scan = self._typed if fast and len(self._typed) >= SHORTEST else None
            self._typed = ""
            return scan
        self._typed = self._typed + letter if fast else letter
        return None
