"""Tests of the systemd service and the udev rules."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from appliance import checksums, incoming, signing, unproven
from appliance.places import GAMES, HANDED_OVER, KEY, NETWORK, PLACES, RESULT, SETTINGS
from appliance.versions import HOME
from companion import updateresult, updates
from hardware.ports import _VENDORS
from tests.deploy.conftest import System
from tests.deploy.wheels import ROOT

FILES = ROOT / "deploy/files"
UNIT = FILES / "companion.service"
UPDATE = FILES / "companion-update.service"
WORST = {UNIT: 2.5, UPDATE: 1.9}
"""The exposure that systemd-analyze finds at most, from 0 to 10. An installer has to be root."""

needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed here")


def analyzed(*words: str | Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(["systemd-analyze", "--no-pager", *words], capture_output=True, text=True, check=False)


def settings(name: str, unit: Path = UNIT) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", unit.read_text(), re.MULTILINE)


@needs_systemd
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can install")
@pytest.mark.xdist_group("install")
@pytest.mark.parametrize("name", ["companion.service", "companion-update.service"])
def test_systemd_has_nothing_against_the_service(installed: System, tmp_path: Path, name: str) -> None:
    """The service is verified as installed, but with the path of its program under the test's root."""
    text = installed.at(f"etc/systemd/system/{name}").read_text()
    here = tmp_path / name
    here.write_text(text.replace("ExecStart=/", f"ExecStart={installed.root}/"))
    done = analyzed("verify", here)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@needs_systemd
def test_systemd_would_see_a_mistake(tmp_path: Path) -> None:
    here = tmp_path / "companion.service"
    text = UNIT.read_text().replace("ExecStart=/opt", "ExecStart=/nowhere").replace("Restart=always", "Restart=ever")
    here.write_text(text)
    done = analyzed("verify", here)
    assert "ever" in done.stderr
    assert "/nowhere/companion/current/bin/python is not executable" in done.stderr


@needs_systemd
@pytest.mark.parametrize("unit", WORST, ids=lambda unit: unit.stem)
def test_the_service_is_shut_in_well(unit: Path) -> None:
    done = analyzed("security", "--offline=true", f"--threshold={round(WORST[unit] * 10)}", unit)
    found = re.search(rf"exposure level for {unit.name}: ([0-9.]+)", done.stdout)
    assert found, done.stdout + done.stderr
    assert float(found[1]) <= WORST[unit]
    assert done.returncode == 0


def test_the_update_can_write_where_the_installer_writes_and_has_no_network() -> None:
    (writable,) = [words.split() for words in settings("ReadWritePaths", UPDATE)]
    places = [*(path for path, _ in PLACES.values()), KEY, NETWORK, SETTINGS, GAMES, RESULT, HOME]
    assert [path for path in places if not any(Path(path).is_relative_to(folder) for folder in writable)] == []
    assert settings("ProtectSystem", UPDATE) == ["strict"]
    assert settings("PrivateNetwork", UPDATE) == ["yes"]
    assert settings("RestrictAddressFamilies", UPDATE) == ["AF_UNIX AF_NETLINK"]


def test_the_update_installs_only_what_was_handed_over() -> None:
    assert settings("ExecStart", UPDATE) == ["/opt/companion/current/deploy/install --handed-over"]
    assert settings("PathExists", FILES / "companion-update.path") == [f"{HANDED_OVER}/ready"]
    assert f"{GAMES}/{updates.FOLDER}" == HANDED_OVER
    assert [f"/{updates.TRUSTED}", f"/{updateresult.RESULT}"] == [KEY, RESULT]
    assert [checksums.KEY, checksums.SIGNATURE] == [updates.KEY, updates.SIGNATURE]
    assert (signing.NAMESPACE, incoming.MOST_FILES) == (updates.NAMESPACE, updates.MOST_FILES)


def test_only_its_own_folders_are_writable_and_no_network_is_there() -> None:
    assert settings("ProtectSystem") == ["strict"]
    assert settings("StateDirectory") == settings("CacheDirectory") == ["companion"]
    assert settings("ReadWritePaths") == ["-/sys/devices/platform -/media"]
    assert settings("RestrictAddressFamilies") == ["AF_UNIX AF_NETLINK"]
    assert settings("IPAddressDeny") == ["any"]


def test_cameras_are_closed_unless_one_is_used() -> None:
    cameras = {"char-video4linux rw", "char-media rw", "char-dma_heap rw"}
    assert set(settings("DeviceAllow", FILES / "camera.conf")) == cameras
    assert not cameras & set(settings("DeviceAllow"))
    assert settings("DevicePolicy") == ["closed"]


def test_a_reader_that_runs_out_of_memory_does_not_stop_the_service() -> None:
    assert settings("OOMPolicy") == ["continue"]


def test_whoever_sits_at_the_table_may_set_the_clock_and_power_off_and_nothing_else() -> None:
    rule = (FILES / "companion.polkit").read_text()
    actions = set(re.findall(r'"(org\.[^"]+)"', rule))
    clock = {f"org.freedesktop.timedate1.set-{what}" for what in ("time", "timezone", "ntp")}
    assert {action for action in actions if not action.startswith("org.freedesktop.login1.")} == clock
    assert set(re.findall(r'subject\.user === "(\w+)"', rule)) == {"companion"}
    assert rule.count("subject.user") == rule.count("polkit.Result.YES") == rule.count("polkit.addRule")
    assert settings("ProtectClock") == ["yes"], "it asks systemd and cannot set the clock itself"


def test_drivers_are_loaded_for_every_kind_of_usb_port_that_the_service_may_open() -> None:
    """systemd looks up kinds of devices when the service starts, and knows only those of drivers that are loaded."""
    kinds = {"char-ttyACM": "cdc_acm", "char-ttyUSB": "usbserial"}
    loaded = [
        line for line in (FILES / "companion.modules").read_text().splitlines() if line and not line.startswith("#")
    ]
    assert PLACES["companion.modules"][0].startswith("/etc/modules-load.d/")
    for kind, driver in kinds.items():
        assert f"{kind} rw" in settings("DeviceAllow")
        assert driver in loaded


def test_an_update_that_a_power_cut_interrupted_is_finished_at_boot() -> None:
    assert settings("WantedBy", UPDATE) == ["multi-user.target"]
    assert settings("ConditionPathExists", UPDATE) == [f"|{HANDED_OVER}/ready", f"|{unproven.FILE}"]


def test_the_app_may_switch_the_machine_off_whoever_else_is_logged_in() -> None:
    actions = set(re.findall(r'"(org\.freedesktop\.login1\.[^"]+)"', (FILES / "companion.polkit").read_text()))
    login = "org.freedesktop.login1"
    kin = ("", "-multiple-sessions", "-ignore-inhibit")
    assert actions == {f"{login}.{what}{also}" for what in ("power-off", "reboot") for also in kin}


def test_the_groups_of_the_user_are_those_that_the_installer_waits_for() -> None:
    from appliance.install import GROUPS

    users = (FILES / "companion.sysusers").read_text()
    assert set(re.findall(r"^m companion (\w+)$", users, re.MULTILINE)) == GROUPS


def test_the_rules_know_every_maker_that_the_scanner_knows() -> None:
    (makers,) = re.findall(r'ATTRS{idVendor}=="([^"]+)"', (FILES / "companion.rules").read_text())
    assert {int(number, 16) for number in makers.split("|")} == _VENDORS


@pytest.mark.skipif(not shutil.which("udevadm"), reason="udev is not installed here")
def test_udev_has_nothing_against_the_rules() -> None:
    helped = subprocess.run(["udevadm", "--help"], capture_output=True, text=True, check=True).stdout
    if "verify" not in helped:
        pytest.skip("this udev cannot check rules")
    done = subprocess.run(["udevadm", "verify", FILES / "companion.rules"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
