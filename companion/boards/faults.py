"""Faults of a map file, and the lines they are on."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.words import say


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault in a map file: the line, if known, and what to do about it."""

    line: int | None
    what: str

    def __str__(self) -> str:
        return say("line {line}: {what}", line=str(self.line), what=self.what) if self.line else self.what


class BadMapError(ValueError):
    """Raised when a map file cannot be played on."""

    def __init__(self, file: str, faults: Sequence[Fault]) -> None:
        self.file = file
        self.faults = tuple(faults)
        super().__init__(f"{file}: {self.faults[0]}")

    def lines(self) -> Iterator[str]:
        """Return one line of text per fault."""
        return (f"{self.file}: {fault}" for fault in self.faults)


class Lines:
    """The line numbers of the entries of a map file."""

    def __init__(self, text: str) -> None:
        self._lines: dict[tuple[str, str], list[int]] = {}
        section = ""
        for number, line in enumerate(text.splitlines(), start=1):
            heading = re.match(r"\s*(?:(\w+)\s*=\s*\[|\[\[\s*printed\s*\.\s*(\w+)\s*\]\])", line)
            if heading:
                section = heading[1] or heading[2]
            for entry in re.finditer(r"\bid\s*=\s*([\"'])(.*?)\1", line):
                self._lines.setdefault((section, entry[2]), []).append(number)

    def of(self, section: str, entry: str, nth: int = 1) -> int | None:
        """Return the line of the nth entry with this id in a section, or None if it is not found."""
        found = self._lines.get((section, entry), [])
        return found[nth - 1] if len(found) >= nth else None
