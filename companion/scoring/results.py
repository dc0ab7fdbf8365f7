"""The results of finished games in a file, so that statistics are not worked out again after every start.

The file only saves time: it can be deleted at any moment, and whatever in it is damaged or no longer valid is left out
and counted again. A result is valid for exactly this content of a game, this map file and this scoring program. The
file begins with a line for its format and the program; then each line is a checksum and a result. Lines are only
appended, until the file is tidied.
"""

import logging
import zlib
from collections.abc import Container
from functools import cache
from hashlib import blake2b
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from companion.files import put
from companion.scoring.statistics import Outcome

FILE = "results.cache"

_log = logging.getLogger(__name__)

_Line = tuple[str, str, Outcome]
"""The content of the game, the fingerprint of the map, and the result."""
_LINE: TypeAdapter[_Line] = TypeAdapter(_Line)


class Results:
    """Results by the content of the game, in memory and in a file."""

    def __init__(self, folder: Path | None = None) -> None:
        """Use the file in this folder; without a folder, only remember the results while the program runs."""
        self._file = folder / FILE if folder else None
        self._lines: dict[str, bytes] = {}
        """Lines of the file that nobody has asked for, by the content of the game."""
        self._known: dict[str, tuple[str, Outcome]] = {}
        self._is_read = False

    def __len__(self) -> int:
        """Return the number of results."""
        self._read()
        return len(self._lines) + len(self._known)

    def get(self, content: str, map_print: str) -> Outcome | None:
        """Return the result of the game with this content on this map, or None if it has not been counted."""
        self._read()
        line = self._lines.pop(content, None)
        if line is not None:
            try:
                _, counted_on, outcome = _LINE.validate_json(line)
            except ValidationError:
                return None
            self._known[content] = counted_on, outcome
        known = self._known.get(content)
        return known[1] if known and known[0] == map_print else None

    def put(self, content: str, map_print: str, outcome: Outcome) -> None:
        """Keep a result. Only log if the disk refuses."""
        self._read()
        self._lines.pop(content, None)
        self._known[content] = map_print, outcome
        if self._file:
            try:
                with self._file.open("ab") as opened:
                    opened.write(_written(_LINE.dump_json((content, map_print, outcome))))
            except OSError as error:
                _log.warning("%s is not written: %s", FILE, error)

    def keep(self, contents: Container[str]) -> None:
        """Forget the results of all games but these, in the file as well."""
        self._read()
        gone = [content for content in (*self._lines, *self._known) if content not in contents]
        for content in gone:
            self._lines.pop(content, None)
            self._known.pop(content, None)
        if gone:
            self._write()

    def _read(self) -> None:
        if self._is_read:
            return
        self._is_read = True
        if not self._file:
            return
        try:
            head, *lines = self._file.read_bytes().split(b"\n")
        except FileNotFoundError:
            head, lines = b"", []
        except OSError as error:
            _log.warning("%s cannot be read: %s", FILE, error)
            return
        sound = [line for line in map(_checked, lines) if line is not None] if head == _head() else []
        self._lines = {_content(line): line for line in sound}
        if head != _head() or len(lines) > 2 * len(self._lines) + 100:
            self._write()

    def _write(self) -> None:
        """Write the file again with what is known."""
        if not self._file:
            return
        known = (_LINE.dump_json((content, *what)) for content, what in self._known.items())
        try:
            put(self._file, b"".join((_head(), b"\n", *map(_written, (*self._lines.values(), *known)))))
        except OSError as error:
            _log.warning("%s is not written: %s", FILE, error)


def _written(line: bytes) -> bytes:
    return b"%08x %s\n" % (zlib.crc32(line), line)


def _checked(written: bytes) -> bytes | None:
    """Return a line without its checksum, or None if it is damaged."""
    line = written[9:]
    return line if written[:9] == b"%08x " % zlib.crc32(line) and line.startswith(b'["') else None


def _content(line: bytes) -> str:
    """Return the content of the game of a line, without reading all of it."""
    return line[2 : line.index(b'"', 2)].decode("ascii", "replace") if b'"' in line[2:] else ""


@cache
def _head() -> bytes:
    """Return the first line: results of another program, older or newer, are not valid here."""
    digest = blake2b(digest_size=16)
    for room in ("boards", "game", "scoring"):
        for file in sorted((Path(__file__).parents[1] / room).glob("*.py")):
            digest.update(file.read_bytes())
    return f"companion-results/1 {digest.hexdigest()}".encode()
