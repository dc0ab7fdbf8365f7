"""Tracks as they are drawn."""

import zlib
from dataclasses import replace
from math import cos, degrees, dist, pi, sin

import pytest

from companion.boards import Route
from companion.boards.facts import board_from, digest_of, facts_of
from companion.boards.shape import BoardShape, is_portrait, printed_spaces, shape_of, shape_on_screen
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


# Spaces as they are printed


def turned(map_id: str, route: str) -> list[int]:
    """The directions of a track's spaces on the printed board, in degrees clockwise from east, without an end."""
    return [round(degrees(turn)) % 180 for _, _, turn in printed_spaces(board(map_id).routes[route])]


def test_a_track_with_a_sharp_corner_is_drawn_with_it() -> None:
    """From Frankfurt straight down, and then to the right to München; from Constantinople in a zigzag."""
    assert turned("europe", "frankfurt--munchen:pink") == [73, 164]
    assert turned("europe", "constantinople--sevastopol:grey") == [129, 45, 127, 90]


@pytest.mark.parametrize("on_its_side", [False, True])
def test_such_spaces_turn_with_the_board(on_its_side: bool) -> None:
    shape = shape_of(board("europe"), on_its_side)
    down, across = shape.spaces["kharkov--rostov:green"]
    quarter = pi / 2 if on_its_side else 0.0
    assert abs(sin(down.angle - quarter)) < 0.02  # printed from left to right
    assert abs(cos(across.angle - quarter)) < 0.02  # printed from top to bottom


def test_the_spaces_of_a_curve_lie_along_it_up_to_its_ends() -> None:
    """A quarter of a circle, or nearly: the first space lies along its beginning, the last along its end."""
    curve = Route(id="a--b:red", start="a", end="b", colour="red", length=3, track=((0, 0), (100, 0), (100, 100)))
    assert [round(degrees(turn)) for _, _, turn in printed_spaces(curve)] == [0, 45, 90]


def test_the_spaces_of_bends_lie_on_a_circle() -> None:
    bends = tuple((100 * cos(angle), 100 * sin(angle)) for angle in (0.0, 0.3, 0.6, 0.9))
    arc = Route(id="a--b:red", start="a", end="b", colour="red", length=4, bends=bends)
    for (_, _, turn), angle in zip(printed_spaces(arc), (0.0, 0.3, 0.6, 0.9), strict=True):
        assert turn == pytest.approx(angle + pi / 2)


def test_spaces_are_only_a_matter_of_drawing() -> None:
    """A game keeps a board as earlier versions can read it: with the centres of such spaces, without directions."""
    plain = replace(
        board("europe"),
        routes={id_: route.model_copy(update={"spaces": ()}) for id_, route in board("europe").routes.items()},
    )
    assert digest_of(plain) == digest_of(board("europe"))
    assert b"spaces" not in zlib.decompress(facts_of(board("europe")))
    kept = board_from(facts_of(board("europe"))).routes["frankfurt--munchen:pink"]
    assert kept.bends == ((386, 292), (404, 314))
