"""A sign for every colour, for people who cannot tell red from green: polygons in a unit square, y upwards."""

from math import cos, pi, sin

from companion.boards.colours import CardColour, PlayerColour

Polygon = tuple[tuple[float, float], ...]


def _star(points: int, inner: float, turn: float = 0.0) -> Polygon:
    """Return a star with one point upwards; with `inner` 1, a regular polygon with twice as many corners."""
    found = []
    for step in range(2 * points):
        radius = 0.5 if step % 2 == 0 else 0.5 * inner
        angle = pi / 2 + turn + step * pi / points
        found.append((0.5 + radius * cos(angle), 0.5 + radius * sin(angle)))
    return tuple(found)


_CIRCLE = _star(16, 1.0)
_SQUARE: Polygon = ((0.08, 0.08), (0.92, 0.08), (0.92, 0.92), (0.08, 0.92))
_TRIANGLE: Polygon = ((0.02, 0.08), (0.98, 0.08), (0.5, 0.95))
_DIAMOND: Polygon = ((0.5, 0.0), (0.9, 0.5), (0.5, 1.0), (0.1, 0.5))
_HEXAGON = _star(3, 1.0)
_CROSS: Polygon = (
    (0.33, 0.02), (0.67, 0.02), (0.67, 0.33), (0.98, 0.33), (0.98, 0.67), (0.67, 0.67),
    (0.67, 0.98), (0.33, 0.98), (0.33, 0.67), (0.02, 0.67), (0.02, 0.33), (0.33, 0.33),
)  # fmt: skip
_HEART: Polygon = tuple(
    (
        0.5 + 0.5 * sin(angle) ** 3,
        0.55 + (13 * cos(angle) - 5 * cos(2 * angle) - 2 * cos(3 * angle) - cos(4 * angle)) / 32,
    )
    for angle in (step * pi / 20 for step in range(40))
)
_CLOVER: Polygon = tuple(
    (0.5 + radius * cos(angle), 0.45 + radius * sin(angle))
    for angle, radius in ((step * pi / 30, 0.33 + 0.2 * cos(3 * (step * pi / 30 - pi / 2))) for step in range(60))
)
_BOLT: Polygon = ((0.66, 1.0), (0.06, 0.4), (0.42, 0.4), (0.34, 0.0), (0.94, 0.6), (0.58, 0.6))
_HOURGLASS: Polygon = ((0.06, 0.96), (0.94, 0.96), (0.6, 0.5), (0.94, 0.04), (0.06, 0.04), (0.4, 0.5))
_HALF_DISC: Polygon = tuple((0.5 + 0.5 * cos(step * pi / 20), 0.25 + 0.5 * sin(step * pi / 20)) for step in range(21))
_MOON: Polygon = (
    *((0.52 + 0.5 * cos(angle), 0.5 + 0.5 * sin(angle)) for angle in (pi * (4 + step) / 16 for step in range(25))),
    *((0.72 + 0.4 * cos(angle), 0.5 + 0.4 * sin(angle)) for angle in (pi * (26 - step) / 16 for step in range(21))),
)
_SLANT: Polygon = ((0.0, 0.0), (0.36, 0.0), (1.0, 1.0), (0.64, 1.0))
_ARROW: Polygon = ((0.5, 0.02), (0.98, 0.5), (0.7, 0.5), (0.7, 0.98), (0.3, 0.98), (0.3, 0.5), (0.02, 0.5))

CARD_SIGNS: dict[CardColour, Polygon] = {
    "red": _TRIANGLE,
    "blue": _SQUARE,
    "green": _CROSS,
    "yellow": _star(5, 0.42),
    "black": _HEXAGON,
    "white": _CIRCLE,
    "orange": _ARROW,
    "pink": _DIAMOND,
    "locomotive": _star(8, 0.62),
}
"""The sign of each card colour; the locomotive's is a cogwheel."""

STATION: Polygon = ((0.2, 0.05), (0.8, 0.05), (0.8, 0.5), (0.98, 0.5), (0.5, 0.95), (0.02, 0.5), (0.2, 0.5))
"""The sign of a station: a house."""

MARKER: Polygon = ((0.5, 0.0), (0.82, 0.48), (0.82, 0.8), (0.65, 0.97), (0.35, 0.97), (0.18, 0.8), (0.18, 0.48))
"""The sign of a city marker: a pin."""

ALVIN: Polygon = (
    (0.5, 0.02), (0.88, 0.5), (0.86, 0.74), (0.7, 0.92), (0.5, 0.97), (0.3, 0.92), (0.14, 0.74), (0.12, 0.5),
)  # fmt: skip
"""The sign of Alvin: an alien's head."""

PLAYER_SHAPES: dict[PlayerColour, Polygon] = {
    "red": _HEART,
    "blue": _HALF_DISC,
    "green": _CLOVER,
    "yellow": _BOLT,
    "black": _HOURGLASS,
    "white": _MOON,
    "purple": _SLANT,
}
"""The shape of each player's colour; no card has any of them."""
