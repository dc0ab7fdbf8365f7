"""Boards that were drawn, not printed: every map is read, and what is called sure is right."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.photo.traincolours import box_colours
from tests.photo.drawnphotos import PLASTIC, Camera, Shot, photograph, some_game
from tests.photo.drawnreading import EMPTY, drawn_board, figures, known_board, read

MAPS = ("europe", "usa", "india", "switzerland", "old_west", "nordic_countries")
SHOTS = {
    "europe": Shot(tilt=10, around=60, turned=4, warmth=0.06),
    "usa": Shot(tilt=13, around=300, turned=-6, shadow=0.3, seed=2),
    "india": Shot(tilt=8, around=150, turned=93, light=0.8, seed=3),
    "switzerland": Shot(tilt=12, around=240, turned=181, noise=5, colour=0.6, seed=4),
    "old_west": Shot(tilt=9, around=20, turned=-88, blur=1.1, falloff=0.3, seed=5),
    "nordic_countries": Shot(tilt=11, around=110, turned=3, warmth=-0.04, bend=-0.1, fills=0.9, seed=6),
}
"""One photo of each map: turned any way, with a shadow, in warm or weak light, noisy, blurred, pale, bent."""


def many_shots() -> list[Shot]:
    random, of_lens = np.random.default_rng(7), np.random.default_rng(8)
    return [
        Shot(
            tilt=float(random.uniform(0, 16)),
            around=float(random.uniform(0, 360)),
            turned=float(random.uniform(-180, 180)),
            light=float(random.uniform(0.7, 1.1)),
            warmth=float(random.uniform(-0.06, 0.1)),
            shadow=float(random.choice([0, 0.2, 0.4])),
            blur=float(random.uniform(0.4, 1.3)),
            noise=float(random.uniform(1, 6)),
            colour=float(of_lens.uniform(0.5, 1.5)),
            bend=float(of_lens.uniform(-0.08, 0.08)),
            fills=0.9,
            seed=seed,
        )
        for seed in range(10, 18)
    ]


@pytest.mark.parametrize("name", MAPS)
def test_every_map_is_read(
    name: str, record_property: Callable[[str, object], None], request: pytest.FixtureRequest
) -> None:
    board = drawn_board(name)
    shots = [SHOTS[name], *(many_shots() if request.config.getoption("--long") else [])]
    routes = right = wrong = asked = 0
    for shot in shots:
        owners = some_game(board, box_colours(board), shot.seed)
        found = figures(read(name, photograph(board, owners, shot)), owners)
        print(f"{name}: {shot}: {found}")
        routes, right = routes + found.routes, right + found.right
        wrong, asked = wrong + found.wrong_though_sure, asked + found.asked
    record_property("routes read on drawn boards", routes)
    record_property("of these right", right)
    record_property("of these wrong though sure", wrong)
    record_property("of these asked about", asked)
    assert right >= 0.97 * routes
    assert wrong <= 0.002 * routes
    assert asked <= 0.12 * routes


def test_nobody_has_anything_on_an_empty_board() -> None:
    reading = read("switzerland", photograph(drawn_board("switzerland"), {}, Shot(tilt=9, turned=170, seed=8)))
    assert not [route for route, read in reading.routes.items() if read.owner and read.sure]
    assert not reading.stations


def test_a_card_that_lies_on_a_route_is_not_taken_for_trains() -> None:
    """Though it has the colour of trains. The camera sees the board as on the photo of it empty."""
    board = drawn_board("switzerland")
    route = next(route for route in board.routes.values() if route.length >= 3)
    photo = photograph(board, {}, EMPTY)
    spaces = np.array([(x, y, 0.0) for x, y, _ in route.spaces])
    middle, reach = spaces.mean(0), np.ptp(spaces, axis=0).max()
    corners = middle + reach * np.array([(-0.9, -0.9, 0), (0.9, -0.9, 0), (0.9, 0.9, 0), (-0.9, 0.9, 0)])
    on_photo = np.rint(Camera(board, EMPTY).seen(corners)).astype(np.int32)
    cv2.fillConvexPoly(photo, on_photo, PLASTIC["blue"][::-1])
    assert not read("switzerland", photo).routes[route.id].sure


def test_the_piece_of_the_photo_that_belongs_to_a_route_shows_its_trains() -> None:
    board = drawn_board("switzerland")
    route = next(route for route in board.routes.values() if route.length >= 3)
    photo = photograph(board, {route.id: "red"}, SHOTS["switzerland"])
    reading = read("switzerland", photo)
    assert reading.routes[route.id].owner == "red"
    for corners in reading.corners[route.id]:
        x, y = corners.mean(0)
        blue, green, red = cv2.blur(photo, (5, 5))[round(y), round(x)].astype(int)
        assert red > 1.8 * green > 0
        assert red > 1.8 * blue


def test_the_spaces_are_found_where_they_are_drawn() -> None:
    """Within a tenth of a wagon, though the taps were blunt."""
    board = drawn_board("switzerland")
    empty, _ = known_board("switzerland")
    drawn = np.array([space[:2] for route in board.routes.values() for space in route.spaces])
    x, y = ((drawn + empty.canvas.margin) * empty.canvas.scale).T
    away = np.hypot(empty.spaces.places[:, 0] - x, empty.spaces.places[:, 1] - y)
    assert np.median(away) < 0.05 * empty.spaces.size[0]
    assert np.quantile(away, 0.95) < 0.1 * empty.spaces.size[0]
