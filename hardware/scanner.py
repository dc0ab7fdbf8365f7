"""A scanner on a serial line, read by one thread that reconnects by itself."""

import logging
import termios
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

from companion.words import Sentence
from hardware.codes import Code, LabelKind, Scan
from hardware.framing import PAUSE, Framer
from hardware.ports import AUTO, PATIENCE, Cause, cause_of, explained, find_ports, open_port, with_baud

_log = logging.getLogger(__name__)

_LOST = (OSError, termios.error, TypeError, ValueError)
"""Errors that pyserial raises when the scanner is unplugged; not all of them are an OSError."""

_ATTEMPTS = (0.2, 0.2, 0.5, 1.0)
"""Seconds between attempts to open the port; the last one repeats."""

_HELD, _HELD_COMMAND = 1.2, 0.6
"""Seconds within which the same label is the same read: longer than the interval at which scanners repeat a held
label."""


@dataclass(frozen=True, slots=True)
class Link:
    """The scanner was connected or lost; `why` is for people."""

    connected: bool
    port: str | None
    why: Sentence


class Debounce:
    """A filter by which a label held before the scanner counts once, however long. Different labels are never
    delayed."""

    def __init__(self) -> None:
        self._seen: dict[str, float] = {}

    def is_fresh(self, scan: Scan, now: float) -> bool:
        """Return whether this is a new read, and not the last one continued."""
        meaning = scan.meaning
        is_command = isinstance(meaning, Code) and meaning.kind is LabelKind.COMMAND
        window = _HELD_COMMAND if is_command else _HELD
        key = meaning.text if isinstance(meaning, Code) else scan.text
        last = self._seen.get(key)
        if len(self._seen) > 1000:
            self._seen = {text: at for text, at in self._seen.items() if now - at <= _HELD}
        self._seen[key] = now
        return last is None or now - last > window


class Scanner:
    """A reader of a port in its own thread. `events` holds scans and changes of the connection, in order. `wake` is
    called from the thread after each, so that the program can empty the queue in its own thread."""

    def __init__(
        self,
        port: str = AUTO,
        baud: int = 9600,
        prefix: str = "",
        wake: Callable[[], object] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.events: SimpleQueue[Scan | Link] = SimpleQueue()
        self._wanted, self._baud = with_baud(port, baud)
        self._prefix = prefix
        self._wake = wake
        self._clock = clock
        self._halt = threading.Event()
        self._serial: Any = None
        self._debounce = Debounce()
        self._thread = threading.Thread(target=self._run, name="scanner", daemon=True)

    def start(self) -> "Scanner":
        """Start reading, or waiting for a scanner."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Stop at once, even if nothing is plugged in."""
        self._halt.set()
        cancel = getattr(self._serial, "cancel_read", None)
        if cancel:
            with suppress(*_LOST):  # it may just have been unplugged
                cancel()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def _tell(self, event: Scan | Link) -> None:
        self.events.put(event)
        try:
            self._wake()
        except Exception:  # a failing callback must not stop the scanner; the event stays in the queue
            _log.exception("waking after a scan failed")

    def _run(self) -> None:
        attempts, told = 0, None
        while not self._halt.is_set():
            port, cause, error = self._connect()
            if cause:
                if cause is not told and not (told is Cause.UNPLUGGED and cause is Cause.ABSENT):
                    told = cause
                    level = logging.INFO if cause is Cause.ABSENT else logging.WARNING
                    _log.log(level, "no scanner at %s: %s", port or self._wanted, error or cause.name.lower())
                    self._tell(Link(False, port, explained(cause, port, error)))
                self._halt.wait(_ATTEMPTS[min(attempts, len(_ATTEMPTS) - 1)])
                attempts += 1
                continue
            attempts, told = 0, None
            _log.info("a scanner is connected at %s", port)
            self._tell(Link(True, port, Sentence("the scanner is ready")))
            if not self._read_until_lost():
                told = Cause.UNPLUGGED
                _log.warning("the scanner at %s is gone", port)
                self._tell(Link(False, port, explained(told, port)))

    def _connect(self) -> tuple[str | None, Cause | None, str]:
        """Open the first port that can be opened and return it. Otherwise return one that cannot, and why."""
        failed: tuple[str | None, Cause, str] = (None, Cause.ABSENT, "")
        try:
            for port in find_ports(self._wanted):
                try:
                    self._serial = open_port(port, self._baud)
                except Exception as error:  # drivers and URLs raise anything, and the thread must go on
                    if failed[1] is Cause.ABSENT:
                        failed = port, cause_of(error), str(error)
                else:
                    return port, None, ""
        except OSError as error:  # the list of ports changed while it was read
            return None, Cause.OTHER, str(error)
        return failed

    def _read_until_lost(self) -> bool:
        """Read scans. Return True when asked to stop, False when the scanner is lost."""
        framer = Framer(self._prefix)
        try:
            while not self._halt.is_set():
                data = self._serial.read(1)
                now = self._clock()
                if data:
                    data += self._serial.read(self._serial.in_waiting or 0)
                    scans = framer.feed(data, now)
                else:
                    scans = framer.idle(now)
                patience = PAUSE if framer.waits else PATIENCE
                if self._serial.timeout != patience:
                    self._serial.timeout = patience
                for scan in scans:
                    if self._debounce.is_fresh(scan, now):
                        self._tell(scan)
            return True
        except _LOST:
            return False
        finally:
            self._close()

    def _close(self) -> None:
        with suppress(*_LOST):  # it may have been unplugged
            self._serial.close()
