"""The layout of the chart of points over time, in a square from 0 to 1, y upwards, independent of who draws it."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.boards import PlayerColour
from companion.scoring.progress import Progress

Point = tuple[float, float]

COUNT = 0.84
"""The x at which the game ends and the count of tickets and bonuses begins."""

_STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500)
_GRID_LINES = 5


@dataclass(frozen=True, slots=True)
class Line:
    """One player's line, from the beginning to the total."""

    colour: PlayerColour
    total: int
    points: tuple[Point, ...]
    label: float
    """The height of its name, clear of the other names."""


@dataclass(frozen=True, slots=True)
class Plot:
    """The whole chart."""

    lines: tuple[Line, ...]
    grid: tuple[tuple[float, int], ...]
    """The heights of the grid lines and the points that they stand for."""


def plot(progress: Progress, label_height: float) -> Plot:
    """Return the chart of a game's progress; `label_height` is that of a name, as a share of the whole height."""
    step = next((s for s in _STEPS if (progress.highest - progress.lowest) / s <= _GRID_LINES), _STEPS[-1])
    low = progress.lowest // step * step
    high = max(-(-progress.highest // step) * step, low + step)

    def height(points: int) -> float:
        return (points - low) / (high - low)

    colours = list(progress.totals)
    labels = _spread([height(progress.totals[colour]) for colour in colours], label_height)
    lines = tuple(
        Line(colour, progress.totals[colour], _walked([height(points) for points in progress.of(colour)]), label)
        for colour, label in zip(colours, labels, strict=True)
    )
    return Plot(lines, tuple((height(points), points) for points in range(low, high + 1, step)))


def _walked(heights: Sequence[float]) -> tuple[Point, ...]:
    """Return the corners of a line: a step where points are scored, and a slope for the final count."""
    *history, total = heights
    step = COUNT / max(len(history) - 1, 1)
    corners: list[Point] = [(0.0, history[0])]
    for number, height in enumerate(history[1:], start=1):
        if height != corners[-1][1]:
            corners += [(number * step, corners[-1][1]), (number * step, height)]
    return (*corners, (COUNT, history[-1]), (1.0, total))


def _spread(wanted: Sequence[float], apart: float) -> list[float]:
    """Return heights close to those wanted, in the same order, far enough apart and within the chart."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    apart = min(apart, 1 / len(wanted))
    placed: dict[int, float] = {}
    lowest = apart / 2
    for number, place in enumerate(order):
        room_above = (len(order) - number - 1) * apart
        placed[place] = min(max(wanted[place], lowest), 1 - apart / 2 - room_above)
        lowest = placed[place] + apart
    return [placed[place] for place in range(len(wanted))]
