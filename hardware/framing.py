"""Cuts the bytes of a scanner into scans, however they arrive."""

import re
from binascii import crc_hqx

from hardware.codes import LENGTH, PRODUCT, Code, Refusal, Scan, normal, parse

SILENCE = 0.25
"""Seconds without a byte that end a scan which has no terminator."""

_END = re.compile(rb"[\r\n\t\x03]")
"""Carriage return, line feed, tab, end of text: whatever a scanner is set to send behind a scan."""

_LABEL = re.compile(rb"(?i:%s)[0-9A-Za-z]{%d}" % (PRODUCT.encode(), LENGTH - len(PRODUCT)))
_REPLY = b"\x02\x00\x00"
"""How a module of the Grow family begins an answer to a setting; it comes in the same stream as the scans."""
_LONGEST_REPLY = 16

_LONGEST = 2000
"""No code holds more; what is longer is noise."""


_Frame = bytes | Scan
"""Bytes that belong together, or a label of ours among them."""


class Framer:
    """Bytes in, scans out. A scan ends at a terminator, after silence, or at once where a whole label of ours is read:
    so labels that run together without any terminator are told apart, and nobody waits for silence. Each opening of a
    port has a framer of its own, so that half a scan never joins what comes after a plug was pulled."""

    def __init__(self, prefix: str = "") -> None:
        """`prefix` is what the scanner was told to send before every scan."""
        self._prefix = prefix
        self._buffer = b""
        self._last = 0.0

    def feed(self, data: bytes, now: float) -> list[Scan]:
        """Return the scans that these bytes complete."""
        self._last = now
        ready, begun = _without_replies(self._buffer + data)
        frames: list[_Frame] = []
        while end := _END.search(ready):
            frames += _labels_first(ready[: end.start()], whole=True)[0]
            ready = ready[end.end() :]
        more, ready = _labels_first(ready, whole=False)
        if len(ready) > _LONGEST:
            more.append(ready[: -LENGTH + 1])
            ready = ready[-LENGTH + 1 :]
        self._buffer = ready + begun
        return self._scans([*frames, *more])

    def idle(self, now: float) -> list[Scan]:
        """Return the scan that silence completes, if there was enough of it."""
        if not self._buffer or now - self._last < SILENCE:
            return []
        rest, self._buffer = self._buffer, b""
        return self._scans(_labels_first(rest, whole=True)[0])

    def _scans(self, frames: list[_Frame]) -> list[Scan]:
        """Return what these frames say; what is only a prefix, or what a scanner puts around a scan, says nothing."""
        scans = (frame if isinstance(frame, Scan) else self._scan(frame.decode("latin-1")) for frame in frames)
        return [scan for scan in scans if scan is not None]

    def _scan(self, text: str) -> Scan | None:
        bare = normal(text)
        if not bare:
            return None
        meaning = parse(bare)
        if isinstance(meaning, Refusal) and self._prefix:
            text = bare.removeprefix(normal(self._prefix))
            meaning = parse(text)
        elif isinstance(meaning, Code):
            text = bare
        return Scan(text, meaning) if normal(text) else None


def _labels_first(data: bytes, whole: bool) -> tuple[list[_Frame], bytes]:
    """Return the labels in a stretch of bytes, and apart from them what stands before each; what is left, and where the
    stretch is whole, that is a frame too."""
    frames: list[_Frame] = []
    start = at = 0
    while found := _LABEL.search(data, at):
        text = found[0].decode("ascii").upper()
        meaning = parse(text)
        if isinstance(meaning, Code):
            frames += [data[start : found.start()], Scan(text, meaning)]
            start = at = found.end()
        else:
            at = found.start() + 1
    if whole:
        frames.append(data[start:])
        start = len(data)
    return frames, data[start:]


def _without_replies(data: bytes) -> tuple[bytes, bytes]:
    """The bytes without a module's own answers, and apart from them an answer that has begun but is not whole. An
    answer is told by its checksum: what only looks like one is left as it is."""
    at = 0
    while (at := data.find(_REPLY[:1], at)) >= 0:
        rest = data[at:]
        head = rest[: len(_REPLY)]
        if head != _REPLY[: len(head)]:
            at += 1
            continue
        length = rest[len(_REPLY)] if len(rest) > len(_REPLY) else None
        if length is None:
            return data[:at], rest
        whole = len(_REPLY) + 1 + length + 2
        if length > _LONGEST_REPLY:
            at += 1
        elif len(rest) < whole:
            return data[:at], rest
        elif crc_hqx(rest[1 : whole - 2], 0) == int.from_bytes(rest[whole - 2 : whole], "big"):
            data = data[:at] + rest[whole:]
        else:
            at += 1
    return data, b""
