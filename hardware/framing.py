"""Splitting of a scanner's byte stream into scans.

A scan is one label. A single QR code can hold dozens of our codes, with line ends between them or without; what arrives
without a pause came from one code, and if there is more than one label in it, none of them counts.
"""

import re
from binascii import crc_hqx

from hardware.codes import LENGTH, PRODUCT, Code, Reason, Refusal, Scan, normal, parse, shown

SILENCE = 0.25
"""Seconds without a byte that end a scan without a terminator."""

PAUSE = 0.03
"""Seconds without a byte after which a label has come alone. Bytes of one code follow each other within a few
milliseconds, and no hand goes from one label to the next this fast."""

_END = re.compile(rb"[\r\n\t\x03]")
"""Carriage return, line feed, tab, end of text: the terminators that scanners can be set to send."""

_LABEL = re.compile(rb"(?i:%s)[0-9A-Za-z]{%d}" % (PRODUCT.encode(), LENGTH - len(PRODUCT)))
_REPLY = b"\x02\x00\x00"
"""The beginning of a reply to a setting by a module of the Grow family. Replies come in the same stream as scans."""
_LONGEST_REPLY = 16

_LONGEST = 2000
"""The maximum number of bytes in a scan. No code holds more, so anything longer is noise."""


_Frame = bytes | Scan
"""Bytes that belong together, or one of our labels found among them."""


class Framer:
    """A converter of bytes into scans.

    A scan ends at a terminator, after silence, or when one of our labels is complete and nothing follows for a moment,
    so that labels need no terminator. Each time a port is opened it gets a new framer, so that half a scan is never
    joined to what comes after a reconnection.
    """

    def __init__(self, prefix: str = "") -> None:
        """Set up; `prefix` is what the scanner is set to send before every scan."""
        self._prefix = prefix
        self._buffer = b""
        self._last = 0.0
        self._labels: dict[Code, Scan] = {}
        """The labels that have come without a pause."""

    @property
    def waits(self) -> bool:
        """Whether a label waits for a pause of `PAUSE`."""
        return bool(self._labels)

    def feed(self, data: bytes, now: float) -> list[Scan]:
        """Return the scans that these bytes complete, except labels: they wait for a pause, in case others follow."""
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
        return self._without_labels(self._scans([*frames, *more]))

    def idle(self, now: float) -> list[Scan]:
        """Return the scans that are complete when nothing has come for `PAUSE`, or for longer."""
        found: list[Scan] = []
        if self._buffer and now - self._last >= SILENCE:
            rest, self._buffer = self._buffer, b""
            found = self._without_labels(self._scans(_labels_first(rest, whole=True)[0]))
        labels, self._labels = list(self._labels.values()), {}
        if len(labels) > 1:
            text = " ".join(label.text for label in labels)
            return [*found, Scan(text, Refusal(Reason.SEVERAL, shown(text)))]
        return [*found, *labels]

    def _without_labels(self, scans: list[Scan]) -> list[Scan]:
        """Return what is not a label; the labels wait. Of a flood that has no pause, two are enough to refuse it."""
        for scan in scans:
            if isinstance(scan.meaning, Code) and len(self._labels) < 2:
                self._labels.setdefault(scan.meaning, scan)
        return [scan for scan in scans if not isinstance(scan.meaning, Code)]

    def _scans(self, frames: list[_Frame]) -> list[Scan]:
        """Return the scans in these frames, leaving out frames with only a prefix or characters that scanners add."""
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
    """Return the frames in these bytes, with each label and what precedes it as separate frames, and the remaining
    bytes. If the bytes are `whole`, the rest is a frame too, and nothing remains."""
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
    """Return the bytes without a module's replies, and separately a reply that is still incomplete. A reply is
    recognised by its checksum: what only looks like one is left in."""
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
