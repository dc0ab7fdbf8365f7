"""Photographs of real boards, which lie beside the project where they are present; nothing of them is in it."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.boards import Board, our_maps, read_map
from companion.photo import photoreading
from companion.photo.alignment import Landmarks, board_landmarks
from companion.photo.boardfit import fit_board
from companion.photo.citytaps import read_taps
from companion.photo.emptyboard import EmptyBoard
from companion.photo.pictures import read_picture
from companion.photo.routeevidence import Weights, route_figures
from companion.photo.routereading import RouteRead, read_routes
from companion.photo.spacefeatures import Looks, Whole
from companion.photo.stationreading import StationRead, read_stations
from companion.photo.traincolours import box_colours

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

FOLDER = Path(__file__).parents[3] / "shared" / "photos"


def photos() -> list[tuple[str, str]]:
    """The map and the name of every photo of which is known what lies there."""
    return [(file.parent.name, file.stem) for file in sorted(FOLDER.glob("*/s*.json")) if file.stem != "spaces"]


@cache
def board_of(name: str) -> Board:
    return read_map(our_maps() / f"{name}.toml")


@cache
def empty_board(name: str) -> tuple[EmptyBoard, Landmarks]:
    board = board_of(name)
    photo = read_picture(FOLDER / name / "empty.jpg")
    taps = read_taps(FOLDER / name / "empty.cities.json", board)
    scaled = {city: (x * photo.factor, y * photo.factor) for city, (x, y) in taps.items()}
    empty = fit_board(board, photo.image, scaled)
    return empty, board_landmarks(empty.picture)


def lies_there(name: str, photo: str) -> dict[str, str | None]:
    """The colour of the trains on each route; None where there are none."""
    content = json.loads((FOLDER / name / f"{photo}.json").read_text(encoding="utf-8"))
    routes: dict[str, str | None] = content["routes"]
    return routes


def stations_there(name: str, photo: str) -> dict[str, str] | None:
    """The colour of the station in each city that has one; None if nobody has noted them."""
    content = json.loads((FOLDER / name / f"{photo}.json").read_text(encoding="utf-8"))
    stations: dict[str, str] | None = content.get("stations")
    return stations


@dataclass(frozen=True, eq=False)
class Sight:
    """What was seen on a photo, before any weights."""

    board: str
    photo: str
    looks: Looks
    figures: Floats
    routes: tuple[str, ...]
    near: Whole
    cut_off: frozenset[str]
    stations: dict[str, StationRead]
    truth: dict[str, str | None]
    changed: bool
    """Whether it is a photo that was changed by us."""

    def read(self, weights: Weights) -> dict[str, RouteRead]:
        """What is read with these weights."""
        figures = route_figures(self.looks, self.figures, self.routes, self.near, weights.space)
        return read_routes(board_of(self.board), figures, weights, self.looks.players, self.cut_off, False)


def look_at(name: str, photo: str, image: Image, truth: dict[str, str | None], changed: bool = False) -> Sight:
    """What is seen on an image. Raise RefusedPhotoError."""
    board = board_of(name)
    empty, known = empty_board(name)
    players = box_colours(board)
    seen = photoreading.look_at(board, empty, known, image, players)
    stations = read_stations(empty, seen.aligned, seen.looks, players) if board.rules.stations else {}
    routes = empty.spaces.routes
    return Sight(name, photo, seen.looks, seen.figures, routes, seen.near, seen.cut_off, stations, truth, changed)


def look_at_photo(name: str, photo: str) -> Sight:
    """What is seen on one of the photographs."""
    image = read_picture(FOLDER / name / f"{photo}.jpg").image
    return look_at(name, photo, image, lies_there(name, photo))


def varied(photo: Image, random: np.random.Generator) -> Image:
    """A photo as another hand would have taken it: from another side, in other light, with glare, shadow and blur."""
    height, width = photo.shape[:2]
    here = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    turn = cv2.getRotationMatrix2D(
        (width / 2, height / 2), float(random.uniform(-12, 12)), float(random.uniform(0.72, 0.95))
    )
    there = cv2.transform((here + random.normal(0, 0.025 * width, (4, 2)))[None], turn)[0].astype(np.float32)
    matrix = cv2.getPerspectiveTransform(here, there)
    colour = [int(part) for part in random.integers(30, 200, 3)]
    seen = cv2.warpPerspective(photo, matrix, (width, height), flags=cv2.INTER_AREA, borderValue=colour)
    lit = (seen.astype(np.float32) / 255) ** np.float32(random.uniform(0.8, 1.3))
    lit *= (1 + random.normal(0, 0.06, 3)).astype(np.float32)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    way = float(random.uniform(0, 6.28))
    across = x * np.float32(np.cos(way)) + y * np.float32(np.sin(way))
    lit *= (1 + 0.25 * random.uniform(0, 1) * (across / width - 0.5))[..., None]
    if random.random() < 0.4:
        far = (x - random.uniform(0.2, 0.8) * width) ** 2 + (y - random.uniform(0.2, 0.8) * height) ** 2
        glare = np.exp(-far / (2 * (random.uniform(0.06, 0.14) * width) ** 2)) * random.uniform(0.15, 0.5)
        lit += (1 - lit.clip(0, 1)) * glare[..., None]
    if random.random() < 0.5:
        edge = (across - random.uniform(0, 1) * width) / (0.05 * width)
        lit *= (1 - random.uniform(0.2, 0.45) / (1 + np.exp(-edge)))[..., None]
    soft = cv2.GaussianBlur(lit, (0, 0), float(random.uniform(0.2, 1.1)))
    noisy = soft + random.normal(0, 0.015, lit.shape)
    return (noisy * 255).clip(0, 255).astype(np.uint8)
