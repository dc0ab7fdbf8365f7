"""How large our boards are on the glass of 800 x 480 pixels, 155 mm wide, when a whole board is seen."""

from companion.boards import Library
from companion.boards.shape import BoardShape, shape_of
from companion.screens.map.mapscale import whole_scale
from companion.screens.table.arrangement import arranged

PIXELS_PER_MM = 800 / 155
BOARDS = {
    **dict.fromkeys(("usa", "europe", "switzerland"), False),
    **dict.fromkeys(("india", "old_west", "nordic_countries"), True),
}
"""Our boards, and whether they lie on their side."""


def shape_on_glass(map_id: str) -> BoardShape:
    """The shape of one of our boards as the glass shows it."""
    return shape_of(Library().load(map_id), BOARDS[map_id])


def area(map_id: str) -> tuple[float, float]:
    """The pixels that the table screen leaves for a board."""
    size = shape_on_glass(map_id).size
    room = arranged(800, 480, size[0] / size[1], players=5, buttons=5).map
    return room.width, room.height


def pixels_per_unit(map_id: str) -> float:
    """How large a board unit is when the whole board is seen."""
    return whole_scale(area(map_id), shape_on_glass(map_id).size)
