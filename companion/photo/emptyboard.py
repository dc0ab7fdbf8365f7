"""The group's own board, empty: a picture of it seen straight from above, and where its spaces and cities lie there."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from companion.boards import Board
from companion.boards.shape import printed_spaces, shape_of

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

STEP = 60.0
"""Pixels from one space of a route to the next, in the picture seen from above."""
MARGIN = 0.06
"""What the picture shows beyond the edges that the map file gives, as a share of the longer one: the score track."""


@dataclass(frozen=True, eq=False)
class Canvas:
    """The picture seen from above: its size in pixels, and its pixels per unit of the map file."""

    width: int
    height: int
    scale: float
    margin: float
    """In units of the map file."""

    @property
    def from_units(self) -> Floats:
        """The matrix that takes places on the map to pixels."""
        shift = self.margin * self.scale
        return np.array([[self.scale, 0, shift], [0, self.scale, shift], [0, 0, 1.0]])


@dataclass(frozen=True, eq=False)
class SpaceRow:
    """All spaces of a board, one after another, in pixels of the picture seen from above."""

    routes: tuple[str, ...]
    """The route of each space."""
    places: Floats
    """Centre and direction of each: x, y, and radians clockwise from east."""
    size: tuple[float, float]
    """Length and width of every space."""


def canvas_of(board: Board) -> Canvas:
    """Return the picture seen from above that is made of photos of this board."""
    assert board.size is not None
    scale = STEP / (shape_of(board).wagon[0] / 0.9)
    margin = MARGIN * max(board.size)
    width, height = (round((side + 2 * margin) * scale) for side in board.size)
    return Canvas(width, height, scale, margin)


def spaces_on_the_map(board: Board, canvas: Canvas) -> SpaceRow:
    """Return the spaces where the map file says that they are."""
    routes: list[str] = []
    places: list[tuple[float, float, float]] = []
    for route in board.routes.values():
        for x, y, turn in printed_spaces(route):
            routes.append(route.id)
            places.append(((x + canvas.margin) * canvas.scale, (y + canvas.margin) * canvas.scale, turn))
    return SpaceRow(tuple(routes), np.array(places), (STEP * 0.93, STEP * 0.34))


@dataclass(frozen=True, eq=False)
class EmptyBoard:
    """A board as it looks empty: what every photo of it is compared with."""

    map: str
    canvas: Canvas
    picture: Image
    """Seen from above."""
    spaces: SpaceRow
    cities: tuple[str, ...]
    centres: Floats
    """Where the cities are: x, y."""
