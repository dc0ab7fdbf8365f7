"""Logging: lines go to standard error, and those of the app also to a small file in its data folder.

Modules log with `logging.getLogger(__name__)`, in English, for developers. Names of players and tickets are never
logged.
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
"""The size limit of the log file and the number of older files kept: memory cards are small and wear out."""
_PRIORITIES = {logging.DEBUG: 7, logging.INFO: 6, logging.WARNING: 4, logging.ERROR: 3, logging.CRITICAL: 2}

_log = logging.getLogger(__name__)


@contextmanager
def on_stderr(level: int, verbose: bool = False) -> Iterator[None]:
    """Log to standard error from this level up, or everything if `verbose`, while the context is open."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setLevel(logging.DEBUG if verbose else level)
    handler.setFormatter(
        _ForJournal() if _is_journal(sys.stderr) else logging.Formatter("%(levelname)s %(name)s: %(message)s")
    )
    ours = [logging.getLogger(name) for name in _OURS]
    before = logging.raiseExceptions, [logger.level for logger in ours]
    logging.raiseExceptions = False  # a failing log must not print tracebacks
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
    """Log also to a file in this folder while the context is open; stop with a warning if the disk fails."""
    handler = _LogFile(folder / FILE)
    # Kivy does not propagate its warnings and errors to the root logger.
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
    """A log file that is created with its first line. Lines are flushed but not synced to the disk."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "a", _BYTES, _OLDER, encoding="utf-8", delay=True, errors="backslashreplace")
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))

    def _open(self) -> TextIOWrapper:
        Path(self.baseFilename).parent.mkdir(parents=True, exist_ok=True)
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802, Python's own name
        """Close the file on an OSError and log one warning to the other handlers."""
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            super().handleError(record)
            return
        self.setLevel(logging.CRITICAL + 1)
        with suppress(OSError):
            self.close()
        _log.warning("no more lines are kept in %s: %s", self.baseFilename, error.strerror or error)


class _ForJournal(logging.Formatter):
    """A formatter for systemd's journal, which puts the priority before every line (sd-daemon(3))."""

    def __init__(self) -> None:
        super().__init__("%(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Return all lines of a record, each with its priority in front."""
        priority = _PRIORITIES.get(record.levelno, 5)
        return "\n".join(f"<{priority}>{line}" for line in super().format(record).splitlines())


def _is_journal(stream: TextIO) -> bool:
    """Return whether a stream goes to systemd's journal, which sets JOURNAL_STREAM to its device and inode."""
    try:
        file = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{file.st_dev}:{file.st_ino}"
