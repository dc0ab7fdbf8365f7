"""`deploy/bundle`: make a folder from which deploy/install can work without network."""

import argparse
import os
import shutil
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

from appliance import checksums, signing
from appliance.debianpackages import fetch_packages
from appliance.install import DEPLOY, OURS, number_of, our_wheel
from appliance.libraries import RELEASES
from appliance.machine import TroubleError, run, tell
from appliance.parserwords import teach_argparse
from appliance.release import write_release
from appliance.translation import say
from appliance.versions import wants_photos

PYTHON_OF = {"bookworm": "3.11", "trixie": "3.13"}
"""The version in each release of Raspberry Pi OS."""
PYTHONS = tuple(PYTHON_OF.values())
GLIBC = range(17, 37)
"""Wheels for these versions of the C library run on Bookworm, which has 2.36."""


def add_installer(folder: Path, key: Path, deploy: Path = DEPLOY) -> None:
    """Copy the installer into a folder that has the wheels, and sign everything in it with a private key. Raise
    TroubleError."""
    for name in OURS:
        target = folder / "deploy" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (deploy / name).is_dir():
            shutil.copytree(deploy / name, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(deploy / name, target)
    write_release(folder / "deploy", number_of(our_wheel(folder)))
    checksums.write_sums(folder, key)


def find_key() -> Path:
    """Return the private key to sign with. Make it if there is none yet, and say so. Raise TroubleError."""
    key = signing.makers_key()
    if not key.exists():
        signing.make_key(key)
        new = (
            "A new key to sign with was made: {key}. Keep a copy of it in a safe place: machines that were installed "
            "from a bundle of yours take updates only if they are signed with the same key."
        )
        tell(say(new, key=key))
    return key


@dataclass(frozen=True, slots=True)
class Contents:
    """What a bundle is for."""

    pythons: tuple[str, ...] = PYTHONS
    processor: str = "aarch64"
    releases: tuple[str, ...] = ()
    """The releases of the system whose libraries it carries, too, so that no network is needed."""
    sources: Path | None = None


def needed_packages() -> list[str]:
    """Return what Companion needs, with what reads photos unless people do not want it, as pip is asked for it."""
    project = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *(project["optional-dependencies"]["photo"] if wants_photos() else ())]


def make(folder: Path, contents: Contents) -> None:
    """Create the folder with wheels, packages and installer. Raise TroubleError if it exists or something cannot be
    fetched."""
    pythons, processor = contents.pythons, contents.processor
    key = find_key()
    if folder.exists():
        raise TroubleError(say("{folder} already exists: remove it, or choose another folder", folder=folder))
    constraints = DEPLOY / "constraints.txt"
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    only = {"PIP_CONSTRAINT": str(constraints), "PIP_BUILD_CONSTRAINT": str(constraints)}
    platforms = [f"manylinux_2_{number}_{processor}" for number in reversed(GLIBC)] + [f"manylinux2014_{processor}"]
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as name:
        made = Path(name) / "bundle"
        wheels = made / "wheels"
        tell(say("building Companion"))
        run(*pip, "wheel", "--no-deps", "--wheel-dir", wheels, DEPLOY.parent, environment=only)
        for python in pythons:
            needed = "downloading what it needs for Python {version}, {processor}"
            tell(say(needed, version=python, processor=processor))
            fitting = [word for name in platforms for word in ("--platform", name)]
            run(
                *pip, "download", "--dest", wheels, "--only-binary=:all:", "--implementation", "cp",
                "--python-version", python, *fitting, "--constraint", constraints, *needed_packages(),
            )  # fmt: skip
        for release in contents.releases:
            tell(say("downloading the system libraries of {release}", release=release))
            fetch_packages(release, processor, made, contents.sources)
        add_installer(made, key)
        made.rename(folder)


def main() -> int:
    """Make the bundle and return the exit status: 0 if it is done, 1 for an error."""
    teach_argparse()
    what = say("Makes a folder for installing Companion without a network.")
    key = say("It is signed with your key, {key}, which is made the first time.", key=signing.makers_key())
    where = say("the folder (default: companion-bundle)")
    parser = argparse.ArgumentParser(prog="deploy/bundle", description=what, epilog=key)
    parser.add_argument("folder", type=Path, nargs="?", metavar="DIR", help=where)
    carried = say("also carry the system libraries of this release, so that the machine needs no network at all")
    parser.add_argument("--release", choices=RELEASES, action="append", default=[], help=carried)
    lists = say("where to get them, like /etc/apt/sources.list (default: this machine's Debian)")
    parser.add_argument("--sources", type=Path, metavar="FILE", help=lists)
    options = parser.parse_args()
    folder = options.folder or Path("companion-bundle")
    fitting = tuple(PYTHON_OF[release] for release in options.release)
    pythons = tuple(os.environ.get("PYTHONS", "").split()) or fitting or PYTHONS
    try:
        processor = os.environ.get("PROCESSOR") or "aarch64"
        make(folder.absolute(), Contents(pythons, processor, tuple(dict.fromkeys(options.release)), options.sources))
    except TroubleError as trouble:
        print(f"companion: {trouble}", file=sys.stderr)
        return 1
    done = "Done. Copy {folder} to the Raspberry Pi, then run this on it: sudo {name}/deploy/install"
    tell(say(done, folder=folder, name=folder.name))
    if not options.release:
        once = "  the Raspberry Pi needs a network once, for its system libraries; --release bookworm carries them, too"
        tell(say(once))
    update = "  to update a machine with Companion: copy the folder to a USB stick · signed with the key {key}"
    tell(say(update, key=signing.fingerprint(signing.read_key(folder / checksums.KEY))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
