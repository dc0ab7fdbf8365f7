"""Situations that nobody likes, made with real files: damaged games, a silent storage, sticks, updates."""

import json
import os
import platform
import shutil
import sys
from datetime import date
from pathlib import Path

from appliance.checksums import write_sums
from appliance.signing import make_key, public_half
from companion import updateresult, updates
from companion.boards import Library, our_maps
from companion.game.gamesfolder import GamesFolder
from companion.game.journal import Journal
from tests.journals import fill_shelf, record

BUILT = "2026-11-17T20:00:00Z"
PYTHON = f"cp{sys.version_info[0]}{sys.version_info[1]}"
VERSION_BYTE = 62
"""Where a SQLite file says by which version of a program it was written."""


# Games


def play_some(folder: Path, count: int = 3) -> None:
    """Leave some games in a folder, the last of them running."""
    game = record("usa", ["Anna", "Bo"], "red draws", "blue draws")
    fill_shelf(folder, [game] * count)


def play_without_a_day(folder: Path) -> None:
    """Leave a game in a folder that was recorded under a clock that nobody had set, and one whose day people gave."""
    journal = Journal(folder, is_right=lambda: False)
    for map_id in ("usa", "switzerland"):
        journal.take_in(record(map_id, ["Anna", "Bo"], "red draws", "blue draws", "end"), Library())
    journal.set_day(1, date(2026, 11, 14))
    journal.close()


def write_by_newer_version(folder: Path) -> None:
    """Make the file of games one that a newer version has written."""
    file = GamesFolder(folder).file
    data = bytearray(file.read_bytes())
    data[VERSION_BYTE] ^= 0x40
    file.write_bytes(data)


def overwrite(folder: Path) -> None:
    """Put something else into the file of games, so much of it that a repair takes a while."""
    GamesFolder(folder).file.write_text("Dear diary, " * 70_000)


def forbid_repair(folder: Path) -> None:
    """Have something in the way of every repair."""
    GamesFolder(folder).rebuilding.mkdir()


class SilentBackup:
    """A backup on a part of the storage that does not answer, so that a repair waits for it: a pipe that nobody writes
    to."""

    def __init__(self, folder: Path) -> None:
        files = GamesFolder(folder)
        files.backups_folder.mkdir(exist_ok=True)
        self._pipe = files.backups_folder / "0001.sqlite"
        os.mkfifo(self._pipe)
        self._end = 0
        """The end of the pipe that is written to, once the repair has the other."""

    def await_repair(self) -> None:
        """Wait until the repair reads the backup."""
        self._end = self._end or os.open(self._pipe, os.O_WRONLY)

    def answer(self) -> None:
        """Wait until the repair reads the backup, and end it: there is nothing in it."""
        if self._pipe.is_fifo():
            self.await_repair()
            self.let_go()

    def let_go(self) -> None:
        """End the backup, whether or not a repair reads it."""
        if self._pipe.is_fifo():  # after a repair there may be a real backup of this name
            end = self._end or os.open(self._pipe, os.O_RDWR)  # with both ends in one hand nobody waits
            self._pipe.unlink()
            os.close(end)


# Sticks


def plug_in(root: Path, name: str = "STICK", how: str = "rw") -> Path:
    """Mount a stick under a root of its own, and return its folder."""
    stick = root / "media" / "pi" / name
    stick.mkdir(parents=True, exist_ok=True)
    (root / "proc").mkdir(exist_ok=True)
    place = f"/media/pi/{name}".replace(" ", r"\040")
    (root / "proc" / "mounts").write_text(f"/dev/sda1 {place} vfat {how} 0 0\n")
    return stick


def pull_out(stick: Path) -> None:
    """Unmount a stick: what was on it is gone."""
    (stick.parents[2] / "proc" / "mounts").write_text("")
    stick.rename(stick.parents[1] / f"pulled {stick.name}")


def trust(root: Path, folder: Path) -> Path:
    """Have a device trust a new maker of bundles, and return the maker's private key."""
    key = folder / "bundle-key"
    make_key(key)
    (root / "etc/companion").mkdir(parents=True, exist_ok=True)
    shutil.copy(public_half(key), root / updates.TRUSTED)
    return key


def make_bundle(
    stick: Path, key: Path, number: str = "9.1.0", machine: str = platform.machine(), built: str = BUILT
) -> Path:
    """Make a folder as deploy/bundle does, with wheels that hold nothing."""
    folder = stick / f"companion-{number}"
    for inner in ("wheels", "deploy/files"):
        (folder / inner).mkdir(parents=True)
    (folder / "wheels" / f"companion-{number}-py3-none-any.whl").write_bytes(b"ours")
    (folder / "wheels" / f"kivy-2.3.1-{PYTHON}-{PYTHON}-manylinux_2_17_{machine}.whl").write_bytes(b"kivy")
    (folder / updates.RELEASE).write_text(json.dumps({"version": number, "built": built}))
    write_sums(folder, key)
    return folder


def dearer_map(map_id: str) -> bytes:
    """Return a map with the id of ours and other points."""
    return (our_maps() / f"{map_id}.toml").read_bytes().replace(b"3 = 4,", b"3 = 30,", 1)


# Updates


def leave_result(root: Path, **about: str) -> None:
    """Leave the result of an update where the system service leaves it."""
    file = root / updateresult.RESULT
    file.parent.mkdir(parents=True, exist_ok=True)
    told = {"id": "1", "outcome": "installed", "version": "9.1.0", "reason": "", "file": "", "detail": ""}
    file.write_text(json.dumps(told | about))
