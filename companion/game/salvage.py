"""Recovery of what can be read from a damaged file of games.

SQLite gives up where its tree is broken, but the rows are in leaf pages that can be read without the tree. So every
page of the file and of its write-ahead log is read on its own. Steps are written once, never changed, and carry a
checksum: whatever looks like a step and matches its checksum is one.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.game.keptboards import SalvagedBoards
from companion.game.store import StepRow

_LEAF = 0x0D
"""The first byte of a page that holds rows of a table."""

Value = int | str | bytes | float | None


@dataclass
class Salvaged:
    """Every step that was found, by game and number."""

    steps: dict[int, dict[int, StepRow]] = field(default_factory=dict)
    boards: SalvagedBoards = field(default_factory=SalvagedBoards)

    def games(self) -> list[list[StepRow]]:
        """Return the games whose beginning was found, each up to its first missing step."""
        found = []
        for _, steps in sorted(self.steps.items()):
            unbroken = [step for number, step in sorted(steps.items()) if all(n in steps for n in range(number))]
            if unbroken:
                found.append(unbroken)
        return found

    def fill_in(self, other: "Salvaged") -> None:
        """Add what is missing here from another file, a backup: whole games, and further steps of games that agree in
        all steps that both have."""
        for game, more in other.steps.items():
            steps = self.steps.get(game, {})
            if all(more[number] == steps[number] for number in more.keys() & steps.keys()):
                self.steps[game] = {**more, **steps}
        self.boards.fill_in(other.boards)


def salvage(path: Path) -> Salvaged:
    """Return what can be read from a file and its write-ahead log. Damaged content never raises an error."""
    found = Salvaged()
    pages = _Pages(_bytes(path), _bytes(path.with_name(path.name + "-wal")))
    for image, start in pages.images():
        for values in pages.rows(image, start):
            _sort_in(found, values)
    return found


def trashed(path: Path) -> frozenset[int]:
    """Return the games that are in the trash and nowhere else, as far as SQLite can still read that. Return none if it
    cannot: an extra game in the list is better than a lost one.

    This reads a temporary copy, because opening a file may merge its log into it, and a damaged file is to stay
    unchanged.
    """
    try:
        with TemporaryDirectory() as elsewhere:
            for part in (path, path.with_name(path.name + "-wal")):
                if part.exists():
                    shutil.copy(part, elsewhere)
            with closing(sqlite3.connect(Path(elsewhere) / path.name)) as db:
                on_shelf, in_trash = (set(db.execute(f"SELECT game FROM {table}")) for table in ("shelf", "trash"))
    except (sqlite3.Error, OSError, UnicodeError):
        return frozenset()
    return frozenset(game for (game,) in in_trash - on_shelf if isinstance(game, int))


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _sort_in(found: Salvaged, values: list[Value]) -> None:
    match values:
        case [None, int(game), int(number), str(what), str(at), int(check)]:
            step = StepRow(game, number, what, at)
            if step.check == check:
                found.steps.setdefault(game, {})[number] = step
        case _:
            found.boards.sort_in(values)


class _Pages:
    """The pages of a file, as they are in the file and as its log last wrote them."""

    def __init__(self, main: bytes, log: bytes) -> None:
        self._size = _page_size(main, log)
        self._main = [main[at : at + self._size] for at in range(0, len(main), self._size)]
        self._frames = list(_frames(log, self._size))
        self._latest = dict(enumerate(self._main, start=1))
        self._latest |= {number: image for is_last_run, number, image in self._frames if is_last_run}

    def images(self) -> Iterator[tuple[bytes, int]]:
        """Yield every page image, and where its content starts: the first page begins with the file's header."""
        for number, image in enumerate(self._main, start=1):
            yield image, 100 if number == 1 else 0
        for _, number, image in self._frames:
            yield image, 100 if number == 1 else 0

    def rows(self, image: bytes, start: int) -> Iterator[list[Value]]:
        """Yield the rows on a page, if it holds rows of a table. Skip broken ones."""
        if len(image) < start + 8 or image[start] != _LEAF:
            return
        count = int.from_bytes(image[start + 3 : start + 5], "big")
        for cell in range(count):
            at = start + 8 + 2 * cell
            try:
                size, begin = _cell_head(image, int.from_bytes(image[at : at + 2], "big"))
                yield _values(self._payload(image, begin, size))
            except (ValueError, IndexError):  # a broken row
                continue

    def _payload(self, image: bytes, begin: int, size: int) -> bytes:
        """Return the content of a row. A long one continues in a chain of further pages. Raise ValueError if that is
        broken."""
        most = self._size - 35
        if size <= most:
            return image[begin : begin + size]
        least = (self._size - 12) * 32 // 255 - 23
        here = least + (size - least) % (self._size - 4)
        here = here if here <= most else least
        payload = image[begin : begin + here]
        following = int.from_bytes(image[begin + here : begin + here + 4], "big")
        while len(payload) < size:
            page = self._latest.get(following)
            if page is None:
                raise ValueError("the chain is broken")
            payload += page[4 : 4 + size - len(payload)]
            following = int.from_bytes(page[:4], "big")
        return payload


def _page_size(main: bytes, log: bytes) -> int:
    """Return the page size named in the file or else in its log, or SQLite's default if neither is plausible."""
    for size in (int.from_bytes(main[16:18], "big"), int.from_bytes(log[8:12], "big")):
        if 512 <= size <= 32768 and size & (size - 1) == 0:
            return size
    return 4096


def _frames(log: bytes, size: int) -> Iterator[tuple[bool, int, bytes]]:
    """Yield every page in a write-ahead log: whether it belongs to the log's last run, its number and its image."""
    for at in range(32, len(log) - 23, 24 + size):
        number = int.from_bytes(log[at : at + 4], "big")
        yield log[at + 8 : at + 16] == log[16:24], number, log[at + 24 : at + 24 + size]


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return SQLite's integer of one to nine bytes, and the offset of its end."""
    value = 0
    for place in range(8):
        value = value << 7 | data[at + place] & 0x7F
        if data[at + place] < 0x80:
            return value, at + place + 1
    return value << 8 | data[at + 8], at + 9


def _cell_head(image: bytes, at: int) -> tuple[int, int]:
    """Return the length of a row's content, and its offset, after the row's number. Raise ValueError if it is
    implausibly long."""
    size, at = _varint(image, at)
    _, at = _varint(image, at)
    if size > 10_000_000:
        raise ValueError("no row is that long")
    return size, at


def _values(payload: bytes) -> list[Value]:
    """Return the columns of a row. Raise ValueError if the row is cut off."""
    end, at = _varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values: list[Value] = []
    for kind in kinds:
        length = _length(kind)
        piece = payload[at : at + length]
        if len(piece) < length:
            raise ValueError("the row is cut off")
        values.append(_value(kind, piece))
        at += length
    return values


def _length(kind: int) -> int:
    if kind >= 12:
        return (kind - 12) // 2
    return (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)[kind]


def _value(kind: int, piece: bytes) -> Value:
    if kind == 0:
        return None
    if kind in (8, 9):
        return kind - 8
    if kind < 7:
        return int.from_bytes(piece, "big", signed=True)
    return piece.decode("utf-8") if kind >= 13 and kind % 2 else piece
