"""Benchmark of imprecise touches: how often, and how fast, the intended track is found."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from time import perf_counter

from benches.holdings import BOARDS, board
from benches.report import Table
from companion.boards.shape import BoardShape, shape_on_screen
from companion.screens.map.fingers import tracks_near
from companion.screens.map.mapscale import whole_scale
from companion.screens.table.arrangement import arranged

FINGER = 2 * 800 / 155
"""Two millimetres of glass, in dp of a panel that is 155 mm wide."""
PANELS = {"800x480": (800, 480), "1280x720": (800, 450)}
"""The panels, in dp."""


@dataclass(frozen=True)
class Found:
    """The percentage of touches that found the intended track, and the time per touch."""

    among_five: float
    first: float
    milliseconds: float


def touches(quick: bool) -> Iterator[Table]:
    """Measure touches aimed at every track with an error of 2 mm in each direction (standard deviation)."""
    each = 20 if quick else 300
    table = Table("fingers", f"The track that a finger meant, {each} touches of each track 2 mm off (%)")
    for panel, (width, height) in PANELS.items():
        for map_id in BOARDS:
            shape = shape_on_screen(board(map_id), upright=False)
            room = arranged(width, height, shape.size[0] / shape.size[1], players=5, buttons=5).map
            blur = FINGER / whole_scale((room.width, room.height), shape.size)
            whole, near = _found(shape, blur, each), _found(shape, blur / 3, each)
            table.rows.append(
                {
                    "panel": panel,
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
