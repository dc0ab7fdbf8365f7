"""Tests that mounted USB sticks are found, and nothing else."""

from pathlib import Path

from hardware.sticks import sticks

MOUNTS = """\
/dev/mmcblk0p2 / ext4 rw,noatime 0 0
/dev/mmcblk0p1 /boot/firmware vfat rw,relatime 0 0
tmpfs /run tmpfs rw,nosuid 0 0
tmpfs /media/pi/RAM tmpfs rw 0 0
/dev/sdc1 /media/pi/LOCKED vfat ro,relatime 0 0
/dev/sda1 /media/pi/MY\\040STICK vfat rw,relatime 0 0
/dev/sdb1 /run/media/anna/BLÅ exfat rw 0 0
/dev/sdd1 /mnt/usb0 vfat rw 0 0
/dev/sde1 /mnt/backup ext4 rw 0 0
/dev/sdf1 /media/pi/GONE vfat rw 0 0
nonsense
"""


def machine(root: Path, mounts: str) -> Path:
    (root / "proc").mkdir()
    (root / "proc" / "mounts").write_text(mounts, encoding="utf-8")
    for folder in ("media/pi/LOCKED", "media/pi/MY STICK", "media/pi/RAM", "run/media/anna/BLÅ", "mnt/usb0"):
        (root / folder).mkdir(parents=True)
    return root


def test_sticks_are_found_the_last_first_and_locked_ones_last(tmp_path: Path) -> None:
    found = sticks(machine(tmp_path, MOUNTS))
    assert [(stick.name, stick.locked) for stick in found] == [
        ("usb0", False), ("BLÅ", False), ("MY STICK", False), ("LOCKED", True),
    ]  # fmt: skip
    assert found[2].path == tmp_path / "media" / "pi" / "MY STICK"


def test_a_machine_without_sticks_or_without_mounts(tmp_path: Path) -> None:
    assert sticks(tmp_path) == []
    assert sticks(machine(tmp_path, "/dev/mmcblk0p2 / ext4 rw 0 0\n")) == []
