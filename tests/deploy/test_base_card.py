"""Tests of the card that the emulator starts from: it has the layout of Raspberry Pi OS."""

import shutil
import subprocess
from pathlib import Path

import pytest

from appliance.cardimage import partitions
from appliance.quietboot import quieted
from emulator import basecard

TOOLS = ("mke2fs", "mkfs.vfat", "mcopy", "debugfs")


@pytest.mark.skipif(not all(map(shutil.which, TOOLS)), reason="needs e2fsprogs, dosfstools and mtools")
def test_a_root_is_packed_as_the_official_image_is(tmp_path: Path) -> None:
    root, card = tmp_path / "root", tmp_path / "card.img"
    (root / "etc").mkdir(parents=True)
    (root / "etc/os-release").write_text("ID=debian\n")
    basecard.furnish(root)
    basecard.pack(root, card, spare=8)
    first, second = partitions(card)
    said = subprocess.run(
        ["mtype", "-i", f"{card}@@{first.start}", "::cmdline.txt"], check=True, capture_output=True, text=True
    )
    assert said.stdout == basecard.COMMAND_LINE
    assert quieted(said.stdout)[0] != said.stdout
    listed = subprocess.run(
        ["debugfs", "-R", "ls -p /boot", f"{card}?offset={second.start}"], check=True, capture_output=True, text=True
    )
    assert "/firmware/" in listed.stdout


def test_time_limits_are_raised_only_where_everything_is_emulated() -> None:
    drop_ins = [name for name in basecard.FILES if name.endswith(".service.d/emulated.conf")]
    assert any("companion.service.d" in name for name in drop_ins)
    limits = basecard.FILES["etc/systemd/system.conf.d/emulated.conf"]
    assert "DefaultDeviceTimeoutSec=1800" in limits, "a boot partition found too late ends in the emergency mode"
    assert f"PARTUUID={basecard.SIGNATURE:08x}-02" in basecard.COMMAND_LINE


def test_the_kernel_is_as_new_as_that_of_raspberry_pi_os() -> None:
    """6.1 of Bookworm crashes in ext4 when memory is short."""
    assert basecard.KERNEL_FROM["bookworm"] == "bookworm-backports"
    assert basecard.KERNEL not in basecard.PACKAGES
