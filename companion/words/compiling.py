"""Compilation of catalogues: for the wheel when it is built, and in a checkout when they have changed."""

from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_catalogue(source: Path) -> bytes:
    """Return the `.mo` form of a `.po` file, without entries that are not translated yet."""
    made = BytesIO()
    with source.open("rb") as file:
        write_mo(made, read_po(file))
    return made.getvalue()
