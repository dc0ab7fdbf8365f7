"""Cameras are programs that write pictures: found on the machine, aimed with, and never waited for in vain."""

import os
import sys
from pathlib import Path

import pytest

from hardware.cameras import Camera, LiveView, NoPictureError, cameras, picture_camera, raspberry_cameras, take, webcams
from tests.photo.standin import snapshot


def program(folder: Path, name: str, text: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{text}\n")
    (folder / name).chmod(0o755)


def python(code: str) -> Camera:
    return Camera("Test", (sys.executable, "-c", code), (sys.executable, "-c", code))


@pytest.mark.parametrize("family", ["rpicam", "libcamera"])
def test_the_camera_of_a_raspberry_pi_is_what_its_own_program_lists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, family: str
) -> None:
    listed = "Available cameras\\n-----------------\\n0 : imx708 [4608x2592 10-bit RGGB] (/base/soc/i2c0mux)\\n"
    (tmp_path / "board.jpg").write_bytes(snapshot())
    shoot = f'case "$1" in --list-cameras) printf "{listed}";; *) cat "{tmp_path}/board.jpg";; esac'
    program(tmp_path / "bin", f"{family}-still", shoot)
    program(tmp_path / "bin", f"{family}-vid", "exit 0")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    (camera,) = raspberry_cameras()
    assert camera.name == "imx708"
    assert take(camera) == snapshot()


def test_a_raspberry_pi_without_a_camera_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("rpicam-still", "rpicam-vid"):
        program(tmp_path / "bin", name, "echo 'No cameras available!'")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    assert raspberry_cameras() == []


def video(root: Path, name: str, bus: str, index: str, called: str) -> None:
    entry, device = root / "sys/class/video4linux" / name, root / "sys/devices" / name
    entry.mkdir(parents=True)
    device.mkdir(parents=True)
    (root / "sys/bus" / bus).mkdir(parents=True, exist_ok=True)
    (device / "subsystem").symlink_to(root / "sys/bus" / bus)
    (entry / "device").symlink_to(device)
    (entry / "name").write_text(f"{called}\n")
    (entry / "index").write_text(f"{index}\n")
    (root / "dev").mkdir(exist_ok=True)
    (root / "dev" / name).touch()


def test_webcams_are_the_cameras_on_usb_and_not_what_else_makes_video(tmp_path: Path) -> None:
    video(tmp_path, "video0", "platform", "0", "bcm2835-codec")
    video(tmp_path, "video1", "usb", "0", "HD Webcam C920")
    video(tmp_path, "video2", "usb", "1", "HD Webcam C920")  # its other device, for metadata
    (camera,) = webcams(tmp_path)
    assert camera.name == "HD Webcam C920"
    assert str(tmp_path / "dev/video1") in camera.still
    assert "--live" in camera.live


def test_a_machine_without_cameras_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert cameras(tmp_path) == []


def test_the_stand_in_sees_what_is_in_its_file(tmp_path: Path) -> None:
    file = tmp_path / "board.jpg"
    file.write_bytes(snapshot())
    camera = picture_camera(file)
    assert take(camera) == snapshot()
    live = LiveView(camera)
    try:
        while (seen := live.newest()) is None:
            os.sched_yield()
        assert seen == snapshot()
    finally:
        live.stop()
        live.wait()


@pytest.mark.parametrize("code", ["", "import sys; sys.exit(2)", "print('no picture')"])
def test_a_camera_that_gives_no_picture_is_told(code: str) -> None:
    with pytest.raises(NoPictureError, match="gave no picture"):
        take(python(code))


def test_a_camera_that_hangs_is_given_up() -> None:
    with pytest.raises(NoPictureError, match="does not answer"):
        take(python("import time; time.sleep(600)"), patience=0.3)


def test_a_program_that_is_gone_is_told() -> None:
    with pytest.raises(NoPictureError, match="cannot be used"):
        take(Camera("Test", ("/nowhere/rpicam-still",), ()))


def test_a_webcam_that_is_not_there_gives_no_picture(tmp_path: Path) -> None:
    video(tmp_path, "video0", "usb", "0", "Webcam")
    with pytest.raises(NoPictureError):
        take(webcams(tmp_path)[0])
