"""A trial run of a new version, off screen, until its first frame."""

import contextlib
import os
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from appliance.machine import Machine, TroubleError
from appliance.translation import say


def try_out(machine: Machine, version: Path, user: str, wait: float) -> None:
    """Raise TroubleError unless a version starts and draws a frame, as its own user and with an empty data folder."""
    with (
        tempfile.TemporaryDirectory(prefix="companion-trial-") as name,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line,
    ):
        folder = Path(name)
        line.bind(str(folder / "notify"))
        (folder / "games").mkdir()
        (folder / "games/settings.json").write_text("{}", encoding="utf-8")  # not a first start: home should open
        owner = machine.ids(user) if machine.is_this else None
        if owner:
            machine.give(folder, owner)
        environment = {
            "PATH": os.environ.get("PATH", ""), "HOME": name, "XDG_CACHE_HOME": name, "KIVY_HOME": f"{name}/kivy",
            "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "NOTIFY_SOCKET": f"{name}/notify",
        }  # fmt: skip
        command = [str(version / "bin/python"), "-I", "-B", "-m", "companion", "run", "--data-dir", f"{name}/games"]
        with (folder / "said").open("w+", encoding="utf-8") as said:
            app = subprocess.Popen(
                [*command, "--scanner", "none"],
                cwd="/", env=environment, stdin=subprocess.DEVNULL, stdout=said, stderr=said,
                user=owner[0] if owner else None, group=owner[1] if owner else None,
                extra_groups=list(machine.groups(user).values()) if owner else None,
            )  # fmt: skip
            try:
                _wait_for_a_picture(app, line, wait)
            except TroubleError as trouble:
                app.kill()
                app.wait()
                said.seek(0)
                raise TroubleError("\n  ".join([str(trouble), *said.read().strip().splitlines()[-4:]])) from None
            app.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                app.wait(10)
            app.kill()
            app.wait()


def _wait_for_a_picture(app: "subprocess.Popen[bytes]", line: socket.socket, wait: float) -> None:
    until = time.monotonic() + wait
    line.settimeout(0.2)
    while time.monotonic() < until:
        with contextlib.suppress(TimeoutError):
            if "READY=1" in line.recv(4096).decode().splitlines():
                return
        if app.poll() is not None:
            raise TroubleError(say("it stopped before it showed anything"))
    raise TroubleError(say("it showed nothing within {seconds} seconds", seconds=f"{wait:g}"))
