"""A trial of a new version before it counts: off screen until its first frame, and on a copy of the games."""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from appliance import copygames
from appliance.machine import Machine, Refusal, RefusedError
from appliance.places import GAMES
from appliance.translation import say

_ROOM = Path("/var/tmp")


def try_out(machine: Machine, version: Path, before: Path | None, user: str, wait: float) -> None:
    """Raise RefusedError unless a version starts and draws a frame, as its own user and with a copy of the games, and
    lists all games afterwards; so must the version before, so that going back loses nothing."""
    with tempfile.TemporaryDirectory(prefix="companion-trial-", dir=_ROOM if _ROOM.is_dir() else None) as name:
        Path(name).chmod(0o711)
        _Trial(machine, Path(name), user, wait).run(version, before)


@dataclass(frozen=True, slots=True)
class _Trial:
    machine: Machine
    folder: Path
    """Only root can change it, but for the folder `home` in it, which belongs to the user."""
    user: str
    wait: float

    def run(self, version: Path, before: Path | None) -> None:
        """Try a version. Raise RefusedError."""
        self._home.mkdir()
        if self._owner:
            os.chown(self._home, *self._owner)
        tried, untouched = self._home / "games", self._home / "untouched"
        self._copy_games(tried, untouched)
        known = self._listed(before, untouched) if before else None
        self._show(version, tried)
        found = self._listed(version, tried)
        if found is None:
            raise RefusedError(say("it cannot open your games"), Refusal.LOSES_GAMES)
        if known is None:
            return
        assert before is not None
        if missing := sorted(set(map(_number, known)) - set(map(_number, found)), key=int):
            lost = "it does not find all of your games: {numbers}"
            raise RefusedError(say(lost, numbers=", ".join(missing)), Refusal.LOSES_GAMES)
        if self._listed(before, tried) != known:
            back = (
                "after this update, the previous version would not find all of your games, so there would "
                "be no way back"
            )
            raise RefusedError(say(back), Refusal.LOSES_GAMES)

    @property
    def _home(self) -> Path:
        return self.folder / "home"

    @property
    def _owner(self) -> tuple[int, int] | None:
        return self.machine.ids(self.user) if self.machine.is_this else None

    def _start(self, command: list[str], out: int | IO[str], err: int | IO[str]) -> "subprocess.Popen[str]":
        """Start a program as the user of the app."""
        owner, name = self._owner, str(self._home)
        environment = {
            "PATH": os.environ.get("PATH", ""), "HOME": name, "XDG_CACHE_HOME": name, "KIVY_HOME": f"{name}/kivy",
            "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "NOTIFY_SOCKET": f"{self.folder}/notify",
            "LANGUAGE": "en", "LC_ALL": "C.UTF-8",
        }  # fmt: skip
        return subprocess.Popen(
            command, cwd="/", env=environment, stdin=subprocess.DEVNULL, text=True,
            user=owner[0] if owner else None, group=owner[1] if owner else None,
            extra_groups=list(self.machine.groups(self.user).values()) if owner else None, stdout=out, stderr=err,
        )  # fmt: skip

    def _ask(self, command: list[str]) -> str | None:
        """Return what a program prints; None if it fails or takes too long."""
        with self._start(command, subprocess.PIPE, subprocess.DEVNULL) as started:
            try:
                said, _ = started.communicate(timeout=max(self.wait, 30))
            except subprocess.TimeoutExpired:
                started.kill()
                return None
        return said if started.returncode == 0 else None

    def _copy_games(self, *folders: Path) -> None:
        script = Path(copygames.__file__).read_text(encoding="utf-8")
        games = str(self.machine.at(GAMES))
        if self._ask([sys.executable, "-I", "-B", "-c", script, games, *map(str, folders)]) is None:
            room = "your games in {folder} cannot be copied to try the update on them: is there enough space?"
            raise RefusedError(say(room, folder=games), Refusal.LOSES_GAMES)

    def _listed(self, version: Path, folder: Path) -> list[str] | None:
        """Return a line for each game that a version finds in a folder, in the trash too; None if it cannot say."""
        lines: list[str] = []
        for action in ("list", "trash"):
            said = self._ask([*_companion(version, folder), "games", action])
            if said is None:
                return None
            lines += [line for line in said.splitlines() if _number(line).isdigit()]
        return sorted(lines)

    def _show(self, version: Path, games: Path) -> None:
        """Run the app until it has drawn its first frame. Raise RefusedError with its last words if it does not."""
        with (
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line,
            tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said,
        ):
            line.bind(str(self.folder / "notify"))
            if self._owner:
                os.chown(self.folder / "notify", *self._owner)
            app = self._start([*_companion(version, games), "run", "--scanner", "none"], said, said)
            try:
                _wait_for_a_picture(app, line, self.wait)
            except RefusedError as refused:
                app.kill()
                app.wait()
                said.seek(0)
                last = said.read().strip().splitlines()[-4:]
                raise RefusedError("\n  ".join([str(refused), *last]), refused.reason) from None
            app.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                app.wait(10)
            app.kill()
            app.wait()


def _companion(version: Path, folder: Path) -> list[str]:
    return [str(version / "bin/python"), "-I", "-B", "-m", "companion", "--data-dir", str(folder)]


def _number(line: str) -> str:
    """Return the number of the game that a line of `companion games` is about."""
    return line.split(maxsplit=1)[0] if line.strip() else ""


def _wait_for_a_picture(app: "subprocess.Popen[str]", line: socket.socket, wait: float) -> None:
    until = time.monotonic() + wait
    line.settimeout(0.2)
    while time.monotonic() < until:
        with contextlib.suppress(TimeoutError):
            if "READY=1" in line.recv(4096).decode().splitlines():
                return
        if app.poll() is not None:
            raise RefusedError(say("it stopped before it showed anything"), Refusal.NO_START)
    raise RefusedError(say("it showed nothing within {seconds} seconds", seconds=f"{wait:g}"), Refusal.NO_START)
