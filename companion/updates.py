"""Updates from a USB stick: find a bundle, check it, and hand it over to the system service that installs it.

The stick carries a folder made by deploy/bundle. Files that are not listed in its SHA256SUMS, or that do not fit this
machine, are refused with an explanation.
"""

import hashlib
import logging
import os
import platform
import re
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from companion.words import Sentence

SUMS = "SHA256SUMS"
FOLDER = "update"
"""The subfolder of the data folder where the system looks for an update to install."""
READY = "ready"
_OURS = re.compile(r"companion-([0-9][^-]*)-py3-none-any\.whl")

_log = logging.getLogger(__name__)


class RefusedUpdateError(Exception):
    """Raised when a version cannot be installed; `sentence` says why and what to do."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(str(sentence))


def this_version() -> str:
    """Return the installed version, or "" if the package is not installed."""
    try:
        return version("companion")
    except PackageNotFoundError:
        return ""


def find(stick: Path) -> Path | None:
    """Return the folder on a stick that holds a bundle, or None."""
    try:
        folders = [stick, *sorted(folder for folder in stick.iterdir() if folder.is_dir())]
        return next((folder for folder in folders if (folder / SUMS).is_file()), None)
    except OSError:
        return None


def version_in(bundle: Path) -> str:
    """Return the version in a bundle. Raise RefusedUpdateError if there is none."""
    for wheel in (bundle / "wheels").glob("*.whl"):
        found = _OURS.fullmatch(wheel.name)
        if found:
            return found[1]
    raise RefusedUpdateError(Sentence("{folder} does not contain a version of Companion", {"folder": bundle.name}))


def check(bundle: Path) -> None:
    """Raise RefusedUpdateError unless every file is listed and unchanged, and the bundle fits this machine."""
    wanted = dict(_sums(bundle))
    there = {str(file.relative_to(bundle)): file for file in bundle.rglob("*") if not file.is_dir()}
    there.pop(SUMS, None)
    facts = {"folder": bundle.name}
    for name in sorted({*wanted, *there}):
        if name not in there:
            raise RefusedUpdateError(Sentence("{name} is missing: copy the folder again", facts | {"name": name}))
        if name not in wanted:
            raise RefusedUpdateError(
                Sentence("{name} is not on the list of checked files: nothing was installed", facts | {"name": name})
            )
        file = there[name]
        if file.is_symlink() or _sum(file) != wanted[name]:
            raise RefusedUpdateError(Sentence("{name} is damaged: copy the folder again", facts | {"name": name}))
    _fits(bundle)


def _sums(bundle: Path) -> Iterator[tuple[str, str]]:
    try:
        for line in (bundle / SUMS).read_text(encoding="utf-8").splitlines():
            total, _, name = line.partition("  ")
            yield name, total
    except (OSError, UnicodeDecodeError):
        facts = {"folder": bundle.name, "file": SUMS}
        raise RefusedUpdateError(Sentence("{file} in {folder} cannot be read: copy the folder again", facts)) from None


def _sum(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _fits(bundle: Path) -> None:
    """Raise RefusedUpdateError unless the wheels are for this Python and processor, according to their names."""
    python, machine = f"cp{sys.version_info[0]}{sys.version_info[1]}", platform.machine()
    kivy = [wheel.name for wheel in (bundle / "wheels").glob("[Kk]ivy-*.whl")]
    if not any(python in name and name.removesuffix(".whl").endswith(machine) for name in kivy):
        facts = {"machine": machine, "python": f"{sys.version_info[0]}.{sys.version_info[1]}"}
        raise RefusedUpdateError(
            Sentence("this update is for a different device; this one is {machine} with Python {python}", facts)
        )
    version_in(bundle)


def hand_over(bundle: Path, data: Path) -> None:
    """Copy a checked bundle to where the system finds it, and check the copy.

    Raise RefusedUpdateError if the copy is damaged or the disk too small, OSError if it cannot be written.
    """
    target = data / FOLDER
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    needed = sum(file.stat().st_size for file in bundle.rglob("*") if file.is_file())
    if shutil.disk_usage(target).free < 3 * needed:  # room for the copy and for the unpacked files
        facts = {"megabytes": 3 * needed // 1_000_000}
        raise RefusedUpdateError(Sentence("there is not enough space: {megabytes} MB needed", facts))
    shutil.copytree(bundle, target / "bundle")
    check(target / "bundle")
    ready = target / READY
    with ready.open("w", encoding="utf-8") as file:
        file.write(version_in(target / "bundle"))
        file.flush()
        os.fsync(file.fileno())
    _log.info("version %s is handed over to the system", version_in(target / "bundle"))
