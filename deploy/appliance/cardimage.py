"""The image of a memory card in the layout of Raspberry Pi OS: a FAT partition to start from, and the system in ext4.

The system is mounted with a loop device. The FAT partition is copied out and back with mtools, since not every kernel
can mount one.
"""

import hashlib
import lzma
import os
import shutil
import struct
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from appliance.machine import TroubleError, run
from appliance.translation import say

SECTOR = 512
_TABLE = 446
"""Where the four entries of 16 bytes begin in the first sector."""
_FAT, _LINUX = (0x0B, 0x0C), 0x83
_CHUNK = 4 << 20
FIRMWARE = "boot/firmware"
"""Where the system mounts the first partition, since Bookworm."""


@dataclass(frozen=True, slots=True)
class Partition:
    """A partition, in bytes from the beginning of the image."""

    start: int
    size: int
    kind: int


def partitions(image: Path) -> tuple[Partition, Partition]:
    """Return the two partitions of an image. Raise TroubleError unless it has the layout of Raspberry Pi OS."""
    with image.open("rb") as opened:
        sector = opened.read(SECTOR)
    found = []
    if len(sector) == SECTOR and sector[-2:] == b"\x55\xaa":
        for place in range(_TABLE, _TABLE + 64, 16):
            _, kind, first, count = struct.unpack("<4sB3xII", sector[place : place + 16])
            if kind:
                found.append(Partition(first * SECTOR, count * SECTOR, kind))
    if len(found) != 2 or found[0].kind not in _FAT or found[1].kind != _LINUX or found[1].start < found[0].start:
        other = (
            "{file} is not an image of Raspberry Pi OS: it needs a FAT partition and a Linux partition after it. "
            "Download Raspberry Pi OS Lite (64-bit)"
        )
        raise TroubleError(say(other, file=image))
    return found[0], found[1]


def unpacked_size(image: Path) -> int:
    """Return how large an image is when unpacked; what an .xz file says of itself. Raise TroubleError."""
    if image.suffix != ".xz":
        return image.stat().st_size
    rows = [line.split("\t") for line in run("xz", "--robot", "--list", image).splitlines()]
    return next((int(row[4]) for row in rows if row[0] == "totals"), 0)


def unpack(image: Path, target: Path, told: Callable[[float], None]) -> None:
    """Copy an image, unpacked if it is packed; `told` hears the share that is done. Raise TroubleError if it is
    damaged, OSError if there is no space."""
    whole = max(image.stat().st_size, 1)
    unpacking = lzma.LZMADecompressor() if image.suffix == ".xz" else None
    with image.open("rb") as source, target.open("wb") as copy:
        try:
            while chunk := source.read(_CHUNK):
                part = unpacking.decompress(chunk) if unpacking else chunk
                if part.strip(b"\0"):
                    copy.write(part)
                else:  # holes take no space
                    copy.seek(len(part), os.SEEK_CUR)
                told(source.tell() / whole)
        except (lzma.LZMAError, EOFError):
            raise TroubleError(say("{file} is damaged: download it again", file=image)) from None
        copy.truncate()
    if unpacking and not unpacking.eof:
        raise TroubleError(say("{file} is damaged: download it again", file=image))


def grow(image: Path, megabytes: int) -> None:
    """Make the second partition and its file system larger. Raise TroubleError."""
    _, system = partitions(image)
    end = system.start + system.size + megabytes * 1_048_576
    with image.open("r+b") as opened:
        opened.truncate(max(end, image.stat().st_size))
        opened.seek(_TABLE)
        for place in range(_TABLE, _TABLE + 64, 16):
            opened.seek(place)
            entry = opened.read(16)
            if struct.unpack("<I", entry[8:12])[0] * SECTOR == system.start and entry[4] == _LINUX:
                opened.seek(place + 12)
                opened.write(struct.pack("<I", (end - system.start) // SECTOR))
    with _loop(image, partitions(image)[1]) as device:
        check(device)
        run("resize2fs", device)


def verify(image: Path) -> None:
    """Check the file system in an image that is not mounted. Raise TroubleError."""
    with _loop(image, partitions(image)[1]) as device:
        check(device)


def check(device: str) -> None:
    """Repair a file system that is not mounted. Raise TroubleError if it is damaged beyond that."""
    try:
        run("e2fsck", "-f", "-y", device)
    except TroubleError as trouble:
        # Its status is 1 when everything was repaired; asking again tells.
        try:
            run("e2fsck", "-f", "-y", device)
        except TroubleError:
            raise trouble from None


@contextmanager
def _loop(image: Path, part: Partition) -> Iterator[str]:
    """Yield a device for a partition of an image. Raise TroubleError."""
    device = run(
        "losetup", "--find", "--show", "--offset", str(part.start), "--sizelimit", str(part.size), image
    ).strip()
    try:
        yield device
    finally:
        run("losetup", "--detach", device)


@contextmanager
def opened(image: Path) -> Iterator[Path]:
    """Yield the root folder of the system in an image, with the files of the first partition in its place, and put
    those back afterwards if they have changed. Raise TroubleError."""
    first, second = partitions(image)
    with tempfile.TemporaryDirectory(prefix="companion-image-") as name, ExitStack() as mounted:
        root = Path(name) / "root"
        root.mkdir()
        device = mounted.enter_context(_loop(image, second))
        mounted.enter_context(mount("-o", "noatime", device, root))
        if not (root / FIRMWARE).is_dir() or not (root / "etc/os-release").is_file():
            older = "{file} has no {folder}: use Raspberry Pi OS Bookworm or newer"
            raise TroubleError(say(older, file=image, folder=f"/{FIRMWARE}"))
        mounted.enter_context(mount("-t", "tmpfs", "-o", "size=1g,mode=755", "tmpfs", root / FIRMWARE))
        fat = f"{image}@@{first.start}"
        environment = {"MTOOLS_SKIP_CHECK": "1"}
        run("mcopy", "-s", "-n", "-i", fat, "::*", root / FIRMWARE, environment=environment)
        before = _sums(root / FIRMWARE)
        yield root
        after = _sums(root / FIRMWARE)
        for file in sorted(path for path in after if after[path] != before.get(path)):
            run("mcopy", "-o", "-i", fat, root / FIRMWARE / file, f"::{file}", environment=environment)
        for file in sorted(before.keys() - after.keys()):
            run("mdel", "-i", fat, f"::{file}", environment=environment)


def _sums(folder: Path) -> dict[str, str]:
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.rglob("*")
        if file.is_file()
    }


@contextmanager
def mount(*words: str | Path) -> Iterator[None]:
    """Mount something for a while. Raise TroubleError."""
    run("mount", *words)
    try:
        yield
    finally:
        run("umount", "--lazy" if "--rbind" in words else "--", words[-1])


@contextmanager
def inhabited(root: Path) -> Iterator[None]:
    """Give a system that does not run what programs in it need: /dev, /proc, /sys, /run, the network of this machine,
    and nothing that starts services. Raise TroubleError."""
    with ExitStack() as kept:
        for words in (
            ("-t", "proc", "proc", root / "proc"),
            ("-t", "sysfs", "-o", "ro", "sysfs", root / "sys"),
            ("--bind", "/dev", root / "dev"),
            ("-t", "devpts", "devpts", root / "dev/pts"),
            ("-t", "tmpfs", "tmpfs", root / "run"),
            ("-t", "tmpfs", "-o", "mode=1777", "tmpfs", root / "tmp"),
        ):
            kept.enter_context(mount(*words))
        policy = root / "usr/sbin/policy-rc.d"
        kept.enter_context(_set_aside(policy))
        policy.write_text("#!/bin/sh\nexit 101\n", encoding="utf-8")
        policy.chmod(0o755)
        resolver = root / "etc/resolv.conf"
        kept.enter_context(_set_aside(resolver))
        if Path("/etc/resolv.conf").is_file():
            shutil.copyfile("/etc/resolv.conf", resolver)
        yield


@contextmanager
def _set_aside(file: Path) -> Iterator[None]:
    """Put a file away for a while; whatever is there instead afterwards is removed."""
    aside = file.with_name(f".{file.name}.aside")
    is_there = os.path.lexists(file)
    if is_there:
        file.rename(aside)
    try:
        yield
    finally:
        file.unlink(missing_ok=True)
        if is_there:
            aside.rename(file)
