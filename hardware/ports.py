"""Finding and opening the scanner's port, and the reasons why it cannot be opened."""

import errno
import glob
import grp
import os
import re
from enum import Enum
from pathlib import Path
from typing import Any

import serial

from companion.words import Sentence, pattern, say

AUTO = "auto"
_BY_ID = Path("/dev/serial/by-id")
_SAY_SCANNER = ("scan", "barcode", "bar code", "code reader", "imager", "newland", "honeywell", "datalogic", "netum")
_VENDORS = {0x1EAB, 0x0488, 0x1FBB, 0x2745, 0x0C2E, 0x05E0, 0x05F9, 0x0536}
"""Vendors of scanners that appear as a serial port: Newland, Netum, Cino, Unitech, Honeywell, Zebra, Datalogic."""


def with_baud(wanted: str, usual: int) -> tuple[str, int]:
    """Return a port and its speed: `/dev/serial0@115200` names both. USB ignores the speed."""
    found = re.fullmatch(r"(.+)@([0-9]{1,7})", wanted)
    return (found[1], int(found[2])) if found else (wanted, usual)


PATIENCE = 0.1
"""Seconds that a read waits for a byte."""


def find_ports(wanted: str) -> list[str]:
    """Return the ports to try now, likeliest first: the one named, all that match a pattern, or every scanner plugged
    in."""
    if wanted == AUTO:
        return _plugged_in()
    if "://" not in wanted and any(sign in wanted for sign in "*?["):
        return sorted(glob.glob(wanted))
    return [wanted]


def open_port(port: str, baud: int) -> Any:
    """Open a port for reading, locked against other programs. Raise what pyserial raises."""
    opened = serial.serial_for_url(port, do_not_open=True, baudrate=baud, timeout=PATIENCE)
    if isinstance(opened, serial.Serial):
        opened.exclusive = True
    opened.open()
    return opened


def _plugged_in() -> list[str]:
    """Return the USB serial ports, scanners first, by their stable names. A bare UART is never guessed, because it
    exists with or without a scanner."""
    from serial.tools.list_ports import comports

    found = [port for port in comports() if port.vid is not None]
    ranked = sorted(found, key=lambda port: (not _is_scanner(port.vid, port.description), port.device))
    return [stable_name(port.device) for port in ranked]


def _is_scanner(vendor: int | None, description: str | None) -> bool:
    text = (description or "").lower()
    return vendor in _VENDORS or any(word in text for word in _SAY_SCANNER)


def stable_name(device: str) -> str:
    """Return a name that stays when the device's number changes, or the device itself if it has none."""
    for link in _listed(_BY_ID):
        if os.path.realpath(link) == os.path.realpath(device):
            return str(link)
    return device


def _listed(folder: Path) -> list[Path]:
    """Return the content of a folder; nothing if the folder vanishes meanwhile, as those of devices and processes
    do."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


class Cause(Enum):
    """Why there is no connection."""

    ABSENT = pattern("no scanner is plugged in")
    UNPLUGGED = pattern("the scanner was unplugged")
    DENIED = pattern("{port} cannot be opened: join the group {group} (sudo adduser $USER {group}), then log in again")
    CLOSED = pattern(
        "{port} cannot be opened, not even by its group: install the udev rule shown in hardware/README.md"
    )
    BUSY = pattern("{port} is in use by {who}: close it first")
    OTHER = pattern("{port} cannot be opened: {error}")


def cause_of(error: BaseException) -> Cause:
    """Return what an error from opening a port means."""
    number = getattr(error, "errno", None)
    text = str(error).lower()
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO) or "no such file" in text or "could not resolve" in text:
        return Cause.ABSENT
    if number in (errno.EACCES, errno.EPERM) or "permission denied" in text:
        return Cause.DENIED
    if number in (errno.EBUSY, errno.EAGAIN) or "lock" in text or "busy" in text:
        return Cause.BUSY
    return Cause.OTHER


def explained(cause: Cause, port: str | None, error: object = "") -> Sentence:
    """Return a cause as a sentence that says what to do."""
    if cause is Cause.DENIED and not _group_may(port):
        cause = Cause.CLOSED
    facts = {"port": port, "group": _group(port), "who": _holder(port), "error": error}
    return Sentence(cause.value, facts)


def _group_may(port: str | None) -> bool:
    try:
        return os.stat(port or "").st_mode & 0o060 == 0o060
    except (OSError, ValueError):
        return True


def _group(port: str | None) -> str:
    try:
        return grp.getgrgid(os.stat(port or "").st_gid).gr_name
    except (OSError, ValueError, KeyError):
        return "dialout"


def _holder(port: str | None) -> str:
    """Return which program has a device open, as far as permissions allow."""
    device = os.path.realpath((port or "").replace("\0", ""))
    processes = [folder for folder in _listed(Path("/proc")) if folder.name.isdigit()]
    for process in processes:
        if process.name == str(os.getpid()):
            continue
        for link in _listed(process / "fd"):
            try:
                if os.readlink(link) == device:
                    name = (process / "comm").read_text().strip()
                    return say("{program} (process {number})", program=name, number=process.name)
            except OSError:  # not permitted, or the process has ended
                continue
    return say("another program")
