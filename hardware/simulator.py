"""A simulated scanner: a real pseudo-terminal under a stable name, with the faults of a real line."""

import errno
import os
import random
import select
import time
import tty
from pathlib import Path

_NOBODY_READS = 1.0
"""Seconds after which unread bytes are dropped."""


class SimulatedScanner:
    """A pseudo-terminal that behaves like a scanner on USB. After unplugging and plugging in, the name is the same, but
    the device behind it is new."""

    def __init__(self, link: Path, terminator: str = "\r") -> None:
        self.link = link
        """The stable name for programs to open, like those in `/dev/serial/by-id`."""
        self.terminator = terminator
        self._baud: int | None = None
        self._ends: tuple[int, int] | None = None

    @property
    def port(self) -> str:
        """The name of the port."""
        return str(self.link)

    def plug_in(self) -> "SimulatedScanner":
        """Make the port appear. Raise OSError if its name is taken by another file, or cannot be created."""
        if self._ends is None:
            if self.link.exists() and not self.link.is_symlink():
                raise FileExistsError(errno.EEXIST, "there is already a file with that name", str(self.link))
            ends = os.openpty()
            tty.setraw(ends[1])
            os.set_blocking(ends[0], False)
            passing = self.link.with_name(f".{self.link.name}-{os.getpid()}")
            try:
                passing.symlink_to(os.ttyname(ends[1]))
                passing.replace(self.link)
            except OSError:
                for end in ends:
                    os.close(end)
                raise
            self._ends = ends
        return self

    def unplug(self) -> None:
        """Make the port vanish. Unread bytes are lost, as on a real line."""
        if self._ends is not None:
            if self.link.is_symlink() and os.readlink(self.link) == os.ttyname(self._ends[1]):
                self.link.unlink()
            for end in self._ends:
                os.close(end)
            self._ends = None

    def scan(self, text: str) -> None:
        """Send one scan and the terminator."""
        self.send((text + self.terminator).encode("latin-1", "replace"))

    def noise(self, count: int, seed: int | None = None) -> None:
        """Send random bytes, as a loose plug does."""
        self.send(random.Random(seed).randbytes(count))

    def slow_down(self, baud: int | None) -> None:
        """Send byte by byte at this baud rate from now on; with None, everything at once."""
        self._baud = baud

    def send(self, data: bytes) -> None:
        """Send bytes as they are, or nothing if unplugged. Bytes that stay unread for a second are dropped."""
        if self._ends is None:
            return
        pieces = [data] if self._baud is None else [bytes([byte]) for byte in data]
        for piece in pieces:
            while piece and select.select([], [self._ends[0]], [], _NOBODY_READS)[1]:
                piece = piece[os.write(self._ends[0], piece) :]
            if self._baud:
                time.sleep(10 / self._baud)
