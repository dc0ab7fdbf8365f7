"""Checksums of every file in a folder, in a SHA256SUMS file in the format of sha256sum(1)."""

import hashlib
from pathlib import Path

from appliance.machine import TroubleError
from appliance.translation import say

FILE = "SHA256SUMS"


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if not file.is_dir() and file != folder / FILE)


def _sum(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def digest(files: list[Path], beside: Path) -> str:
    """Return one hash over the files and their names."""
    whole = hashlib.sha256()
    for file in sorted(files):
        whole.update(f"{_sum(file)}  {file.relative_to(beside)}\n".encode())
    return whole.hexdigest()


def write_sums(folder: Path) -> None:
    """Write the checksums of everything in a folder."""
    lines = [f"{_sum(file)}  {file.relative_to(folder)}\n" for file in _files(folder)]
    (folder / FILE).write_text("".join(lines), encoding="utf-8")


def verify(folder: Path) -> None:
    """Raise TroubleError if a file in the folder is changed, missing or not listed."""
    try:
        lines = (folder / FILE).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        unreadable = "{folder} has no readable {file}: make a new folder with deploy/bundle"
        raise TroubleError(say(unreadable, folder=folder, file=FILE)) from None
    wanted = {name: total for total, _, name in (line.partition("  ") for line in lines)}
    there = {str(file.relative_to(folder)): file for file in _files(folder)}
    if wrong := sorted(set(wanted) - set(there)):
        raise TroubleError(say("{folder}: {file} is missing: copy the folder again", folder=folder, file=wrong[0]))
    if wrong := sorted(set(there) - set(wanted)):
        strange = "{folder}: {file} does not belong there: remove it, or make a new folder"
        raise TroubleError(say(strange, folder=folder, file=wrong[0]))
    for name, file in there.items():
        if file.is_symlink() or _sum(file) != wanted[name]:
            raise TroubleError(say("{folder}: {file} is damaged: copy the folder again", folder=folder, file=name))
