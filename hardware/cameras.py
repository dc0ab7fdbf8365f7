"""The cameras of this machine: that of a Raspberry Pi, and webcams on USB.

Every camera is a program of its own that writes JPEG pictures to its standard output, so that one that hangs or crashes
takes nothing along: `rpicam-still` and `rpicam-vid` of Raspberry Pi OS, our own `hardware.webcam` for Video4Linux, and
`hardware.picturecamera`, which stands in for a camera and shows a file.
"""

import os
import re
import shutil
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

from companion.words import Sentence

PATIENCE = 30.0
"""Seconds within which a picture must be there."""
_LOOK = 10
"""Seconds within which a Raspberry Pi says which cameras it has."""
_BEGIN, _END = b"\xff\xd8\xff", b"\xff\xd9"
"""The first and the last bytes of a JPEG."""
_MOST = 8_000_000
"""Bytes of a live picture; what is longer is none."""
_ROOT = Path(__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera, as the programs that work it."""

    name: str
    still: tuple[str, ...]
    """Writes one picture."""
    live: tuple[str, ...]
    """Writes small pictures until it is ended."""


class NoPictureError(Exception):
    """Raised when a camera gives no picture; `sentence` says what to do."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(str(sentence))


def cameras(root: Path = Path("/")) -> list[Camera]:
    """Return the cameras that are there, that of a Raspberry Pi first. This may take seconds."""
    return [*raspberry_cameras(), *webcams(root)]


def raspberry_cameras() -> list[Camera]:
    """Return the camera on the ribbon cable, as the system's own program finds it."""
    for family in ("rpicam", "libcamera"):  # the second one up to the first releases of Bookworm
        still, video = shutil.which(f"{family}-still"), shutil.which(f"{family}-vid")
        if still and video:
            name = _listed(still)
            if name is None:
                return []
            picture = (
                still,
                "--nopreview",
                "--timeout",
                "1500",
                "--encoding",
                "jpg",
                "--quality",
                "93",
                "--output",
                "-",
            )
            moving = (video, "--nopreview", "--timeout", "0", "--codec", "mjpeg", "--width", "1024", "--height", "768")
            return [Camera(name, picture, (*moving, "--framerate", "10", "--flush", "--output", "-"))]
    return []


def _listed(program: str) -> str | None:
    """Return the name of the first camera that `rpicam-still --list-cameras` knows, or None."""
    try:
        done = subprocess.run(
            [program, "--list-cameras"], capture_output=True, text=True, errors="replace", check=False, timeout=_LOOK
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.search(r"^\s*0\s*:\s*(\S+)", done.stdout + done.stderr, re.MULTILINE)
    return found[1] if found else None


def webcams(root: Path = Path("/")) -> list[Camera]:
    """Return the cameras on USB. A camera has several devices; its pictures come from the one with index 0."""
    found = []
    for entry in sorted(root.glob("sys/class/video4linux/video*")):
        bus = os.path.realpath(entry / "device/subsystem")
        device = root / "dev" / entry.name
        if _line(entry / "index") == "0" and Path(bus).name == "usb" and device.exists():
            command = _ours("hardware.webcam", str(device))
            found.append(Camera(_line(entry / "name") or entry.name, command, (*command, "--live")))
    return found


def picture_camera(file: Path) -> Camera:
    """Return a stand-in for a camera, which sees what is in a file."""
    command = _ours("hardware.picturecamera", str(file))
    return Camera(file.name, command, (*command, "--live"))


def _ours(module: str, *words: str) -> tuple[str, ...]:
    return (sys.executable, *(("-I",) if sys.flags.isolated else ()), "-m", module, *words)


def _line(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def take(camera: Camera, patience: float = PATIENCE) -> bytes:
    """Return a picture as JPEG. Raise NoPictureError. This takes seconds: for a thread of its own."""
    facts = {"camera": camera.name}
    try:
        done = subprocess.run(
            camera.still, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=patience, cwd=_ROOT
        )
    except subprocess.TimeoutExpired:
        late = "The camera {camera} does not answer. Unplug it, plug it in again, and try once more."
        raise NoPictureError(Sentence(late, facts)) from None
    except OSError as error:
        broken = "The camera {camera} cannot be used: {why}."
        raise NoPictureError(Sentence(broken, facts | {"why": error.strerror or str(error)})) from None
    if done.returncode or not done.stdout.startswith(_BEGIN):
        none = "The camera {camera} gave no picture. Check that nothing else is using it, and try again."
        raise NoPictureError(Sentence(none, facts))
    return done.stdout


class LiveView:
    """What a camera sees now, to aim by. A camera works for one program at a time: stop this one before `take`."""

    def __init__(self, camera: Camera) -> None:
        self._newest: bytes | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False
        self._thread = Thread(target=self._follow, args=(camera,), daemon=True, name="camera")
        self._thread.start()

    def newest(self) -> bytes | None:
        """Return the last picture that has not been returned before, or None."""
        newest, self._newest = self._newest, None
        return newest

    def stop(self) -> None:
        """End the program; it may take a moment until the camera is free: see `wait`."""
        self._stopped = True
        if self._process is not None:
            with suppress(OSError):
                self._process.kill()

    def wait(self) -> None:
        """Wait until the camera is free again, but not for ever."""
        self._thread.join(PATIENCE)

    def _follow(self, camera: Camera) -> None:
        try:
            self._process = process = subprocess.Popen(
                camera.live, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=_ROOT
            )
        except OSError:
            return
        try:
            if self._stopped:
                return
            assert process.stdout is not None
            pending = b""
            while piece := process.stdout.read1(65_536):  # type: ignore[attr-defined]
                pending += piece
                *pictures, pending = _split(pending)
                if pictures:
                    self._newest = pictures[-1]
        finally:
            with suppress(OSError):
                process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


def _split(stream: bytes) -> list[bytes]:
    """Return the whole pictures in a stream of them, and what is left of it."""
    found = []
    while (end := stream.find(_END + _BEGIN)) >= 0:
        found.append(stream[: end + len(_END)])
        stream = stream[end + len(_END) :]
    return [*found, stream if len(stream) < _MOST else b""]
