"""Finds the scanner's port, and says why a port cannot be opened."""

import errno
import glob
import grp
import os
from enum import Enum
from pathlib import Path

AUTO = "auto"
_BY_ID = Path("/dev/serial/by-id")
_SAY_SCANNER = ("scan", "barcode", "bar code", "code reader", "imager", "newland", "honeywell", "datalogic", "netum")
_VENDORS = {0x1EAB, 0x0488, 0x1FBB, 0x2745, 0x0C2E, 0x05E0, 0x05F9, 0x0536}
"""Makers of scanners that show up as a serial port: Newland, Netum, Cino, Unitech, Honeywell, Zebra, Datalogic."""


def with_baud(wanted: str, usual: int) -> tuple[str, int]:
    """A port and its speed: `/dev/serial0@115200` names both; USB does not care."""
    port, at, baud = wanted.rpartition("@")
    return (port, int(baud)) if at and baud.isdigit() and port else (wanted, usual)


def find_port(wanted: str) -> str | None:
    """The port to open now: the one that was named, the first that fits a pattern, or a scanner that is plugged in.
    None if there is none at the moment."""
    if wanted == AUTO:
        return _plugged_in()
    if "://" in wanted:
        return wanted
    if any(sign in wanted for sign in "*?["):
        return next(iter(sorted(glob.glob(wanted))), None)
    return wanted


def _plugged_in() -> str | None:
    """The likeliest scanner among the USB serial ports, by its stable name if it has one. A bare UART is never guessed:
    it is always there, with or without a scanner."""
    from serial.tools.list_ports import comports

    found = [port for port in comports() if port.vid is not None]
    ranked = sorted(found, key=lambda port: (not _is_scanner(port.vid, port.description), port.device))
    return stable_name(ranked[0].device) if ranked else None


def _is_scanner(vendor: int | None, description: str | None) -> bool:
    text = (description or "").lower()
    return vendor in _VENDORS or any(word in text for word in _SAY_SCANNER)


def stable_name(device: str) -> str:
    """A name that stays when the number of a device changes, or the device itself."""
    links = sorted(_BY_ID.iterdir()) if _BY_ID.is_dir() else []
    return next((str(link) for link in links if os.path.realpath(link) == os.path.realpath(device)), device)


class Cause(Enum):
    """Why there is no connection."""

    ABSENT = "no scanner is plugged in"
    UNPLUGGED = "the scanner was unplugged"
    DENIED = "{port} may not be opened: join the group {group} (sudo adduser $USER {group}), then log in again"
    BUSY = "{port} is in use by {who}: close it first"
    OTHER = "{port} does not open: {error}"


def cause_of(error: BaseException) -> Cause:
    """What an error from opening a port means."""
    number = getattr(error, "errno", None)
    text = str(error).lower()
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO) or "no such file" in text or "could not resolve" in text:
        return Cause.ABSENT
    if number in (errno.EACCES, errno.EPERM) or "permission denied" in text:
        return Cause.DENIED
    if number in (errno.EBUSY, errno.EAGAIN) or "lock" in text or "busy" in text:
        return Cause.BUSY
    return Cause.OTHER


def explained(cause: Cause, port: str | None, error: object = "") -> str:
    """A cause in a sentence with what to do."""
    return cause.value.format(port=port, group=_group(port), who=_holder(port), error=error)


def _group(port: str | None) -> str:
    try:
        return grp.getgrgid(os.stat(port or "").st_gid).gr_name
    except (OSError, KeyError):
        return "dialout"


def _holder(port: str | None) -> str:
    """Who has a device open, as far as we may look."""
    device = os.path.realpath(port or "")
    for link in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if os.readlink(link) == device and link.parts[2] != str(os.getpid()):
                name = Path("/proc", link.parts[2], "comm").read_text().strip()
                return f"{name} (process {link.parts[2]})"
        except OSError:  # not ours to look at, or gone already
            continue
    return "another program"
