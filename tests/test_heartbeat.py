"""Tests of the app with a fake systemd: it must report ready and alive, and nothing while it is frozen."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.game.journal import Journal
from companion.heartbeat import ALIVE, READY, STOPPING, Listener, listener

ROOT = Path(__file__).parents[1]
PATIENCE = 2.0
"""Seconds without a message after which the fake systemd would restart the app."""
LONG = 60.0

THE_APP = "import sys; from companion.cli import main; sys.exit(main())"
FREEZES_WHEN_TOLD = f"""
import signal, sys

def freeze(*_):
    print("frozen", flush=True)
    sys.stdin.readline()

signal.signal(signal.SIGUSR1, freeze)  # Python runs it in the main thread
{THE_APP}
"""

HANGS_IN_ITS_FIRST_FLIP = f"""
import sys
import companion.screens.shell.window as window
prepare = window.prepare

def prepared(options):
    prepare(options)
    from kivy.core.window.window_sdl2 import WindowSDL
    flip = WindowSDL.flip

    def first(self):
        WindowSDL.flip = flip
        print("flipping", flush=True)
        sys.stdin.readline()
        flip(self)

    WindowSDL.flip = first

window.prepare = prepared
{THE_APP}
"""


class Supervisor:
    """A notify socket."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind("\0" + address[1:] if address.startswith("@") else address)

    def __enter__(self) -> "Supervisor":
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()

    def heard(self, patience: float = LONG) -> str | None:
        """Return the next message, or None if none comes in time."""
        self._line.settimeout(patience)
        try:
            return self._line.recv(4096).decode()
        except (TimeoutError, BlockingIOError):
            return None

    def forget(self) -> None:
        """Discard all messages received so far."""
        while self.heard(0) is not None:
            pass


@contextmanager
def started(code: str, folder: Path, supervisor: Supervisor) -> Iterator["subprocess.Popen[str]"]:
    pipe = subprocess.PIPE
    environment = os.environ | {
        "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "KIVY_HOME": str(folder / "kivy"),
        "NOTIFY_SOCKET": supervisor.address, "WATCHDOG_USEC": str(int(PATIENCE * 1e6)), "WATCHDOG_PID": "",
    }  # fmt: skip
    arguments = ["--data-dir", str(folder), "--scanner", "none"]
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, text=True
    ) as app:
        try:
            yield app
        finally:
            app.kill()


def test_it_is_ready_lives_and_ends_in_good_order_when_it_is_asked_to(tmp_path: Path) -> None:
    with Supervisor(str(tmp_path / "notify")) as supervisor, started(THE_APP, tmp_path, supervisor) as app:
        assert supervisor.heard() == READY
        for _ in range(4):  # with no touch and nothing to draw
            assert supervisor.heard(PATIENCE) == ALIVE
        app.send_signal(signal.SIGTERM)
        words = iter(supervisor.heard, None)
        assert STOPPING in words
        assert app.wait(LONG) == 0
    assert not (tmp_path / "games.sqlite-wal").exists()  # closing the journal merges and removes it
    Journal(tmp_path).close()


def test_it_is_ready_only_when_the_first_frame_is_on_the_glass(tmp_path: Path) -> None:
    """A version that hangs in its first flip is not ready, although it has drawn everything."""
    with (
        Supervisor(str(tmp_path / "notify")) as supervisor,
        started(HANGS_IN_ITS_FIRST_FLIP, tmp_path, supervisor) as app,
    ):
        assert app.stdin is not None
        assert app.stdout is not None
        assert app.stdout.readline() == "flipping\n"
        assert supervisor.heard(PATIENCE / 2) is None
        app.stdin.write("go on\n")
        app.stdin.flush()
        assert supervisor.heard() == READY


def test_a_frozen_app_gives_no_sign_of_life_until_it_moves_again(tmp_path: Path) -> None:
    with Supervisor(str(tmp_path / "notify")) as supervisor, started(FREEZES_WHEN_TOLD, tmp_path, supervisor) as app:
        assert app.stdin is not None
        assert app.stdout is not None
        assert supervisor.heard() == READY
        assert supervisor.heard() == ALIVE
        app.send_signal(signal.SIGUSR1)
        assert app.stdout.readline() == "frozen\n"
        supervisor.forget()
        assert supervisor.heard(1.5 * PATIENCE) is None
        app.stdin.write("go on\n")
        app.stdin.flush()
        assert supervisor.heard() == ALIVE


def test_a_socket_without_a_file_is_heard_too() -> None:
    with Supervisor(f"@companion-{os.getpid()}") as supervisor:
        listener({"NOTIFY_SOCKET": supervisor.address}).tell(READY, "STATUS=home")
        assert supervisor.heard() == "READY=1\nSTATUS=home"


@pytest.mark.parametrize("address", ["", "/nowhere/notify", "@nobody-listens-here"])
def test_nobody_listening_is_no_trouble(address: str) -> None:
    Listener(address).tell(READY)


def test_a_listener_that_takes_nothing_more_does_not_hold_the_game_up(tmp_path: Path) -> None:
    with Supervisor(str(tmp_path / "notify")) as supervisor:
        for _ in range(2000):
            Listener(supervisor.address).tell(ALIVE)
        assert supervisor.heard() == ALIVE


@pytest.mark.parametrize(
    ("environment", "patience"),
    [
        ({"WATCHDOG_USEC": "20000000"}, 20.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "7"}, 20.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "8"}, 0.0),
        ({"WATCHDOG_USEC": "soon"}, 0.0),
        ({}, 0.0),
    ],
)
def test_how_long_it_may_be_silent(environment: dict[str, str], patience: float) -> None:
    assert listener(environment, process=7).patience == patience
    assert listener(environment, process=7).interval <= patience / 2
