"""The destinations of the files in deploy/files."""

import os
import shutil
from pathlib import Path

from appliance.machine import Machine

UNIT = "/etc/systemd/system/companion.service"
NETWORK = "/etc/systemd/system/companion.service.d/network.conf"
CAMERA = "/etc/systemd/system/companion.service.d/camera.conf"
SETTINGS = "/etc/default/companion"
KEY = "/etc/companion/update-key.pub"
"""The public key that bundles must be signed with."""
GAMES = "/var/lib/companion"
HANDED_OVER = f"{GAMES}/update"
"""Where the app puts a bundle from a stick. The app's user can change anything in it at any time."""
RESULT = "/opt/companion/update.json"
"""What became of the last update, for the app to show."""
CACHE = "/var/cache/companion"

PLACES = {
    "companion.service": (UNIT, 0o644),
    "companion-update.path": ("/etc/systemd/system/companion-update.path", 0o644),
    "companion-update.service": ("/etc/systemd/system/companion-update.service", 0o644),
    "companion.polkit": ("/etc/polkit-1/rules.d/50-companion.rules", 0o644),
    "companion.rules": ("/etc/udev/rules.d/70-companion.rules", 0o644),
    "companion.sysusers": ("/etc/sysusers.d/companion.conf", 0o644),
    "companion.modules": ("/etc/modules-load.d/companion.conf", 0o644),
    "companion": ("/usr/local/bin/companion", 0o755),
}
"""Files that are always overwritten with ours: neither the settings, which users edit, nor the optional network and
camera."""


def is_in_place(machine: Machine, source: Path, path: str, mode: int) -> bool:
    """Return whether a file of the system has our content and mode."""
    there = machine.at(path)
    try:
        return there.read_bytes() == source.read_bytes() and there.stat().st_mode & 0o777 == mode
    except OSError:
        return False


def put(machine: Machine, source: Path, path: str, mode: int) -> None:
    """Install a file atomically."""
    there = machine.at(path)
    there.parent.mkdir(parents=True, exist_ok=True)
    fresh = there.with_name(f".{there.name}.new")
    shutil.copyfile(source, fresh)
    os.chmod(fresh, mode)
    machine.give(fresh, (0, 0))
    fresh.replace(there)
