"""What the system says when a file cannot be had. Its own words are English, or none."""

import errno

from companion.words.sentence import pattern, say

_WHY_NOT = {
    errno.ENOENT: pattern("no such file or directory"),
    errno.EACCES: pattern("permission denied"),
    errno.EPERM: pattern("operation not permitted"),
    errno.EEXIST: pattern("there is a file of that name already"),
    errno.ENOTDIR: pattern("not a directory"),
    errno.EISDIR: pattern("is a directory"),
    errno.ENOSPC: pattern("no space left on device"),
    errno.EROFS: pattern("read-only file system"),
    errno.EIO: pattern("input/output error"),
    errno.ENAMETOOLONG: pattern("file name too long"),
}


def why_not(error: OSError) -> str:
    """Why a file could not be had, in a few words."""
    known = _WHY_NOT.get(error.errno or 0)
    return say(known) if known else (error.strerror or str(error)).lower()
