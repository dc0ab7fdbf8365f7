"""A scanner that types like a keyboard: fast characters that end in Enter are a scan, people's typing is not."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardware.codes import Scan

FAST = 0.05
"""The most seconds between two characters of a scanner. A fast typist needs twice as long."""

SHORTEST = 6
"""The fewest characters of a scan: fewer may come from a bouncing key, or from two keys hit at once."""


class Wedge:
    """A filter that separates scans from typing. As on a serial line, what comes without a pause is one scan, however
    many labels and Enters it holds."""

    def __init__(self) -> None:
        self._typed = ""
        self._last = float("-inf")
        self._texts: list[str] = []

    @property
    def waits(self) -> bool:
        """Whether a scan is complete if no key follows within `FAST`."""
        return bool(self._texts)

    def key(self, letter: str, now: float) -> None:
        """Take one key: its letter, or "\\r" or "\\n" for Enter."""
        fast = now - self._last <= FAST
        self._last = now
        if letter not in ("\r", "\n"):
            self._typed = self._typed + letter if fast else letter
            return
        if fast and len(self._typed) >= SHORTEST and self._typed not in self._texts[:2]:
            self._texts.append(self._typed)
        self._typed = ""

    def pause(self) -> "Scan | None":
        """Return the scan that is complete now that no key has followed, or None."""
        from hardware.codes import Reason, Refusal, Scan, parse, shown  # the first frame does not wait for them

        texts, self._texts = self._texts, []
        if len(texts) > 1:
            text = " ".join(texts[:2])
            return Scan(text, Refusal(Reason.SEVERAL, shown(text)))
        return Scan(texts[0], parse(texts[0])) if texts else None
