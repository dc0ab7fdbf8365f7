"""Tracks as they are drawn."""

from math import dist

import pytest

from companion.boards.shape import BoardShape
from tests.screens.glass import BOARDS, shape_on_glass


def nearest(shape: BoardShape, one: str, other: str) -> float:
    """The smallest distance between the middles of spaces of two tracks, in widths of a wagon."""
    return min(dist((a.x, a.y), (b.x, b.y)) for a in shape.spaces[one] for b in shape.spaces[other]) / shape.wagon[1]


@pytest.mark.parametrize("map_id", BOARDS)
def test_wagons_on_parallel_tracks_do_not_touch(map_id: str) -> None:
    shape = shape_on_glass(map_id)
    for route in shape.board.routes.values():
        for other in shape.board.parallel(route):
            assert nearest(shape, route.id, other.id) > 1


@pytest.mark.parametrize("map_id", BOARDS)
def test_no_track_lies_upon_one_of_another_connection(map_id: str) -> None:
    shape = shape_on_glass(map_id)
    routes = list(shape.board.routes.values())
    for number, route in enumerate(routes):
        for other in routes[:number]:
            if set(route.ends) != set(other.ends):
                assert nearest(shape, route.id, other.id) > 1
