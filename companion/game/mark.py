"""The mark: how far the journal had got, kept beside the file.

A file or a log that disappears leaves no trace in itself. The mark is written after each checkpoint, when everything is
in the file, so it is never ahead of what the disk has acknowledged.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from companion.files import put
from companion.parsing import parse_json


@dataclass(frozen=True, slots=True)
class Mark:
    """How far the journal had got."""

    log: bool = False
    """Whether there is a log, and the file must not be without it."""
    last: int = 0
    """The id of the last step in the file."""
    opened: int = 0
    """How often games had been opened; it grows whenever an app is started, an older one included."""


def read_mark(path: Path) -> Mark:
    """Return the mark; an empty one, which proves nothing, if it cannot be read."""
    try:
        found = parse_json(path.read_bytes())
        return Mark(bool(found["log"]), int(found["last"]), int(found["opened"]))
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return Mark()


def write_mark(path: Path, mark: Mark) -> None:
    """Write the mark. Raise OSError."""
    put(path, json.dumps(asdict(mark)).encode())
