"""Codes to scan off the screen: as coarse as they can be, so that any phone reads them at arm's length."""

import segno

FINEST = 27
"""The largest version of a code that is shown. With its quiet zone it is 133 modules wide, so that on the smallest
panel, 480 pixels high, a module is 3 pixels or 0.6 mm wide, which phones still read."""

QUIET = 4
"""Empty modules around a code; without them it is not found."""

Modules = tuple[tuple[bool, ...], ...]


def fits(text: str) -> bool:
    """Whether a text goes into a code that can be read off the screen."""
    try:
        _made(text)
    except segno.DataOverflowError:
        return False
    return True


def code(text: str) -> Modules:
    """The modules of a code, row by row from the top, dark ones true, its quiet zone included. Raises ValueError where
    the text is too long."""
    return tuple(tuple(bool(module) for module in row) for row in _made(text).matrix_iter(border=QUIET))


def _made(text: str) -> segno.QRCode:
    """The coarsest code, with as much repair as its size allows: a screen has no dirt on it, but it has reflections."""
    made = segno.make_qr(text, error="l", encoding="utf-8", boost_error=True)
    if int(made.version) > FINEST:
        raise segno.DataOverflowError(f"{len(text)} letters need a code of version {made.version}")
    return made
