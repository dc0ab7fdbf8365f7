"""Reading drawn photos, and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from companion.boards import Board, our_maps, read_map
from companion.photo.alignment import Landmarks, board_landmarks
from companion.photo.boardfit import fit_board
from companion.photo.emptyboard import EmptyBoard
from companion.photo.photoreading import Reading, read_photo
from companion.photo.pictures import Photo
from companion.photo.traincolours import box_colours
from tests.photo.drawnphotos import Shot, as_drawn, photograph, taps

EMPTY = Shot(tilt=4, around=200, turned=-2, seed=9)
"""How the photo of the empty board was taken."""


@cache
def drawn_board(name: str) -> Board:
    """The board of a map, as we draw it."""
    return as_drawn(read_map(our_maps() / f"{name}.toml"))


@cache
def known_board(name: str) -> tuple[EmptyBoard, Landmarks]:
    """The empty board, from its photo and six taps."""
    board = drawn_board(name)
    empty = fit_board(board, photograph(board, {}, EMPTY), taps(board, EMPTY))
    return empty, board_landmarks(empty.picture)


def read(name: str, image: npt.NDArray[np.uint8], players: tuple[str, ...] = ()) -> Reading:
    """What is read on a photo of a drawn board."""
    board = drawn_board(name)
    empty, known = known_board(name)
    return read_photo(board, empty, known, Photo(image, 1.0), players or box_colours(board), bool(players))


@dataclass(frozen=True)
class Figures:
    """How many routes were read right, wrong though sure, and asked about."""

    routes: int
    right: int
    wrong_though_sure: int
    asked: int

    def __str__(self) -> str:
        return f"{self.right} of {self.routes} right, {self.wrong_though_sure} wrong though sure, {self.asked} asked"


def figures(reading: Reading, truth: Mapping[str, str | None]) -> Figures:
    """Compare a reading with what lies there; routes that are not named are free."""
    return Figures(
        len(reading.routes),
        sum(read.owner == truth.get(route) for route, read in reading.routes.items()),
        sum(read.sure and read.owner != truth.get(route) for route, read in reading.routes.items()),
        sum(not read.sure for read in reading.routes.values()),
    )
