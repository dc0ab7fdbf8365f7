"""`companion doctor --pi`: what only a real Raspberry Pi can show, as a report that people can send.

Nobody has to know what vc4 is to be of help: the machine says what it has, and people tick off what they see.
"""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from companion.cli.healthchecks import Finding
from companion.words import say
from hardware.displays import connected_panels
from hardware.sticks import sticks
from hardware.touchscreens import touchscreens

_THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
_LOW_VOLTAGE, _TOO_HOT = 0x10001, 0xE000E
"""Bits of the firmware: now, and since the start. Too hot includes a processor that was slowed down."""
_PANELS = ("vc4", "drm-rp1")
"""Drivers of panels; on a Raspberry Pi 5 one on DSI has its own."""
_CAMERAS = ("unicam", "rp1-cfe", "bcm2835-isp")
_HOT = 80
"""Degrees at which a Raspberry Pi slows down."""


class RaspberryPi:
    """A Raspberry Pi as seen through its files."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root

    def findings(self) -> Iterator[Finding]:
        """Check everything that an emulated machine does not have."""
        yield self._model()
        yield from self._graphics()
        yield from self._touch()
        yield self._light()
        yield self._sound()
        yield self._camera()
        yield from self._power()
        yield self._clock()
        yield self._memory()
        yield from self._start()

    def _text(self, path: str) -> str:
        try:
            return (self._root / path).read_text(encoding="utf-8", errors="replace").strip().rstrip("\0")
        except OSError:
            return ""

    def _model(self) -> Finding:
        model = self._text("proc/device-tree/model")
        system = re.search(r'^PRETTY_NAME="?([^"\n]*)', self._text("etc/os-release"), re.MULTILINE)
        name = system[1] if system else "?"
        if "Raspberry Pi" not in model:
            return Finding(
                False, say("model: this is not a Raspberry Pi ({model}), {system}", model=model, system=name)
            )
        return Finding(True, say("model: {model}, {system}", model=model, system=name))

    def _graphics(self) -> Iterator[Finding]:
        panels = connected_panels(self._root)
        if not panels:
            yield Finding(False, say("panel: none is connected"))
        for panel in panels:
            driver = self._driver(self._root / f"sys/class/drm/card{panel.card}/device/driver")
            size = "×".join(map(str, panel.size)) if panel.size else "?"
            what = say(
                "panel: {connector}, {size}, on graphics card {number} ({driver})",
                connector=panel.connector, size=size, number=panel.card, driver=driver,
            )  # fmt: skip
            yield Finding(driver.startswith(_PANELS), what)
        drawing = sorted({self._driver(node) for node in self._root.glob("sys/class/drm/renderD*/device/driver")})
        names = ", ".join(drawing) or "–"
        yield Finding(any("v3d" in name or "vc4" in name for name in drawing), say("graphics: {names}", names=names))

    def _driver(self, link: Path) -> str:
        return Path(os.path.realpath(link)).name if link.exists() else "?"

    def _touch(self) -> Iterator[Finding]:
        found = touchscreens(self._root)
        for screen in found:
            yield Finding(True, say("touchscreen: {name}", name=screen.name))
        if not found:
            yield Finding(False, say("touchscreen: none is connected"))

    def _light(self) -> Finding:
        lights = sorted(light.name for light in self._root.glob("sys/class/backlight/*"))
        if not lights:
            return Finding(True, say("brightness: this panel cannot be dimmed"))
        return Finding(True, say("brightness: {panel}", panel=", ".join(lights)))

    def _sound(self) -> Finding:
        cards = re.findall(r"\]: (\S+)", self._text("proc/asound/cards"))
        if not cards:
            return Finding(False, say("sound: none"))
        return Finding(True, say("sound: {names}", names=", ".join(cards)))

    def _camera(self) -> Finding:
        names = {
            self._text(str(file.relative_to(self._root))) for file in self._root.glob("sys/class/video4linux/*/name")
        }
        cameras = sorted(name for name in names if name.startswith(_CAMERAS))
        if not cameras:
            return Finding(True, say("camera: none"))
        return Finding(True, say("camera: {names}", names=", ".join(cameras)))

    def _power(self) -> Iterator[Finding]:
        told = self._text(_THROTTLED) or self._asked()
        found = re.search(r"(?:0x)?([0-9a-fA-F]+)$", told)
        if not found:
            yield Finding(True, say("power: unknown"))
        else:
            bits = int(found[1], 16)
            if bits & _LOW_VOLTAGE:
                weak = "power: the voltage is or was too low: use a stronger power supply ({bits})"
                yield Finding(False, say(weak, bits=hex(bits)))
            elif bits & _TOO_HOT:
                yield Finding(
                    False, say("power: the machine is or was slowed down because of heat ({bits})", bits=hex(bits))
                )
            else:
                yield Finding(True, say("power: enough"))
        degrees = self._text("sys/class/thermal/thermal_zone0/temp")
        if degrees.isdigit():
            warm = int(degrees) // 1000
            yield Finding(warm < _HOT, say("temperature: {degrees} °C", degrees=warm))

    def _asked(self) -> str:
        if self._root != Path("/"):
            return ""
        try:
            return subprocess.run(
                ["vcgencmd", "get_throttled"], capture_output=True, text=True, check=False, timeout=10
            ).stdout.strip()
        except (OSError, subprocess.TimeoutExpired):
            return ""

    def _clock(self) -> Finding:
        if (self._root / "run/systemd/timesync/synchronized").exists():
            return Finding(True, say("clock: set by the network"))
        clocks = sorted(clock.name for clock in self._root.glob("sys/class/rtc/rtc*"))
        if clocks:
            return Finding(
                True, say("clock: {names}, which needs a battery to keep time without power", names=clocks[0])
            )
        return Finding(True, say("clock: none that keeps time without power"))

    def _memory(self) -> Finding:
        found = re.search(r"^MemTotal:\s*(\d+)", self._text("proc/meminfo"), re.MULTILINE)
        megabytes = int(found[1]) // 1024 if found else 0
        return Finding(True, say("memory: {megabytes} MB", megabytes=megabytes))

    def _start(self) -> Iterator[Finding]:
        """Check how long the app took from the start of the machine, and of itself, to its first frame."""
        if not (self._root / "run/systemd/system").is_dir():
            return
        times = _times()
        if len(times) == 2 and all(times):
            begun, ready = times
            yield Finding(
                True,
                say(
                    "start: the first frame {seconds} s after the kernel began, {own} s after the app did",
                    seconds=f"{ready / 1e6:.1f}", own=f"{(ready - begun) / 1e6:.1f}",
                ),
            )  # fmt: skip


def _times() -> list[int]:
    """Return when the app was started and when it was ready, in microseconds since the kernel began."""
    names = ("ExecMainStartTimestampMonotonic", "ActiveEnterTimestampMonotonic")
    words = ("systemctl", "show", "companion.service", f"--property={','.join(names)}")
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return []
    found = dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)
    return [int(found[name]) for name in names if found.get(name, "").isdigit()]


def to_look_at() -> list[str]:
    """Return what only people can see."""
    return [
        say("From power to the app there is no text, no cursor and no logo."),
        say("The picture is steady: nothing flickers or tears when a map is dragged."),
        say("Taps land where the finger is, in all four corners, even when the picture is rotated."),
        say("The panel gets darker when nobody uses it, and wakes at a tap."),
        say("There is a sound when a move is recorded."),
        say("A scanner also works when it is plugged in later."),
        say("A USB stick is shown with its own name."),
        say("A touchscreen that was unplugged works again once it is plugged back in."),
        say("Power off, under Settings and Device, switches the machine off."),
        say("After the plug is pulled in the middle of a game, all the moves are still there."),
    ]


def place_for(folder: Path, root: Path = Path("/")) -> Path:
    """Return where the report is written: on a USB stick that is plugged in, else in the folder of the games."""
    writable = (stick.path for stick in sticks(root) if not stick.locked and os.access(stick.path, os.W_OK))
    return next(writable, folder) / "pi-report.txt"


def report(findings: list[Finding]) -> str:
    """Return the report as a text to send, with boxes to tick."""
    from companion.updates import this_version

    head = say("Companion {version} on a Raspberry Pi", version=this_version())
    lines = [f"{'ok ' if finding.well else '!! '} {finding.what}" for finding in findings]
    seen = [f"[ ] {line}" for line in to_look_at()]
    return "\n".join(
        [head, "", *lines, "", say("Please try these, and put an x next to each one that is true:"), *seen, ""]
    )
