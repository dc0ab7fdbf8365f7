"""The machine that is worked on: where its files lie, who its users are, and what can be run on it."""

import os
import subprocess
import sys
from pathlib import Path

from appliance.translation import say


class TroubleError(Exception):
    """What went wrong and what to do, in a sentence or two."""


class Machine:
    """A system under a root: this one, or one that lies in a folder and does not run (an image, a test)."""

    def __init__(self, root: Path) -> None:
        self.root = root.absolute()
        self.is_this = self.root == Path("/")
        self.is_booted = self.is_this and Path("/run/systemd/system").is_dir()

    def at(self, path: str) -> Path:
        """Where a path of the machine lies for us."""
        return self.root / path.lstrip("/")

    def rows(self, path: str) -> list[list[str]]:
        """The lines of a file such as /etc/passwd, in their fields."""
        try:
            text = self.at(path).read_text(encoding="utf-8")
        except OSError:
            return []
        return [line.split(":") for line in text.splitlines() if line and not line.startswith("#")]

    def ids(self, user: str) -> tuple[int, int] | None:
        """The numbers of a user and of its group."""
        return next(((int(row[2]), int(row[3])) for row in self.rows("/etc/passwd") if row[0] == user), None)

    def groups(self, user: str) -> dict[str, int]:
        """The groups that a user was added to."""
        return {row[0]: int(row[2]) for row in self.rows("/etc/group") if user in row[3].split(",")}

    def give(self, path: Path, owner: tuple[int, int]) -> None:
        """Makes a file or a whole folder somebody's."""
        os.lchown(path, *owner)
        if path.is_dir() and not path.is_symlink():
            for entry in path.iterdir():
                self.give(entry, owner)

    def systemctl(self, *words: str) -> str:
        """Runs systemctl on the machine, also on one that does not run. Raises TroubleError."""
        where = () if self.is_booted else (f"--root={self.root}",)
        return run("systemctl", *where, *words)


def run(*command: str | Path, environment: dict[str, str] | None = None, feed: str = "") -> str:
    """Runs a program quietly and answers with what it printed. Raises TroubleError with its last words."""
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
        failed = say("this did not work: {command}", command=" ".join(words[:6]))
        raise TroubleError("\n  ".join([failed, *said]))
    return done.stdout


def succeeds(*command: str) -> bool:
    """Whether a program is there and says yes."""
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def tell(line: str) -> None:
    """Tells whoever installs."""
    print(line, flush=True)


def ask(question: str) -> bool:
    """Asks whoever installs; nobody there means yes."""
    if not sys.stdin.isatty():
        return True
    return input(f"{question} {say('[Y/n]')} ").strip().lower() in ("", "y", "yes", "j", "ja")


def free_megabytes(path: Path) -> int:
    """Room left where a path is, or will be."""
    while not path.exists():
        path = path.parent
    space = os.statvfs(path)
    return space.f_bavail * space.f_frsize // 1_000_000


def first_line_with(file: Path, key: str) -> str:
    """The value of KEY=value in a file; "" if there is none."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    return next((line.partition("=")[2].strip('"') for line in lines if line.startswith(f"{key}=")), "")
