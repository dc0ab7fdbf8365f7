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
    "red": _CIRCLE,
    "blue": _SQUARE,
    "green": _TRIANGLE,
    "yellow": _DIAMOND,
    "black": _HEXAGON,
    "white": _star(5, 0.42),
}
"""The shape of each player's colour."""
