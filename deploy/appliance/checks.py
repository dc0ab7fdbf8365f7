"""Whether a machine can become the companion at all."""

import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

from appliance.machine import Machine, first_line_with, free_megabytes

ROOM = 700
"""Megabytes that a new version needs beside the old one."""


def objections(machine: Machine, dry: bool) -> Iterator[str]:
    """What stands in the way, each with what to do."""
    if os.geteuid() != 0 and not dry:
        yield "only root can do this: run it with sudo"
    if not machine.at("/etc/passwd").is_file():
        yield f"{machine.root} is not the root of a system: name one that has /etc/passwd"
    system = first_line_with(Path("/etc/os-release"), "ID"), first_line_with(Path("/etc/os-release"), "ID_LIKE")
    release = first_line_with(Path("/etc/os-release"), "VERSION_ID").partition(".")[0]
    if "debian" not in " ".join(system).split():
        yield "this is neither Raspberry Pi OS nor Debian: put Raspberry Pi OS (64 bit) on the card"
    elif "debian" in system[0] and release.isdigit() and int(release) < 12:
        yield f"this system is too old ({release}): Raspberry Pi OS of 2023 (Bookworm, 12) or newer is needed"
    if platform.machine() not in ("aarch64", "x86_64") or sys.maxsize < 2**32:
        yield f"this system is not a 64 bit one ({platform.machine()}): put Raspberry Pi OS (64 bit) on the card"
    if not (3, 11) <= sys.version_info < (3, 14):
        yield f"Python {platform.python_version()} does not fit: 3.11, 3.12 or 3.13 is needed"
    home = Path(sys.executable).resolve()
    if machine.is_this and home.is_relative_to("/home") | home.is_relative_to("/root"):
        yield f"{home} is somebody's own Python, which the service may not see: run this with the system's"
    room = free_megabytes(machine.at("/opt"))
    if room < ROOM:
        yield f"there are only {room} MB free, {ROOM} are needed: make room, or take a larger card"
