"""Copies games, settings and maps, to try a new version on: arguments are the data folder and a folder for the copies.

It runs as the app's own user, so that nothing in the data folder can make root read or write anything else.
"""

import shutil
import sqlite3
import sys
from pathlib import Path

JOURNAL = "games.sqlite"
_LARGEST_MAP = 5_000_000


def copy(source: Path, *targets: Path) -> None:
    """Copy what the app needs to open its games. Raise OSError if that fails."""
    for target in targets:
        target.mkdir(exist_ok=True)
        (target / "settings.json").write_text("{}", encoding="utf-8")  # not a first start: home should open
        for file in [source / "settings.json", *_maps(source)]:
            if file.is_file() and file.stat().st_size < _LARGEST_MAP:
                there = target / file.relative_to(source)
                there.parent.mkdir(exist_ok=True)
                shutil.copyfile(file, there)
        if (source / JOURNAL).is_file():
            _copy_journal(source, target)


def _maps(source: Path) -> list[Path]:
    """Return the maps of people's own, and the land beside them."""
    return [file for ending in ("toml", "land.json") for file in sorted(source.glob(f"maps/*.{ending}"))[:200]]


def _copy_journal(source: Path, target: Path) -> None:
    """Copy the journal as it is at one moment, although the app may be writing; a damaged one as it lies there."""
    try:
        games = sqlite3.connect(f"{(source / JOURNAL).absolute().as_uri()}?mode=ro", uri=True, timeout=5)
        copied = sqlite3.connect(target / JOURNAL)
        try:
            games.backup(copied)
        finally:
            copied.close()
            games.close()
    except sqlite3.Error:
        for end in ("", "-wal", "-journal"):
            if (source / f"{JOURNAL}{end}").is_file():
                shutil.copyfile(source / f"{JOURNAL}{end}", target / f"{JOURNAL}{end}")
    if (source / "backups").is_dir() and (newest := sorted(source.glob("backups/[0-9]*.sqlite"))[-1:]):
        (target / "backups").mkdir()
        shutil.copyfile(newest[0], target / "backups" / newest[0].name)


if __name__ == "__main__":
    copy(Path(sys.argv[1]), *map(Path, sys.argv[2:]))
