"""Tests of the doctor's checks on fake machines, made of files as in /sys and /dev."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli.healthchecks import Finding, Machine

KEYBOARD, TOUCHSCREEN, PEN = "0", "260800000000003", "100000003"
"""The bits of /sys/class/input/*/device/capabilities/abs."""


def laid_out(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"{text}\n")
    return root


def closed(*names: str) -> Callable[[Path, int], bool]:
    """Return an access check that allows every existing path but those with these names."""
    return lambda path, mode: path.exists() and path.name not in names


PI = {
    "dev/dri/card0": "", "dev/dri/card1": "", "dev/dri/renderD128": "",
    "sys/class/drm/card1-DSI-1/status": "connected", "sys/class/drm/card1-HDMI-A-1/status": "disconnected",
    "sys/class/backlight/10-0045/brightness": "255",
    "sys/class/input/event0/device/capabilities/abs": KEYBOARD,
    "sys/class/input/event0/device/name": "USB Barcode Scanner",
    "sys/class/input/event1/device/capabilities/abs": TOUCHSCREEN,
    "sys/class/input/event1/device/name": "10-0038 generic ft5x06",
    "sys/class/input/event2/device/capabilities/abs": PEN,
    "sys/class/input/event2/device/name": "a pen",
    "dev/input/event0": "", "dev/input/event1": "", "dev/input/event2": "",
}  # fmt: skip
"""A Raspberry Pi with its 7" panel and a scanner that acts as a keyboard."""


def test_all_is_well_on_a_raspberry_pi_with_its_panel(tmp_path: Path) -> None:
    machine = Machine(laid_out(tmp_path, PI), closed())
    assert [*machine.picture(), *machine.light()] == [
        Finding(True, "screen: the console (DSI-1)"),
        Finding(True, "brightness: 10-0045"),
    ]
    assert next(machine.touch(on_console=True)) == Finding(True, "touchscreen: 10-0038 generic ft5x06")


def test_only_what_feels_several_fingers_is_a_touchscreen(tmp_path: Path) -> None:
    machine = Machine(laid_out(tmp_path, PI), closed())
    assert list(machine.touch(on_console=False)) == [Finding(True, "touchscreen: 10-0038 generic ft5x06")]


@pytest.mark.parametrize(
    ("shut", "fault"),
    [
        (("card0", "card1"), "cannot be opened: join the group video (sudo adduser $USER video), then log in again"),
        (("renderD128",), "so drawing is slow: join the group render (sudo adduser $USER render), then log in again"),
        (("event1",), "cannot be opened: join the group input (sudo adduser $USER input), then log in again"),
        (("brightness",), "brightness: 10-0045 cannot be dimmed; to allow it: sudo ./deploy/install"),
    ],
)
def test_what_may_not_be_opened_names_the_one_thing_to_do(tmp_path: Path, shut: tuple[str, ...], fault: str) -> None:
    machine = Machine(laid_out(tmp_path, PI), closed(*shut))
    found = [*machine.picture(), *machine.light(), *machine.touch(on_console=True)]
    (bad,) = [finding.what for finding in found if not finding.well and "libmtdev" not in finding.what]
    assert bad.endswith(fault)


def test_a_panel_that_is_not_connected_is_a_fault(tmp_path: Path) -> None:
    machine = Machine(laid_out(tmp_path, PI | {"sys/class/drm/card1-DSI-1/status": "disconnected"}), closed())
    (fault,) = machine.picture()
    assert fault == Finding(False, "screen: no display is connected: check its cable, then restart this machine")


def test_no_touchscreen_is_no_fault(tmp_path: Path) -> None:
    (found,) = Machine(tmp_path).touch(on_console=True)
    assert found.well


def test_a_service_that_does_not_run_says_where_to_look(tmp_path: Path) -> None:
    (none,) = Machine(tmp_path).service()
    assert none.well
    laid_out(tmp_path, {"etc/systemd/system/companion.service": ""})
    (found,) = Machine(tmp_path).service()
    assert not found.well
    assert found.what == "service: not running (unknown); to see its messages: sudo journalctl -u companion -n 20"


def test_little_room_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (found,) = Machine().room(tmp_path / "not there yet")
    assert found.what.startswith("disk space: ")
    monkeypatch.setattr("companion.cli.healthchecks._LEAST_ROOM", 10**9)
    (found,) = Machine().room(tmp_path)
    assert not found.well
    assert found.what.endswith("delete what you do not need there")
    assert os.fspath(tmp_path) in found.what


def test_a_camera_that_the_service_may_not_use_is_told(tmp_path: Path) -> None:
    unit = "etc/systemd/system/companion.service"
    machine = Machine(tmp_path)
    assert next(machine.camera("imx708")) == Finding(True, "camera: imx708")
    laid_out(tmp_path, {unit: ""})
    assert not next(machine.camera("imx708")).well
    laid_out(tmp_path, {f"{unit}.d/camera.conf": ""})
    assert next(machine.camera("imx708")) == Finding(True, "camera: imx708")


def test_whether_the_running_app_has_a_scanner_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That it runs is not enough: it may not have been allowed to open it."""
    machine = Machine(laid_out(tmp_path, {"dev/ttyACM0": "", "dev/ttyACM1": "", "dev/null": ""}))
    monkeypatch.setattr(machine, "service_state", lambda: {"ActiveState": "active", "MainPID": "7"})
    assert machine.has_open(str(tmp_path / "dev/ttyACM0")) is None, "nothing can be seen of another user's process"
    (tmp_path / "proc/7/fd").mkdir(parents=True)
    for number, name in enumerate(("null", "ttyACM0")):
        (tmp_path / f"proc/7/fd/{number}").symlink_to(tmp_path / "dev" / name)
    assert machine.has_open(str(tmp_path / "dev/ttyACM0")) is True
    assert machine.has_open(str(tmp_path / "dev/ttyACM1")) is False
