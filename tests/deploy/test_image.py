"""Tests of deploy/image on small images: the layout, what is refused and how, and growing one."""

import lzma
import os
import platform
import shutil
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from appliance import cardimage, image
from appliance.cardimage import Partition, partitions
from appliance.machine import TroubleError

FAT, LINUX = 0x0C, 0x83
MEGABYTE = 1_048_576


def card(file: Path, *parts: tuple[int, int, int], size: int = 12 * MEGABYTE) -> Path:
    """Make an image with partitions of a kind, at a place and of a size in megabytes."""
    with file.open("wb") as opened:
        opened.truncate(size)
        opened.seek(440)
        opened.write(struct.pack("<IH", 0x12345678, 0))
        for kind, start, length in parts:
            sectors = (start * MEGABYTE // 512, length * MEGABYTE // 512)
            opened.write(struct.pack("<4sB3sII", b"\0" * 4, kind, b"\0" * 3, *sectors))
        opened.seek(510)
        opened.write(b"\x55\xaa")
    return file


def test_the_layout_of_raspberry_pi_os(tmp_path: Path) -> None:
    found = partitions(card(tmp_path / "card.img", (FAT, 1, 4), (LINUX, 5, 7)))
    assert found == (Partition(MEGABYTE, 4 * MEGABYTE, FAT), Partition(5 * MEGABYTE, 7 * MEGABYTE, LINUX))


@pytest.mark.parametrize(
    "parts",
    [(), ((LINUX, 1, 4),), ((LINUX, 1, 4), (FAT, 5, 4)), ((FAT, 1, 2), (LINUX, 3, 2), (LINUX, 5, 2))],
    ids=["none", "one", "the other way round", "three"],
)
def test_another_layout_is_refused(tmp_path: Path, parts: tuple[tuple[int, int, int], ...]) -> None:
    with pytest.raises(TroubleError, match="is not an image of Raspberry Pi OS"):
        partitions(card(tmp_path / "card.img", *parts))


def test_a_file_that_is_no_image_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.img").write_text("Dear Anna")
    with pytest.raises(TroubleError, match="is not an image of Raspberry Pi OS"):
        partitions(tmp_path / "letter.img")


def test_a_packed_image_is_unpacked_with_its_holes(tmp_path: Path) -> None:
    whole = card(tmp_path / "card.img", (FAT, 1, 4), (LINUX, 5, 7)).read_bytes()
    packed = tmp_path / "card.img.xz"
    packed.write_bytes(lzma.compress(whole))
    shares: list[float] = []
    cardimage.unpack(packed, tmp_path / "out.img", shares.append)
    assert (tmp_path / "out.img").read_bytes() == whole
    assert shares[-1] == 1
    packed.write_bytes(packed.read_bytes()[:-20])
    with pytest.raises(TroubleError, match="is damaged: download it again"):
        cardimage.unpack(packed, tmp_path / "out.img", shares.append)


def needs_loop() -> bool:
    return os.geteuid() != 0 or not Path("/dev/loop-control").exists() or not shutil.which("mcopy")


@pytest.mark.skipif(needs_loop(), reason="needs root, loop devices and mtools")
def test_it_grows_and_the_first_partition_is_written_back(tmp_path: Path) -> None:
    """What is changed in /boot/firmware while the system is open is on the FAT partition afterwards."""
    file = card(tmp_path / "card.img", (FAT, 1, 4), (LINUX, 5, 7))
    root = tmp_path / "root"
    (root / "boot/firmware").mkdir(parents=True)
    (root / "etc").mkdir()
    (root / "etc/os-release").write_text("ID=debian\n")
    subprocess.run(
        ["mke2fs", "-q", "-F", "-t", "ext4", "-E", f"offset={5 * MEGABYTE}", "-d", root, file, "7m"], check=True
    )
    fat = f"{file}@@{MEGABYTE}"
    subprocess.run(["mformat", "-i", fat, "-T", "8192", "-h", "16", "-s", "32", "::"], check=True)
    (tmp_path / "cmdline.txt").write_text("console=tty1\n")
    subprocess.run(["mcopy", "-i", fat, tmp_path / "cmdline.txt", "::cmdline.txt"], check=True)
    cardimage.grow(file, 8)
    assert partitions(file)[1].size == 15 * MEGABYTE
    with cardimage.opened(file) as mounted:
        assert os.statvfs(mounted).f_blocks * os.statvfs(mounted).f_frsize > 10 * MEGABYTE
        (mounted / "boot/firmware/cmdline.txt").write_text("console=tty3\n")
        (mounted / "var").mkdir()
    cardimage.verify(file)
    said = subprocess.run(["mtype", "-i", fat, "::cmdline.txt"], check=True, capture_output=True, text=True).stdout
    assert said == "console=tty3\n"
    with cardimage.opened(file) as mounted:
        assert (mounted / "var").is_dir()


@pytest.fixture
def able(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Return a machine that could make a card."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(image, "_can_run_arm", lambda: True)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    return monkeypatch


def test_nothing_is_in_the_way_on_a_machine_that_has_everything(able: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert image.objections(card(tmp_path / "card.img"), tmp_path / "out.img") == []


@pytest.mark.parametrize(
    ("lacks", "said"),
    [
        ("root", "only root can do this: run it with sudo"),
        ("qemu", "sudo apt-get install qemu-user-static"),
        ("tools", "programs are missing: sudo apt-get install coreutils e2fsprogs mount mtools xz-utils"),
        ("space", "MB needed"),
        ("image", "does not exist: name the image that you have downloaded"),
        ("name", "already exists: remove it, or choose another name"),
    ],
)
def test_what_is_in_the_way_is_said_with_what_to_do(
    able: pytest.MonkeyPatch, tmp_path: Path, lacks: str, said: str
) -> None:
    file, out = card(tmp_path / "card.img"), tmp_path / "out.img"
    changes: dict[str, Callable[[], object]] = {
        "root": lambda: able.setattr(os, "geteuid", lambda: 1000),
        "qemu": lambda: able.setattr(image, "_can_run_arm", lambda: False),
        "tools": lambda: able.setattr(shutil, "which", lambda _: None),
        "space": lambda: able.setattr(image, "free_megabytes", lambda _: 5),
        "image": file.unlink,
        "name": out.touch,
    }
    changes[lacks]()
    (told,) = image.objections(file, out)
    assert said in told


def test_whether_programs_of_a_raspberry_pi_run_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    assert not image._can_run_arm(tmp_path)
    (tmp_path / "qemu-aarch64").write_text("enabled\ninterpreter /usr/libexec/qemu-binfmt/aarch64-binfmt-P\n")
    assert image._can_run_arm(tmp_path)


def test_a_failure_leaves_nothing_behind(able: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / "cards"
    folder.mkdir()
    with pytest.raises(TroubleError, match="is not an image of Raspberry Pi OS"):
        image.make_card(card(tmp_path / "card.img"), folder / "out.img", None, image.Progress())
    assert list(folder.iterdir()) == []


def test_the_steps_of_the_installer_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    said = "  • one\n  • two\n… one\n… two\n"
    image._follow(["printf", said.replace("\n", "\\n")], image.Progress())
    assert capsys.readouterr().out.splitlines() == [" 30% one", " 62% two"]
    with pytest.raises(TroubleError, match="could not be installed in the image:\n  no space"):
        image._follow(["sh", "-c", "echo no space; exit 1"], image.Progress())
