"""Reading a photographed board, from the photo to what lies on every route.

`reading_json` is what `companion photo --json` prints:

- `format`, `map`;
- `photo`: `width` and `height` of the photo as it is seen, upright. All places below are in its pixels;
- `routes`: for every route of the map its `owner` (a colour, or null), whether that is `sure`, the `confidence`, what
  it may be in the order of likelihood (`guesses`), the piece of the photo to show when asking about it (`box`: left,
  top, right, bottom) and its `spaces`, the four corners of each;
- `stations`: for every city with a station its `owner`, `sure`, `confidence` and `box`;
- `board`: the four corners of the board on the photo, beginning at its top left one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.boards import Board
from companion.photo.alignment import Aligned, BoardNotFoundError, Landmarks, align, outside, support
from companion.photo.emptyboard import STEP, EmptyBoard, Floats, Image
from companion.photo.photochecks import check_aligned, check_colours, check_light, why_not_found
from companion.photo.pictures import Photo
from companion.photo.routeevidence import route_figures, weights
from companion.photo.routereading import RouteRead, read_routes
from companion.photo.spaceevidence import space_figures
from companion.photo.spacefeatures import Looks, Whole, look_at_spaces, neighbours
from companion.photo.stationreading import StationRead, read_stations

Progress = Callable[[float], None]

FORMAT = "companion-photo/1"
_LEAST_SEEN = 0.12
"""The share of printed pieces around a route that must be found again; trains hide many of them."""


@dataclass(frozen=True, eq=False)
class Reading:
    """What was read on a photo."""

    map: str
    size: tuple[int, int]
    """Width and height of the photo."""
    routes: dict[str, RouteRead]
    stations: dict[str, StationRead]
    corners: dict[str, Floats]
    """The corners of each space of a route on the photo."""
    city_places: dict[str, Floats]
    """The corners of a square around each city on the photo."""
    board: Floats
    """The corners of the board on the photo."""


@dataclass(frozen=True, eq=False)
class Seen:
    """What was seen on a photo, before it is weighed."""

    aligned: Aligned
    looks: Looks
    figures: Floats
    """Those of the spaces."""
    near: Whole
    """The neighbouring space of a parallel route for each space, or -1."""
    cut_off: frozenset[str]
    """The routes that cannot be seen."""


def look_at(
    board: Board,
    empty: EmptyBoard,
    known: Landmarks,
    image: Image,
    players: Sequence[str],
    progress: Progress = lambda share: None,
) -> Seen:
    """Return what is seen on a photo. Raise RefusedPhotoError if it does not show the board well."""
    check_light(image)
    try:
        aligned = align(image, empty, known)
    except BoardNotFoundError:
        raise why_not_found(image) from None
    check_aligned(empty, aligned)
    progress(0.7)
    looks = look_at_spaces(empty, aligned, players)
    check_colours(looks.saturation)
    progress(0.95)
    routes = empty.spaces.routes
    near, side = neighbours(empty, [tuple(one.id for one in board.parallel(board.routes[route])) for route in routes])
    figures = space_figures(looks, [board.routes[route].colour for route in routes], near, side)
    return Seen(aligned, looks, figures, near, _cut_off(empty, aligned))


def _cut_off(empty: EmptyBoard, aligned: Aligned) -> frozenset[str]:
    """Return the routes that are not wholly on the photo, or with nothing around them that is recognised."""
    places, routes = empty.spaces.places, np.array(empty.spaces.routes)
    gone, seen = outside(aligned, places), support(aligned, places)
    names = dict.fromkeys(empty.spaces.routes)
    return frozenset(
        route for route in names if gone[routes == route].any() or seen[routes == route].mean() < _LEAST_SEEN
    )


def read_photo(
    board: Board,
    empty: EmptyBoard,
    known: Landmarks,
    photo: Photo,
    players: Sequence[str],
    known_players: bool,
    progress: Progress = lambda share: None,
) -> Reading:
    """Return what lies on the photographed board. Raise RefusedPhotoError if the photo does not show it well."""
    seen = look_at(board, empty, known, photo.image, players, progress)
    aligned, learnt = seen.aligned, weights()
    figures = route_figures(seen.looks, seen.figures, empty.spaces.routes, seen.near, learnt.space)
    stations = read_stations(empty, aligned, seen.looks, players) if board.rules.stations else {}
    height, width = photo.image.shape[:2]
    return Reading(
        board.id,
        (round(width / photo.factor), round(height / photo.factor)),
        read_routes(board, figures, learnt, players, seen.cut_off, known_players),
        stations,
        _space_corners(empty, aligned, photo.factor),
        _city_squares(empty, aligned, photo.factor),
        aligned.on_photo(_edges(empty)) / photo.factor,
    )


def _space_corners(empty: EmptyBoard, aligned: Aligned, factor: float) -> dict[str, Floats]:
    spaces = empty.spaces
    boxes = np.array([cv2.boxPoints(((x, y), spaces.size, np.degrees(turn))) for x, y, turn in spaces.places])
    on_photo = aligned.on_photo(boxes) / factor
    routes = np.array(spaces.routes)
    return {route: on_photo[routes == route] for route in dict.fromkeys(spaces.routes)}


def _city_squares(empty: EmptyBoard, aligned: Aligned, factor: float) -> dict[str, Floats]:
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * STEP * 0.5
    on_photo = aligned.on_photo(empty.centres[:, None] + square) / factor
    return dict(zip(empty.cities, on_photo, strict=True))


def _edges(empty: EmptyBoard) -> Floats:
    canvas = empty.canvas
    rim = canvas.margin * canvas.scale
    right, bottom = canvas.width - rim, canvas.height - rim
    return np.array([(rim, rim), (right, rim), (right, bottom), (rim, bottom)], float)


def reading_json(reading: Reading) -> dict[str, object]:
    """Return a reading as `companion photo --json` prints it."""
    routes = {}
    for route, read in reading.routes.items():
        corners = reading.corners[route]
        routes[route] = {
            "owner": read.owner,
            "sure": read.sure,
            "confidence": read.confidence,
            "guesses": list(read.guesses),
            "box": _box(corners, reading.size),
            "spaces": corners.round().astype(int).tolist(),
        }
    stations = {
        city: {
            "owner": read.owner,
            "sure": read.sure,
            "confidence": read.confidence,
            "box": _box(reading.city_places[city], reading.size),
        }
        for city, read in reading.stations.items()
    }
    return {
        "format": FORMAT,
        "map": reading.map,
        "photo": {"width": reading.size[0], "height": reading.size[1]},
        "board": reading.board.round().astype(int).tolist(),
        "routes": routes,
        "stations": stations,
    }


def _box(corners: Floats, size: tuple[int, int]) -> list[int]:
    """Return left, top, right and bottom of the piece of a photo around these corners, with some of what is beside."""
    flat = corners.reshape(-1, 2)
    low, high = flat.min(0), flat.max(0)
    rim = 0.15 * float((high - low).max())
    left, top = np.clip(low - rim, 0, size).round().astype(int)
    right, bottom = np.clip(high + rim, 0, size).round().astype(int)
    return [int(left), int(top), int(right), int(bottom)]
