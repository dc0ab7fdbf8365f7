"""Taking over a bundle from a folder that others can change: a stick, or the app's own folder.

Everything is copied into a folder that only root can enter, and only the copy is verified and installed. Nothing but
plain files and folders is copied, no link is followed, and names, number and size are limited.
"""

import errno
import os
import re
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from appliance.machine import Refusal, RefusedError
from appliance.translation import say

NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._+-]{0,199}")
"""The name of a file or folder in a bundle."""
MOST_FILES = 500
LARGEST = 300_000_000
"""Bytes in one file."""
MOST_BYTES = 1_000_000_000
DEEPEST = 4
"""Folders inside each other; a bundle needs three."""
_ROOM = Path("/var/tmp")
"""On the card and not in memory, where /tmp may be."""
_CHUNK = 1 << 20


@contextmanager
def own_copy(bundle: Path, inside: Path | None = None) -> Iterator[Path]:
    """Yield a copy of a bundle in a folder that only this user can enter, and remove it afterwards.

    No link is followed below `inside`, or below the folder that the bundle is in. Raise RefusedError if there is
    anything but plain files, too many of them or too large ones, and OSError if it cannot be read or copied.
    """
    inside = inside or bundle.parent
    with tempfile.TemporaryDirectory(dir=_ROOM if _ROOM.is_dir() else None, prefix="companion-bundle-") as name:
        copy = Path(name) / "bundle"
        folder = _opened(inside, None)
        try:
            for part in bundle.relative_to(inside).parts:
                outer, folder = folder, _opened(part, folder)
                os.close(outer)
            _Copying().copy(folder, copy, "", 0)
        finally:
            os.close(folder)
        yield copy


def small_file(inside: Path, *parts: str) -> str:
    """Return the beginning of a small text file in a folder, without following a link on the way; "" if it cannot be
    read."""
    folder = -1
    try:
        folder = _opened(inside, None)
        for part in parts[:-1]:
            outer, folder = folder, _opened(part, folder)
            os.close(outer)
        opened = os.open(parts[-1], os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
        with os.fdopen(opened, "rb") as file:
            return file.read(1000).decode("ascii") if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else ""
    except (OSError, UnicodeDecodeError, RefusedError):
        return ""
    finally:
        if folder >= 0:
            os.close(folder)


def _opened(name: str | Path, inside: int | None) -> int:
    """Open a folder that is not a link."""
    follow = 0 if inside is None else os.O_NOFOLLOW
    try:
        return os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | follow, dir_fd=inside)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR) and inside is not None:
            raise _not_plain(str(name)) from None
        raise


@dataclass(slots=True)
class _Copying:
    """How much has been copied so far."""

    files: int = 0
    size: int = 0

    def copy(self, folder: int, target: Path, path: str, depth: int) -> None:
        """Copy an open folder with all that is in it."""
        target.mkdir(mode=0o700)
        for name in sorted(os.listdir(folder)):
            shown = f"{path}{name}"
            if not NAME.fullmatch(name) or depth >= DEEPEST:
                strange = "{file} has a name that does not belong in a bundle: nothing was installed"
                raise RefusedError(say(strange, file=ascii(shown)), Refusal.EXTRA, ascii(shown))
            kind = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
            if stat.S_ISDIR(kind):
                inner = _opened(name, folder)
                try:
                    self.copy(inner, target / name, f"{shown}/", depth + 1)
                finally:
                    os.close(inner)
            elif stat.S_ISREG(kind):  # a device is never opened, since that alone can do something
                self._copy_file(folder, name, target / name, shown)
            else:
                raise _not_plain(shown)

    def _copy_file(self, folder: int, name: str, target: Path, shown: str) -> None:
        self.files += 1
        if self.files > MOST_FILES:
            raise _too_much()
        try:
            opened = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
        except OSError as error:
            if error.errno in (errno.ELOOP, errno.ENXIO):
                raise _not_plain(shown) from None
            raise
        with os.fdopen(opened, "rb") as source, target.open("xb") as copy:
            about = os.fstat(source.fileno())
            if not stat.S_ISREG(about.st_mode):
                raise _not_plain(shown)
            size = 0
            while chunk := source.read(_CHUNK):
                size += len(chunk)
                self.size += len(chunk)
                if size > LARGEST or self.size > MOST_BYTES:
                    raise _too_much()
                copy.write(chunk)
            os.fchmod(copy.fileno(), 0o755 if about.st_mode & 0o100 else 0o644)


def _not_plain(name: str) -> RefusedError:
    link = "{file} is a link or a device, not a file: nothing was installed"
    return RefusedError(say(link, file=name), Refusal.LINK, name)


def _too_much() -> RefusedError:
    return RefusedError(say("this folder is far larger than a bundle: nothing was installed"), Refusal.TOO_LARGE)
