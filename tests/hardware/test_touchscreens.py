"""Tests of what a touchscreen tells, event by event, and of touchscreens that come and go."""

import os
from pathlib import Path
from typing import Any

import pytest

import companion.screens.virtual  # noqa: F401 - before all else that loads Kivy

# isort: split
from kivy.base import EventLoopBase

from companion.screens.shell.touchinput import TouchscreenProvider
from hardware.touchscreens import Contact, Extent, Fingers, Phase, touchscreens

SYN, KEY, ABS = 0, 1, 3
SLOT, X, Y, TRACKING = 0x2F, 0x35, 0x36, 0x39
REPORT = (SYN, 0, 0)


def fed(fingers: Fingers, *events: tuple[int, int, int]) -> list[Contact]:
    return [contact for event in events for contact in fingers.feed(*event)]


@pytest.fixture
def fingers() -> Fingers:
    return Fingers(Extent(0, 799), Extent(0, 479))


def down(slot: int, finger: int, x: int, y: int) -> list[tuple[int, int, int]]:
    return [(ABS, SLOT, slot), (ABS, TRACKING, finger), (ABS, X, x), (ABS, Y, y)]


def test_a_tap(fingers: Fingers) -> None:
    """Up is counted from below, as on a map."""
    assert fed(fingers, *down(0, 7, 799, 0), REPORT) == [Contact(7, Phase.DOWN, 1.0, 1.0)]
    assert fed(fingers, REPORT) == []
    assert fed(fingers, (ABS, X, 0), REPORT) == [Contact(7, Phase.MOVE, 0.0, 1.0)]
    assert fed(fingers, (ABS, TRACKING, -1), REPORT) == [Contact(7, Phase.UP, 0.0, 1.0)]


def test_two_fingers_in_one_report(fingers: Fingers) -> None:
    found = fed(fingers, *down(0, 1, 0, 479), *down(1, 2, 799, 479), REPORT)
    assert found == [Contact(1, Phase.DOWN, 0.0, 0.0), Contact(2, Phase.DOWN, 1.0, 0.0)]
    assert fed(fingers, (ABS, SLOT, 0), (ABS, TRACKING, -1), REPORT) == [Contact(1, Phase.UP, 0.0, 0.0)]
    assert fed(fingers, (ABS, SLOT, 1), (ABS, Y, 0), REPORT) == [Contact(2, Phase.MOVE, 1.0, 1.0)]


def test_a_finger_that_follows_another_at_once_is_another_touch(fingers: Fingers) -> None:
    fed(fingers, *down(0, 1, 0, 0), REPORT)
    assert [(c.finger, c.phase) for c in fed(fingers, (ABS, TRACKING, 2), (ABS, X, 9), REPORT)] == [
        (1, Phase.UP),
        (2, Phase.DOWN),
    ]


def test_keys_are_no_touches(fingers: Fingers) -> None:
    """A slash and a blank have the numbers of a place and a finger."""
    assert fed(fingers, (KEY, X, 1), (KEY, TRACKING, 1), REPORT) == []


def test_where_events_were_lost_nothing_stays_pressed(fingers: Fingers) -> None:
    fed(fingers, *down(0, 1, 0, 479), REPORT)
    assert fed(fingers, (SYN, 3, 0), REPORT) == [Contact(1, Phase.UP, 0.0, 0.0)]


def test_only_what_feels_several_fingers_is_a_touchscreen(tmp_path: Path) -> None:
    for number, (name, bits) in enumerate([("USB Barcode Scanner", "0"), ("ft5x06", "260800000000003"), ("pen", "3")]):
        folder = tmp_path / f"sys/class/input/event{number}/device"
        (folder / "capabilities").mkdir(parents=True)
        (folder / "name").write_text(f"{name}\n")
        (folder / "capabilities/abs").write_text(f"{bits}\n")
    assert [(found.device, found.name) for found in touchscreens(tmp_path)] == [
        (tmp_path / "dev/input/event1", "ft5x06")
    ]


class Plugged:
    """A stand-in for touchscreens: a pipe for each, which becomes readable when something is to be read."""

    def __init__(self) -> None:
        self.there: list[Path] = []
        self.shut: set[Path] = set()
        self.sources: dict[Path, Pipe] = {}

    def look(self) -> list[Path]:
        return list(self.there)

    def opens(self, device: Path) -> "Pipe":
        if device in self.shut:
            raise PermissionError(13, "Permission denied")
        self.sources[device] = Pipe()
        return self.sources[device]


class Pipe:
    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        self._events: list[tuple[int, int, int]] | None = []
        self.is_closed = False

    def tell(self, *events: tuple[int, int, int]) -> None:
        self._events = list(events)
        os.write(self._write, b"x")

    def break_off(self) -> None:
        self._events = None
        os.write(self._write, b"x")

    def fileno(self) -> int:
        return self._read

    def fingers(self) -> Fingers:
        return Fingers(Extent(0, 799), Extent(0, 479))

    def read(self) -> list[tuple[int, int, int]] | None:
        os.read(self._read, 1)
        return self._events

    def close(self) -> None:
        self.is_closed = True
        os.close(self._read)
        os.close(self._write)


@pytest.fixture
def plugged() -> Plugged:
    return Plugged()


@pytest.fixture
def provider(plugged: Plugged) -> TouchscreenProvider:
    return TouchscreenProvider("touch", look=plugged.look, opens=plugged.opens)


def told(provider: TouchscreenProvider) -> list[tuple[str, Any]]:
    """Return what Kivy is told in a frame, as its own loop asks for it and hands it on."""
    found: list[tuple[str, Any]] = []
    loop = EventLoopBase()
    loop.input_providers = [provider]
    loop.post_dispatch_input = lambda phase, touch: found.append((phase, (touch.id, touch.sx, touch.sy)))
    loop.dispatch_input()
    return found


ONE, OTHER = Path("/dev/input/event1"), Path("/dev/input/event4")


def test_a_touchscreen_that_comes_back_works_again_under_any_number(
    plugged: Plugged, provider: TouchscreenProvider
) -> None:
    plugged.there = [ONE]
    provider.find()
    first = plugged.sources[ONE]
    first.tell(*down(0, 1, 0, 479), REPORT)
    provider.listen(5)
    assert told(provider) == [("begin", (1, 0.0, 0.0))]
    first.break_off()  # unplugged, with a finger on it
    provider.listen(5)
    assert first.is_closed
    assert told(provider) == [("end", (1, 0.0, 0.0))]
    plugged.there = [OTHER]
    plugged.shut = {OTHER}  # the system has not given it to our group yet
    provider.find()
    plugged.shut = set()
    provider.find()
    plugged.sources[OTHER].tell(*down(0, 1, 799, 479), (SYN, 0, 0), (ABS, TRACKING, -1), REPORT)
    provider.listen(5)
    assert told(provider) == [("begin", (1, 1.0, 0.0)), ("end", (1, 1.0, 0.0))]


def test_a_stroke_during_one_slow_frame_begins_where_the_finger_came_down(
    plugged: Plugged, provider: TouchscreenProvider
) -> None:
    """Kivy hands on a frame's events of a finger with its last place, and would take the stroke for a tap there."""
    plugged.there = [ONE]
    provider.find()
    stroke = [*down(0, 1, 0, 479), REPORT, (ABS, X, 400), REPORT, (ABS, X, 799), REPORT, (ABS, TRACKING, -1), REPORT]
    plugged.sources[ONE].tell(*stroke)
    provider.listen(5)
    assert told(provider) == [("begin", (1, 0.0, 0.0))]
    assert told(provider) == [("update", (1, 1.0, 0.0)), ("end", (1, 1.0, 0.0))]
    assert told(provider) == []


def test_one_that_is_plugged_in_after_the_start_works(plugged: Plugged, provider: TouchscreenProvider) -> None:
    provider.find()
    plugged.there = [ONE]
    provider.find()
    plugged.sources[ONE].tell(*down(0, 1, 0, 0), REPORT)
    provider.listen(5)
    assert told(provider) == [("begin", (1, 0.0, 1.0))]


def test_a_device_that_vanishes_between_two_looks_is_closed(plugged: Plugged, provider: TouchscreenProvider) -> None:
    plugged.there = [ONE]
    provider.find()
    plugged.there = []
    provider.find()
    assert plugged.sources[ONE].is_closed
    assert told(provider) == []
