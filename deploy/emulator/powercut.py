"""What a power cut leaves on a card: everything up to the last moment at which the machine had it flushed, and no more.

Killing QEMU alone would be too kind: what it was told to write is then in the memory of this machine, and survives. So
it keeps a log of every write and flush in order (`blklogwrites`, in the format of the kernel's dm-log-writes).
"""

import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

MAGIC = 0x6A736677736872
SECTOR = 512
FLUSH, DISCARD = 1, 4
SUPER, ENTRY = struct.Struct("<QQQI"), struct.Struct("<QQQQ")
"""The first sector of a log: a magic number, the version, how many entries, the size of a sector. And an entry: where
on the card, how many sectors, its flags, and a length that we do not need. Its data are in the sectors after it."""
_ROOM = 64 << 30
"""The log is a file with holes, as long as this from the beginning."""


@dataclass(frozen=True, slots=True)
class Write:
    """Something that was written or flushed, and where in the log its data are."""

    sector: int
    sectors: int
    flags: int
    data: int

    @property
    def has_data(self) -> bool:
        return bool(self.sectors) and not self.flags & DISCARD


def copy(card: Path, to: Path) -> None:
    """Copy an image; holes stay holes. Raise CalledProcessError."""
    subprocess.run(["cp", "--reflink=auto", "--sparse=always", card, to], check=True)


def make_log(log: Path) -> None:
    """Make an empty log of writes."""
    log.unlink(missing_ok=True)
    with log.open("wb") as opened:
        opened.truncate(_ROOM)


def replay(log: Path, card: Path) -> tuple[int, int]:
    """Write to a card what a log says up to its last flush. Return how many writes that were, and how many are lost."""
    with log.open("rb") as source, card.open("r+b") as target:
        writes = list(_writes(source))
        kept = max((number for number, write in enumerate(writes, 1) if write.flags & FLUSH), default=0)
        for write in writes[:kept]:
            if write.has_data:
                source.seek(write.data)
                target.seek(write.sector * SECTOR)
                target.write(source.read(write.sectors * SECTOR))
    return sum(write.has_data for write in writes[:kept]), sum(write.has_data for write in writes[kept:])


def _writes(source: BinaryIO) -> Iterator[Write]:
    """Read the entries of a log. The first sector counts them, but only up to the last flush."""
    magic, *_ = SUPER.unpack(source.read(SUPER.size))
    if magic != MAGIC:  # not even a flush
        return
    place = SECTOR
    while True:
        source.seek(place)
        sector, sectors, flags, _ = ENTRY.unpack(source.read(ENTRY.size))
        if not sectors and not flags:
            return
        write = Write(sector, sectors, flags, place + SECTOR)
        yield write
        place = write.data + (sectors * SECTOR if write.has_data else 0)
