"""Repair of the file of games.

Everything that can be read from the file, its log and the backups is written to a new file, which takes the place of
the old one when it is complete. The old one is kept under a dated name. The work may be cut off anywhere, by a power
cut too: the next start repeats it and uses what was done.
"""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto
from pathlib import Path

from companion.files import sync_folder
from companion.game.coverage import holds_all, lengths_of
from companion.game.gamesfolder import GamesFolder, parts, put_in_place, remove, size_of
from companion.game.journalerrors import JournalError
from companion.game.notes import keep_notes
from companion.game.rebuild import rebuild
from companion.game.salvage import Salvaged, salvage
from companion.game.store import Store
from companion.game.taskprogress import Progress
from companion.words import Sentence

_SALVAGE, _REBUILD = 0.5, 0.5
"""The shares of the time that reading and writing take."""


@dataclass(frozen=True, slots=True)
class Mended:
    """What became of a repair."""

    games: int
    notes: tuple[Sentence, ...]
    """What people are to be told. It is also kept on the disk until they were."""


class Way(Enum):
    """How to go on with a file of games that cannot be opened."""

    READABLE = auto()
    """With everything that can be read from it and from the backups."""
    BACKUP = auto()
    """With the backups only."""
    NEW = auto()
    """With a new file."""


def sources(files: GamesFolder) -> list[Path]:
    """Return the files that may hold games, the most trusted first."""
    return [files.file, files.rebuilt, *files.backups()]


def gather(among: Sequence[Path], progress: Progress) -> Salvaged:
    """Return all that can be read from these files, each with its log. Raise OSError or CancelledError."""
    total = sum(size_of(part) for file in among for part in parts(file)) or 1
    done = 0

    def advance(count: int) -> None:
        nonlocal done
        done += count
        progress.advance(_SALVAGE * min(done / total, 1))

    found, seen = Salvaged(), set[bytes]()
    for file in among:
        found.fill_in(salvage(file, seen, advance))
    progress.advance(_SALVAGE)
    return found


def in_trash(among: Sequence[Path]) -> dict[int, bool]:
    """Return which games are in the trash, as far as SQLite can still read that in any of these files. A game that
    nothing is known of is not: an extra game in the list is better than a lost one."""
    known: dict[int, bool] = {}
    for file in reversed(among):
        try:
            with closing(Store(file, read_only=True)) as store:
                known |= store.places()
        except (sqlite3.Error, OSError, UnicodeError, JournalError):
            continue
    return known


def mend(
    files: GamesFolder,
    clock: Callable[[], datetime],
    progress: Progress,
    among: Sequence[Path] | None = None,
    suspected: bool = False,
    log_is_gone: bool = False,
) -> Mended:
    """Put a sound file in the place of a damaged one, with all that can be read from the sources. If it is only
    `suspected`, and turns out to be sound and to have everything, leave it in place.

    Raise sqlite3.Error, OSError or CancelledError; then the old file is where it was, or `finish` completes the repair.
    SQLite must not have the file open. `among` are the files to read, all sources if it is None.
    """
    was_there = files.file.exists()
    chosen = sources(files) if among is None else among
    found = gather(chosen, progress)
    games = found.games()
    lost_log = Sentence("some of your game data was missing from the storage: the last moves may not have been saved")
    if suspected and _is_sound(files, found):
        return _told(files, len(games), [lost_log] if log_is_gone else [])
    rebuild(files.rebuilding, found, in_trash(chosen), lambda share: progress.advance(_SALVAGE + _REBUILD * share))
    notes = [lost_log] if log_is_gone else []
    damaged_file = "the file with your games was damaged and has been saved as {name}; games recovered: {games}"
    lost_file = "the file with your games was missing; games restored from the backup: {games}"
    name = files.name_aside(clock())
    notes.append(Sentence(damaged_file if was_there else lost_file, {"games": len(games), "name": name}))
    if incomplete := found.incomplete():
        one, more = "moves of one game could not be read", "moves of {count} games could not be read"
        notes.append(Sentence(one, {"count": incomplete}, more))
    told = _told(files, len(games), notes)
    remove(files.rebuilt)
    put_in_place(files.rebuilding, files.rebuilt)
    files.set_aside(name)
    finish(files, clock)
    return told


def finish(files: GamesFolder, clock: Callable[[], datetime]) -> None:
    """Move a complete new file into the place of the one that was set aside, if that is all that is left to do. Raise
    OSError."""
    if files.file.exists() or not files.rebuilt.exists():
        return
    if parts(files.file):  # a log that was left behind, which SQLite would apply to the new file
        files.set_aside(files.name_aside(clock()))
    files.mark.unlink(missing_ok=True)  # it is about the old file
    sync_folder(files.path)
    put_in_place(files.rebuilt, files.file)


def start_new(files: GamesFolder, clock: Callable[[], datetime]) -> str:
    """Set everything aside, the backups too, so that a new file is begun, and return the name of the old one. Raise
    OSError."""
    name = files.name_aside(clock())
    files.set_backups_aside(name)
    remove(files.rebuilt)
    remove(files.rebuilding)
    files.mark.unlink(missing_ok=True)
    files.set_aside(name)
    return name


def _is_sound(files: GamesFolder, found: Salvaged) -> bool:
    """Return whether the file has no fault and SQLite sees everything in it that was found."""
    if not files.file.exists() or files.rebuilt.exists():
        return False
    try:
        with closing(Store(files.file, read_only=True)) as store:
            store.check(thoroughly=True)
            store.check_rows()
            return holds_all(store, lengths_of(found), store.deleted())
    except Exception:  # whatever it is, the file is not sound
        return False


def _told(files: GamesFolder, games: int, notes: list[Sentence]) -> Mended:
    if notes:
        keep_notes(files.notes, notes)
    return Mended(games, tuple(notes))
