"""The versions under /opt/companion, each complete in its own folder: `current`, and `previous` to go back to."""

import os
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from appliance.machine import Machine, TroubleError, run
from appliance.translation import say

HOME = "/opt/companion"


def number_in(name: str) -> str:
    """Return the version number in the name of an installed version."""
    return name.partition("-")[0]


class Versions:
    """The installed versions."""

    def __init__(self, machine: Machine) -> None:
        self.home = machine.at(HOME)
        self._machine = machine

    def folder(self, name: str) -> Path:
        """Return the folder of a version."""
        return self.home / "versions" / name

    def named(self, link: str) -> str | None:
        """Return the version that the link `current` or `previous` points to, or None."""
        try:
            name = Path(os.readlink(self.home / link)).name
        except OSError:
            return None
        return name if self.folder(name).is_dir() else None

    @property
    def current(self) -> str | None:
        """The version that runs, or None."""
        return self.named("current")

    def point(self, link: str, name: str | None) -> None:
        """Make a version `current` or `previous`, atomically; None removes the link."""
        if name is None:
            (self.home / link).unlink(missing_ok=True)
            return
        fresh = self.home / f"{link}.new"
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(f"versions/{name}")
        fresh.replace(self.home / link)

    def superfluous(self) -> list[Path]:
        """Return the folders of versions that are neither current nor previous, including incomplete ones."""
        kept = {self.named("current"), self.named("previous")}
        found = self.home / "versions"
        return sorted(entry for entry in found.iterdir() if entry.name not in kept) if found.is_dir() else []

    @contextmanager
    def making(self, name: str) -> Iterator[Path]:
        """Yield a folder to build a version in; rename it when the context succeeds, delete it when it fails."""
        fresh = self.folder(f"{name}.new")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.parent.mkdir(parents=True, exist_ok=True)
        try:
            yield fresh
            self._machine.give(fresh, (0, 0))
            _make_readable(fresh)
            os.sync()  # a folder with this name is complete, also after a power cut
            shutil.rmtree(self.folder(name), ignore_errors=True)
            fresh.rename(self.folder(name))
        except BaseException:
            shutil.rmtree(fresh, ignore_errors=True)
            raise


def _make_readable(folder: Path) -> None:
    """Let everybody read what its owner can, and enter every folder: the app runs as another user."""
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(stat.S_IMODE(mode) | (mode & 0o500) >> 3 | (mode & 0o500) >> 6)


@dataclass(frozen=True, slots=True)
class Wheels:
    """What a version is built from."""

    ours: Path
    """The wheel of Companion itself."""
    others: Path | None
    """A folder with all dependencies; None to download them."""
    constraints: Path
    """The versions of the dependencies that were tested."""


def wants_photos() -> bool:
    """Return whether the packages that read photos are installed too: unless people say COMPANION_PHOTO=no."""
    return os.environ.get("COMPANION_PHOTO") != "no"


def with_extras(wheels: Wheels) -> str:
    """Return what pip is asked for: Companion, with what reads photos if that is wanted and there."""
    there = wheels.others is None or any(wheels.others.glob("opencv_python_headless-*.whl"))
    return f"{wheels.ours}[photo]" if there and wants_photos() else str(wheels.ours)


def build(folder: Path, wheels: Wheels, like: Path | None) -> None:
    """Create a virtual environment with Companion in this folder. Raise TroubleError if that fails.

    Files that an older version, `like`, already has are hard-linked rather than copied.
    """
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
        run(*pip, "install", *kept, *found, *exactly, with_extras(wheels))
    except TroubleError as trouble:
        why = say("is this machine online? Without a network, use --bundle")
        if wheels.others:
            why = say("{folder} has no package that works here", folder=wheels.others)
        failed = say("the packages could not be installed; {why}", why=why)
        raise TroubleError(f"{failed}\n  {trouble}") from None
    for script in (folder / "bin").iterdir():  # they contain the path of the build folder, which is renamed later
        if not script.name.startswith("python"):
            script.unlink()
    run(python, "-I", "-m", "compileall", "-q", "-j", "0", folder / "lib")


def _same_python(version: Path) -> bool:
    return (version / f"lib/python{sys.version_info[0]}.{sys.version_info[1]}").is_dir()


def _share(source: str, target: str) -> None:
    """Hard-link a file, or copy it if that fails. This is safe, since pip replaces files and never writes into them."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)
