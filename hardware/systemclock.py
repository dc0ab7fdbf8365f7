"""The clock of the machine: what is known about it, and setting it through systemd, which permits that to the
companion's user.

A Raspberry Pi has no clock that goes on without power, except a Pi 5 or an added module with a battery. So the system
begins where it stopped, until the network or somebody sets it.
"""

import ctypes
import os
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

_PATIENCE = 20
_SERVICE = ("org.freedesktop.timedate1", "/org/freedesktop/timedate1", "org.freedesktop.timedate1")
_ERROR = 5
"""What the kernel answers while nothing keeps its clock right."""
_TIMEX = 512
"""More bytes than the kernel's description of its clock has."""


@dataclass(frozen=True, slots=True)
class Readings:
    """What the machine says about its clock at one moment."""

    now: datetime
    running: float
    """Seconds since the machine was switched on."""
    boot: str
    """Differs each time the machine is switched on; "" if that is not known."""
    synchronised: bool
    """Whether the network has set the clock since then."""
    battery: datetime | None
    """What a clock with a battery says; None if there is none. Without its battery it begins in 1970 or so."""

    @property
    def ahead(self) -> float:
        """How far the clock is ahead of the one that counts seconds since the start: it changes only if it is set."""
        return self.now.timestamp() - self.running


class SystemClock:
    """The clock of this machine."""

    def __init__(self, root: Path = Path("/"), program: str = "busctl") -> None:
        """`root` is that of the system; `program` is what asks systemd."""
        self._root, self._program = root, program

    def read(self) -> Readings:
        """Return what is known now."""
        return Readings(
            now=datetime.now(UTC),
            running=time.clock_gettime(time.CLOCK_BOOTTIME),
            boot=self._text("proc/sys/kernel/random/boot_id"),
            synchronised=(self._root / "run/systemd/timesync/synchronized").exists() or _kernel_is_synchronised(),
            battery=self._battery(),
        )

    def _battery(self) -> datetime | None:
        for clock in sorted((self._root / "sys/class/rtc").glob("rtc*")):
            with suppress(ValueError, OverflowError):
                return datetime.fromtimestamp(int(self._text(clock / "since_epoch")), UTC)
        return None

    def _text(self, path: str | Path) -> str:
        try:
            return (self._root / path).read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            return ""

    # The time

    def follows_network(self) -> bool:
        """Return whether the system sets its clock by the network when there is one."""
        done = self._run("get-property", *_SERVICE, "NTP")
        return done.returncode == 0 and done.stdout.split() == ["b", "true"]

    def follow_network(self, follows: bool) -> str:
        """Have the system set its clock by the network, or not. Return why it failed, or an empty text."""
        return self._call("SetNTP", "bb", str(follows).lower(), "false")

    def set_time(self, to: datetime) -> str:
        """Set the clock; the system refuses that while it follows the network. Return why it failed, or an empty
        text."""
        return self._call("SetTime", "xbb", str(round(to.timestamp() * 1_000_000)), "false", "false")

    # The time zone

    def zone(self) -> str:
        """Return the time zone, such as `Europe/Oslo`; "" if it is not known."""
        with suppress(OSError):
            _, found, zone = os.readlink(self._root / "etc/localtime").partition("zoneinfo/")
            if found:
                return zone
        return self._text("etc/timezone")

    def zones(self) -> list[str]:
        """Return every time zone that the system knows, in order."""
        try:
            lines = (self._root / "usr/share/zoneinfo/zone.tab").read_text(encoding="utf-8").splitlines()
        except OSError:
            return []
        return sorted(parts[2] for line in lines if not line.startswith("#") and len(parts := line.split("\t")) > 2)

    def set_zone(self, zone: str) -> str:
        """Set the time zone, for this program too. Return why it failed, or an empty text."""
        why = self._call("SetTimezone", "sb", zone, "false")
        time.tzset()
        return why

    def _call(self, method: str, *arguments: str) -> str:
        done = self._run("call", *_SERVICE, method, *arguments)
        return "" if done.returncode == 0 else (done.stderr.strip().splitlines() or ["it was refused"])[-1]

    def _run(self, *words: str) -> "subprocess.CompletedProcess[str]":
        command = [self._program, "--system", "--allow-interactive-authorization=no", *words]
        try:
            return subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            return subprocess.CompletedProcess(command, 1, "", str(error))


def _kernel_is_synchronised() -> bool:
    """Return whether the kernel knows that something keeps its clock right. The service may not ask it, and then
    relies on what systemd says."""
    try:
        answer = ctypes.CDLL(None).adjtimex(ctypes.byref(ctypes.create_string_buffer(_TIMEX)))
    except (OSError, AttributeError):
        return False
    return 0 <= int(answer) < _ERROR
