"""Touchscreens: which are plugged in, and what their events mean. Nothing here knows of windows."""

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

_SYN, _ABS = 0x00, 0x03
_SYN_REPORT, _SYN_DROPPED = 0, 3
_SLOT, _X, _Y, _TRACKING = 0x2F, 0x35, 0x36, 0x39
"""ABS_MT codes of linux/input-event-codes.h."""


@dataclass(frozen=True, slots=True)
class Touchscreen:
    """A touchscreen that is plugged in."""

    device: Path
    name: str


def touchscreens(root: Path = Path("/")) -> list[Touchscreen]:
    """Return the devices that feel several fingers. A scanner that types, a mouse and a pen do not."""
    found = []
    for event in sorted((root / "sys/class/input").glob("event*")):
        words = _text(event / "device/capabilities/abs").split()
        bits = sum(int(word, 16) << 64 * place for place, word in enumerate(reversed(words)))
        if bits >> _X & 1:
            found.append(Touchscreen(root / "dev/input" / event.name, _text(event / "device/name") or event.name))
    return found


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


class Phase(Enum):
    """What a finger does."""

    DOWN = "begin"
    MOVE = "update"
    UP = "end"


@dataclass(frozen=True, slots=True)
class Contact:
    """One finger at one moment; across and up from the lower left corner of the panel, from 0 to 1."""

    finger: int
    phase: Phase
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Extent:
    """The least and the largest value of an axis."""

    least: int
    most: int

    def share(self, value: int) -> float:
        """Return where a value is between them, from 0 to 1."""
        return min(max((value - self.least) / max(self.most - self.least, 1), 0.0), 1.0)


@dataclass(slots=True)
class _Slot:
    finger: int | None = None
    x: int = 0
    y: int = 0
    is_down: bool = False
    changed: bool = False
    lifted: list[int] = field(default_factory=list)


class Fingers:
    """The fingers on one touchscreen, from its events in slots (type B of the kernel's multi-touch protocol)."""

    def __init__(self, across: Extent, down: Extent) -> None:
        self._across, self._down = across, down
        self._slots: dict[int, _Slot] = {}
        self._slot = 0

    def feed(self, kind: int, code: int, value: int) -> list[Contact]:
        """Take one event, and return what fingers have done when it ends a report."""
        if kind == _ABS:
            self._change(code, value)
        elif kind == _SYN and code == _SYN_REPORT:
            return self._report()
        elif kind == _SYN and code == _SYN_DROPPED:  # events were lost: where fingers are now is unknown
            return self.lift()
        return []

    def _change(self, code: int, value: int) -> None:
        if code == _SLOT:
            self._slot = value
            return
        slot = self._slots.setdefault(self._slot, _Slot())
        if code == _X:
            slot.x, slot.changed = value, True
        elif code == _Y:
            slot.y, slot.changed = value, True
        elif code == _TRACKING:
            if slot.finger is not None and slot.finger != value and slot.is_down:
                slot.lifted.append(slot.finger)
                slot.is_down = False
            slot.finger = None if value < 0 else value
            slot.changed = slot.finger is not None

    def _report(self) -> list[Contact]:
        found = []
        for slot in self._slots.values():
            found += [self._contact(slot, finger, Phase.UP) for finger in slot.lifted]
            slot.lifted.clear()
            if slot.finger is not None and slot.changed:
                found.append(self._contact(slot, slot.finger, Phase.MOVE if slot.is_down else Phase.DOWN))
                slot.is_down = True
            slot.changed = False
        return found

    def _contact(self, slot: _Slot, finger: int, phase: Phase) -> Contact:
        return Contact(finger, phase, self._across.share(slot.x), 1.0 - self._down.share(slot.y))

    def lift(self) -> list[Contact]:
        """Return all fingers as lifted, for a touchscreen that is gone: nothing stays pressed."""
        slots = [slot for slot in self._slots.values() if slot.finger is not None and slot.is_down]
        found = [self._contact(slot, slot.finger, Phase.UP) for slot in slots if slot.finger is not None]
        self._slots.clear()
        return found
