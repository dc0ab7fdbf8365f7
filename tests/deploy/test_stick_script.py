"""Tests of the script that mounts USB sticks, with stand-ins for the programs that it asks."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.deploy.wheels import ROOT

SCRIPT = ROOT / "deploy/files/companion-stick"

FINDMNT = """#!/bin/sh
case "$*" in
    "--source /dev/sdb1") exit 0 ;;
    "--fstab --source /dev/sdc1") exit 0 ;;
    "--noheadings --output SOURCE /") echo /dev/sda2 ;;
    *) exit 1 ;;
esac
"""
LSBLK = """#!/bin/sh
for last; do :; done
case $last in
    /dev/sd?[0-9]) last=${last#/dev/}; echo "${last%?}" ;;
    *) echo ;;
esac
"""
MOUNTPOINT = """#!/bin/sh
[ "$2" = /media/FULL ]
"""


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    """Return a folder of programs; the last one writes down what it is asked to mount."""
    mounts = f'#!/bin/sh\nprintf "%s\\n" "$@" > {tmp_path}/asked\n'
    for name, text in (
        ("findmnt", FINDMNT), ("lsblk", LSBLK), ("mountpoint", MOUNTPOINT), ("systemd-mount", mounts),
    ):  # fmt: skip
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    return tmp_path


def mounted(asked: Path, device: str, label: str = "", kind: str = "vfat") -> list[str]:
    """Return what is mounted when a device is plugged in: nothing, or options, the device and its folder."""
    environment = {"PATH": f"{asked}:{os.environ['PATH']}", "DEVNAME": device, "ID_FS_TYPE": kind}
    if label:
        environment["ID_FS_LABEL_ENC"] = label
    done = subprocess.run(["bash", SCRIPT], env=environment, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return (asked / "asked").read_text().splitlines() if (asked / "asked").exists() else []


def test_a_stick_is_called_by_its_label(asked: Path) -> None:
    assert mounted(asked, "/dev/sdd1", r"Spill\x20kveld")[-2:] == ["/dev/sdd1", "/media/Spill kveld"]


@pytest.mark.parametrize(
    ("label", "folder"),
    [
        ("", "usb-sdd1"),
        ("BLÅ", "BLÅ"),
        (r"..\x2f..\x2fetc", "_.._etc"),
        (r"\x2e\x2e", "usb-sdd1"),
        ("-rf", "rf"),
        ("FULL", "FULL-sdd1"),
        (r"two\x0alines", "twolines"),
    ],
)
def test_no_label_leads_anywhere_else(asked: Path, label: str, folder: str) -> None:
    assert mounted(asked, "/dev/sdd1", label)[-1] == f"/media/{folder}"


@pytest.mark.parametrize(
    "device", ["/dev/sda1", "/dev/sdb1", "/dev/sdc1"], ids=["on the disk of the system", "mounted", "in fstab"]
)
def test_what_the_machine_boots_from_or_mounts_itself_is_left_alone(asked: Path, device: str) -> None:
    assert mounted(asked, device, "bootfs") == []


def test_a_stick_without_partitions_is_mounted_too(asked: Path) -> None:
    assert mounted(asked, "/dev/sde", "STICK")[-2:] == ["/dev/sde", "/media/STICK"]


def test_only_where_files_have_no_owners_they_are_given_to_the_app(asked: Path) -> None:
    assert "--owner=companion" in mounted(asked, "/dev/sdd1", "A", "exfat")
    assert "--owner=companion" not in mounted(asked, "/dev/sdd1", "A", "ext4")
    assert "--options=nosuid,nodev,noexec" in mounted(asked, "/dev/sdd1", "A", "ext4")


def test_the_rule_runs_it_for_sticks() -> None:
    rules = (ROOT / "deploy/files/companion.rules").read_text()
    (rule,) = [line for line in rules.splitlines() if "companion-stick" in line]
    assert 'ENV{ID_BUS}=="usb"' in rule
    assert "/opt/companion/current/deploy/files/companion-stick" in rule
