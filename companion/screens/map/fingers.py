"""What a touch may mean: a finger is blunt, and tracks and cities are as small as the print on a board."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import cos, exp, hypot, sin

from companion.boards.shape import BoardShape, Point, Space

REACH = 5
"""By how many times the blur, beyond a wagon's length, a finger may miss a track."""

FAINT = 1 / 500
"""Tracks that are less likely than this share of the likeliest are not offered."""


@dataclass(frozen=True, slots=True)
class _Target:
    """A track as a target for a finger: points along its wagons, and the box around them."""

    route: str
    points: tuple[Point, ...]
    left: float
    right: float
    bottom: float
    top: float


def tracks_near(shape: BoardShape, x: float, y: float, blur: float, limit: int = 5) -> tuple[str, ...]:
    """Return the tracks that a touch may mean, likeliest first; none if it is far from all of them.

    `blur` is the standard deviation of a finger, in board units. A finger aims at every place of a track equally often,
    and every track is equally likely to be meant. By Bayes, a track's likelihood is then the mean of the finger's
    density over its points.
    """
    reach = REACH * blur + shape.wagon[0]
    sharpness = -0.5 / blur**2
    ranked: list[tuple[float, float, str]] = []
    for target in _targets(shape):
        if not (target.left - reach <= x <= target.right + reach and target.bottom - reach <= y <= target.top + reach):
            continue
        squares = [(x - there) ** 2 + (y - up) ** 2 for there, up in target.points]
        if (nearest := min(squares)) <= reach**2:
            likelihood = sum(exp(sharpness * square) for square in squares) / len(squares)
            # Far from all tracks, with a small blur, every likelihood may be 0: then the nearest comes first.
            ranked.append((-likelihood, nearest, target.route))
    ranked.sort()
    return tuple(route for likelihood, _, route in ranked[:limit] if likelihood <= ranked[0][0] * FAINT)


def city_near(shape: BoardShape, x: float, y: float, reach: float) -> str | None:
    """Return the city nearest to a touch, or None if it is further away than `reach`."""
    away, city = min((hypot(x - there, y - up), city) for city, (there, up) in shape.cities.items())
    return city if away <= reach else None


@cache
def _targets(shape: BoardShape) -> tuple[_Target, ...]:
    targets = []
    for route, line in shape.spaces.items():
        points = tuple(point for space in line for point in _along(space, shape.wagon[0]))
        xs, ys = zip(*points, strict=True)
        targets.append(_Target(route, points, min(xs), max(xs), min(ys), max(ys)))
    return tuple(targets)


def _along(space: Space, length: float) -> Iterator[Point]:
    for part in (-1 / 3, 0, 1 / 3):
        yield space.x + part * length * cos(space.angle), space.y + part * length * sin(space.angle)
