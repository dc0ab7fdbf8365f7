"""The versions under /opt/companion: each whole in a folder of its own, one of them `current`, the one before kept."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from appliance.machine import Machine, TroubleError, run
from appliance.translation import say

HOME = "/opt/companion"


class Versions:
    """What is installed."""

    def __init__(self, machine: Machine) -> None:
        self.home = machine.at(HOME)
        self._machine = machine

    def folder(self, name: str) -> Path:
        """Where a version lies."""
        return self.home / "versions" / name

    def named(self, link: str) -> str | None:
        """The version that is `current` or `previous`."""
        try:
            name = Path(os.readlink(self.home / link)).name
        except OSError:
            return None
        return name if self.folder(name).is_dir() else None

    @property
    def current(self) -> str | None:
        """The version that runs."""
        return self.named("current")

    def point(self, link: str, name: str | None) -> None:
        """Makes a version `current` or `previous`, from one moment to the next; None takes the link away."""
        if name is None:
            (self.home / link).unlink(missing_ok=True)
            return
        fresh = self.home / f"{link}.new"
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(f"versions/{name}")
        fresh.replace(self.home / link)

    def superfluous(self) -> list[Path]:
        """Versions that are neither current nor the one before, and halves of versions."""
        kept = {self.named("current"), self.named("previous")}
        found = self.home / "versions"
        return sorted(entry for entry in found.iterdir() if entry.name not in kept) if found.is_dir() else []

    @contextmanager
    def making(self, name: str) -> Iterator[Path]:
        """A folder to build a version in; it gets its name when it is whole, and goes if it never is."""
        fresh = self.folder(f"{name}.new")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.parent.mkdir(parents=True, exist_ok=True)
        try:
            yield fresh
            self._machine.give(fresh, (0, 0))
            shutil.rmtree(self.folder(name), ignore_errors=True)
            fresh.rename(self.folder(name))
        except BaseException:
            shutil.rmtree(fresh, ignore_errors=True)
            raise


@dataclass(frozen=True, slots=True)
class Wheels:
    """What a version is made of."""

    ours: Path
    """The wheel of Companion itself."""
    others: Path | None
    """A folder with all that it needs; None takes it from the network."""
    constraints: Path
    """The versions that it was tested with."""


def build(folder: Path, wheels: Wheels, like: Path | None) -> None:
    """Fills a folder with a virtual environment that has Companion in it. What `like`, an older version, has already
    is shared with it rather than copied. Raises TroubleError."""
    if like and _same_python(like):
        shutil.copytree(like, folder, symlinks=True, copy_function=_share)
    else:
        run(sys.executable, "-m", "venv", "--symlinks", folder)
    python = folder / "bin/python"
    pip = (python, "-I", "-m", "pip", "--quiet", "--no-input", "--disable-pip-version-check")
    kept = ("--no-cache-dir", "--no-compile", "--no-warn-script-location")
    found = ("--no-index", "--find-links", wheels.others) if wheels.others else ()
    exactly = ("--constraint", wheels.constraints, "--upgrade", "--upgrade-strategy", "eager")
    try:
        run(*pip, "install", *kept, "--no-index", "--no-deps", "--force-reinstall", wheels.ours)
        run(*pip, "install", *kept, *found, *exactly, wheels.ours)
    except TroubleError as trouble:
        why = say("is this machine online? Without network, use --bundle")
        if wheels.others:
            why = say("{folder} has nothing that fits", folder=wheels.others)
        failed = say("the packages could not be installed; {why}", why=why)
        raise TroubleError(f"{failed}\n  {trouble}") from None
    for script in (folder / "bin").iterdir():  # they know the folder they were made in, which is not where they end up
        if not script.name.startswith("python"):
            script.unlink()
    run(python, "-I", "-m", "compileall", "-q", "-j", "0", folder / "lib")


def _same_python(version: Path) -> bool:
    return (version / f"lib/python{sys.version_info[0]}.{sys.version_info[1]}").is_dir()


def _share(source: str, target: str) -> None:
    """Two names for one file: pip never writes into a file, it puts a new one in its place."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
