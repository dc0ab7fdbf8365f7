"""QR codes to scan from the screen, with modules as large as possible so that any phone reads them at arm's length."""

import segno

FINEST = 27
"""The largest QR version that is shown.

With its quiet zone it is 133 modules wide. On the smallest panel, 480 pixels high, a module is then 3 pixels or 0.6 mm
wide, which phones still read.
"""

MOST = 1465
"""The bytes that fit into such a code at the lowest error correction level."""

QUIET = 4
"""Empty modules around a code, without which phones do not find it."""

_MASK = 4
"""A fixed mask, since decoders read all of them: comparing all eight takes ten times as long as making the code."""

Modules = tuple[tuple[bool, ...], ...]


def fits(text: str) -> bool:
    """Return whether a text fits into a code that can be read from the screen."""
    return len(text.encode()) <= MOST


def code(text: str) -> Modules:
    """Return the modules of a code, row by row from the top, dark ones true, with its quiet zone.

    It is the smallest version that holds the text, with as much error correction as fits. Raise ValueError if the text
    is too long.
    """
    if not fits(text):
        raise ValueError(f"{len(text.encode())} bytes do not fit into a code for the screen: {MOST} do")
    made = segno.make_qr(text, error="l", encoding="utf-8", mask=_MASK, boost_error=True)
    return tuple(tuple(bool(module) for module in row) for row in made.matrix_iter(border=QUIET))
