"""Checks of whether Companion can be installed on a machine."""

import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

from appliance.machine import Machine, first_line_with, free_megabytes
from appliance.translation import say

ROOM = 700
"""Megabytes that a new version needs beside the old one."""


def objections(machine: Machine, dry: bool) -> Iterator[str]:
    """Yield each reason why the machine is not suitable, with what to do about it."""
    if os.geteuid() != 0 and not dry:
        yield say("only root can do this: run it with sudo")
    if not machine.at("/etc/passwd").is_file():
        yield say("{root} is not the root of a system: name one that has /etc/passwd", root=machine.root)
    system = first_line_with(Path("/etc/os-release"), "ID"), first_line_with(Path("/etc/os-release"), "ID_LIKE")
    release = first_line_with(Path("/etc/os-release"), "VERSION_ID").partition(".")[0]
    if "debian" not in " ".join(system).split():
        yield say("this is neither Raspberry Pi OS nor Debian: put Raspberry Pi OS (64-bit) on the card")
    elif "debian" in system[0] and release.isdigit() and int(release) < 12:
        too_old = "this system is too old ({release}): Raspberry Pi OS Bookworm (12, from 2023) or newer is needed"
        yield say(too_old, release=release)
    if platform.machine() not in ("aarch64", "x86_64") or sys.maxsize < 2**32:
        other = "this system is not 64-bit ({processor}): put Raspberry Pi OS (64-bit) on the card"
        yield say(other, processor=platform.machine())
    if not (3, 11) <= sys.version_info < (3, 14):
        yield say("Python {version} is not supported: 3.11, 3.12 or 3.13 is needed", version=platform.python_version())
    home = Path(sys.executable).resolve()
    if machine.is_this and home.is_relative_to("/home") | home.is_relative_to("/root"):
        somebodys = "{python} is one user's own Python, which the service cannot use: run this with the system Python"
        yield say(somebodys, python=home)
    room = free_megabytes(machine.at("/opt"))
    if room < ROOM:
        little = "only {free} MB free, but {needed} MB needed: free up some space, or use a larger card"
        yield say(little, free=room, needed=ROOM)
