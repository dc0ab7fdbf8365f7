"""`deploy/image`: make a ready card of the official Raspberry Pi OS image, with Companion installed in it."""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from appliance import cardimage, libraries
from appliance.bundle import PYTHON_OF, Contents, make
from appliance.machine import TroubleError, free_megabytes, tell
from appliance.parserwords import teach_argparse
from appliance.translation import say, translated

GROWTH = 1500
"""Megabytes that the system partition becomes larger by: what Companion and its libraries need, and an update later."""
_PYTHONS = {libraries.RELEASES[release]: python for release, python in PYTHON_OF.items()}
_TOOLS = {
    "losetup": "mount", "mount": "mount", "e2fsck": "e2fsprogs", "resize2fs": "e2fsprogs", "mcopy": "mtools",
    "chroot": "coreutils", "xz": "xz-utils",
}  # fmt: skip
"""The programs that are needed, and the Debian packages that have them."""
_WIDTH = 30
_SLOW = 1800
"""Seconds that the trial of the version may take: the processor is emulated."""


class Progress:
    """A bar for the whole of it on a terminal, and a line for each step elsewhere."""

    def __init__(self) -> None:
        self._what = ""

    def tell(self, share: float, what: str) -> None:
        """Show how much is done, from 0 to 1, and what is being done."""
        if sys.stdout.isatty():
            filled = round(_WIDTH * share)
            bar = "█" * filled + "░" * (_WIDTH - filled)
            print(f"\r\033[K{bar} {share:4.0%} {what[:80]}", end="\n" if share >= 1 else "", flush=True)
        elif what != self._what:
            tell(f"{share:4.0%} {what}")
        self._what = what

    def part(self, begin: float, end: float, what: str) -> Callable[[float], None]:
        """Return a function that shows the share that is done of one part."""
        return lambda share: self.tell(begin + (end - begin) * min(max(share, 0.0), 1.0), what)


def objections(image: Path, out: Path) -> list[str]:
    """Return each reason why it cannot be done here, with what to do about it."""
    found = []
    if os.geteuid() != 0:
        found.append(say("only root can do this: run it with sudo"))
    if not image.is_file():
        found.append(say("{file} does not exist: name the image that you have downloaded", file=image))
    if out.exists():
        found.append(say("{folder} already exists: remove it, or choose another name", folder=out))
    lacking = sorted({package for tool, package in _TOOLS.items() if not shutil.which(tool)})
    if lacking:
        names = " ".join(lacking)
        found.append(say("programs are missing: sudo apt-get install {names}", names=names))
    if not _can_run_arm():
        emulator = "this machine cannot run programs of a Raspberry Pi: sudo apt-get install qemu-user-static"
        found.append(say(emulator))
    if not found:
        needed, free = cardimage.unpacked_size(image) // 1_000_000 + GROWTH, free_megabytes(out.parent)
        if free < needed:
            little = "only {free} MB free, but {needed} MB needed: free up some space, or use a larger card"
            found.append(say(little, free=free, needed=needed))
    return found


def _can_run_arm(registered: Path = Path("/proc/sys/fs/binfmt_misc")) -> bool:
    """Return whether programs for the processor of a Raspberry Pi run here, by themselves or under emulation."""
    if platform.machine() == "aarch64":
        return True
    return any("interpreter" in _text(file) for file in registered.glob("*aarch64*"))


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def make_card(image: Path, out: Path, bundle: Path | None, progress: Progress) -> None:
    """Write an image with Companion installed. Raise TroubleError or OSError; then nothing is left behind."""
    if faults := objections(image, out):
        raise TroubleError("\n  ".join([say("The card cannot be made yet:"), *faults]))
    out.parent.mkdir(parents=True, exist_ok=True)
    work = out.with_name(f".{out.name}.part")
    try:
        cardimage.unpack(image, work, progress.part(0, 0.15, say("unpacking {file}", file=image.name)))
        progress.tell(0.15, say("making room"))
        cardimage.partitions(work)
        cardimage.grow(work, GROWTH)
        with cardimage.opened(work) as root:
            release = _release_of(root, image)
            with tempfile.TemporaryDirectory(prefix="companion-card-") as made:
                folder = bundle or Path(made) / "bundle"
                if not bundle:
                    progress.tell(0.2, say("building Companion"))
                    make(folder, Contents((_PYTHONS[release],)))
                _install(root, folder, progress)
        progress.tell(0.97, say("checking the image"))
        cardimage.verify(work)
        work.rename(out)
        progress.tell(1, say("done"))
    finally:
        work.unlink(missing_ok=True)


def _release_of(root: Path, image: Path) -> int:
    release = libraries.this_release(root / "etc/os-release")
    if not (root / "usr/lib/aarch64-linux-gnu").is_dir() or release not in _PYTHONS:
        other = "{file} is not a 64-bit Raspberry Pi OS Bookworm or Trixie: download Raspberry Pi OS Lite (64-bit)"
        raise TroubleError(say(other, file=image))
    return release


def _install(root: Path, bundle: Path, progress: Progress) -> None:
    """Run the installer of a bundle in the system of the image. Raise TroubleError with its last lines if it fails."""
    place = root / "var/tmp/companion-bundle"
    try:
        shutil.copytree(bundle, place)
        with cardimage.inhabited(root):
            variables = ("COMPANION_YES=1", "COMPANION_START=no", f"COMPANION_WAIT={_SLOW}", "PATH=/usr/sbin:/usr/bin")
            spoken = [f"{name}={os.environ[name]}" for name in ("LANGUAGE", "LANG") if os.environ.get(name)]
            words = ("chroot", str(root), "env", "-i", *variables, *spoken, "HOME=/root")
            _follow([*words, f"/{place.relative_to(root)}/deploy/install"], progress)
            subprocess.run([*words, "apt-get", "clean"], capture_output=True, check=False)
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _follow(command: list[str], progress: Progress) -> None:
    """Run the installer and show its steps as they are done."""
    said: list[str] = []
    steps = done = 0
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as running:
        assert running.stdout
        for line in running.stdout:
            said.append(line.rstrip())
            steps += line.startswith("  •")
            if line.startswith("… "):
                progress.tell(0.3 + 0.65 * done / max(steps, 1), line[2:].strip())
                done += 1
    if running.returncode:
        failed = say("Companion could not be installed in the image:")
        raise TroubleError("\n  ".join([failed, *said[-8:]]))


def main() -> int:
    """Make the card and return the exit status: 0 if it is done, 1 for an error."""
    teach_argparse()
    what = say(
        "Makes a card of the official Raspberry Pi OS Lite image (64-bit), with Companion installed. Write it "
        "with Raspberry Pi Imager (Use custom), which also asks for Wi-Fi and a name if you like."
    )
    parser = argparse.ArgumentParser(prog="deploy/image", description=what)
    parser.add_argument("image", type=Path, metavar="OFFICIAL.img[.xz]", help=say("the image that you downloaded"))
    where = say("the image to make (default: companion.img)")
    parser.add_argument("out", type=Path, nargs="?", metavar="OUT.img", help=where)
    from_bundle = say("install from a folder made by deploy/bundle, instead of this checkout")
    parser.add_argument("--bundle", type=Path, metavar="DIR", help=from_bundle)
    options = parser.parse_args()
    out = (options.out or Path("companion.img")).absolute()
    try:
        bundle = options.bundle.absolute() if options.bundle else None
        make_card(options.image.absolute(), out, bundle, Progress())
    except TroubleError as trouble:
        print(f"\ncompanion: {trouble}", file=sys.stderr)
        return 1
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"\ncompanion: {where}{translated(error.strerror or str(error))}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\ncompanion:", say("stopped; nothing was left behind"), file=sys.stderr)
        return 1
    tell(say("Done. Write {file} to a card with Raspberry Pi Imager: Choose OS, Use custom.", file=out))
    return 0


if __name__ == "__main__":
    sys.exit(main())
