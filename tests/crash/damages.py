"""What a card may do to the files of a journal."""

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from companion.game.gamesfolder import FILE, GamesFolder
from tests.crash.images import Change

Damage = Callable[[Path, Random, Sequence[Change]], None]


def _parts(folder: Path) -> list[Path]:
    files = GamesFolder(folder)
    return [part for part in (files.file, files.log, *files.backups()) if part.exists() and part.stat().st_size]


def _flipped(path: Path, rng: Random, width: int = 1) -> None:
    data = bytearray(path.read_bytes())
    at = rng.randrange(len(data) or 1)
    for place in range(at, min(at + width, len(data))):
        data[place] ^= 1 << rng.randrange(8)
    path.write_bytes(data)


def flip_in_log(folder: Path, rng: Random, changes: Sequence[Change]) -> None:
    """One bit of the log is wrong."""
    _flipped(GamesFolder(folder).log, rng)


def flip_in_log_head(folder: Path, rng: Random, changes: Sequence[Change]) -> None:
    """One bit of the log's header, or of a header in it, is wrong."""
    log = GamesFolder(folder).log
    data = bytearray(log.read_bytes())
    frame = rng.randrange(-1, (len(data) - 32) // 4120)
    at = rng.randrange(32) if frame < 0 else 32 + frame * 4120 + rng.randrange(24)
    data[at] ^= 1 << rng.randrange(8)
    log.write_bytes(data)


def flip_in_file(folder: Path, rng: Random, changes: Sequence[Change]) -> None:
    """One bit of the file is wrong."""
    _flipped(folder / FILE, rng)


def flip_in_header(folder: Path, rng: Random, changes: Sequence[Change]) -> None:
    """One bit of the file's header is wrong, its version for example."""
    file = folder / FILE
    data = bytearray(file.read_bytes())
    data[rng.randrange(100)] ^= 1 << rng.randrange(8)
    file.write_bytes(data)


def noise_anywhere(folder: Path, rng: Random, changes: Sequence[Change]) -> None:
    """Some bytes of any of the files are wrong."""
    for _ in range(rng.randint(1, 4)):
        _flipped(rng.choice(_parts(folder)), rng, rng.randint(1, 600))


def cut(folder: Path, rng: Random, changes: Sequence[Change]) -> None:
    """A file ends too early."""
    path = rng.choice(_parts(folder))
    size = path.stat().st_size
    with path.open("r+b") as opened:
        opened.truncate(rng.choice([0, rng.randrange(size), rng.randrange(size // 512 + 1) * 512]))


def empty_page(folder: Path, rng: Random, changes: Sequence[Change]) -> None:
    """A page of the file or of the log is empty."""
    path = rng.choice(_parts(folder)[:2])
    with path.open("r+b") as opened:
        opened.seek(rng.randrange(path.stat().st_size // 512) * 512)
        opened.write(bytes(rng.choice([512, 4096])))


def stale_page(folder: Path, rng: Random, changes: Sequence[Change]) -> None:
    """A page has an earlier content: a write was acknowledged by the card, and lost."""
    path = folder / rng.choice([FILE, FILE, FILE + "-wal"])
    if not path.exists():
        path = folder / FILE
    data = bytearray(path.read_bytes())
    written = [one for one in changes if one.kind == "w" and Path(one.path).name == path.name and len(one.data) >= 24]
    old = rng.choice([one for one in written if one.offset + len(one.data) <= len(data)])
    data[old.offset : old.offset + len(old.data)] = old.data
    path.write_bytes(data)


def stale_pages(folder: Path, rng: Random, changes: Sequence[Change]) -> None:
    """Several pages have an earlier content."""
    for _ in range(rng.randint(2, 6)):
        stale_page(folder, rng, changes)


def missing_log(folder: Path, rng: Random, changes: Sequence[Change]) -> None:
    """The log is gone."""
    GamesFolder(folder).log.unlink()


def foreign_log(folder: Path, rng: Random, changes: Sequence[Change]) -> None:
    """The log is one of another journal, or of an earlier time."""
    written = [one for one in changes if one.kind == "w" and one.path.endswith(FILE + "-wal")]
    starts = [place for place, one in enumerate(written) if one.offset == 0]
    start = rng.choice(starts)
    content = bytearray()
    for one in written[start : start + rng.randint(8, 120)]:
        if one.offset == 0 and content:
            break
        content.extend(bytes(max(0, one.offset - len(content))))
        content[one.offset : one.offset + len(one.data)] = one.data
    GamesFolder(folder).log.write_bytes(content)


def missing_file(folder: Path, rng: Random, changes: Sequence[Change]) -> None:
    """The file is gone, with its log or without it."""
    (folder / FILE).unlink()
    if rng.random() < 0.5:
        GamesFolder(folder).log.unlink(missing_ok=True)


def damaged_backup_too(folder: Path, rng: Random, changes: Sequence[Change]) -> None:
    """The file and the newest backup are damaged."""
    rng.choice([flip_in_file, stale_page, empty_page, cut])(folder, rng, changes)
    newest = GamesFolder(folder).backups()[0]
    _flipped(newest, rng, rng.randint(1, 5000))


def old_file(folder: Path, rng: Random, changes: Sequence[Change]) -> None:
    """The file is one of the backups, without a log."""
    shutil.copy(rng.choice(GamesFolder(folder).backups()), folder / FILE)
    GamesFolder(folder).log.unlink(missing_ok=True)


DAMAGES: tuple[Damage, ...] = (
    flip_in_log, flip_in_log_head, flip_in_file, flip_in_header, noise_anywhere, cut, empty_page, stale_page,
    stale_pages, missing_log, foreign_log, missing_file, damaged_backup_too, old_file,
)  # fmt: skip
