"""File names as they can be shown. A name on a disk is any bytes: it may not be UTF-8, or hold line breaks and signs
that turn the writing around."""

import os

_LONGEST = 60


def readable(name: str) -> str:
    """Return a file name on one line, with a replacement sign for everything that cannot be shown, and not too long."""
    text = os.fsencode(name).decode("utf-8", "replace")
    plain = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST // 2]}…{plain[-_LONGEST // 2 + 1 :]}"
