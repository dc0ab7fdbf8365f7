"""How large our boards are on the glass of 800 x 480 pixels, 155 mm wide, when a whole board is seen."""

from companion.boards import Library
from companion.screens.boardshape import BoardShape, shape_of

PIXELS_PER_MM = 5.16
LANDSCAPE, SQUARE = (590, 380), (530, 472)
AREAS = {
    "usa": (LANDSCAPE, False),
    "europe": (LANDSCAPE, False),
    "switzerland": (LANDSCAPE, False),
    "india": (LANDSCAPE, True),
    "old_west": (SQUARE, True),
}
"""The pixels left for each board, and whether it lies on its side."""


def shape_on_glass(map_id: str) -> BoardShape:
    """The shape of one of our boards as the glass shows it."""
    return shape_of(Library().load(map_id), AREAS[map_id][1])


def pixels_per_unit(map_id: str) -> float:
    """How large a board unit is when the whole board is seen."""
    (across, up), (width, height) = AREAS[map_id][0], shape_on_glass(map_id).size
    return min(across / width, up / height)
