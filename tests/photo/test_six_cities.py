"""The cities to tap: spread over the board, and a tap on the wrong one is noticed, however the camera was held."""

from random import Random

import pytest

from companion.photo.sixcities import COUNT, Point, cities_to_tap, misplaced
from tests.table import board

BOARDS = ("usa", "europe", "switzerland", "india", "old_west")


def photographed(at: Point, size: Point, tilt: float) -> Point:
    """Where a place of the board is on a photo from one side, by the rules of perspective."""
    x, y = at[0] / size[0] - 0.5, at[1] / size[0] - 0.5
    far = 1 + tilt * y
    return 1500 + 2400 * x / far, 1000 + 2400 * y / far


@pytest.mark.parametrize("map_id", BOARDS)
def test_the_cities_are_spread_over_the_board(map_id: str) -> None:
    on = board(map_id)
    cities = cities_to_tap(on)
    assert len(set(cities)) == COUNT
    assert on.size is not None
    across = [on.cities[city].x or 0 for city in cities]
    down = [on.cities[city].y or 0 for city in cities]
    assert max(across) - min(across) > 0.6 * on.size[0]
    assert max(down) - min(down) > 0.6 * on.size[1]


@pytest.mark.parametrize("tilt", [-0.35, 0.0, 0.35])
@pytest.mark.parametrize("map_id", BOARDS)
def test_taps_that_are_right_are_not_doubted(map_id: str, tilt: float) -> None:
    on, rng = board(map_id), Random(3)
    assert on.size is not None
    for _ in range(20):
        taps = {}
        for city in cities_to_tap(on):
            x, y = photographed((on.cities[city].x or 0, on.cities[city].y or 0), on.size, tilt)
            taps[city] = x + rng.gauss(0, 12), y + rng.gauss(0, 12)
        assert misplaced(on, taps) is None


@pytest.mark.parametrize("map_id", BOARDS)
def test_a_tap_on_another_of_the_six_is_noticed(map_id: str) -> None:
    on = board(map_id)
    assert on.size is not None
    right = {
        city: photographed((on.cities[city].x or 0, on.cities[city].y or 0), on.size, 0.1) for city in cities_to_tap(on)
    }
    for city in right:
        for other in right.values():
            if other != right[city]:
                assert misplaced(on, right | {city: other}) == city
