"""Touches on the console, from every touchscreen that is plugged in, now or later.

Kivy's own provider looks for touchscreens once. One that is unplugged and comes back, under another number or before
the system has given it to our group, stays dead there; and a scanner that comes back under the number of a touchscreen
would be taken for one. So this one looks again every second, and opens nothing but touchscreens.
"""

import logging
import select
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from kivy.input.factory import MotionEventFactory
from kivy.input.motionevent import MotionEvent
from kivy.input.provider import MotionEventProvider

from hardware.touchscreens import Contact, Extent, Fingers, touchscreens

_PAUSE = 1.0
"""Seconds between two looks for touchscreens."""
_log = logging.getLogger(__name__)


class Source(Protocol):
    """An open touchscreen."""

    def fileno(self) -> int:
        """Return the descriptor to wait for."""

    def fingers(self) -> Fingers:
        """Return what knows the fingers on it."""

    def read(self) -> list[tuple[int, int, int]] | None:
        """Return the events that have arrived, without waiting; None if the touchscreen is gone."""

    def close(self) -> None:
        """Close it."""


class _Mtdev:
    """A touchscreen opened with libmtdev, which gives the events of every kind of touchscreen in slots."""

    def __init__(self, device: Path) -> None:
        """Open it. Raise OSError if that is not permitted (yet), or without libmtdev."""
        with device.open("rb"):
            pass  # libmtdev would ask again and again for three seconds
        from kivy.lib import mtdev

        self._axes = mtdev.MTDEV_ABS_POSITION_X, mtdev.MTDEV_ABS_POSITION_Y
        self._device = mtdev.Device(str(device))

    def fileno(self) -> int:
        return int(self._device._fd)

    def fingers(self) -> Fingers:
        across, down = (self._device.get_abs(axis) for axis in self._axes)
        return Fingers(Extent(across.minimum, across.maximum), Extent(down.minimum, down.maximum))

    def read(self) -> list[tuple[int, int, int]] | None:
        found = []
        while (event := self._device.get()) is not None:
            found.append((int(event.type), int(event.code), int(event.value)))
        return found or None  # it is read only when there is something, so nothing means that it is gone

    def close(self) -> None:
        self._device.close()


def _plugged_in() -> list[Path]:
    return [screen.device for screen in touchscreens()]


class PanelTouch(MotionEvent):
    """One finger on a touchscreen."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, is_touch=True, type_id="touch", **options)
        self.profile = ["pos"]

    def depack(self, args: tuple[float, float]) -> None:
        """Take a place, in shares of the panel."""
        self.sx, self.sy = args
        super().depack(args)


class TouchscreenProvider(MotionEventProvider):
    """All touchscreens, read by one thread."""

    def __init__(
        self,
        device: str,
        args: str = "",
        look: Callable[[], list[Path]] = _plugged_in,
        opens: Callable[[Path], Source] = _Mtdev,
    ) -> None:
        super().__init__(device, args)
        self._look, self._opens = look, opens
        self._open: dict[Path, tuple[Source, Fingers]] = {}
        self._refused: set[Path] = set()
        self._contacts: deque[tuple[Path, Contact]] = deque()
        self._touches: dict[tuple[Path, int], PanelTouch] = {}
        self._halt = threading.Event()

    def start(self) -> None:
        """Begin to listen."""
        self._halt.clear()
        threading.Thread(target=self._run, name="touchscreens", daemon=True).start()

    def stop(self) -> None:
        """Stop listening."""
        self._halt.set()

    def _run(self) -> None:
        while not self._halt.is_set():
            self.find()
            self.listen(_PAUSE)
        for device in list(self._open):
            self._lose(device)

    def find(self) -> None:
        """Open the touchscreens that are plugged in and not open, and close those that are gone."""
        there = self._look()
        for device in self._open.keys() - set(there):
            self._lose(device)
        self._refused &= set(there)
        for device in there:
            if device in self._open:
                continue
            try:
                source = self._opens(device)
                self._open[device] = source, source.fingers()
            except Exception as error:  # not permitted yet, or gone again; libmtdev raises plain exceptions
                if device not in self._refused:
                    self._refused.add(device)
                    _log.warning("the touchscreen %s cannot be opened: %s", device, error)
            else:
                self._refused.discard(device)
                _log.info("the touchscreen %s is connected", device)

    def listen(self, seconds: float) -> None:
        """Take the events that arrive within some seconds from the touchscreens that are open."""
        if not self._open:
            self._halt.wait(seconds)
            return
        by_number = {source.fileno(): device for device, (source, _) in self._open.items()}
        ready, _, _ = select.select(list(by_number), [], [], seconds)
        for number in ready:
            device = by_number[number]
            source, fingers = self._open[device]
            events = source.read()
            if events is None:
                self._lose(device)
                continue
            self._contacts += [(device, contact) for event in events for contact in fingers.feed(*event)]

    def _lose(self, device: Path) -> None:
        """Close a touchscreen, and lift the fingers that were on it."""
        source, fingers = self._open.pop(device)
        self._contacts += [(device, contact) for contact in fingers.lift()]
        source.close()
        _log.warning("the touchscreen %s is gone", device)

    def update(self, dispatch_fn: Callable[[str, MotionEvent], object]) -> None:
        """Hand over what fingers have done since the last frame. One that came down and has moved since moves in the
        next frame: all that Kivy hands on in a frame has the last place of the finger, so that a quick stroke during a
        slow frame would be a tap at its end."""
        begun: dict[tuple[Path, int], tuple[float, float]] = {}
        later: list[tuple[Path, Contact]] = []
        while self._contacts:
            device, contact = self._contacts.popleft()
            key, place = (device, contact.finger), (contact.x, contact.y)
            if begun.get(key, place) != place or any((one, other.finger) == key for one, other in later):
                later.append((device, contact))
                continue
            touch = self._touches.get(key)
            if touch is None:
                touch = self._touches[key] = PanelTouch(self.device, contact.finger, place)
                begun[key] = place
            else:
                touch.move(place)
            if contact.phase.value == "end":
                del self._touches[key]
                touch.update_time_end()
            dispatch_fn(contact.phase.value, touch)
        self._contacts.extendleft(reversed(later))


MotionEventFactory.register("touchscreens", TouchscreenProvider)
