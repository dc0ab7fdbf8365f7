"""The panels that are connected to the graphics cards, as the kernel tells in /sys/class/drm."""

import re
from dataclasses import dataclass
from pathlib import Path

_CONNECTOR = re.compile(r"card(\d+)-(.+)")
_BUILT_IN = ("DSI", "DPI", "LVDS", "eDP")
"""Connectors inside a machine; if a television is connected beside such a panel, people touch the panel."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A connected panel."""

    card: int
    """The number of its card, as in /dev/dri/card1. It can change from one start to the next."""
    connector: str
    size: tuple[int, int] | None
    """Its preferred size in pixels; None if it does not tell."""


def connected_panels(root: Path = Path("/")) -> list[Panel]:
    """Return the panels that are connected, built-in ones first. Cards without a connector, such as the one that only
    draws on a Raspberry Pi 5, have none."""
    found = []
    for folder in (root / "sys/class/drm").glob("card*-*"):
        name = _CONNECTOR.fullmatch(folder.name)
        if name and _text(folder / "status") == "connected":
            found.append(Panel(int(name[1]), name[2], _size(_text(folder / "modes"))))
    return sorted(found, key=lambda panel: (not panel.connector.startswith(_BUILT_IN), panel.card, panel.connector))


def _size(modes: str) -> tuple[int, int] | None:
    found = re.match(r"(\d+)x(\d+)", modes)
    return (int(found[1]), int(found[2])) if found else None


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
