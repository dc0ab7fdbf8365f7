"""Updates from a USB stick: find a bundle, check it, and hand it over to the system service that installs it.

The stick carries a folder made by deploy/bundle. What is not signed with the key that this device trusts, not complete
or not for this device is refused in words. The service checks everything again, since it runs as root and trusts
nobody; the checks here are for people, who learn at once what is wrong. Nothing of a bundle is ever run here.
"""

import hashlib
import logging
import os
import platform
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from io import BufferedReader
from pathlib import Path

from companion.parsing import parse_json
from companion.words import Sentence

SUMS = "SHA256SUMS"
SIGNATURE = f"{SUMS}.sig"
RELEASE = "deploy/files/release.json"
KEY = "deploy/files/update-key.pub"
CURRENT = "opt/companion/current"
"""The installed version, below the root of the system."""
TRUSTED = "etc/companion/update-key.pub"
"""The public key that updates must be signed with, below the root of the system."""
FOLDER = "update"
"""The subfolder of the data folder where the system looks for an update to install."""
READY = "ready"
NAMESPACE = "companion-bundle"
MOST_FILES, MOST_BYTES = 500, 1_000_000_000
_MOST_FOLDERS = 100
"""How many folders of a stick are looked into for a bundle."""
_SMALL = 100_000
"""More bytes than the lists and descriptions of a bundle have."""
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._+-]{0,199}")
_LINE = re.compile(rf"([0-9a-f]{{64}})  ((?:{_NAME.pattern}/){{0,4}}{_NAME.pattern})")
_NUMBER = re.compile(r"(\d{1,6}(?:\.\d{1,6}){0,3})(?:(a|b|rc|\.dev)(\d{1,6}))?")
_OURS = re.compile(rf"wheels/companion-({_NUMBER.pattern})-py3-none-any\.whl")
_BUILT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_PUBLIC = re.compile(r"ssh-ed25519 [A-Za-z0-9+/]{60,80}={0,2}")

_log = logging.getLogger(__name__)


class RefusedUpdateError(Exception):
    """Raised when a version cannot be installed; `sentence` says why and what to do."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(str(sentence))


@dataclass(frozen=True, slots=True)
class Release:
    """A version that is installed or on a stick."""

    number: str
    built: str
    """When it was built, as `2026-11-17T20:00:00Z`; "" if that is not known."""
    digest: str
    """The beginning of the name that the installer gives to it: equal digests mean equal bytes. "" if not known."""

    @property
    def day(self) -> str:
        """The day it was built."""
        return self.built[:10]

    def is_older_than(self, other: "Release") -> bool:
        """Return whether the other one has a higher number, or the same number and was built later."""
        return (_order(self.number), self.built) < (_order(other.number), other.built)


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle on a stick, as it describes itself; nothing of it is checked yet."""

    folder: Path
    release: Release


def this_version() -> str:
    """Return the installed version, or "" if the package is not installed."""
    try:
        return version("companion")
    except PackageNotFoundError:
        return ""


def installed(root: Path) -> Release:
    """Return the version that is running on the system with this root."""
    current = root / CURRENT
    try:
        digest = Path(os.readlink(current)).name.split("-")[1]
    except (OSError, IndexError):
        digest = ""
    return Release(this_version(), _built(current), digest)


def find(stick: Path) -> Bundle | None:
    """Return the newest bundle in the root of a stick or in one of its folders, or None. Only little is read."""
    found = []
    try:
        with os.scandir(stick) as entries:
            inner = [Path(entry) for _, entry in zip(range(_MOST_FOLDERS), _folders(entries), strict=False)]
        for folder in [stick, *sorted(inner)]:
            if _is_file(folder / SUMS) and (release := _release_in(folder)):
                found.append(Bundle(folder, release))
    except OSError:
        return None
    return max(found, key=lambda bundle: (_order(bundle.release.number), bundle.release.built), default=None)


def _folders(entries: Iterator["os.DirEntry[str]"]) -> Iterator["os.DirEntry[str]"]:
    return (entry for entry in entries if entry.is_dir(follow_symlinks=False))


def _release_in(folder: Path) -> Release | None:
    """Return which version a bundle says it is; None if it does not say."""
    try:
        sums = _read(folder / SUMS)
    except OSError:
        return None
    names = [line.partition("  ")[2] for line in sums.decode("utf-8", "replace").splitlines()]
    numbers = [found[1] for name in names if (found := _OURS.fullmatch(name))]
    if len(numbers) != 1:
        return None
    line = f"{hashlib.sha256(sums).hexdigest()}  {SUMS}\n"  # as deploy/install names a version
    return Release(numbers[0], _built(folder), hashlib.sha256(line.encode()).hexdigest()[:8])


def _built(folder: Path) -> str:
    try:
        built = parse_json(_read(folder / RELEASE))["built"]
        return built if _BUILT.fullmatch(built) else ""
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return ""


def _order(number: str) -> tuple[tuple[int, ...], int, int]:
    """Return what a number is sorted by: 1.0.dev1 comes before 1.0a1, 1.0b1, 1.0rc1 and 1.0."""
    found = _NUMBER.fullmatch(number)
    if not found:
        return (), 0, 0
    numbers = [int(part) for part in found[1].split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers), (".dev", "a", "b", "rc", None).index(found[2]), int(found[3] or 0)


def check(folder: Path, root: Path) -> None:
    """Raise RefusedUpdateError unless a bundle is signed with the key that the system with this root trusts, every file
    is listed, unchanged and plain, and it fits this device. Raise OSError if it cannot be read."""
    there = _files(folder)
    if SUMS not in there:
        raise _refused(Sentence("{name} is missing: copy the folder again", {"name": SUMS}))
    lines = _read(there[SUMS]).decode("utf-8", "replace").splitlines()
    _check_signature(lines, there, root)
    wanted = {found[2]: found[1] for line in lines if (found := _LINE.fullmatch(line))}
    del there[SUMS]
    for name in sorted({*wanted, *there}):
        if name not in there:
            raise _refused(Sentence("{name} is missing: copy the folder again", {"name": name}))
        if name not in wanted:
            raise _refused(
                Sentence("{name} is not on the list of checked files: nothing was installed", {"name": name})
            )
        with _opened(there[name]) as opened:
            if hashlib.file_digest(opened, "sha256").hexdigest() != wanted[name]:
                raise _refused(Sentence("{name} is damaged: copy the folder again", {"name": name}))
    _fits(list(there))


def _check_signature(lines: list[str], there: dict[str, Path], root: Path) -> None:
    """Raise RefusedUpdateError unless the list of sums is signed with the trusted key. The signature is over all lines
    but its own."""
    key = _trusted(root)
    if key is None:
        pattern = "this device does not yet know whose updates to trust: whoever set it up must give it a key once"
        raise _refused(Sentence(pattern))
    if SIGNATURE not in there:
        raise _refused(Sentence("this update is not signed: ask whoever made it for a signed one"))
    signed = "".join(f"{line}\n" for line in lines if not line.endswith(f"  {SIGNATURE}")).encode()
    with tempfile.TemporaryDirectory() as name:
        allowed, signature = Path(name) / "allowed", Path(name) / "signature"
        allowed.write_text(f'companion namespaces="{NAMESPACE}" {key}\n', encoding="ascii")
        signature.write_bytes(_read(there[SIGNATURE]))
        if not _keygen(signed, "verify", "-f", allowed, "-I", "companion", "-n", NAMESPACE, "-s", signature):
            pattern = (
                "this update was made by someone else, or has been changed: only updates that are signed with the key "
                "of this device are installed"
            )
            raise _refused(Sentence(pattern))


def _keygen(text: bytes, *words: str | Path) -> bool:
    try:
        done = subprocess.run(["ssh-keygen", "-Y", *words], input=text, capture_output=True, check=False, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        _log.warning("no signature can be checked: %s", error)
        return False
    return done.returncode == 0


def _trusted(root: Path) -> str | None:
    """Return the public key that the system trusts, or None: the stored one, or the one of the installed version."""
    for file in (root / TRUSTED, root / CURRENT / KEY):
        try:
            found = _PUBLIC.match(_read(file).decode("ascii", "replace"))
        except OSError:
            continue
        return found[0] if found else None
    return None


def _files(folder: Path) -> dict[str, Path]:
    """Return the files in a folder by their paths in it. Raise RefusedUpdateError if there is anything but plain files
    and folders, or far too much."""
    found: dict[str, Path] = {}
    size, waiting = 0, [folder]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                name = Path(entry).relative_to(folder)
                if not _NAME.fullmatch(entry.name) or len(name.parts) > 4:
                    facts = {"name": ascii(str(name))}
                    raise _refused(Sentence("{name} is not on the list of checked files: nothing was installed", facts))
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(Path(entry))
                elif entry.is_file(follow_symlinks=False):
                    found[str(name)] = Path(entry)
                    size += entry.stat(follow_symlinks=False).st_size
                else:
                    facts = {"name": str(name)}
                    raise _refused(Sentence("{name} is a link or a device, not a file: nothing was installed", facts))
                if len(found) + len(waiting) > MOST_FILES or size > MOST_BYTES:
                    raise _refused(Sentence("this folder is far larger than an update: nothing was installed"))
    return found


def _fits(names: list[str]) -> None:
    """Raise RefusedUpdateError unless the wheels are for this Python and processor, according to their names."""
    if sum(bool(_OURS.fullmatch(name)) for name in names) != 1:
        raise _refused(Sentence("this folder does not contain a version of Companion"))
    python, machine = f"cp{sys.version_info[0]}{sys.version_info[1]}", platform.machine()
    kivy = [name for name in names if name.lower().startswith("wheels/kivy-")]
    if not any(python in name and name.removesuffix(".whl").endswith(machine) for name in kivy):
        facts = {"machine": machine, "python": f"{sys.version_info[0]}.{sys.version_info[1]}"}
        raise _refused(
            Sentence("this update is for a different device; this device is {machine} with Python {python}", facts)
        )


def _refused(sentence: Sentence) -> RefusedUpdateError:
    return RefusedUpdateError(sentence)


def _is_file(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def _opened(path: Path) -> BufferedReader:
    """Open a plain file for reading. Raise OSError for anything else, and never wait for a pipe."""
    number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise OSError(f"{path} is not a file")
    return os.fdopen(number, "rb")


def _read(path: Path) -> bytes:
    """Return the content of a small file. Raise OSError if it is not one."""
    with _opened(path) as opened:
        content = opened.read(_SMALL + 1)
    if len(content) > _SMALL:
        raise OSError(f"{path} is too large")
    return content


def hand_over(bundle: Bundle, data: Path, root: Path, older: bool = False) -> None:
    """Check a bundle, copy it to where the system finds it, and check the copy. `older` says that somebody wants it
    although it is older than the installed version.

    Raise RefusedUpdateError if it is refused or the disk too small, OSError if it cannot be read or written.
    """
    check(bundle.folder, root)
    files = _files(bundle.folder)
    target = data / FOLDER
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    needed = sum(file.lstat().st_size for file in files.values())
    if shutil.disk_usage(target).free < 4 * needed:  # room for this copy, the system's own, and the unpacked files
        facts = {"megabytes": 4 * needed // 1_000_000}
        raise _refused(Sentence("there is not enough space: {megabytes} MB needed", facts))
    for name, file in files.items():
        copy = target / "bundle" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        with _opened(file) as source, copy.open("xb") as written:
            shutil.copyfileobj(source, written)
    check(target / "bundle", root)
    with (target / READY).open("w", encoding="utf-8") as ready:
        ready.write(f"{bundle.release.number}{' older' if older else ''}")
        ready.flush()
        os.fsync(ready.fileno())
    _log.info("version %s is handed over to the system", bundle.release.number)
