"""Tests of the appliance on a system that has really booted: systemd in a container, with this machine's files under a
layer that is thrown away. The services run there as they do on a Raspberry Pi, shut in as they are, but without a
screen and without udev. They take minutes, so they run only with `--long`."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from appliance.bundle import add_installer
from appliance.signing import make_key
from tests.deploy.wheels import ROOT

pytestmark = pytest.mark.xdist_group("install")
Newer = Callable[..., Path]

NO_SCREEN = """[Service]
Environment=SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy
TTYPath=
StandardInput=null
TTYReset=no
TTYVHangup=no
TTYVTDisallocate=no
"""


class Booted:
    """A system that runs in a container."""

    def __init__(self, root: Path, leader: int) -> None:
        self.root, self._leader = root, leader

    def run(self, *command: str, check: bool = True) -> str:
        """Run a program there as root, and return what it says."""
        path = "PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        enter = ["nsenter", "-t", str(self._leader), "-m", "-u", "-i", "-n", "-p", "env", "-i", path, "HOME=/root"]
        done = subprocess.run([*enter, *command], capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0 or not check, done.stdout + done.stderr
        return done.stdout + done.stderr

    def put(self, folder: Path) -> str:
        """Copy a folder there and return its path."""
        shutil.copytree(folder, self.root / "srv" / folder.name)
        return f"/srv/{folder.name}"

    def hand_over(self, bundle: Path, ready: str = "") -> dict[str, str]:
        """Do what the app does, as its user, wait for the service, and return the result that it leaves."""
        there, update = self.put(bundle), "/var/lib/companion/update"
        self.run(
            "runuser", "-u", "companion", "--", "sh", "-c",
            f"mkdir {update} && cp -r {there} {update}/bundle && printf %s '{ready}' > {update}/ready",
        )  # fmt: skip
        self.run("systemctl", "start", "companion-update.service", check=False)  # waits if the path unit was quicker
        assert not (self.root / update.lstrip("/")).exists()
        found = json.loads((self.root / "opt/companion/update.json").read_text())
        assert isinstance(found, dict)
        return found

    @property
    def current(self) -> str:
        return Path(os.readlink(self.root / "opt/companion/current")).name.partition("-")[0]


@pytest.fixture
def booted(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Booted]:
    """Boot a system, and shut it down in the end."""
    if not request.config.getoption("--long"):
        pytest.skip("takes minutes")
    if os.geteuid() != 0 or not shutil.which("systemd-nspawn"):
        pytest.skip("only root can boot a container, with systemd-container")
    layer, root = tmp_path / "layer", tmp_path / "booted"
    for folder in (layer, root):
        folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", layer], check=True)
    try:
        (layer / "upper").mkdir()
        (layer / "work").mkdir()
        options = f"lowerdir=/,upperdir={layer}/upper,workdir={layer}/work"
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o", options, root], check=True)
        try:
            yield from _running(root, tmp_path / "notify")
        finally:
            subprocess.run(["umount", root], check=True)
    finally:
        subprocess.run(["umount", layer], check=True)


def _running(root: Path, notify: Path) -> Iterator[Booted]:
    (root / "etc/machine-id").unlink(missing_ok=True)
    (root / "etc/machine-id").touch()
    (root / "usr/bin/udevadm").unlink(missing_ok=True)
    (root / "usr/bin/udevadm").write_text("#!/bin/sh\n")  # there is no udev in a container
    (root / "usr/bin/udevadm").chmod(0o755)
    drop_in = root / "etc/systemd/system/companion.service.d"
    drop_in.mkdir(parents=True)
    (drop_in / "screen.conf").write_text(NO_SCREEN)
    command = ["systemd-nspawn", "-q", "-D", str(root), "--register=no", "--keep-unit", "--boot", "--notify-ready=yes"]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(notify))
        line.settimeout(120)
        container = subprocess.Popen(
            [*command, "--machine=companion-test", "--console=pipe"],
            env=os.environ | {"NOTIFY_SOCKET": str(notify)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        told = ""
        try:
            while "READY=1" not in told:
                told += line.recv(4096).decode() + "\n"
        except TimeoutError:
            container.kill()
            raise
    # The socket is closed now: what is sent to one that nobody reads would make the whole system wait.
    try:
        leader = re.search(r"X_NSPAWN_LEADER_PID=(\d+)", told)
        assert leader, told
        yield Booted(root, int(leader[1]))
    finally:
        container.send_signal(signal.SIGTERM)  # shuts the system down
        container.wait(120)


def test_updates_on_a_booted_system(booted: Booted, bundle: Path, newer: Newer, key: Path, tmp_path: Path) -> None:
    """A life with updates: the first installation, a forged one, a good one, one that starts in the trial only, and the
    way back to an older one."""
    first = booted.put(bundle)
    booted.run("env", "COMPANION_YES=1", f"{first}/deploy/install")
    shutil.copy(ROOT / "tests/before/games.sqlite", booted.root / "srv")
    booted.run("systemctl", "stop", "companion")
    booted.run("sh", "-c", "rm -f /var/lib/companion/games.sqlite-*")
    booted.run("install", "-o", "companion", "-g", "companion", "/srv/games.sqlite", "/var/lib/companion")
    booted.run("systemctl", "start", "companion")
    games, number = booted.run("companion", "games"), booted.current
    assert "europe" in games

    make_key(tmp_path / "stranger")
    forged = newer("9.1")
    shutil.rmtree(forged / "deploy")
    add_installer(forged, tmp_path / "stranger")
    assert booted.hand_over(forged)["reason"] == "forged"
    assert booted.current == number

    assert booted.hand_over(newer("9.2"))["outcome"] == "installed"
    assert booted.current == "9.2"
    assert booted.run("systemctl", "is-active", "companion").strip() == "active"

    home = (ROOT / "companion/screens/start/home.py").read_text(encoding="utf-8")
    dark = newer(
        "9.3", companion__screens__start__home=f"{home}\nimport os\nassert 'INVOCATION_ID' not in os.environ\n"
    )
    assert booted.hand_over(dark)["outcome"] == "restored"
    assert booted.current == "9.2"

    older = newer("9.0")
    assert booted.hand_over(older)["reason"] == "older"
    shutil.rmtree(booted.root / "srv" / older.name)
    assert booted.hand_over(older, "9.0 older")["outcome"] == "installed"
    assert booted.current == "9.0"
    assert booted.run("systemctl", "is-active", "companion").strip() == "active"
    assert booted.run("companion", "games") == games
