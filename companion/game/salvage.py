"""Recovery of what can be read from damaged files of games.

SQLite gives up where its tree is broken, but the rows are in leaf pages that can be read without the tree. So every
page of a file and of its write-ahead log is read on its own. Steps are written once, never changed, and carry a
checksum: whatever looks like a step and matches its checksum is one.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from companion.game.gamedays import SalvagedDays
from companion.game.keptboards import SalvagedBoards
from companion.game.steprows import Deleted, StepRow
from companion.game.writeaheadlog import read_log

_OFTEN = 64
"""How many pages are read between two reports of progress."""
_LEAF = 0x0D
"""The first byte of a page that holds rows of a table."""

Steps = dict[int, StepRow]
Advance = Callable[[int], None]
"""Is told how many bytes were read."""


@dataclass
class Salvaged:
    """Every step that was found, by game and number."""

    steps: dict[int, Steps] = field(default_factory=dict)
    deleted: set[Deleted] = field(default_factory=set)
    """The games that were deleted for good."""
    boards: SalvagedBoards = field(default_factory=SalvagedBoards)
    days: SalvagedDays = field(default_factory=SalvagedDays)

    def games(self) -> list[list[StepRow]]:
        """Return the games whose beginning was found, each up to its first missing step."""
        found = []
        for _, steps in sorted(self._kept()):
            unbroken: list[StepRow] = []
            while (step := steps.get(len(unbroken))) is not None:
                unbroken.append(step)
            if unbroken:
                found.append(unbroken)
        return found

    def incomplete(self) -> int:
        """Return how many games have a gap: a missing beginning, or missing steps before others."""
        return sum(len(steps) != max(steps) + 1 for _, steps in self._kept())

    def _kept(self) -> Iterator[tuple[int, Steps]]:
        gone = {(one.game, one.beginning) for one in self.deleted}
        for game, steps in self.steps.items():
            if 0 in steps and (game, steps[0].check) in gone:
                continue
            if 0 not in steps and any(number == game for number, _ in gone):
                continue
            yield game, steps

    def fill_in(self, other: "Salvaged") -> None:
        """Add what is missing here from another file: whole games, and further steps of games that agree in all steps
        that both have. A game that has the number of a different one here gets a new number."""
        same_beginning: dict[tuple[str, str], list[int]] = {}
        for game, steps in self.steps.items():
            if 0 in steps:
                same_beginning.setdefault((steps[0].what, steps[0].at), []).append(game)
        numbers: dict[int, int] = {}
        for game, more in other.steps.items():
            beginning = more.get(0)
            alike = same_beginning.get((beginning.what, beginning.at), []) if beginning else []
            for known in (game, *alike):
                if known in self.steps and _agree(self.steps[known], more):
                    self.steps[known] = {**_renumbered(more, known), **self.steps[known]}
                    numbers[game] = known
                    break
            else:
                number = game
                if game in self.steps:
                    if beginning is None:  # whose steps these are cannot be known
                        continue
                    number = max((*self.steps, *other.steps, *(one.game for one in self.deleted))) + 1
                self.steps[number] = _renumbered(more, number)
                numbers[game] = number
        self.deleted |= other.deleted
        self.boards.fill_in(other.boards, numbers)
        self.days.fill_in(other.days, numbers)

    def take_pages(
        self, pages: "_Pages", numbered: Iterable[tuple[int, bytes]], seen: set[bytes], advance: Advance
    ) -> None:
        """Add the rows on these pages, given with their numbers, but not those on pages that were `seen`."""
        for count, (number, image) in enumerate(numbered, start=1):
            start = 100 if number == 1 else 0
            if len(image) > start and image[start] == _LEAF:
                digest = blake2b(image, digest_size=16).digest()
                if digest not in seen and self._take_page(pages, image, start):
                    seen.add(digest)
            if count % _OFTEN == 0:
                advance(_OFTEN * pages.size)

    def _take_page(self, pages: "_Pages", image: bytes, start: int) -> bool:
        """Add the rows of a page. Return whether all of them could be read."""
        whole = True
        for rowid, payload in pages.payloads(image, start):
            found = read_step(payload) if payload is not None else None
            if found is not None:
                self.steps.setdefault(found.game, {})[found.number] = found
            elif payload is None:
                whole = False
            elif len(payload) < 20 and (gone := _read_deleted(rowid, payload)):
                self.deleted.add(gone)
            else:
                values = _values(payload)
                self.boards.sort_in(values)
                self.days.sort_in(values)
        return whole


def salvage(path: Path, seen: set[bytes] | None = None, advance: Advance = lambda _: None) -> Salvaged:
    """Return what can be read from a file and its write-ahead log. Damaged content never raises an error.

    `seen` has the digests of pages whose rows are known from another file, and gets those of this one: a backup is
    mostly a copy of the same pages.
    """
    main, log = _bytes(path), read_log(path.with_name(path.name + "-wal"))
    size = _page_size(main, log.page_size)
    images = [main[at : at + size] for at in range(0, len(main), size)]
    del main
    latest = dict(enumerate(images, start=1)) | {one.page: one.image for one in log.frames if one.current}
    pages, seen = _Pages(size, latest), set() if seen is None else seen
    found, logged = Salvaged(), Salvaged()
    found.take_pages(pages, enumerate(images, start=1), seen, advance)
    logged.take_pages(pages, ((frame.page, frame.image) for frame in log.frames), seen, advance)
    found.fill_in(logged)  # not at once: the log may be one of another file
    return found


def steps_on(images: Iterable[tuple[int, bytes]], size: int) -> Iterator[StepRow]:
    """Yield the steps on single pages, given with their numbers. Long steps that continue elsewhere are left out."""
    pages = _Pages(size, {})
    for number, image in images:
        for _, payload in pages.payloads(image, 100 if number == 1 else 0):
            if payload is not None and (step := read_step(payload)):
                yield step


def _agree(steps: Steps, others: Steps) -> bool:
    fewer, more = (steps, others) if len(steps) < len(others) else (others, steps)
    return all(
        (step.what, step.at) == (more[number].what, more[number].at) for number, step in fewer.items() if number in more
    )


def _renumbered(steps: Steps, game: int) -> Steps:
    return {
        number: step if step.game == game else StepRow(game, number, step.what, step.at)
        for number, step in steps.items()
    }


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


@dataclass(frozen=True, slots=True)
class _Pages:
    """The pages of a file as they were last written."""

    size: int
    latest: dict[int, bytes]

    def payloads(self, image: bytes, start: int) -> Iterator[tuple[int, bytes | None]]:
        """Yield number and content of each row on a page, if it holds rows of a table; None for broken content."""
        if len(image) < start + 8 or image[start] != _LEAF:
            return
        count = int.from_bytes(image[start + 3 : start + 5], "big")
        for at in range(start + 8, min(start + 8 + 2 * count, len(image) - 1), 2):
            try:
                size, begin = _varint(image, image[at] << 8 | image[at + 1])
                rowid, begin = _varint(image, begin)
                if size <= self.size - 35:
                    yield rowid, image[begin : begin + size]
                else:
                    yield rowid, self._long(image, begin, size)
            except (ValueError, IndexError):  # a broken row
                yield 0, None

    def _long(self, image: bytes, begin: int, size: int) -> bytes:
        """Return the content of a row that continues in a chain of further pages. Raise ValueError if that is
        broken."""
        if size > 10_000_000:
            raise ValueError("no row is that long")
        most, least = self.size - 35, (self.size - 12) * 32 // 255 - 23
        here = least + (size - least) % (self.size - 4)
        here = here if here <= most else least
        payload = image[begin : begin + here]
        following = int.from_bytes(image[begin + here : begin + here + 4], "big")
        while len(payload) < size:
            page = self.latest.get(following)
            if not page or len(page) < 5:
                raise ValueError("the chain is broken")
            payload += page[4 : 4 + size - len(payload)]
            following = int.from_bytes(page[:4], "big")
        return payload


def _page_size(main: bytes, in_log: int) -> int:
    """Return the page size named in the file or else in its log."""
    size = int.from_bytes(main[16:18], "big")
    return size if 512 <= size <= 32768 and size & (size - 1) == 0 else in_log


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return SQLite's integer of one to nine bytes, and the offset of its end."""
    value = data[at]
    if value < 0x80:
        return value, at + 1
    value &= 0x7F
    for place in range(at + 1, at + 8):
        value = value << 7 | data[place] & 0x7F
        if data[place] < 0x80:
            return value, place + 1
    return value << 8 | data[at + 8], at + 9


_LENGTHS = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)
"""The length of a value by its kind; longer kinds are texts and bytes."""


def read_step(payload: bytes) -> StepRow | None:
    """Return the step in the content of a row, or None if it is none or does not match its checksum."""
    try:
        kinds, at = _kinds(payload)
        if len(kinds) != 6 or kinds[0] or not (kinds[3] & kinds[4] & 1) or kinds[3] < 13 or kinds[4] < 13:
            return None
        game, at = _integer(payload, kinds[1], at)
        number, at = _integer(payload, kinds[2], at)
        what = payload[at : (at := at + (kinds[3] - 13) // 2)]
        when = payload[at : (at := at + (kinds[4] - 13) // 2)]
        check, at = _integer(payload, kinds[5], at)
        if at != len(payload) or zlib.crc32(b"%d:%d:%b:%b" % (game, number, what, when)) != check:
            return None
        return StepRow(game, number, what.decode(), when.decode())
    except (ValueError, IndexError):
        return None


def _kinds(payload: bytes) -> tuple[list[int], int]:
    """Return the kind of each value of a row, and where the values begin. Raise IndexError if the row is cut off."""
    head, at = _varint(payload, 0)
    kinds = []
    while at < head:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    return kinds, at


def _integer(payload: bytes, kind: int, at: int) -> tuple[int, int]:
    """Return an integer, and the offset of its end. Raise ValueError if it is something else."""
    if kind in (8, 9):
        return kind - 8, at
    if not 1 <= kind <= 6:
        raise ValueError("no integer")
    end = at + _LENGTHS[kind]
    return int.from_bytes(payload[at:end], "big", signed=True), end


def _read_deleted(game: int, payload: bytes) -> Deleted | None:
    """Return the game that was deleted for good according to a row, or None if the row says something else."""
    try:
        head, at = _varint(payload, 0)
        kinds = payload[at:head]
        if len(kinds) != 3 or kinds[0]:
            return None
        beginning, at = _integer(payload, kinds[1], head)
        check, at = _integer(payload, kinds[2], at)
    except (ValueError, IndexError):
        return None
    gone = Deleted(game, beginning)
    return gone if check == gone.check and at == len(payload) else None


def _values(payload: bytes) -> list[object]:
    """Return the columns of a row of any table; nothing if it is broken."""
    try:
        kinds, at = _kinds(payload)
        values: list[object] = []
        for kind in kinds:
            length = (kind - 12) // 2 if kind >= 12 else _LENGTHS[kind]
            piece = payload[at : (at := at + length)]
            if kind >= 12:
                values.append(piece.decode() if kind % 2 else piece)
            else:
                values.append(_integer(payload, kind, at - length)[0] if kind not in (0, 7) else None)
    except (ValueError, IndexError):
        return []
    return values if at == len(payload) else []
