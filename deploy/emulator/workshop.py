"""The folder of an emulated machine: its QEMU, its cards, and how they are made."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from appliance import cardimage
from appliance.image import Progress, make_card
from emulator import basecard
from emulator.qemu import Emulated, Panel, has_touchscreen, newer_host

NEWER = "trixie"
"""The release of Debian with a QEMU that has a touchscreen."""
_TOOLS = {
    "mmdebstrap": "mmdebstrap", "mcopy": "mtools", "mkfs.vfat": "dosfstools", "mke2fs": "e2fsprogs",
    "qemu-aarch64-static": "qemu-user-static",
}  # fmt: skip


class Workshop:
    """Where emulated machines are made and run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.host = folder / "host"
        self.official = folder / "official.img"
        """A card in the layout of Raspberry Pi OS, without Companion."""
        self.card = folder / "companion.img"
        """The same with Companion, as deploy/image makes it."""

    def missing(self) -> list[str]:
        """Return the Debian packages that are needed here and not installed."""
        return sorted({package for tool, package in _TOOLS.items() if not shutil.which(tool)})

    def make(self, release: str = "bookworm", bundle: Path | None = None) -> None:
        """Make what is not there yet: QEMU, a card without Companion, and one with it. Raise CalledProcessError,
        TroubleError or OSError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if not has_touchscreen() and not self.host.is_dir():
            _tell(f"QEMU here has no touchscreen: making a small system of {NEWER} with a newer one")
            fresh = self.host.with_name("host.new")
            shutil.rmtree(fresh, ignore_errors=True)
            subprocess.run(["mmdebstrap", "--variant=apt", "--include=qemu-system-arm", NEWER, fresh], check=True)
            fresh.rename(self.host)
        if not self.official.exists():
            root = self.folder / "root"
            shutil.rmtree(root, ignore_errors=True)
            _tell(f"making a card of {release} for arm64: a quarter of an hour, since its programs are emulated")
            basecard.make_root(release, root)
            basecard.furnish(root)
            basecard.pack(root, self.official)
            shutil.rmtree(root)
        if not self.card.exists():
            make_card(self.official, self.card, bundle, Progress())
        self._take_out_kernel()

    def _take_out_kernel(self) -> None:
        """Copy the kernel from the card, since QEMU has no firmware of a Raspberry Pi that would start it."""
        if (self.folder / "kernel").exists():
            return
        with cardimage.opened(self.card) as root:
            for pattern, name in (("vmlinuz-*", "kernel"), ("initrd.img-*", "initrd")):
                shutil.copyfile(sorted((root / "boot").glob(pattern))[-1], self.folder / name)

    def command_line(self) -> str:
        """Return the line for the kernel that stands on the card."""
        start = cardimage.partitions(self.card)[0].start
        done = subprocess.run(
            ["mtype", "-i", f"{self.card}@@{start}", "::cmdline.txt"], check=True, capture_output=True, text=True
        )
        return done.stdout

    @contextmanager
    def machine(self, panel: Panel | None = None, memory: int = 512) -> Iterator[Emulated]:
        """Yield a machine with the card in it, switched off. It loses power in the end."""
        if has_touchscreen():
            emulated = Emulated(self.folder, self.card, panel, memory)
            try:
                yield emulated
            finally:
                emulated.pull_the_plug()
            return
        with newer_host(self.host, self.folder):
            emulated = Emulated(self.folder, self.card, panel, memory, self.host)
            try:
                yield emulated
            finally:
                emulated.pull_the_plug()

    def boot(self, emulated: Emulated) -> None:
        """Switch a machine on."""
        emulated.boot(self.folder / "kernel", self.folder / "initrd", self.command_line())


def _tell(line: str) -> None:
    print(f"companion: {line}", file=sys.stderr, flush=True)
