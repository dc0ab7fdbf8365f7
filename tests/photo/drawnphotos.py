"""Photographs of drawn boards: our own drawing on a table, seen by a camera, with wagons as blocks that stand up.

What lies on them is known exactly, so that the reading can be measured without a real board.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import cos, degrees, sin

import cv2
import numpy as np
import numpy.typing as npt

from companion.boards import Board
from companion.boards.shape import shape_of
from companion.exports.boardpicture import board_picture

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

PLASTIC = {
    "red": (176, 40, 44),
    "blue": (30, 92, 160),
    "green": (38, 92, 66),
    "yellow": (228, 196, 38),
    "black": (32, 31, 34),
    "white": (232, 230, 222),
    "purple": (92, 23, 122),
}
"""Red, green and blue of the trains' plastic."""


@dataclass(frozen=True)
class Shot:
    """How a photo is taken. Angles are in degrees, lengths in widths of the board."""

    tilt: float = 6.0
    around: float = 20.0
    """From which side it is tilted."""
    turned: float = 3.0
    height: float = 1.3
    fills: float = 0.97
    """How much of the picture the board fills; with more than 1 it does not fit."""
    light: float = 1.0
    warmth: float = 0.0
    falloff: float = 0.15
    """How much darker one side is."""
    shadow: float = 0.0
    """How dark a shadow over a third of the board is."""
    blur: float = 0.6
    noise: float = 2.5
    colour: float = 1.0
    """How strong colours are: some cameras make them stronger, others paler."""
    bend: float = 0.0
    """How much the lens bends straight lines, outwards if it is negative, as wide ones do."""
    width: int = 1900
    seed: int = 1


def as_drawn(board: Board) -> Board:
    """Return the board with its spaces where our drawing has them: parallel tracks further apart than printed."""
    assert board.size is not None
    high = board.size[1]
    shape = shape_of(board)
    routes = {
        route.id: route.model_copy(
            update={
                "spaces": tuple((one.x, high - one.y, -degrees(one.angle)) for one in shape.spaces[route.id]),
                "track": (),
                "bends": (),
            }
        )
        for route in board.routes.values()
    }
    return replace(board, routes=routes)


class Camera:
    """Where every point above the board is on the photo; lengths are in units of the map."""

    def __init__(self, board: Board, shot: Shot) -> None:
        assert board.size is not None
        wide, high = board.size
        far = max(board.size)
        tilt, around, turned = np.radians([shot.tilt, shot.around, shot.turned])
        centre = np.array([wide / 2, high / 2, 0.0])
        away = np.array([sin(tilt) * cos(around), sin(tilt) * sin(around), cos(tilt)])
        self.place = centre + away * shot.height * far
        down = np.array([-sin(turned), cos(turned), 0.0])
        down -= (down @ away) * away
        down /= np.linalg.norm(down)
        right = np.cross(down, away)  # y runs downwards on the board
        self._turn = np.stack([right, down, -away])
        self.width, self.height = shot.width, round(shot.width * 0.75)
        if high > wide:
            self.width, self.height = self.height, self.width
        rim = 0.03 * far
        corners = np.array([(x, y, 0.0) for x in (-rim, wide + rim) for y in (-rim, high + rim)])
        across, down, depth = ((corners - self.place) @ self._turn.T).T
        room = self.width / 2 / np.abs(across / depth).max(), self.height / 2 / np.abs(down / depth).max()
        self._focal = shot.fills * float(min(room))

    def seen(self, points: Floats) -> Floats:
        """Return the pixels of points x, y, z; z is upwards."""
        x, y, depth = ((points - self.place) @ self._turn.T).T
        return np.stack([self.width / 2 + self._focal * x / depth, self.height / 2 + self._focal * y / depth], 1)


def photograph(board: Board, owners: Mapping[str, str], shot: Shot) -> Image:
    """Return a photo of the drawn board with these colours of trains on its routes. The board is one `as_drawn`."""
    assert board.size is not None
    random = np.random.default_rng(shot.seed)
    camera = Camera(board, shot)
    wood = np.array([85, 105, 130])
    table = wood + random.normal(0, 9, (camera.height // 8 + 1, camera.width // 8 + 1, 3))
    photo = np.asarray(cv2.resize(table.clip(0, 255).astype(np.uint8), (camera.width, camera.height)), np.uint8)
    _lay_board(photo, board, camera)
    _lay_trains(photo, board, owners, camera, random)
    return _taken(photo, shot, random)


def taps(board: Board, shot: Shot, blunt: float = 4.0) -> dict[str, tuple[float, float]]:
    """Return six cities far from each other where a finger taps them on the photo of a shot."""
    random = np.random.default_rng(shot.seed + 1)
    cities = [city for city in board.cities.values() if city.x is not None and city.y is not None]
    places = np.array([(city.x, city.y, 0.0) for city in cities])
    chosen = [int(np.hypot(*places[:, :2].T).argmin())]
    while len(chosen) < 6:
        gaps = np.hypot(*(places[:, None, :2] - places[None, chosen, :2]).transpose(2, 0, 1)).min(1)
        chosen.append(int(gaps.argmax()))
    pixels = Camera(board, shot).seen(places[chosen]) + random.normal(0, blunt, (6, 2))
    return {cities[one].id: (float(x), float(y)) for one, (x, y) in zip(chosen, pixels, strict=True)}


def _lay_board(photo: Image, board: Board, camera: Camera) -> None:
    assert board.size is not None
    drawing = cv2.cvtColor(np.asarray(board_picture(board, room=(1800, 1800))), cv2.COLOR_RGB2BGR)
    margin = 0.02 * max(board.size)
    wide, high = board.size
    corners = np.array(
        [
            (-margin, -margin, 0),
            (wide + margin, -margin, 0),
            (wide + margin, high + margin, 0),
            (-margin, high + margin, 0),
        ],
        float,
    )
    there = camera.seen(corners).astype(np.float32)
    height, width = drawing.shape[:2]
    here = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(here, there)
    size = camera.width, camera.height
    paper = drawing.astype(np.float32) * 0.88
    laid = cv2.warpPerspective(paper.astype(np.uint8), matrix, size, flags=cv2.INTER_AREA)
    where = cv2.warpPerspective(np.full(drawing.shape[:2], 255, np.uint8), matrix, size)
    np.copyto(photo, laid, where=(where > 127)[..., None])


def _lay_trains(
    photo: Image, board: Board, owners: Mapping[str, str], camera: Camera, random: np.random.Generator
) -> None:
    assert board.size is not None
    high = board.size[1]
    shape = shape_of(board)
    length, width = shape.wagon
    blocks: list[tuple[float, Floats, str]] = []
    for route, owner in owners.items():
        for space in shape.spaces[route]:
            x, y = space.x + random.normal(0, width * 0.08), high - space.y + random.normal(0, width * 0.08)
            turn = -space.angle + random.normal(0, 0.04)
            along = np.array([cos(turn), sin(turn)]) * length * 0.47
            across = np.array([-sin(turn), cos(turn)]) * width * 0.46
            base = np.array([(x, y) + f * along + s * across for f, s in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
            away = float(np.hypot(*(camera.place[:2] - (x, y))))
            blocks.append((-away, base, owner))
    shade = np.ones(photo.shape[:2], np.float32)
    for _, base, _ in blocks:
        cast = np.vstack([base, base + np.array([width * 0.5, width * 0.35])])
        hull = cv2.convexHull(camera.seen(np.column_stack([cast, np.zeros(8)])).astype(np.float32))
        cv2.fillConvexPoly(shade, np.rint(hull).astype(np.int32), 0.62)
    soft = cv2.GaussianBlur(shade, (0, 0), 2.5)
    photo[:] = (photo * soft[..., None]).astype(np.uint8)
    for _, base, owner in sorted(blocks, key=lambda block: block[0]):
        _draw_block(photo, base, width * 0.85, PLASTIC[owner], camera)


def _draw_block(photo: Image, base: Floats, tall: float, plastic: tuple[int, int, int], camera: Camera) -> None:
    low = camera.seen(np.column_stack([base, np.zeros(4)]))
    top = camera.seen(np.column_stack([base, np.full(4, tall)]))
    colour = np.array(plastic[::-1], float)
    for side in range(4):
        other = (side + 1) % 4
        face = np.array([low[side], low[other], top[other], top[side]])
        _fill(photo, face, colour * (0.45, 0.6, 0.75, 0.5)[side])
    _fill(photo, top, colour)
    middle = top.mean(0)
    _fill(photo, middle + (top - middle) * (0.8, 0.8), colour * 0.88 + 12)
    _fill(photo, middle + (top - middle) * (0.7, 0.7), colour)


def _fill(photo: Image, corners: Floats, colour: Floats) -> None:
    shade = tuple(float(part) for part in colour.clip(0, 255))
    cv2.fillConvexPoly(photo, np.rint(corners * 16).astype(np.int32), shade, cv2.LINE_AA, 4)


def _taken(photo: Image, shot: Shot, random: np.random.Generator) -> Image:
    """Return what the camera makes of it: light, a shadow, blur, noise, its colours, and the losses of a JPEG file."""
    height, width = photo.shape[:2]
    if shot.bend:
        lens = np.array([[width, 0, width / 2], [0, width, height / 2], [0, 0, 1]], float)
        photo = np.asarray(cv2.undistort(photo, lens, np.array([-shot.bend, 0, 0, 0], float)), np.uint8)
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    light = shot.light * (1 - shot.falloff * (0.8 * x + 0.4 * y))
    if shot.shadow:
        light = light * (1 - shot.shadow / (1 + np.exp(-(x + 0.6 * y - 0.4) * 25)))
    tint = np.array([1 - shot.warmth, 1, 1 + shot.warmth], np.float32)
    lit = cv2.GaussianBlur(photo, (0, 0), shot.blur).astype(np.float32) * light[..., None] * tint
    grey = lit.mean(axis=2, keepdims=True)
    lit = grey + (lit - grey) * np.float32(shot.colour)
    lit += random.normal(0, shot.noise, lit.shape).astype(np.float32)
    _, file = cv2.imencode(".jpg", lit.clip(0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 90])
    return cv2.imdecode(file, cv2.IMREAD_COLOR)  # type: ignore[return-value]


def some_game(board: Board, players: tuple[str, ...], seed: int) -> dict[str, str]:
    """Return trains on about two thirds of the routes, no player with two tracks of a pair (GEN-6)."""
    random = np.random.default_rng(seed)
    owners: dict[str, str] = {}
    for route in board.routes.values():
        if random.random() < 0.33:
            continue
        taken = {owners.get(other.id) for other in board.parallel(route)}
        owners[route.id] = str(random.choice([player for player in players if player not in taken]))
    return owners


def drawn_map(text: str, board: Board, name: str) -> str:
    """Return a map file with another id in which every space is where our drawing has it: a board of one's own. `text`
    is the file of the board, and `board` the one `as_drawn`."""
    lines = []
    for line in text.splitlines():
        found = re.match(r'\s*\{ id = "([^"]+)", .*length = ', line)
        if found and found[1] in board.routes:
            spaces = ", ".join(f"[{x:.1f}, {y:.1f}, {turn:.1f}]" for x, y, turn in board.routes[found[1]].spaces)
            line = re.sub(r", (track|bends|spaces) = \[\[.*?\]\]", "", line)
            line = re.sub(r", angle = -?[\d.]+", "", line)
            line = re.sub(r" \},?$", f", spaces = [{spaces}] }},", line)
        lines.append(re.sub(r'^id = ".*"', f'id = "{name}"', line))
    return "\n".join(lines) + "\n"
