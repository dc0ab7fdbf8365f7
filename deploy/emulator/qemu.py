"""QEMU, told what to do: touches, scans, sticks, a pulled plug, pictures of the screen."""

import json
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from emulator import powercut

RANGE = 32767
"""Touches go from 0 to this across the panel."""
INSIDE = "emulated"
"""The folder of the machine, as QEMU sees it."""
_MARK = "companion-emulated-done"


@dataclass(frozen=True, slots=True)
class Panel:
    """The size of the screen."""

    width: int = 800
    height: int = 480


class QmpError(Exception):
    """QEMU refused a command, or has gone."""


class _Line:
    """A socket to QEMU that may not be there yet."""

    def __init__(self, path: Path, patience: float) -> None:
        until = time.monotonic() + patience
        while True:
            self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                self.socket.connect(str(path))
                return
            except OSError:
                self.socket.close()
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)


class Qmp:
    """The monitor of QEMU."""

    def __init__(self, path: Path) -> None:
        self._line = _Line(path, 60).socket
        self._read = self._line.makefile("r", encoding="utf-8")
        self._read.readline()
        self("qmp_capabilities")

    def __call__(self, command: str, **arguments: object) -> Any:
        """Do something and return the answer. Raise QmpError."""
        self._line.sendall(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        for line in self._read:
            answer = json.loads(line)
            if "error" in answer:
                raise QmpError(f"{command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]
        raise QmpError(f"{command}: QEMU has gone")


class Shell:
    """The root shell of the emulated machine."""

    def __init__(self, path: Path) -> None:
        self._line = _Line(path, 60).socket
        self._number = 0

    def run(self, command: str, patience: float = 600) -> str:
        """Run a command there and return what it prints. Raise TimeoutError, and CalledProcessError if it fails."""
        self._number += 1
        begin, end = (f"{_MARK}-{self._number}-{name}" for name in ("begin", "end"))
        # In two parts, so that the echo of the command is not taken for the answer.
        first, last = (f"echo {mark[:9]}''{mark[9:]}" for mark in (begin, end))
        self._line.sendall(f"{first}; {{ {command}\n}} 2>&1; {last} $?\n".encode())
        until, said = time.monotonic() + patience, ""
        while True:
            self._line.settimeout(max(0.1, until - time.monotonic()))
            try:
                said += self._line.recv(65536).decode(errors="replace").replace("\r", "")
            except TimeoutError:
                raise TimeoutError(f"{command}: nothing in {patience:g} seconds; it said {said[-500:]}") from None
            head, found, tail = said.partition(f"{end} ")
            if found and "\n" in tail:
                status, text = int(tail.split()[0]), head.partition(f"{begin}\n")[2]
                if status:
                    raise subprocess.CalledProcessError(status, command, text)
                return text


class Emulated:
    """An emulated machine with a card. Everything that it needs is in one folder."""

    def __init__(
        self, folder: Path, card: Path, panel: Panel | None = None, memory: int = 512, host: Path | None = None
    ) -> None:
        """Prepare a machine; `host` is the root of a system with a newer QEMU than this one has."""
        self.folder, self.card, self.panel, self.memory, self.host = folder, card, panel or Panel(), memory, host
        self.touches = 0
        self.scanner: socket.socket | None = None
        self.kept = self.lost = 0
        """How many writes the last power cut left on the card, since the machine was switched on, and how many not."""
        self._written, self._log = folder / "running.img", folder / "running.log"
        self._process: subprocess.Popen[bytes] | None = None
        self.qmp: Qmp
        self.shell: Shell

    # Power

    def boot(self, kernel: Path, initrd: Path, command_line: str) -> None:
        """Switch it on. The card itself stays as it is until the machine is off."""
        for name in ("qmp", "shell", "scanner"):
            (self.folder / name).unlink(missing_ok=True)
        powercut.copy(self.card, self._written)
        powercut.make_log(self._log)
        inside = self._inside
        words = [
            "qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72", "-smp", "2", "-m", str(self.memory),
            "-accel", "tcg,thread=multi,tb-size=512", "-display", "none", "-no-reboot", "-nodefaults",
            "-kernel", inside(kernel), "-initrd", inside(initrd),
            "-append", _for_qemu(command_line),
            "-blockdev", f"driver=file,node-name=written,filename={inside(self._written)}",
            "-blockdev", f"driver=file,node-name=log,filename={inside(self._log)}",
            "-blockdev", "driver=blklogwrites,node-name=card,file=written,log=log",
            "-device", "virtio-blk-pci,drive=card",
            "-device", f"virtio-gpu-pci,xres={self.panel.width},yres={self.panel.height}",
            "-device", "pcie-root-port,id=port1,chassis=1", "-device", "virtio-multitouch-pci,id=touchscreen,bus=port1",
            "-device", "qemu-xhci,id=usb",
            "-chardev", f"socket,id=scanner,path={inside(self.folder / 'scanner')},server=on,wait=off",
            "-device", "virtio-serial-pci", "-chardev",
            f"socket,id=shell,path={inside(self.folder / 'shell')},server=on,wait=off",
            "-device", "virtconsole,chardev=shell",
            "-serial", f"file:{inside(self.folder / 'console.log')}",
            "-qmp", f"unix:{inside(self.folder / 'qmp')},server=on,wait=off",
        ]  # fmt: skip
        if self.host:
            words = ["chroot", str(self.host), *words]
        log = (self.folder / "qemu.log").open("wb")
        self._process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        log.close()
        self.qmp = Qmp(self.folder / "qmp")
        self.shell = Shell(self.folder / "shell")

    def _inside(self, path: Path) -> str:
        return f"/{INSIDE}/{path.relative_to(self.folder)}" if self.host else str(path)

    def wait_for_shell(self, patience: float = 1200) -> None:
        """Wait until the machine answers. Raise TimeoutError."""
        until = time.monotonic() + patience
        while True:
            try:
                self.shell.run("stty -echo -onlcr; true", 10)
                return
            except (TimeoutError, subprocess.CalledProcessError, ValueError):
                if time.monotonic() > until or not self.is_on:
                    raise

    @property
    def is_on(self) -> bool:
        """Whether it has power."""
        return self._process is not None and self._process.poll() is None

    def pull_the_plug(self) -> None:
        """Cut the power: whatever the machine has not flushed is lost."""
        if self._process:
            is_cut = self.is_on
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None
            if is_cut:
                self.kept, self.lost = powercut.replay(self._log, self.card)
            else:
                self._written.replace(self.card)
            for file in (self._written, self._log):
                file.unlink(missing_ok=True)
        self.scanner = None

    def wait_until_off(self, patience: float = 600) -> None:
        """Wait until the machine has switched itself off. Raise TimeoutExpired."""
        if self._process:
            self._process.wait(patience)
        self.pull_the_plug()

    # The screen

    def picture(self, file: Path) -> Path:
        """Save what is on the screen as a PNG."""
        inside = self.folder / "screen.png"
        self.qmp("screendump", filename=self._inside(inside), format="png")
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(inside, file)
        return file

    def seen(self) -> bytes:
        """Return what is on the screen now, to compare."""
        return self.picture(self.folder / "seen.png").read_bytes()

    def settle(self, patience: float = 180, pause: float = 1.5) -> None:
        """Wait until the screen has not changed for a while."""
        until, before, calm = time.monotonic() + patience, b"", 0
        while calm < 2 and time.monotonic() < until:
            now = self.seen()
            calm = calm + 1 if now == before else 0
            before = now
            time.sleep(pause)

    @contextmanager
    def expecting_change(self, patience: float = 60) -> Iterator[None]:
        """Do something that changes the screen, and wait until it has changed and is still. A frame takes seconds on a
        busy machine, so that a still screen alone does not say that all is done."""
        before, until = self.seen(), time.monotonic() + patience
        yield
        while self.seen() == before and time.monotonic() < until:
            time.sleep(0.3)
        self.settle()

    def touch(self, x: float, y: float, hold: float = 0.5) -> None:
        """Touch the screen with one finger, in pixels from its upper left corner."""
        with self.finger() as finger:
            finger([(x, y)])
            time.sleep(hold)

    def flick(self, begin: tuple[float, float], end: tuple[float, float]) -> None:
        """Draw a finger from one place to another so fast that a slow machine does not take it for a held one."""
        with self.finger(pause=0) as finger:
            finger([begin, end])
            time.sleep(1)

    @contextmanager
    def finger(self, pause: float = 0.05) -> Iterator[Any]:
        """Yield a function that puts a finger down and moves it along places; it is lifted in the end."""
        self.touches += 1
        number, is_down = self.touches, False

        def go(places: Sequence[tuple[float, float]]) -> None:
            nonlocal is_down
            for x, y in places:
                events = [
                    _finger("data", number, axis, round(at / whole * RANGE))
                    for axis, at, whole in (("x", x, self.panel.width - 1), ("y", y, self.panel.height - 1))
                ]
                if not is_down:
                    events = [_button(True), _finger("begin", number, "x", 0), *events]
                    is_down = True
                self.qmp("input-send-event", events=events)
                time.sleep(pause)

        yield go
        self.qmp("input-send-event", events=[_finger("end", -1, "x", 0), _button(False)])

    def unplug_touchscreen(self) -> None:
        """Pull the cable of the touchscreen, and wait until QEMU has let go of it: the machine has to agree first.
        Raise TimeoutError if it never does."""
        self.qmp("device_del", id="touchscreen")
        until = time.monotonic() + 120
        while any(one["name"] == "touchscreen" for one in self.qmp("qom-list", path="/machine/peripheral")):
            if time.monotonic() > until:
                raise TimeoutError("the machine does not let go of the touchscreen")
            time.sleep(0.2)

    def plug_in_touchscreen(self) -> None:
        """Plug the touchscreen in again."""
        self.qmp("device_add", driver="virtio-multitouch-pci", id="touchscreen", bus="port1")

    # The scanner

    def plug_in_scanner(self) -> None:
        """Plug a scanner into USB, which is a serial port."""
        self.qmp("device_add", driver="usb-serial", id="scanner1", chardev="scanner", bus="usb.0")
        self.scanner = _Line(self.folder / "scanner", 30).socket

    def unplug_scanner(self) -> None:
        """Pull the cable of the scanner."""
        self.qmp("device_del", id="scanner1")
        if self.scanner:
            self.scanner.close()
            self.scanner = None

    def scan(self, text: str) -> None:
        """Hold a label before the scanner. Raise QmpError if none is plugged in."""
        if self.scanner is None:
            raise QmpError("no scanner is plugged in")
        self.scanner.sendall(text.encode() + b"\r\n")

    # Sticks

    def make_stick(self, files: Path, label: str = "GAMES", megabytes: int = 512) -> Path:
        """Make a USB stick with the files of a folder on it, and return its image."""
        image = self.folder / f"stick-{label}.img"
        with image.open("wb") as opened:
            opened.truncate(megabytes * 1_048_576)
        subprocess.run(["mkfs.vfat", "-F", "32", "-n", label, image], check=True, stdout=subprocess.DEVNULL)
        things = sorted(files.iterdir())
        if things:
            subprocess.run(["mcopy", "-s", "-Q", "-i", image, *things, "::"], check=True)
        return image

    def plug_in_stick(self, image: Path) -> None:
        """Plug a stick in."""
        self.qmp("blockdev-add", **{"node-name": "stick", "driver": "raw"},
                 file={"driver": "file", "filename": self._inside(image)})  # fmt: skip
        self.qmp("device_add", driver="usb-storage", id="stick1", drive="stick", removable=True, bus="usb.0")

    def unplug_stick(self) -> None:
        """Pull the stick out."""
        self.qmp("device_del", id="stick1")
        for _ in range(50):
            with suppress(QmpError):
                self.qmp("blockdev-del", **{"node-name": "stick"})
                return
            time.sleep(0.2)


def _for_qemu(command_line: str) -> str:
    """Return the line for the kernel with QEMU's serial port, and without its clock that has a battery: a Raspberry Pi
    has none."""
    line = command_line.strip().replace("console=serial0,115200", "console=ttyAMA0,115200")
    return f"{line} initcall_blacklist=pl031_driver_init"


def _finger(kind: str, number: int, axis: str, value: int) -> dict[str, object]:
    return {"type": "mtt", "data": {"type": kind, "slot": 0, "tracking-id": number, "axis": axis, "value": value}}


def _button(down: bool) -> dict[str, object]:
    return {"type": "btn", "data": {"button": "touch", "down": down}}


def has_touchscreen(host: Path | None = None) -> bool:
    """Return whether a QEMU can emulate a touchscreen, which takes version 8.1 or newer."""
    words = ["qemu-system-aarch64", "-device", "help"]
    try:
        done = subprocess.run(
            ["chroot", str(host), *words] if host else words, capture_output=True, text=True, check=False
        )
    except OSError:
        return False
    return "virtio-multitouch-pci" in done.stdout


@contextmanager
def newer_host(host: Path, folder: Path) -> Iterator[None]:
    """Show a folder to the programs of another system while QEMU runs there."""
    place = host / INSIDE
    place.mkdir(exist_ok=True)
    mounted = []
    try:
        for source, target in ((folder, place), (Path("/dev"), host / "dev")):
            if not os.path.ismount(target):
                subprocess.run(["mount", "--bind", source, target], check=True)
                mounted.append(target)
        yield
    finally:
        for target in reversed(mounted):
            subprocess.run(["umount", "--lazy", target], check=False)
