"""The USB sticks that are mounted."""

import re
from dataclasses import dataclass
from pathlib import Path

from companion.words.filenames import readable

_HERE = re.compile(r"/media/[^/]+(/[^/]+)?|/run/media/[^/]+/[^/]+|/mnt/usb[^/]*")
"""Where systems mount removable drives."""

_NOT_A_STICK = frozenset({"tmpfs", "ramfs", "overlay", "squashfs", "iso9660", "udf", "autofs", "proc", "sysfs"})


@dataclass(frozen=True, slots=True)
class Stick:
    """A mounted stick."""

    path: Path
    locked: bool
    """Whether it is read-only."""

    @property
    def name(self) -> str:
        """The name of the stick, as it can be shown: that of its folder."""
        return readable(self.path.name)


def sticks(root: Path = Path("/")) -> list[Stick]:
    """Return the sticks mounted under a root, writable ones first, then the one mounted last."""
    try:
        mounts = (root / "proc" / "mounts").read_text(encoding="utf-8", errors="surrogateescape").split("\n")
    except OSError:
        return []
    found = [stick for line in reversed(mounts) if (stick := _stick(root, line))]
    return sorted(found, key=lambda stick: stick.locked)


def _stick(root: Path, line: str) -> Stick | None:
    """Return the stick in a line of /proc/mounts, or None if it is not a stick or its folder does not exist."""
    fields = line.split(" ")
    if len(fields) < 4 or not fields[0].startswith("/dev/") or fields[2] in _NOT_A_STICK:
        return None
    place = _plain(fields[1])
    path = root / place.lstrip("/")
    if not _HERE.fullmatch(place) or not path.is_dir():
        return None
    return Stick(path, "ro" in fields[3].split(","))


def _plain(text: str) -> str:
    r"""Return the real path of a mount: /proc/mounts writes a blank as \040."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), text)
