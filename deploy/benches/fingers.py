"""A blunt finger on the glass: how often the track that it means is found, and how fast."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from time import perf_counter

from benches.holdings import BOARDS, board
from benches.table import Table
from companion.screens.boardshape import BoardShape, shape_of
from companion.screens.fingers import tracks_near

FINGER = 2 * 5.16
"""Two millimetres of glass, in pixels of a screen of 800 x 480 that is 155 mm wide."""
ON_ITS_SIDE = ("india", "old_west")
AREA, SQUARE_AREA = (590, 380), (530, 472)
"""The pixels that the screen leaves for a board; for Old West, which is nearly a square."""


@dataclass(frozen=True)
class Found:
    """The share of touches, in per cent, that found the track they meant, and the time of one touch."""

    among_five: float
    first: float
    milliseconds: float


def touches(quick: bool) -> Iterator[Table]:
    """Touches aimed at the spaces of every track, 2 mm off in each direction (standard deviation)."""
    each = 20 if quick else 300
    table = Table("fingers", f"The track that a finger meant, {each} touches of each track 2 mm off (%)")
    for map_id in BOARDS:
        shape = shape_of(board(map_id), map_id in ON_ITS_SIDE)
        area = SQUARE_AREA if map_id == "old_west" else AREA
        blur = FINGER / min(area[0] / shape.size[0], area[1] / shape.size[1])
        whole, near = _found(shape, blur, each), _found(shape, blur / 3, each)
        table.rows.append(
            {
                "board": map_id,
                "tracks": len(shape.spaces),
                "whole board: among five": whole.among_five,
                "zoom 3: first": near.first,
                "ms a touch": whole.milliseconds,
                "ms at zoom 3": near.milliseconds,
            }
        )
    yield table


def _found(shape: BoardShape, blur: float, each: int) -> Found:
    rng = Random(shape.board.id)
    aims = [(route, rng.choice(line)) for route, line in shape.spaces.items() for _ in range(each)]
    spots = [(rng.gauss(space.x, blur), rng.gauss(space.y, blur)) for _, space in aims]
    begun = perf_counter()
    found = [tracks_near(shape, x, y, blur) for x, y in spots]
    taken = perf_counter() - begun
    meant = [route for route, _ in aims]
    return Found(
        100 * sum(route in cards for route, cards in zip(meant, found, strict=True)) / len(aims),
        100 * sum(cards[:1] == (route,) for route, cards in zip(meant, found, strict=True)) / len(aims),
        1000 * taken / len(aims),
    )
