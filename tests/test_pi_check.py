"""Tests of `companion doctor --pi` on made-up Raspberry Pis."""

from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.picheck import RaspberryPi, place_for, report, to_look_at
from tests.test_healthchecks import TOUCHSCREEN, laid_out

PI_5 = {
    "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
    "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nID=debian',
    "sys/class/drm/card1-DSI-2/status": "connected", "sys/class/drm/card1-DSI-2/modes": "720x1280",
    "sys/class/input/event1/device/capabilities/abs": TOUCHSCREEN, "sys/class/input/event1/device/name": "Goodix",
    "sys/class/backlight/11-0045/brightness": "255",
    "proc/asound/cards": " 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n                      vc4-hdmi-0",
    "sys/devices/platform/soc/soc:firmware/get_throttled": "0",
    "sys/class/thermal/thermal_zone0/temp": "48312",
    "proc/meminfo": "MemTotal:         500000 kB", "sys/class/rtc/rtc0/name": "rpi-rtc",
}  # fmt: skip


def pi(root: Path, panels: str = "drm-rp1-dsi", **changed: str) -> RaspberryPi:
    """A Raspberry Pi 5, whose panels on DSI have a card of their own, with this driver."""
    laid_out(root, PI_5 | changed)
    for card, driver in (("card1", panels), ("renderD128", "v3d")):
        (root / "drivers" / driver).mkdir(parents=True)
        (root / "sys/class/drm" / card / "device").mkdir(parents=True)
        (root / "sys/class/drm" / card / "device/driver").symlink_to(root / "drivers" / driver)
    return RaspberryPi(root)


def test_all_is_well_on_a_raspberry_pi_5(tmp_path: Path) -> None:
    findings = list(pi(tmp_path).findings())
    assert all(finding.well for finding in findings), findings
    assert [finding.what for finding in findings] == [
        "model: Raspberry Pi 5 Model B Rev 1.0, Debian GNU/Linux 13 (trixie)",
        "panel: DSI-2, 720×1280, on graphics card 1 (drm-rp1-dsi)",
        "graphics: v3d",
        "touchscreen: Goodix",
        "brightness: 11-0045",
        "sound: vc4-hdmi",
        "camera: none",
        "power: enough",
        "temperature: 48 °C",
        "clock: rtc0, which needs a battery to keep time without power",
        "memory: 488 MB",
    ]


@pytest.mark.parametrize(("driver", "well"), [("drm-rp1-dsi", True), ("vc4-drm", True), ("simple-framebuffer", False)])
def test_a_panel_is_driven_by_a_driver_of_a_raspberry_pi(tmp_path: Path, driver: str, well: bool) -> None:
    (panel,) = (finding for finding in pi(tmp_path, driver).findings() if finding.what.startswith("panel"))
    assert (panel.well, f"({driver})" in panel.what) == (well, True)


@pytest.mark.parametrize(
    ("file", "text", "fault"),
    [
        ("sys/devices/platform/soc/soc:firmware/get_throttled", "50005", "the voltage is or was too low"),
        ("sys/devices/platform/soc/soc:firmware/get_throttled", "80000", "slowed down because of heat"),
        ("sys/class/thermal/thermal_zone0/temp", "85000", "temperature: 85 °C"),
        ("sys/class/drm/card1-DSI-2/status", "disconnected", "panel: none is connected"),
        ("proc/asound/cards", "--- no soundcards ---", "sound: none"),
        ("sys/class/input/event1/device/capabilities/abs", "0", "touchscreen: none is connected"),
        ("proc/device-tree/model", "linux,dummy-virt", "this is not a Raspberry Pi (linux,dummy-virt)"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, file: str, text: str, fault: str) -> None:
    (bad,) = [finding.what for finding in pi(tmp_path, **{file: text}).findings() if not finding.well]
    assert fault in bad


def test_the_report_has_a_box_for_everything_that_only_people_can_see(tmp_path: Path) -> None:
    text = report(list(pi(tmp_path).findings()))
    assert text.count("\n[ ] ") == len(to_look_at())
    assert "ok  graphics: v3d\n" in text


def test_it_is_written_to_a_stick_that_is_plugged_in(tmp_path: Path) -> None:
    games, stick = tmp_path / "games", tmp_path / "media/GAMES"
    assert place_for(games, tmp_path) == games / "pi-report.txt"
    stick.mkdir(parents=True)
    for flags, folder in (("ro", games), ("rw,noexec", stick)):
        laid_out(tmp_path, {"proc/mounts": f"/dev/sda1 /media/GAMES vfat {flags} 0 0"})
        assert place_for(games, tmp_path) == folder / "pi-report.txt"


def test_the_command_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data-dir", str(tmp_path), "doctor", "--pi"]) in (0, 2)
    assert (tmp_path / "pi-report.txt").read_text() in capsys.readouterr().out
