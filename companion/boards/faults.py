"""What can be wrong with a map file, and how it is told."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a map file: the line where it stands, if it is known, and what to do."""

    line: int | None
    what: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}" if self.line else self.what


class BadMapError(ValueError):
    """A map file that cannot be played on."""

    def __init__(self, file: str, faults: Sequence[Fault]) -> None:
        self.file = file
        self.faults = tuple(faults)
        super().__init__(f"{file}: {self.faults[0]}")

    def lines(self) -> Iterator[str]:
        """One line per fault."""
        return (f"{self.file}: {fault}" for fault in self.faults)


def line_of(text: str, section: str, entry: str, nth: int = 1) -> int | None:
    """The line of a map file where the nth entry with this id stands in its section."""
    heading = re.search(rf"^\s*(?:{section}\s*=|\[\[\s*printed\s*\.\s*{section}\s*\]\])", text, re.MULTILINE)
    if not heading:
        return None
    found = re.compile(rf"\bid\s*=\s*([\"']){re.escape(entry)}\1").finditer(text, heading.start())
    for count, match in enumerate(found, start=1):
        if count == nth:
            return text.count("\n", 0, match.start()) + 1
    return None
