"""The one way to put a file in place: whole or not at all, and still there after a power cut.

The content is written under another name in the same folder and synced; then the file is renamed, and the folder is
synced. A rename that is not preceded and followed by these two may survive a power cut without the content, or cost the
old version too.
"""

import errno
import os
from contextlib import suppress
from pathlib import Path
from threading import get_native_id

_CANNOT_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EPERM)
"""What file systems answer that cannot sync a folder, or folders that may be written to but not read."""


def put(target: Path, content: bytes) -> None:
    """Put a file in place; it replaces an older one, or a link, of that name. On return it is on the disk. Raise
    OSError if that fails; an older one is then untouched, unless only the last sync failed."""
    unfinished = target.with_name(f".{target.name}.{get_native_id()}.part")
    try:
        unfinished.unlink(missing_ok=True)
        _write(unfinished, content)
        os.replace(unfinished, target)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        error.filename = str(target)  # the name that people know
        error.filename2 = None
        raise
    sync_folder(target.parent)


def _write(file: Path, content: bytes) -> None:
    """Write and sync a new file. A link of that name, placed there by someone else, is never followed."""
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
    with open(handle, "wb") as opened:
        opened.write(content)
        opened.flush()
        os.fsync(handle)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, as far as they are missing. On return they are on the disk. Raise OSError."""
    missing = []
    while not folder.is_dir():
        missing.append(folder)
        if folder == folder.parent:
            break
        folder = folder.parent
    for one in reversed(missing):
        one.mkdir(exist_ok=True)
        sync_folder(one.parent)


def sync_folder(folder: Path) -> None:
    """Sync the names in a folder to the disk, if its file system can. Raise OSError if the disk fails."""
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        if error.errno in _CANNOT_SYNC:
            return
        raise
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            raise
    finally:
        os.close(handle)
