"""A blunt finger on a thin track."""

from collections.abc import Callable
from math import hypot
from random import Random

import pytest

from companion.boards.shape import BoardShape
from companion.screens.map.fingers import city_near, tracks_near
from tests.screens.glass import BOARDS, PIXELS_PER_MM, pixels_per_unit, shape_on_glass

TOUCHES = 60
"""How often each track is meant."""


def blur_on_glass(map_id: str, zoom: float) -> float:
    """Two millimetres of glass, in board units."""
    return 2 * PIXELS_PER_MM / (pixels_per_unit(map_id) * zoom)


def cards_of_touches(shape: BoardShape, blur: float, seed: str) -> list[tuple[str, tuple[str, ...]]]:
    """Touches at a random space of each track in turn, as the track that was meant and the cards that are shown."""
    rng = Random(seed)
    cards = []
    for route, line in shape.spaces.items():
        for _ in range(TOUCHES):
            space = rng.choice(line)
            cards.append((route, tracks_near(shape, rng.gauss(space.x, blur), rng.gauss(space.y, blur), blur)))
    return cards


@pytest.mark.parametrize("map_id", BOARDS)
def test_a_blunt_finger_finds_its_track(map_id: str, record_property: Callable[[str, int], None]) -> None:
    shape = shape_on_glass(map_id)
    whole = cards_of_touches(shape, blur_on_glass(map_id, 1), f"{map_id} whole")
    near = cards_of_touches(shape, blur_on_glass(map_id, 3), f"{map_id} near")
    assert all(len(cards) <= 5 for _, cards in (*whole, *near))
    among_five = sum(route in cards for route, cards in whole)
    first = sum(cards[:1] == (route,) for route, cards in near)
    record_property(f"{map_id}: track that was meant among five cards, of {len(whole):,} touches", among_five)
    record_property(f"{map_id}, zoom 3: track that was meant on the first card, of {len(near):,} touches", first)
    assert among_five >= 0.98 * len(whole)
    assert first >= 0.95 * len(near)


@pytest.mark.parametrize("map_id", BOARDS)
def test_a_touch_in_the_middle_of_a_space_finds_its_track_first(map_id: str) -> None:
    shape = shape_on_glass(map_id)
    for route, line in shape.spaces.items():
        for space in line:
            assert tracks_near(shape, space.x, space.y, shape.wagon[1] / 4)[0] == route


def test_a_touch_far_off_finds_nothing() -> None:
    shape = shape_on_glass("usa")
    assert tracks_near(shape, -200, -200, 20) == ()
    # Nothing is printed on the water off Florida.
    assert tracks_near(shape, 999, 1, 1) == ()


def test_a_sharp_touch_between_tracks_finds_the_nearest_first() -> None:
    shape = shape_on_glass("usa")
    last = shape.spaces["los-angeles--san-francisco:pink"][1]
    # So far off, in blurs, that every likelihood is nought.
    assert tracks_near(shape, last.x - 0.6 * shape.wagon[0], last.y, 0.1)[0].startswith("los-angeles--san-francisco")


def test_a_clear_touch_asks_no_needless_question() -> None:
    shape = shape_on_glass("europe")
    route, line = max(shape.spaces.items(), key=lambda entry: len(entry[1]))
    middle = line[len(line) // 2]
    assert tracks_near(shape, middle.x, middle.y, 2) == (route,)


def test_no_more_cards_than_asked_for() -> None:
    shape = shape_on_glass("old_west")
    x, y = shape.cities["denver"]
    blur = blur_on_glass("old_west", 1)
    five = tracks_near(shape, x, y, blur)
    assert len(five) == 5
    assert tracks_near(shape, x, y, blur, limit=2) == five[:2]


@pytest.mark.parametrize("map_id", BOARDS)
def test_the_nearest_city_within_reach(map_id: str) -> None:
    shape = shape_on_glass(map_id)
    for city, (x, y) in shape.cities.items():
        assert city_near(shape, x + 0.5, y, 1) == city
        away = min(hypot(x - there, y - up) for other, (there, up) in shape.cities.items() if other != city)
        assert city_near(shape, x + 0.3 * away, y, away) == city
    assert city_near(shape, -100, -100, 50) is None
