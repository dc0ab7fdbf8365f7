"""Checks of what an appliance needs: screen, touch, brightness, disk space, service. Each problem comes with a fix."""

import ctypes
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.words import say
from hardware.displays import connected_panels
from hardware.touchscreens import touchscreens

_LEAST_ROOM = 100
"""Megabytes; a game takes a tenth of one, a backup of all games a few."""
_UNIT = "etc/systemd/system/companion.service"
_CAMERA = f"{_UNIT}.d/camera.conf"
"""Lets the service use cameras."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    well: bool
    what: str


def join(group: str) -> str:
    """Return the instruction to join a group, for a device that may not be opened."""
    return say("join the group {group} (sudo adduser $USER {group}), then log in again", group=group)


class Machine:
    """A machine as seen through its files in /sys and /dev."""

    def __init__(self, root: Path = Path("/"), may: Callable[[Path, int], bool] = os.access) -> None:
        self.root = root
        self._may = may

    def picture(self) -> Iterator[Finding]:
        """Check that a panel is connected to the console and may be drawn on."""
        cards = sorted(self.root.glob("dev/dri/card*"))
        if not any(self._may(card, os.R_OK | os.W_OK) for card in cards):
            yield Finding(False, say("screen: {device} cannot be opened: {do}", device=cards[0], do=join("video")))
            return
        panels = connected_panels(self.root)
        if not panels:
            yield Finding(False, say("screen: no display is connected: check its cable, then restart this machine"))
            return
        yield Finding(
            True, say("screen: the console ({panels})", panels=", ".join(panel.connector for panel in panels))
        )
        slow = [node for node in self.root.glob("dev/dri/renderD*") if not self._may(node, os.R_OK | os.W_OK)]
        if slow:
            yield Finding(
                False,
                say("screen: {device} cannot be opened, so drawing is slow: {do}", device=slow[0], do=join("render")),
            )

    def touch(self, on_console: bool) -> Iterator[Finding]:
        """Check that there is a touchscreen and that its events can be read."""
        names = {found.device: found.name for found in touchscreens(self.root)}
        if not names:
            yield Finding(True, say("touchscreen: none here; a mouse works too"))
            return
        for device, name in names.items():
            if on_console and not self._may(device, os.R_OK):
                yield Finding(
                    False,
                    say(
                        "touchscreen: {name} ({device}) cannot be opened: {do}",
                        name=name,
                        device=device,
                        do=join("input"),
                    ),
                )
            else:
                yield Finding(True, say("touchscreen: {name}", name=name))
        if on_console and not _loads("libmtdev.so.1"):
            yield Finding(
                False,
                say("touchscreen: libmtdev is missing, so taps do not register: sudo apt-get install libmtdev1"),
            )

    def light(self) -> Iterator[Finding]:
        """Check whether the brightness of each panel can be set."""
        for panel in sorted(self.root.glob("sys/class/backlight/*")):
            if self._may(panel / "brightness", os.W_OK):
                yield Finding(True, say("brightness: {panel}", panel=panel.name))
            else:
                yield Finding(
                    False,
                    say("brightness: {panel} cannot be dimmed; to allow it: sudo ./deploy/install", panel=panel.name),
                )

    def room(self, folder: Path) -> Iterator[Finding]:
        """Check that there is disk space for games."""
        while not folder.exists():
            folder = folder.parent
        free = shutil.disk_usage(folder).free // 1_000_000
        if free < _LEAST_ROOM:
            yield Finding(
                False,
                say(
                    "disk space: only {free} MB free in {folder}: delete what you do not need there",
                    free=free,
                    folder=folder,
                ),
            )
        else:
            yield Finding(True, say("disk space: {free} MB free", free=free))

    def camera(self, names: str) -> Iterator[Finding]:
        """Check that the service, where there is one, may use the cameras that were found."""
        if (self.root / _UNIT).exists() and not (self.root / _CAMERA).exists():
            words = "camera: {names}, but the app may not use it; to allow it, plug it in and run sudo ./deploy/install"
            yield Finding(False, say(words, names=names))
        else:
            yield Finding(True, say("camera: {names}", names=names))

    def service(self) -> Iterator[Finding]:
        """Check the service that starts the app on an appliance."""
        if not (self.root / _UNIT).exists():
            yield Finding(True, say("service: none here; sudo ./deploy/install makes this machine boot into the app"))
            return
        state = self.service_state()
        if state.get("ActiveState") == "active":
            times = state.get("NRestarts", "0")
            again = (
                say(", restarts so far: {times}; sudo journalctl -u companion shows why", times=times)
                if times != "0"
                else ""
            )
            yield Finding(True, say("service: running{again}", again=again))
        else:
            how = state.get("SubState", "unknown")
            yield Finding(
                False,
                say("service: not running ({how}); to see its messages: sudo journalctl -u companion -n 20", how=how),
            )

    def has_open(self, device: str) -> bool | None:
        """Return whether the running app has a device open; None if that cannot be seen."""
        process = self.root / "proc" / self.service_state().get("MainPID", "")
        real = os.path.realpath(device)
        try:
            return any(os.path.realpath(link) == real for link in (process / "fd").iterdir())
        except OSError:
            return None

    def service_state(self) -> dict[str, str]:
        """Return systemd's properties of the service; empty without systemd or the service."""
        if not (self.root / "run/systemd/system").is_dir() or not (self.root / _UNIT).exists():
            return {}
        words = ("systemctl", "show", "companion.service", "--property=ActiveState,SubState,NRestarts,MainPID")
        try:
            done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=20)
        except (OSError, subprocess.TimeoutExpired):
            return {}
        return dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
