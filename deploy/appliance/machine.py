"""The machine to install on: its files, its users and the programs to run on it."""

import os
import subprocess
import sys
from enum import StrEnum
from pathlib import Path

from appliance.translation import say


class TroubleError(Exception):
    """An error that stops the installation; its text says what went wrong and what to do."""


class Refusal(StrEnum):
    """Why a bundle is refused; the app has its own words for each."""

    NO_KEY = "no_key"
    UNSIGNED = "unsigned"
    FORGED = "forged"
    LINK = "link"
    EXTRA = "extra"
    MISSING = "missing"
    DAMAGED = "damaged"
    TOO_LARGE = "too_large"
    OLDER = "older"
    LIBRARIES = "libraries"
    NO_START = "no_start"
    LOSES_GAMES = "loses_games"


class RefusedError(TroubleError):
    """An error about the bundle itself, with the reason and the file it is about, if it is about one."""

    def __init__(self, text: str, reason: Refusal, file: str = "") -> None:
        super().__init__(text)
        self.reason, self.file = reason, file


class Machine:
    """A system under a root folder: this one, or one that is not running (an image, a test)."""

    def __init__(self, root: Path) -> None:
        self.root = root.absolute()
        self.is_this = self.root == Path("/")
        self.is_booted = self.is_this and Path("/run/systemd/system").is_dir()

    def at(self, path: str) -> Path:
        """Return the path under the root for a path of the machine."""
        return self.root / path.lstrip("/")

    def rows(self, path: str) -> list[list[str]]:
        """Return the fields of each line of a file such as /etc/passwd; empty if it cannot be read."""
        try:
            text = self.at(path).read_text(encoding="utf-8")
        except OSError:
            return []
        return [line.split(":") for line in text.splitlines() if line and not line.startswith("#")]

    def ids(self, user: str) -> tuple[int, int] | None:
        """Return the ids of a user and its group, or None if there is no such user."""
        return next(((int(row[2]), int(row[3])) for row in self.rows("/etc/passwd") if row[0] == user), None)

    def groups(self, user: str) -> dict[str, int]:
        """Return the names and ids of the groups that a user was added to."""
        return {row[0]: int(row[2]) for row in self.rows("/etc/group") if user in row[3].split(",")}

    def give(self, path: Path, owner: tuple[int, int]) -> None:
        """Change the owner of a file or of a folder and everything in it. Follow no link, not even one that the owner
        puts there in the meantime."""
        os.lchown(path, *owner)
        if path.is_dir() and not path.is_symlink():
            for _, folders, files, folder in os.fwalk(path, follow_symlinks=False):
                for name in (*folders, *files):
                    os.chown(name, *owner, dir_fd=folder, follow_symlinks=False)

    def systemctl(self, *words: str) -> str:
        """Run systemctl for the machine, booted or not, and return its output. Raise TroubleError if it fails."""
        where = () if self.is_booted else (f"--root={self.root}",)
        return run("systemctl", *where, *words)


def run(*command: str | Path, environment: dict[str, str] | None = None, feed: str = "") -> str:
    """Run a program and return its output. Raise TroubleError with its last lines if it fails."""
    words = [str(word) for word in command]
    known = os.environ | {"LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"} | (environment or {})
    known.pop("PYTHONPATH", None)
    known.pop("PYTHONSAFEPATH", None)
    try:
        done = subprocess.run(words, input=feed, env=known, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise TroubleError(
            say("{program} is not installed: this needs Raspberry Pi OS or Debian", program=words[0])
        ) from None
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()[-6:]
        failed = say("this failed: {command}", command=" ".join(words[:6]))
        raise TroubleError("\n  ".join([failed, *said]))
    return done.stdout


def succeeds(*command: str) -> bool:
    """Return whether a program exists and exits with status 0."""
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def tell(line: str) -> None:
    """Print a line for the user."""
    print(line, flush=True)


def ask(question: str) -> bool:
    """Ask the user a question and return the answer; True without a terminal."""
    if not sys.stdin.isatty():
        return True
    return input(f"{question} {say('[Y/n]')} ").strip().lower() in ("", "y", "yes", "j", "ja")


def free_megabytes(path: Path) -> int:
    """Return the free space where a path is or will be."""
    while not path.exists():
        path = path.parent
    space = os.statvfs(path)
    return space.f_bavail * space.f_frsize // 1_000_000


def first_line_with(file: Path, key: str) -> str:
    """Return the value of KEY=value in a file, or "" if there is none."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    return next((line.partition("=")[2].strip('"') for line in lines if line.startswith(f"{key}=")), "")
