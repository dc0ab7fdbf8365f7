"""What a touch may mean: a finger is blunt, and tracks and cities are as small as the print on a board."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import atan2, cos, exp, hypot, inf, radians, sin

from companion.boards.shape import BoardShape, Point, Space

REACH = 5
"""By how many times the blur, beyond a wagon's length, a finger may miss a track."""

FAINT = 1 / 500
"""Tracks that are less likely than this share of the likeliest are not offered."""

PLAIN = 0.85
"""How likely a track must be for a touch to mean it plainly."""

ALONG = 0.6
"""The share of a track that a finger has to follow to mean it."""

_PARTS = (-1 / 3, 0, 1 / 3)
"""Where the points of a wagon are, in wagon lengths from its middle."""

_ASKEW = cos(radians(40))
"""How far, as a cosine, a finger may turn away from the track that it follows."""

Alike = Callable[[str, str], bool]
"""Whether it makes no difference which of two tracks is meant."""


@dataclass(frozen=True, slots=True, eq=False)
class _Target:
    """A track as a target for a finger: points along its wagons, and the box around them."""

    route: str
    points: tuple[Point, ...]
    angles: tuple[float, ...]
    """The direction of the track at each point."""
    left: float
    right: float
    bottom: float
    top: float


def tracks_near(shape: BoardShape, x: float, y: float, blur: float, limit: int = 5) -> tuple[str, ...]:
    """Return the tracks that a touch may mean, likeliest first; none if it is far from all of them.

    `blur` is the standard deviation of a finger, in board units.
    """
    ranked = _ranked(shape, x, y, blur)
    return tuple(track.route for track in ranked[:limit] if track.likelihood >= ranked[0].likelihood * FAINT)


def plain_track(shape: BoardShape, x: float, y: float, blur: float, alike: Alike) -> tuple[str, ...]:
    """Return the tracks of which a touch plainly means one, likeliest first; none if it is doubtful.

    Tracks that are `alike` are one target: it makes no difference which of them is taken.
    """
    ranked = _ranked(shape, x, y, blur)
    if not ranked or ranked[0].nearest > blur + shape.wagon[1] / 2:
        return ()
    meant = [track for track in ranked if track is ranked[0] or alike(track.route, ranked[0].route)]
    share = sum(track.likelihood for track in meant) / sum(track.likelihood for track in ranked)
    return tuple(track.route for track in meant) if share >= PLAIN else ()


class Stroke:
    """A finger that is drawn along tracks."""

    def __init__(self, shape: BoardShape, x: float, y: float, blur: float) -> None:
        self._shape, self._blur = shape, blur
        self._at = x, y
        self._away: dict[_Target, dict[int, float]] = {}
        """How near the finger came to each point of a track while it moved in the direction of the track."""

    def draw_to(self, x: float, y: float) -> None:
        """Move the finger on in a straight line."""
        (left, bottom), reach = self._at, self._blur * 1.25
        if hypot(x - left, y - bottom) < self._blur / 2:  # too short to have a direction
            return
        self._at = x, y
        heading = atan2(y - bottom, x - left)
        west, east, south, north = min(left, x), max(left, x), min(bottom, y), max(bottom, y)
        for target in _targets(self._shape):
            if target.left > east + reach or target.right < west - reach:
                continue
            if target.bottom > north + reach or target.top < south - reach:
                continue
            for number, (point, angle) in enumerate(zip(target.points, target.angles, strict=True)):
                away = _distance(point, (left, bottom), (x, y))
                if away <= reach and abs(cos(heading - angle)) >= _ASKEW:
                    near = self._away.setdefault(target, {})
                    near[number] = min(away, near.get(number, inf))

    def tracks(self, alike: Alike) -> list[tuple[str, ...]]:
        """Return the tracks that the finger was drawn along, in the order in which it came to them. Those that are
        `alike` are together, the nearest first."""
        along = {
            target.route: sum(near.values()) / len(near)
            for target, near in self._away.items()
            if len(near) >= ALONG * len(target.points)
        }
        found: list[list[str]] = []
        for route in along:
            together = next((group for group in found if alike(group[0], route)), None)
            if together is None:
                found.append([route])
            else:
                together.append(route)
        return [tuple(sorted(group, key=along.__getitem__)) for group in found]


def _distance(point: Point, start: Point, end: Point) -> float:
    """Return how far a point is from a line between two others."""
    across, up = end[0] - start[0], end[1] - start[1]
    part = ((point[0] - start[0]) * across + (point[1] - start[1]) * up) / (across**2 + up**2)
    part = min(max(part, 0.0), 1.0)
    return hypot(point[0] - start[0] - part * across, point[1] - start[1] - part * up)


@dataclass(frozen=True, slots=True)
class _Near:
    """A track near a touch: how likely it was meant, and how far away its nearest point is."""

    route: str
    likelihood: float
    nearest: float


def _ranked(shape: BoardShape, x: float, y: float, blur: float) -> list[_Near]:
    """Return the tracks near a touch, likeliest first.

    A finger aims at every place of a track equally often, and every track is equally likely to be meant. By Bayes, a
    track's likelihood is then the mean of the finger's density over its points.
    """
    reach = REACH * blur + shape.wagon[0]
    sharpness = -0.5 / blur**2
    found: list[_Near] = []
    for target in _targets(shape):
        if not (target.left - reach <= x <= target.right + reach and target.bottom - reach <= y <= target.top + reach):
            continue
        squares = [(x - there) ** 2 + (y - up) ** 2 for there, up in target.points]
        if (nearest := min(squares)) <= reach**2:
            likelihood = sum(exp(sharpness * square) for square in squares) / len(squares)
            found.append(_Near(target.route, likelihood, nearest**0.5))
    # Far from all tracks, with a small blur, every likelihood may be 0: then the nearest comes first.
    return sorted(found, key=lambda track: (-track.likelihood, track.nearest, track.route))


def city_near(shape: BoardShape, x: float, y: float, reach: float) -> str | None:
    """Return the city nearest to a touch, or None if it is further away than `reach`."""
    away, city = min((hypot(x - there, y - up), city) for city, (there, up) in shape.cities.items())
    return city if away <= reach else None


@cache
def _targets(shape: BoardShape) -> tuple[_Target, ...]:
    targets = []
    for route, line in shape.spaces.items():
        points = tuple(point for space in line for point in _along(space, shape.wagon[0]))
        angles = tuple(space.angle for space in line for _ in _PARTS)
        xs, ys = zip(*points, strict=True)
        targets.append(_Target(route, points, angles, min(xs), max(xs), min(ys), max(ys)))
    return tuple(targets)


def _along(space: Space, length: float) -> Iterator[Point]:
    for part in _PARTS:
        yield space.x + part * length * cos(space.angle), space.y + part * length * sin(space.angle)
