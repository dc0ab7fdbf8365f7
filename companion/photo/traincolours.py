"""What trains look like: their colours in the light of the empty board's photo, in the colour space Lab."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from companion.boards import Board

USUAL: dict[str, tuple[float, float, float]] = {
    "red": (43, 47, 34),
    "blue": (37, -2, -34),
    "green": (33, -22, 9),
    "yellow": (82, -7, 71),
    "black": (12, 0, 2),
    "white": (88, 0, 4),
    "purple": (38, 28, -28),
}
"""The colour of trains: lightness, green to red, blue to yellow. A photo corrects it where it shows trains."""

_IN_MOST_BOXES = ("red", "blue", "green", "yellow", "black")


def box_colours(board: Board) -> tuple[str, ...]:
    """Return the colours of the trains in the box: those that the map names, or else five, or six."""
    if board.rules.colours:
        return board.rules.colours
    return _IN_MOST_BOXES if board.rules.players[1] <= len(_IN_MOST_BOXES) else (*_IN_MOST_BOXES, "white")


def usual_colours(players: Sequence[str]) -> npt.NDArray[np.float32]:
    """Return the usual colours of these trains, a row each."""
    return np.array([USUAL[player] for player in players], np.float32)
