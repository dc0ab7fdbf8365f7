"""SQLite's write-ahead log, read without SQLite.

SQLite applies a log up to the last transaction before the first bad frame, and the next write overwrites everything
behind it. So what is behind it has to be known before SQLite opens the file. The format is described in section 4 of
https://www.sqlite.org/fileformat2.html.
"""

import struct
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

_HEADER, _FRAME_HEADER = 32, 24
_MAGIC = 0x377F0682
"""The first word of a log, with or without the lowest bit: that bit says in which order the bytes are summed."""
_WORD = 0xFFFFFFFF
_FAR = 1 << 20
"""No log is used that often."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A page as a transaction left it."""

    page: int
    commits: bool
    """Whether a transaction ends with it."""
    current: bool
    """Whether it belongs to the log as it is now, not to an earlier use of the same file."""
    garbled: bool
    """Whether it belongs to neither, or to a later use than the beginning of the log says."""
    image: bytes


class Tail(Enum):
    """What is behind the last transaction that SQLite will apply."""

    NOTHING = auto()
    """Nothing of this log."""
    CUT_OFF = auto()
    """At most one transaction that is not whole: what a power cut leaves behind."""
    LOST = auto()
    """Transactions that were complete once: the log is damaged."""


@dataclass(frozen=True, slots=True)
class Log:
    """What is in a log."""

    page_size: int = 4096
    frames: tuple[Frame, ...] = ()
    applied: int = 0
    """How many of the frames SQLite will apply."""
    headless: bool = False
    """Whether its beginning cannot be read, so that SQLite will apply nothing."""

    @property
    def tail(self) -> Tail:
        """What SQLite will not apply. A transaction is begun only after the one before is on the disk, so a power cut
        leaves at most one that is not whole."""
        rest = self.frames[self.applied :]
        ends = [place for place, frame in enumerate(rest) if frame.current and frame.commits]
        behind = rest[ends[0] + 1 :] if ends else ()
        if (rest and self.headless) or any(frame.current for frame in behind) or any(one.garbled for one in rest):
            return Tail.LOST
        return Tail.CUT_OFF if rest else Tail.NOTHING

    def applied_pages(self) -> dict[int, bytes]:
        """Return the newest image of each page that SQLite will apply."""
        return {frame.page: frame.image for frame in self.frames[: self.applied]}


def read_log(path: Path) -> Log:
    """Return what is in a log; an empty one if there is none. Damaged content never raises an error."""
    return parse_log(path.read_bytes() if path.exists() else b"")


def parse_log(data: bytes) -> Log:
    """Return what is in these bytes of a log."""
    if len(data) <= _HEADER:
        return Log()
    magic, _, size, _, _, _, *sums = struct.unpack(">8I", data[:_HEADER])
    if not (512 <= size <= 65536 and size & (size - 1) == 0):
        size = 4096
    order = ">" if magic & 1 else "<"
    chain = _summed(data[:24], (0, 0), order)
    whole = magic & ~1 == _MAGIC and chain == tuple(sums)
    unbroken = whole
    salts = data[16:24]
    frames: list[Frame] = []
    applied = 0
    for at in range(_HEADER, len(data) - _FRAME_HEADER, _FRAME_HEADER + size):
        page, pages_after, *_ = struct.unpack(">2I", data[at : at + 8])
        image = data[at + _FRAME_HEADER : at + _FRAME_HEADER + size]
        current = data[at + 8 : at + 16] == salts
        frames.append(Frame(page, pages_after > 0, current, _is_garbled(data[at + 8 : at + 16], salts), image))
        unbroken = unbroken and current and len(image) == size and page > 0
        if unbroken:
            chain = _summed(image, _summed(data[at : at + 8], chain, order), order)
            unbroken = chain == struct.unpack(">2I", data[at + 16 : at + 24])
        if unbroken and pages_after:
            applied = len(frames)
    return Log(size, tuple(frames), applied, headless=not whole)


def _is_garbled(salts: bytes, expected: bytes) -> bool:
    """Return whether the two numbers that tell one use of the log from another are impossible: with each use the first
    grows by one, and the second is drawn again."""
    if salts == expected:
        return False
    ahead = int.from_bytes(salts[:4], "big") - int.from_bytes(expected[:4], "big") & _WORD
    return ahead == 0 or salts[4:] == expected[4:] or ahead < _FAR


def _summed(data: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    """Return SQLite's sums after these bytes."""
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = first + one + second & _WORD
        second = second + other + first & _WORD
    return first, second
