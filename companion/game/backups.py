"""Backups: copies of the file of games, made beside the game that goes on."""

from contextlib import closing
from enum import Enum, auto

from companion.files import sync_folder
from companion.game.coverage import holds_all, lengths_in
from companion.game.gamesfolder import GamesFolder, put_in_place, remove
from companion.game.store import Store

KEPT_BACKUPS = 5


class Rotation(Enum):
    """What happened to the older backups."""

    DONE = auto()
    KEPT_MORE = auto()
    """One of them has a game or a step that nothing newer has. It was kept."""


def back_up(files: GamesFolder, keep: int = KEPT_BACKUPS) -> Rotation:
    """Copy the file with SQLite's own backup call, over a connection of its own, and delete the oldest copies. A copy
    counts when it is checked and on the disk, with its name. Raise sqlite3.Error, OSError or JournalError."""
    if not files.backups_folder.is_dir():
        files.backups_folder.mkdir()
        sync_folder(files.path)
    unfinished = files.backups_folder / "unfinished"
    remove(unfinished)
    with closing(Store(files.file, read_only=True)) as store:
        deleted = store.deleted()
        store.copy_to(unfinished)
    copies = files.backups()
    newest = files.backups_folder / f"{int(copies[0].stem) + 1 if copies else 1:04}.sqlite"
    put_in_place(unfinished, newest)
    done = Rotation.DONE
    with closing(Store(newest, read_only=True)) as store:
        for old in files.backups()[keep:]:
            if holds_all(store, lengths_in(old), deleted):
                remove(old)
            else:
                done = Rotation.KEPT_MORE
    sync_folder(files.backups_folder)
    return done
