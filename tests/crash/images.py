"""What a disk may hold after a power cut, worked out from the recorded writes of a program.

Only what was synced is certain. Of everything else any part may have arrived: each write or not, the last of them cut
off at a sector, and each new, renamed or deleted name or not.
"""

import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

ROOT = Path(__file__).parents[2]
SECTOR = 512
ACKNOWLEDGED = "acknowledged"
"""A file that the recorded program writes to when something counts. It is no part of the images."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a file: `c`reated, `t`runcated to nothing, `w`ritten, cut (`x`), `s`ynced, `r`enamed, `u`nlinked,
    or a folder `m`ade."""

    kind: str
    path: str
    offset: int
    data: bytes


def recorder(folder: Path) -> Path:
    """Return the compiled recorder, made in this folder if needed. Skip the test if there is no compiler."""
    made = folder / "writes.so"
    if not made.exists():
        if shutil.which("gcc") is None:
            pytest.skip("there is no gcc to compile the recorder of writes")
        source = Path(__file__).with_name("writes.c")
        subprocess.run(["gcc", "-shared", "-fPIC", "-O2", "-o", str(made), str(source), "-ldl"], check=True)
    return made


def run(
    library: Path, below: Path, module: str, *arguments: object, to: Path | None = None, die_at: int | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run a module of the tests. Record its changes below a folder, or end it before one of them."""
    extra = {"LD_PRELOAD": str(library), "WRITES_BELOW": f"{below}/", "PYTHONDONTWRITEBYTECODE": "1"}
    if to is not None:
        extra["WRITES_TO"] = str(to)
    if die_at is not None:
        extra["WRITES_DIE_AT"] = str(die_at)
    command = [sys.executable, "-m", module, *map(str, arguments)]
    return subprocess.run(command, env=os.environ | extra, cwd=ROOT, capture_output=True, text=True, check=False)


def read_changes(log: Path) -> list[Change]:
    """Return what was recorded."""
    data, at, found = log.read_bytes(), 0, []
    while at < len(data):
        kind, length, size, offset = struct.unpack("<cIIq", data[at : at + 17])
        at += 17
        path = data[at : at + length].decode()
        found.append(Change(kind.decode(), path, offset, data[at + length : at + length + size]))
        at += length + size
    return found


@dataclass
class _File:
    synced: bytes = b""
    live: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    """Writes since the last sync: where, and what; None for a cut."""


@dataclass
class Disk:
    """A disk that follows a program's changes and can be stopped at any of them."""

    folder: Path
    names: dict[str, _File] = field(default_factory=dict)
    synced_names: dict[str, _File] = field(default_factory=dict)
    pending_names: list[tuple[str, _File | None]] = field(default_factory=list)
    acknowledged: list[str] = field(default_factory=list)

    def follow(self, change: Change) -> None:
        """Make a change."""
        name = os.path.relpath(change.path, self.folder)
        if name.endswith("-shm"):  # SQLite makes it anew after a power cut
            return
        if name == ACKNOWLEDGED:
            if change.kind == "w":
                self.acknowledged += change.data.decode().split("\n")[:-1]
            return
        match change.kind:
            case "c":
                self._name(name, _File())
            case "u":
                self.names.pop(name, None)
                self.pending_names.append((name, None))
            case "r":
                file = self.names.pop(name, None)
                if file is not None:
                    self._name(os.path.relpath(change.data.decode(), self.folder), file)
                    self.pending_names.append((name, None))
            case "s" if name in self.names:
                file = self.names[name]
                file.synced, file.pending = bytes(file.live), []
            case "s":  # a folder: the names in it
                inside = {one: kept for one, kept in self.names.items() if _folder(one) == _folder(f"{name}/x")}
                others = {one: kept for one, kept in self.synced_names.items() if _folder(one) != _folder(f"{name}/x")}
                self.synced_names = others | inside
                self.pending_names = [one for one in self.pending_names if _folder(one[0]) != _folder(f"{name}/x")]
            case "w" if name in self.names:
                self._write(self.names[name], change.offset, change.data)
            case "x" | "t" if name in self.names:
                self._write(self.names[name], change.offset, None)

    def _name(self, name: str, file: _File) -> None:
        self.names[name] = file
        self.pending_names.append((name, file))

    @staticmethod
    def _write(file: _File, at: int, data: bytes | None) -> None:
        file.pending.append((at, data))
        _apply(file.live, at, data)

    def image(self, to: Path, rng: Random) -> None:
        """Write what may be on the disk after a power cut now."""
        names = dict(self.synced_names)
        for name, file in self.pending_names:
            if rng.random() < 0.5:
                if file is None:
                    names.pop(name, None)
                else:
                    names[name] = file
        for name, file in names.items():
            content = bytearray(file.synced)
            keeps = rng.choice([0.0, 0.5, 1.0])
            for at, data in file.pending:
                if rng.random() < keeps:
                    torn = data is not None and len(data) > SECTOR and rng.random() < 0.3
                    _apply(content, at, data[: rng.randrange(len(data)) // SECTOR * SECTOR] if torn and data else data)
            path = to / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def _folder(name: str) -> str:
    return os.path.normpath(os.path.dirname(name) or ".")


def _apply(content: bytearray, at: int, data: bytes | None) -> None:
    if data is None:
        del content[at:]
        content.extend(bytes(at - len(content)))
    else:
        content.extend(bytes(max(0, at - len(content))))
        content[at : at + len(data)] = data


def images(
    folder: Path, changes: Sequence[Change], moments: Iterable[int], to: Path
) -> "Iterable[tuple[Path, list[str]]]":
    """Yield a crash image for each of these moments, and what was acknowledged by then."""
    disk, wanted = Disk(folder), sorted(moments)
    done = 0
    for count, moment in enumerate(wanted):
        for change in changes[done:moment]:
            disk.follow(change)
        done = max(done, moment)
        image = to / f"image-{count}"
        image.mkdir(parents=True)
        disk.image(image, Random(f"image {count} {moment}"))
        yield image, list(disk.acknowledged)
        shutil.rmtree(image)
