"""Tracks as they are drawn."""

from math import dist

import pytest

from companion.boards.shape import BoardShape, is_portrait, shape_of, shape_on_screen
from tests.screens.glass import BOARDS, shape_on_glass
from tests.table import board


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


@pytest.mark.parametrize(("map_id", "lies"), BOARDS.items())
def test_a_portrait_board_lies_on_its_side_in_landscape(map_id: str, lies: bool) -> None:
    assert is_portrait(board(map_id)) == lies
    assert shape_on_screen(board(map_id), upright=False) is shape_of(board(map_id), lies)


@pytest.mark.parametrize("map_id", BOARDS)
@pytest.mark.parametrize(("upright", "landscape"), [(True, True), (True, False), (False, False)])
def test_any_board_stands_where_people_want_it_upright_or_the_screen_is_turned(
    map_id: str, upright: bool, landscape: bool
) -> None:
    assert shape_on_screen(board(map_id), upright, landscape).size == board(map_id).size


def test_the_card_game_has_no_board_that_could_lie() -> None:
    assert not is_portrait(board("card_game"))
