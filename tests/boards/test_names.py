"""Names that can be read."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.boards.names import NameBox, PlacedName, Size, box_at, names_shown, place_names
from companion.boards.shape import BoardShape, Point
from tests.screens.glass import BOARDS, pixels_per_unit, shape_on_glass

DOT = 4
"""The radius of a city's dot, in pixels of a glass of 800 x 480."""
GLASSES = {"800x480": (1.0, 10), "1280x720": (1.6, 16)}
"""How much larger a board is than on the small glass, and the size of names in pixels."""


def sizes_of(shape: BoardShape, em: float) -> dict[str, Size]:
    """About as large as bold text of this size is."""
    return {place: (0.56 * em * len(name), 1.2 * em) for place, name in names_shown(shape).items()}


def whole(shape: BoardShape) -> NameBox:
    return NameBox(0, 0, *shape.size)


def collisions(shape: BoardShape, labels: dict[str, PlacedName], dot: float) -> list[tuple[str, str]]:
    """Pairs of names, or of a name and the dot of another city, of which one lies upon the other."""
    dots = {city: NameBox(x, y, x, y).grown(dot) for city, (x, y) in shape.cities.items()}
    names = [
        (one, other)
        for (one, label), (other, label2) in combinations(labels.items(), 2)
        if label.box.overlaps(label2.box)
    ]
    upon_dots = [
        (place, city)
        for place, label in labels.items()
        for city, box in dots.items()
        if city != place and label.box.overlaps(box)
    ]
    return names + upon_dots


@pytest.mark.parametrize("glass", GLASSES)
@pytest.mark.parametrize("map_id", BOARDS)
def test_no_name_lies_upon_anything(map_id: str, glass: str, record_property: Callable[[str, int], None]) -> None:
    shape = shape_on_glass(map_id)
    larger, pixels = GLASSES[glass]
    scale = pixels_per_unit(map_id) * larger
    sizes, dot = sizes_of(shape, pixels / scale), DOT * larger / scale
    labels = place_names(shape, sizes, dot, whole(shape))
    assert labels.keys() == names_shown(shape).keys()
    assert collisions(shape, labels, dot) == []
    assert all(whole(shape).holds(label.box) for label in labels.values())
    assert place_names(shape, sizes, dot, whole(shape)) == labels
    record_property("names placed without a collision", len(labels))


@pytest.mark.parametrize("zoom", [1.5, 2, 3])
@pytest.mark.parametrize("map_id", BOARDS)
def test_anchors_hold_when_the_board_is_drawn_nearer(map_id: str, zoom: float) -> None:
    shape, scale = shape_on_glass(map_id), pixels_per_unit(map_id)
    labels = place_names(shape, sizes_of(shape, 10 / scale), DOT / scale, whole(shape))
    sizes, dot = sizes_of(shape, 10 / scale / zoom), DOT / scale / zoom
    nearer = {}
    for place, label in labels.items():
        of_city = place in shape.cities
        at = shape.cities[place] if of_city else shape.countries[place]
        box = box_at(at, label.anchor, sizes[place], dot if of_city else 0)
        nearer[place] = PlacedName(label.anchor, box)
    assert collisions(shape, nearer, dot) == []
    assert all(whole(shape).holds(label.box) for label in nearer.values())


def test_border_ends_go_by_the_name_of_their_country() -> None:
    shown = names_shown(shape_on_glass("switzerland"))
    assert sorted(name for name in shown.values() if name == "France") == ["France"]
    assert {"italia", "osterreich", "deutschland", "france", "bern"} <= shown.keys()


def test_a_name_with_all_the_room_stands_right_of_its_dot() -> None:
    shape = replace(shape_on_glass("usa"), cities={"denver": (500, 300)}, spaces={})
    label = place_names(shape, {"denver": (60, 12)}, 5, whole(shape))["denver"]
    assert label == PlacedName((1, 0), NameBox(505, 294, 565, 306))


def test_names_too_large_for_the_board_are_placed_all_the_same() -> None:
    shape = shape_on_glass("usa")
    assert place_names(shape, sizes_of(shape, 150), 5, whole(shape)).keys() == shape.cities.keys()


def spaced(points: list[Point]) -> list[Point]:
    """Those of the points that are not too near to one before."""
    kept: list[Point] = []
    for point in points:
        if all(dist(point, other) > 60 for other in kept):
            kept.append(point)
    return kept


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(10, 990), st.integers(10, 635)), min_size=1, max_size=25), st.integers(3, 12))
def test_names_of_any_cities_with_a_little_room_find_theirs(points: list[Point], letters: int) -> None:
    shape = shape_on_glass("usa")
    small = replace(shape, cities={str(number): at for number, at in enumerate(spaced(points))}, spaces={})
    labels = place_names(small, dict.fromkeys(small.cities, (6.0 * letters, 12.0)), 5, whole(shape))
    assert collisions(small, labels, 5) == []
    assert all(whole(shape).holds(label.box) for label in labels.values())
