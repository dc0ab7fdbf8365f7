"""Where log lines go: to standard error, and those of the app also to a small file in its data folder.

Modules log with `logging.getLogger(__name__)`, in English, for whoever looks for a fault. Names of players and tickets
are never logged.
"""

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TextIO

FILE = "companion.log"
_OURS = ("companion", "hardware")
_BYTES, _OLDER = 256_000, 2
"""The size of the file, and how many older ones are kept beside it: memory cards are small and wear out."""
_PRIORITIES = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}

_log = logging.getLogger(__name__)


@contextmanager
def on_stderr(level: int, verbose: bool = False) -> Iterator[None]:
    """Log to standard error from this level on, or everything if `verbose`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setLevel(logging.DEBUG if verbose else level)
    handler.setFormatter(
        _ForJournal() if _is_journal(sys.stderr) else logging.Formatter("%(levelname)s %(name)s: %(message)s")
    )
    ours = [logging.getLogger(name) for name in _OURS]
    before = logging.raiseExceptions, [logger.level for logger in ours]
    logging.raiseExceptions = False  # a log that cannot be written must never show
    for logger in ours:
        logger.setLevel(logging.DEBUG if verbose else logging.INFO)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
        logging.raiseExceptions = before[0]
        for logger, was in zip(ours, before[1], strict=True):
            logger.setLevel(was)


@contextmanager
def kept_in(folder: Path) -> Iterator[None]:
    """Log also to a file in a folder, as far as its disk lets us."""
    handler = _LogFile(folder / FILE)
    # Kivy's own lines, warnings and worse, do not reach the root.
    loggers = [logging.getLogger(name) for name in (None, "kivy")]
    for logger in loggers:
        logger.addHandler(handler)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(handler)
        with suppress(OSError):
            handler.close()


class _LogFile(RotatingFileHandler):
    """The file, opened with its first line. Lines are flushed, not forced onto the disk."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "a", _BYTES, _OLDER, encoding="utf-8", delay=True, errors="backslashreplace")
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))

    def _open(self) -> TextIOWrapper:
        Path(self.baseFilename).parent.mkdir(parents=True, exist_ok=True)
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802, Python's own name
        """Give the file up, with one warning elsewhere, if its disk refuses."""
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            super().handleError(record)
            return
        self.setLevel(logging.CRITICAL + 1)
        with suppress(OSError):
            self.close()
        _log.warning("no more lines are kept in %s: %s", self.baseFilename, error.strerror or error)


class _ForJournal(logging.Formatter):
    """Lines as systemd's journal takes them, each with its priority in front (sd-daemon(3))."""

    def __init__(self) -> None:
        super().__init__("%(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Return every line of a record with its priority."""
        priority = _PRIORITIES.get(record.levelno, 5)
        return "\n".join(f"<{priority}>{line}" for line in super().format(record).splitlines())


def _is_journal(stream: TextIO) -> bool:
    """Whether a stream goes to systemd's journal, which names the device and inode of the one that it reads."""
    try:
        file = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{file.st_dev}:{file.st_ino}"
