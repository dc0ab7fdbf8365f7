"""A scanner without hardware: a real pseudo-terminal under a stable name, with all that goes wrong on a real line."""

import errno
import os
import random
import select
import time
import tty
from pathlib import Path

_NOBODY_READS = 1.0
"""Seconds after which bytes that nobody takes are given up."""


class SimulatedScanner:
    """A pseudo-terminal that behaves like a scanner on USB. It can be unplugged and plugged in again: the name stays,
    the device behind it changes."""

    def __init__(self, link: Path, terminator: str = "\r") -> None:
        self.link = link
        """The stable name to give to a program, as `/dev/serial/by-id` has them."""
        self.terminator = terminator
        self._baud: int | None = None
        self._ends: tuple[int, int] | None = None

    @property
    def port(self) -> str:
        """The name of its port."""
        return str(self.link)

    def plug_in(self) -> "SimulatedScanner":
        """Makes the port appear. Raises OSError where its name is taken by something else, or cannot be given."""
        if self._ends is None:
            if self.link.exists() and not self.link.is_symlink():
                raise FileExistsError(errno.EEXIST, "there is a file of that name already", str(self.link))
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
        """Makes the port vanish; what is still on the line is lost, as on a real one."""
        if self._ends is not None:
            if self.link.is_symlink() and os.readlink(self.link) == os.ttyname(self._ends[1]):
                self.link.unlink()
            for end in self._ends:
                os.close(end)
            self._ends = None

    def scan(self, text: str) -> None:
        """Sends one scan and the terminator."""
        self.send((text + self.terminator).encode("latin-1", "replace"))

    def noise(self, count: int, seed: int | None = None) -> None:
        """Sends random bytes, as a bad plug does."""
        self.send(random.Random(seed).randbytes(count))

    def slow_down(self, baud: int | None) -> None:
        """From now on sends byte by byte, as fast as a line of so many baud; None for at once."""
        self._baud = baud

    def send(self, data: bytes) -> None:
        """Sends bytes as they are; to nobody, if unplugged. What nobody reads for a second is lost."""
        if self._ends is None:
            return
        pieces = [data] if self._baud is None else [bytes([byte]) for byte in data]
        for piece in pieces:
            while piece and select.select([], [self._ends[0]], [], _NOBODY_READS)[1]:
                piece = piece[os.write(self._ends[0], piece) :]
            if self._baud:
                time.sleep(10 / self._baud)
