"""Translated messages for OSError. The system's own are English, or missing."""

import errno

from companion.words.sentence import pattern, say

_WHY_NOT = {
    errno.ENOENT: pattern("no such file or directory"),
    errno.EACCES: pattern("permission denied"),
    errno.EPERM: pattern("operation not permitted"),
    errno.EEXIST: pattern("there is already a file with that name"),
    errno.ENOTDIR: pattern("not a directory"),
    errno.EISDIR: pattern("is a directory"),
    errno.ENOSPC: pattern("no space left on device"),
    errno.EROFS: pattern("read-only file system"),
    errno.EIO: pattern("input/output error"),
    errno.ENAMETOOLONG: pattern("file name too long"),
}


def why_not(error: OSError) -> str:
    """Return in a few words why a file could not be read or written."""
    known = _WHY_NOT.get(error.errno or 0)
    return say(known) if known else (error.strerror or str(error)).lower()
