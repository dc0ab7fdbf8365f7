"""The board of tests/boards/made_up.toml, which uses every figure of the rules at once."""

from functools import cache
from pathlib import Path

from companion.boards import Board, read_map

FILE = Path(__file__).parent / "boards/made_up.toml"


@cache
def made_up() -> Board:
    """Return the board."""
    return read_map(FILE)
