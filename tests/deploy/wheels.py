"""Wheels packed from the packages installed here, for a bundle for this machine without network."""

import subprocess
import sys
from importlib.metadata import Distribution, distribution
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
_NOT_PACKED = ("INSTALLER", "REQUESTED", "RECORD", "direct_url.json")


def our_wheel(folder: Path) -> Path:
    """Build the wheel of Companion from this checkout and return its path."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("companion-*.whl"))


def pack_needed(folder: Path) -> None:
    """Pack a wheel of every dependency of Companion, from its installed files."""
    done: set[str] = set()
    waiting = [*(distribution("companion").requires or ())]
    while waiting:
        wanted = Requirement(waiting.pop())
        if wanted.name.lower() not in done and (wanted.marker is None or wanted.marker.evaluate({"extra": ""})):
            done.add(wanted.name.lower())
            found = distribution(wanted.name)
            _pack(found, folder)
            waiting += found.requires or ()


def _pack(found: Distribution, folder: Path) -> None:
    tags = [line.split(": ")[1] for line in (found.read_text("WHEEL") or "").splitlines() if line.startswith("Tag: ")]
    tag = "-".join(".".join(dict.fromkeys(parts)) for parts in zip(*(tag.split("-") for tag in tags), strict=True))
    name = found.metadata["Name"].replace("-", "_")
    files = [file for file in found.files or () if ".." not in file.parts and file.suffix != ".pyc"]
    kept = [file for file in files if file.name not in _NOT_PACKED or not file.parts[0].endswith(".dist-info")]
    record = next(file for file in files if file.name == "RECORD")
    with ZipFile(folder / f"{name}-{found.version}-{tag}.whl", "w") as wheel:
        for file in kept:
            wheel.write(str(file.locate()), str(file))
        wheel.writestr(str(record), "".join(f"{file},,\n" for file in [*kept, record]))


def changed(wheel: Path, folder: Path, version: str, **texts: str) -> Path:
    """Make a wheel of another version with some files replaced; `companion__x` means companion/x.py."""
    old = wheel.name.split("-")[1]
    new = folder / wheel.name.replace(f"-{old}-", f"-{version}-")
    anew = {f"{name.replace('__', '/')}.py": text for name, text in texts.items()}
    with ZipFile(wheel) as source, ZipFile(new, "w", ZIP_DEFLATED) as target:
        names = [name.replace(f"-{old}.dist-info", f"-{version}.dist-info") for name in source.namelist()]
        for before, name in zip(source.namelist(), names, strict=True):
            text = source.read(before)
            if name.endswith("METADATA"):
                text = text.replace(f"Version: {old}".encode(), f"Version: {version}".encode())
            if name.endswith("RECORD"):
                text = "".join(f"{name},,\n" for name in names).encode()
            target.writestr(name, anew.get(name, text))
    return new
