"""Finding every printed space on a photo of the empty board.

The map file says roughly where everything is printed. At least four cities that people tap on the photo say where the
board is on it; the printed rectangles of the spaces then say it exactly, each for itself, since map files are measured
by hand and taps are blunt.
"""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.boards import Board
from companion.photo.emptyboard import STEP, Canvas, EmptyBoard, Floats, Image, SpaceRow, canvas_of, spaces_on_the_map
from companion.photo.photochecks import check_light
from companion.photo.refusal import RefusedPhotoError
from companion.words import pattern

Edges = tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]

_LEAST_FIT = 0.5
"""The share of spaces that must lie on one flat board for the taps to be right."""


def fit_board(board: Board, photo: Image, taps: Mapping[str, tuple[float, float]]) -> EmptyBoard:
    """Return the empty board of a photo on which these cities were tapped. Raise RefusedPhotoError."""
    check_light(photo)
    canvas = canvas_of(board)
    spaces = spaces_on_the_map(board, canvas)
    names = tuple(city.id for city in board.cities.values() if city.x is not None)
    on_map = np.array([(board.cities[name].x, board.cities[name].y) for name in names], float)
    cities = np.asarray(cv2.perspectiveTransform(on_map[:, None], canvas.from_units)[:, 0], np.float64)
    places = dict(zip(names, cities, strict=True))
    tapped = np.array([places[city] for city in taps]), np.array(list(taps.values()), float)
    first, _ = cv2.findHomography(*tapped)
    if first is None:
        raise RefusedPhotoError(pattern("The tapped cities do not fit the board: tap six cities far from each other"))
    to_photo = np.asarray(first, np.float64)
    for radius, step, near in ((14.0, 2.0, 7.0), (9.0, 1.5, 4.5), (6.0, 1.2, 3.5)):
        picture = from_above(photo, to_photo, canvas)
        shifts = disc(radius * STEP / 70, step * STEP / 70)
        scores = fit_scores(edges_of(picture), spaces.places, spaces.size, shifts)[:, 0]
        scores -= 0.3 * np.hypot(*shifts.T).astype(np.float32)
        before = spaces.places[:, :2]
        found = before + shifts[scores.argmax(1)]
        change, fits = cv2.findHomography(before, found, cv2.RANSAC, near * STEP / 70)
        if change is None or fits.mean() < _LEAST_FIT:
            raise RefusedPhotoError(
                pattern(
                    "The tapped cities do not fit the board: take a photo of the empty board from above, and tap again"
                )
            )
        to_photo = np.asarray(to_photo @ change, np.float64)
    picture = from_above(photo, to_photo, canvas)
    return EmptyBoard(board.id, canvas, picture, _each_for_itself(picture, spaces), names, cities)


def from_above(photo: Image, to_photo: Floats, canvas: Canvas) -> Image:
    """Return the part of a photo that shows the board, seen straight from above."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpPerspective(photo, to_photo, (canvas.width, canvas.height), flags=flags)  # type: ignore[return-value]


def _each_for_itself(picture: Image, spaces: SpaceRow) -> SpaceRow:
    """Return the spaces where their rectangles are printed, all of the same size."""
    edges = edges_of(picture)
    some = spaces.places[:: max(1, len(spaces.places) // 80)]
    sizes = [(STEP * a, STEP * b) for a in np.arange(0.83, 1.02, 0.03) for b in np.arange(0.26, 0.46, 0.02)]
    near = disc(STEP * 0.06, STEP * 0.03)
    size = max(sizes, key=lambda one: float(fit_scores(edges, some, one, near).max(axis=(1, 2)).mean()))
    lab = _even_colours(picture)
    places = spaces.places
    for radius, step, turns in ((0.1, 1 / 30, (-8.0, 0.0, 8.0)), (0.034, 1 / 60, (-4.0, -2.0, 0.0, 2.0, 4.0))):
        shifts, angles = disc(STEP * radius, STEP * step), np.radians(turns)
        scores = fit_scores(edges, places, size, shifts, angles) - 40 * _mixed_colours(
            lab, places, size, shifts, angles
        )
        # The map file is not far off: what is far from it needs better reasons.
        moved = places[:, None, :2] + shifts - spaces.places[:, None, :2]
        turned = np.abs(places[:, 2, None] + angles - spaces.places[:, 2, None])
        scores -= (900 * (moved**2).sum(2) / STEP**2)[:, None] + 10 * turned[:, :, None]
        best = scores.reshape(len(scores), -1).argmax(1)
        places = places + np.column_stack([shifts[best % len(shifts)], angles[best // len(shifts)]])
    return SpaceRow(spaces.routes, places, size)


def edges_of(picture: Image) -> Edges:
    """Return how steeply the picture changes to the right and downwards, in the colour channel where it does most."""
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 1.2), cv2.COLOR_BGR2LAB)
    steepest: Edges | None = None
    for channel in range(3):
        plane = np.ascontiguousarray(lab[..., channel])
        across, down = (np.asarray(cv2.Sobel(plane, cv2.CV_32F, *way, ksize=3), np.float32) for way in ((1, 0), (0, 1)))
        steep = across * across + down * down
        if steepest is None:
            steepest, most = (across, down), steep
            continue
        steeper = steep > most
        for kept, found in zip((*steepest, most), (across, down, steep), strict=True):
            np.copyto(kept, found, where=steeper)
    assert steepest is not None
    return steepest


def fit_scores(
    edges: Edges, places: Floats, size: tuple[float, float], shifts: Floats, turns: Sequence[float] | Floats = (0.0,)
) -> npt.NDArray[np.float32]:
    """Return how well a printed rectangle fits at each place, for every turn (in radians) and shift (in pixels)."""
    points, normals = _outline(*size)
    height, width = edges[0].shape
    flat = edges[0].ravel(), edges[1].ravel()
    scores = np.empty((len(places), len(turns), len(shifts)), np.float32)
    for number, turn in enumerate(turns):
        x, y = _laid(points, places, turn)
        nx, ny = _laid(normals, np.stack([0 * places[:, 0], 0 * places[:, 1], places[:, 2]], 1), turn)
        nx, ny = nx.astype(np.float32), ny.astype(np.float32)
        for place, (dx, dy) in enumerate(shifts):
            pixel = _pixel(x + dx, y + dy, width, height)
            steep = np.abs(flat[0].take(pixel) * nx + flat[1].take(pixel) * ny)
            scores[:, number, place] = np.minimum(steep, 120).mean(axis=1)
    return scores


def _pixel(x: Floats, y: Floats, width: int, height: int) -> npt.NDArray[np.int32]:
    """Return the number of the nearest pixel in a picture, counted line by line."""
    column = np.clip((x + 0.5).astype(np.int32), 0, width - 1)
    return np.clip((y + 0.5).astype(np.int32), 0, height - 1) * np.int32(width) + column


def _even_colours(picture: Image) -> Image:
    """Return the picture in Lab, without its noise."""
    return np.asarray(cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 1.5), cv2.COLOR_BGR2LAB), np.uint8)


def _mixed_colours(
    lab: Image, places: Floats, size: tuple[float, float], shifts: Floats, turns: Floats
) -> npt.NDArray[np.float32]:
    """Return how much the colour varies inside the rectangle at each place, turn and shift: much if it lies on two
    tracks, or beside one."""
    height, width = lab.shape[:2]
    along, across = np.meshgrid(np.array([-0.4, -0.2, 0, 0.2, 0.4]) * size[0], np.array([-0.34, 0, 0.34]) * size[1])
    points = np.stack([along.ravel(), across.ravel()], 1)
    counts = np.array([0.5, 1, 1], np.float32)
    flat = lab.reshape(-1, 3)
    mixed = np.empty((len(places), len(turns), len(shifts)), np.float32)
    for number, turn in enumerate(turns):
        x, y = _laid(points, places, turn)
        for place, (dx, dy) in enumerate(shifts):
            pixel = _pixel(x + dx, y + dy, width, height)
            mixed[:, number, place] = flat.take(pixel, axis=0).std(axis=1, dtype=np.float32) @ counts / 50
    return mixed


def _outline(length: float, width: float) -> tuple[Floats, Floats]:
    """Return points on the outline of a rectangle around the origin, and the outward direction at each."""
    along = (np.arange(10) + 0.5) / 10 - 0.5
    across = (np.arange(4) + 0.5) / 4 - 0.5
    points: list[tuple[float, float]] = []
    normals: list[tuple[float, float]] = []
    for side in (-1.0, 1.0):
        points += [(a * length, side * width / 2) for a in along]
        normals += [(0.0, side)] * 10
        points += [(side * length / 2, a * width) for a in across]
        normals += [(side, 0.0)] * 4
    return np.array(points), np.array(normals)


def _laid(points: Floats, places: Floats, turn: float) -> tuple[Floats, Floats]:
    """Return these points as they lie around each place."""
    c, s = np.cos(places[:, 2] + turn)[:, None], np.sin(places[:, 2] + turn)[:, None]
    x = places[:, 0, None] + points[:, 0] * c - points[:, 1] * s
    y = places[:, 1, None] + points[:, 0] * s + points[:, 1] * c
    return x, y


def disc(radius: float, step: float) -> Floats:
    """Return shifts within a radius, on a grid."""
    axis = np.arange(-radius, radius + step / 2, step)
    x, y = np.meshgrid(axis, axis)
    inside = np.hypot(x, y) <= radius + 1e-9
    return np.stack([x[inside], y[inside]], axis=1)
