"""Codes to scan off the screen: as coarse as they can be, so that any phone reads them at arm's length."""

import segno

FINEST = 27
"""The largest version of a code that is shown. With its quiet zone it is 133 modules wide, so that on the smallest
panel, 480 pixels high, a module is 3 pixels or 0.6 mm wide, which phones still read."""

MOST = 1465
"""Bytes that go into such a code, with the least repair."""

QUIET = 4
"""Empty modules around a code; without them it is not found."""

_MASK = 4
"""Decoders read every mask alike; weighing all eight would take ten times as long as making the code."""

Modules = tuple[tuple[bool, ...], ...]


def fits(text: str) -> bool:
    """Whether a text goes into a code that can be read off the screen."""
    return len(text.encode()) <= MOST


def code(text: str) -> Modules:
    """The modules of a code, row by row from the top, dark ones true, its quiet zone included: the coarsest that holds
    the text, with as much repair as its size allows. Raises ValueError where the text is too long."""
    if not fits(text):
        raise ValueError(f"{len(text.encode())} bytes do not fit into a code for the screen: {MOST} do")
    made = segno.make_qr(text, error="l", encoding="utf-8", mask=_MASK, boost_error=True)
    return tuple(tuple(bool(module) for module in row) for row in made.matrix_iter(border=QUIET))
