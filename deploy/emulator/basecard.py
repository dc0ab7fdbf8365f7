"""A card in the layout of the official Raspberry Pi OS Lite image, made of plain Debian: what deploy/image starts from.

The kernel is Debian's, since QEMU has none of a Pi's own parts: 6.12, as Raspberry Pi OS has too. Debian 12's own,
6.1.192, crashes in ext4_mb_load_buddy when memory is short: it takes "no such page" for a page. Drop-ins raise the time
limits of services and devices, as everything takes many times longer under emulation, and longer still on a busy
machine; a boot partition that is not found in time would end in the emergency mode. A root shell listens on a line that
only the emulator has.
"""

import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

SECTOR = 512
BOOT_START, BOOT_SIZE = 8192 * SECTOR, 256 * 1_048_576
SIGNATURE = 0x7C0FFEE5
"""The number of the disk, which partitions are named after."""
COMMAND_LINE = (
    f"console=serial0,115200 console=tty1 root=PARTUUID={SIGNATURE:08x}-02 rootfstype=ext4 fsck.repair=yes rootwait\n"
)
CONFIG = "# As on a Raspberry Pi\ndtparam=audio=on\ndtoverlay=vc4-kms-v3d\n\n[all]\n"
PACKAGES = (
    "systemd-sysv", "udev", "dbus", "kmod", "python3", "ca-certificates", "login", "libpam-systemd", "openssh-client",
    "initramfs-tools", "e2fsprogs", "logsave", "dosfstools", "systemd-timesyncd",
)  # fmt: skip
KERNEL = "linux-image-arm64"
KERNEL_FROM = {"bookworm": "bookworm-backports", "trixie": "trixie"}
"""Where the kernel of a release comes from."""
FILES = {
    "etc/hostname": "companion\n",
    "etc/hosts": "127.0.0.1 localhost companion\n",
    "etc/fstab": (
        "proc /proc proc defaults 0 0\n"
        f"PARTUUID={SIGNATURE:08x}-01 /boot/firmware vfat defaults 0 2\n"
        f"PARTUUID={SIGNATURE:08x}-02 / ext4 defaults,noatime 0 1\n"
    ),
    "etc/systemd/system/companion.service.d/emulated.conf": "[Service]\nTimeoutStartSec=1800\nWatchdogSec=900\n",
    "etc/systemd/system/companion-update.service.d/emulated.conf": (
        "[Service]\nTimeoutStartSec=infinity\nEnvironment=COMPANION_WAIT=1800\n"
    ),
    "etc/systemd/system/emulated-shell.service": (
        "[Unit]\nDescription=A root shell for the emulator\nDefaultDependencies=no\nAfter=dev-hvc0.device\n"
        "BindsTo=dev-hvc0.device\n\n[Service]\nExecStart=/bin/bash --norc --noprofile --noediting\n"
        "StandardInput=tty-force\nStandardOutput=tty\nStandardError=tty\nTTYPath=/dev/hvc0\n"
        "Environment=PS1= HOME=/root TERM=dumb\nWorkingDirectory=/root\nRestart=always\n\n"
        "[Install]\nWantedBy=sysinit.target\n"
    ),
    "etc/systemd/system/serial-getty@.service.d/emulated.conf": "[Unit]\nConditionPathExists=/nowhere\n",
    "etc/systemd/system.conf.d/emulated.conf": (
        "[Manager]\nDefaultTimeoutStartSec=1800\nDefaultDeviceTimeoutSec=1800\n"
    ),
    "etc/systemd/journald.conf.d/emulated.conf": "[Journal]\nStorage=persistent\n",
}
"""Files of the system, below its root."""
_MODULES = "virtio_pci\nvirtio_mmio\nvirtio_blk\next4\n"


def make_root(release: str, root: Path) -> None:
    """Make the root folder of an arm64 system with mmdebstrap. Raise CalledProcessError."""
    source = KERNEL_FROM[release]
    kernel = f'chroot "$1" apt-get install --yes --no-install-recommends --target-release {source} {KERNEL}'
    if source != release:
        line = (
            f'sed -n "s/ {release} / {source} /p" "$1/etc/apt/sources.list" > "$1/etc/apt/sources.list.d/kernel.list"'
        )
        kernel = f'{line}; chroot "$1" apt-get update; {kernel}'
    settings = 'mkdir -p "$1/etc/initramfs-tools/conf.d"; echo MODULES=list > "$1/etc/initramfs-tools/conf.d/emulated"'
    modules = f'printf "{_MODULES}" > "$1/etc/initramfs-tools/modules"'.replace("\n", "\\n")
    subprocess.run(
        [
            "mmdebstrap", "--variant=minbase", "--architectures=arm64", f"--include={','.join(PACKAGES)}",
            f"--essential-hook={settings}; {modules}", f"--customize-hook={kernel}", release, root,
        ],
        check=True,
    )  # fmt: skip


def furnish(root: Path) -> None:
    """Put the files of an emulated card into a system."""
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    wants = root / "etc/systemd/system/sysinit.target.wants"
    wants.mkdir(parents=True, exist_ok=True)
    (wants / "emulated-shell.service").unlink(missing_ok=True)
    (wants / "emulated-shell.service").symlink_to("/etc/systemd/system/emulated-shell.service")
    (root / "etc/machine-id").write_text("", encoding="utf-8")
    (root / "boot/firmware").mkdir(parents=True, exist_ok=True)


def pack(root: Path, image: Path, spare: int = 200) -> None:
    """Pack the root folder of a system into an image of two partitions, with some spare megabytes."""
    used = int(subprocess.run(["du", "-s", "-B1", root], check=True, capture_output=True, text=True).stdout.split()[0])
    size = (used + used // 8) // 1_048_576 * 1_048_576 + spare * 1_048_576
    start = BOOT_START + BOOT_SIZE
    image.unlink(missing_ok=True)
    with image.open("wb") as opened:
        opened.truncate(start + size)
        opened.seek(440)
        opened.write(struct.pack("<IH", SIGNATURE, 0))
        for kind, first, length in ((0x0C, BOOT_START, BOOT_SIZE), (0x83, start, size)):
            opened.write(struct.pack("<4sB3sII", b"\0" * 4, kind, b"\0" * 3, first // SECTOR, length // SECTOR))
        opened.seek(510)
        opened.write(b"\x55\xaa")
    offset = f"offset={start}"
    subprocess.run(
        ["mke2fs", "-q", "-F", "-t", "ext4", "-L", "rootfs", "-E", offset, "-d", root, image, f"{size // 1024}k"],
        check=True,
    )
    with tempfile.TemporaryDirectory() as name:
        boot = Path(name) / "boot.img"
        with boot.open("wb") as opened:
            opened.truncate(BOOT_SIZE)
        subprocess.run(["mkfs.vfat", "-F", "32", "-n", "bootfs", boot], check=True, stdout=subprocess.DEVNULL)
        for file, text in (("cmdline.txt", COMMAND_LINE), ("config.txt", CONFIG)):
            (Path(name) / file).write_text(text, encoding="utf-8")
            subprocess.run(["mcopy", "-i", boot, Path(name) / file, f"::{file}"], check=True)
        with image.open("r+b") as opened, boot.open("rb") as source:
            opened.seek(BOOT_START)
            shutil.copyfileobj(source, opened, 4 << 20)
