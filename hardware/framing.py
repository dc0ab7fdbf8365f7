"""Cuts the bytes of a scanner into scans, however they arrive."""

import re

from hardware.codes import LENGTH, PRODUCT, Code, normal, parse

SILENCE = 0.25
"""Seconds without a byte that end a scan which has no terminator."""

_END = re.compile(rb"[\r\n\t\x03]")
"""Carriage return, line feed, tab, end of text: whatever a scanner is set to send behind a scan."""

_LABEL = re.compile(rb"(?i:%s)[0-9A-Za-z]{%d}" % (PRODUCT.encode(), LENGTH - len(PRODUCT)))
_REPLY = re.compile(rb"\x02\x00\x00(.)", re.DOTALL)
"""How a module of the Grow family begins an answer to a setting; it comes in the same stream as the scans."""

_LONGEST = 2000
"""No code holds more; what is longer is noise."""


class Framer:
    """Bytes in, scans out. A scan ends at a terminator, after silence, or at once where a whole label of ours is read:
    so labels that run together without any terminator are told apart, and nobody waits for silence."""

    def __init__(self, prefix: str = "") -> None:
        """`prefix` is what the scanner was told to send before every scan."""
        self._prefix = prefix
        self._buffer = b""
        self._last = 0.0

    def reset(self) -> None:
        """Forgets half a scan: it must never join what comes after a plug was pulled."""
        self._buffer = b""

    def feed(self, data: bytes, now: float) -> list[str]:
        """The scans that these bytes complete."""
        self._last = now
        self._buffer = _without_replies(self._buffer + data)
        frames = []
        while end := _END.search(self._buffer):
            frames += _labels_first(self._buffer[: end.start()], whole=True)[0]
            self._buffer = self._buffer[end.end() :]
        more, self._buffer = _labels_first(self._buffer, whole=False)
        if len(self._buffer) > _LONGEST:
            more.append(self._buffer[: -LENGTH + 1])
            self._buffer = self._buffer[-LENGTH + 1 :]
        return self._scans([*frames, *more])

    def idle(self, now: float) -> list[str]:
        """The scan that silence completes, if there was enough of it."""
        if not self._buffer or now - self._last < SILENCE:
            return []
        rest, self._buffer = self._buffer, b""
        return self._scans(_labels_first(rest, whole=True)[0])

    def _scans(self, frames: list[bytes]) -> list[str]:
        """The texts of these frames; what is only a prefix, or what a scanner puts around a scan, is none."""
        texts = (frame.decode("latin-1").removeprefix(self._prefix) for frame in frames)
        return [text for text in texts if normal(text)]


def _labels_first(data: bytes, whole: bool) -> tuple[list[bytes], bytes]:
    """The labels in a stretch of bytes, and apart from them what stands before each; what is left, and where the
    stretch is whole, that is a frame too."""
    frames: list[bytes] = []
    start = at = 0
    while found := _LABEL.search(data, at):
        if isinstance(parse(found[0].decode("ascii")), Code):
            frames += [data[start : found.start()], found[0]]
            start = at = found.end()
        else:
            at = found.start() + 1
    if whole:
        frames.append(data[start:])
        start = len(data)
    return frames, data[start:]


def _without_replies(data: bytes) -> bytes:
    """The bytes without a module's own answers; one that has not arrived whole is left until it has."""
    at = 0
    while found := _REPLY.search(data, at):
        end = found.end() + found[1][0] + 2
        if end > len(data):
            return data
        data = data[: found.start()] + data[end:]
        at = found.start()
    return data
