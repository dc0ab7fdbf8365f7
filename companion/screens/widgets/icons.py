"""The icons, as strokes in a square of 24 by 24, y downwards."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line with round ends and joints, or a filled shape if it has no width; one that erases makes a hole."""

    points: Points
    width: float = 0.0
    erases: bool = False


STROKE = 2.2
"""The width of every line. Buttons are drawn with lines; things of the game, and what plays or stops, are filled."""


def _line(*points: tuple[float, float]) -> Stroke:
    return Stroke(points, STROKE)


def _arc(x: float, y: float, radius: float, start: float, end: float) -> Stroke:
    """Return part of a circle between two angles in degrees, clockwise from east."""
    return Stroke(_round(x, y, radius, start, end), STROKE)


def _frame(left: float, top: float, right: float, bottom: float) -> Stroke:
    return _line((left, top), (right, top), (right, bottom), (left, bottom), (left, top))


def _disc(x: float, y: float, radius: float, erases: bool = False) -> Stroke:
    return Stroke(_round(x, y, radius, 0, 360), 0.0, erases)


def _round(x: float, y: float, radius: float, start: float, end: float) -> Points:
    steps = 24
    angles = [(start + (end - start) * step / steps) * pi / 180 for step in range(steps + 1)]
    return tuple((x + radius * cos(angle), y + radius * sin(angle)) for angle in angles)


def _box(left: float, top: float, right: float, bottom: float, erases: bool = False) -> Stroke:
    return Stroke(((left, top), (right, top), (right, bottom), (left, bottom)), 0.0, erases)


_WHEELS = (_disc(7, 17, 2.6), _disc(17, 17, 2.6))

ICONS: dict[str, Sequence[Stroke]] = {
    "back": (_line((15, 5), (8, 12), (15, 19)),),
    "forward": (_line((9, 5), (16, 12), (9, 19)),),
    "close": (_line((6, 6), (18, 18)), _line((18, 6), (6, 18))),
    "plus": (_line((12, 5), (12, 19)), _line((5, 12), (19, 12))),
    "minus": (_line((5, 12), (19, 12)),),
    "check": (_line((4.5, 13), (10, 18), (19.5, 6.5)),),
    "undo": (_arc(12.5, 13, 6.5, 215, 440), _line((4.5, 4.5), (6.2, 9.8), (11.4, 8.6))),
    "redo": (_arc(11.5, 13, 6.5, -35, -260), _line((19.5, 4.5), (17.8, 9.8), (12.6, 8.6))),
    "turn": (_arc(12, 13, 7, -35, -315), _line((20, 4.5), (18.2, 9.8), (13, 8.6))),
    "arrow": (Stroke(((12, 2), (20, 22), (12, 17.5), (4, 22))),),
    "north": (Stroke(((6, 21), (6, 3), (18, 21), (18, 3)), 4.6),),
    "clock": (_arc(12, 12, 9, 0, 360), _line((12, 6.5), (12, 12), (16, 14.5))),
    "whole": (
        _line((4, 9), (4, 4), (9, 4)),
        _line((15, 4), (20, 4), (20, 9)),
        _line((20, 15), (20, 20), (15, 20)),
        _line((9, 20), (4, 20), (4, 15)),
    ),
    "backspace": (
        _line((8, 5), (21, 5), (21, 19), (8, 19), (2.5, 12), (8, 5)),
        _line((11, 9), (17, 15)),
        _line((17, 9), (11, 15)),
    ),
    "shift": (_line((12, 3.5), (4, 12), (8.5, 12), (8.5, 20), (15.5, 20), (15.5, 12), (20, 12), (12, 3.5)),),
    "search": (_arc(10.5, 10.5, 6, 0, 360), _line((15, 15), (20.5, 20.5))),
    "list": (
        _line((9, 6), (20, 6)),
        _line((9, 12), (20, 12)),
        _line((9, 18), (20, 18)),
        _disc(4.5, 6, 1.6),
        _disc(4.5, 12, 1.6),
        _disc(4.5, 18, 1.6),
    ),
    "flag": (_line((6, 3), (6, 21)), _line((6, 4), (19, 4), (15.5, 8.5), (19, 13), (6, 13))),
    "cards": (_line((4, 7), (13, 5), (15.5, 18), (6.5, 20), (4, 7)), _line((15, 4.2), (20, 5.5), (17.8, 15.5))),
    "ticket": (
        _box(2.5, 6, 21.5, 18),
        _disc(2.5, 12, 2.4, erases=True),
        _disc(21.5, 12, 2.4, erases=True),
        _box(7.5, 10.8, 16.5, 13.2, erases=True),
    ),
    "camera": (
        _line((3, 8), (3, 19), (21, 19), (21, 8), (16.5, 8), (15, 5), (9, 5), (7.5, 8), (3, 8)),
        _arc(12, 13, 3.4, 0, 360),
    ),
    "cars": (_box(2.5, 6, 21.5, 15.2), *_WHEELS),
    "path": (
        _line((4, 18), (9, 9), (15, 14), (20, 5)),
        _disc(4, 18, 2.6),
        _disc(9, 9, 2.2),
        _disc(15, 14, 2.2),
        _disc(20, 5, 2.6),
    ),
    "station": (Stroke(((12, 3), (21, 10), (3, 10))), _box(5, 10, 19, 20), _box(10, 13, 14, 20, erases=True)),
    "marker": (Stroke(((12, 22), (5.5, 12), (18.5, 12))), _disc(12, 8.8, 6.8), _disc(12, 8.8, 2.6, erases=True)),
    "alvin": (
        Stroke(((12, 21.5), (4.5, 12), (4.5, 8), (7, 4), (12, 2.5), (17, 4), (19.5, 8), (19.5, 12))),
        Stroke(((6.3, 9), (10.8, 12.2), (9.8, 14.2), (7, 12.8)), erases=True),
        Stroke(((17.7, 9), (13.2, 12.2), (14.2, 14.2), (17, 12.8)), erases=True),
    ),
    "eye": (_arc(12, 18, 11.5, 218, 322), _arc(12, 5.6, 11.5, 38, 142), _disc(12, 11.8, 3)),
    "crown": (Stroke(((3, 18.5), (2.5, 7), (8, 11.5), (12, 4.5), (16, 11.5), (21.5, 7), (21, 18.5))),),
    "gear": (
        *(
            _line((12 + 6.8 * cos(a), 12 + 6.8 * sin(a)), (12 + 9.6 * cos(a), 12 + 9.6 * sin(a)))
            for a in (step * pi / 4 for step in range(8))
        ),
        _arc(12, 12, 6.2, 0, 360),
        _disc(12, 12, 2),
    ),
    "scanner": (
        _line((3.5, 8), (3.5, 4), (7.5, 4)),
        _line((16.5, 4), (20.5, 4), (20.5, 8)),
        _line((20.5, 16), (20.5, 20), (16.5, 20)),
        _line((7.5, 20), (3.5, 20), (3.5, 16)),
        *(_line((x, 8.5), (x, 15.5)) for x in (8, 12, 16)),
    ),
    "book": (
        _line((12, 6), (12, 20)),
        _line(
            (12, 6),
            (8, 4),
            (2.5, 4),
            (2.5, 17.5),
            (8, 17.5),
            (12, 20),
            (16, 17.5),
            (21.5, 17.5),
            (21.5, 4),
            (16, 4),
            (12, 6),
        ),
    ),
    "brush": (
        _line((20, 4), (12.5, 11.5)),
        _line((11, 12), (13, 14), (10.5, 19), (3.8, 20.2), (6.8, 17.2), (7.5, 13.5), (11, 12)),
    ),
    "previous": (_box(4.5, 4, 7.5, 20), Stroke(((20, 4), (9, 12), (20, 20)))),
    "next": (_box(16.5, 4, 19.5, 20), Stroke(((4, 4), (15, 12), (4, 20)))),
    "play": (Stroke(((7, 4), (20, 12), (7, 20))),),
    "pause": (_box(5.5, 4, 10, 20), _box(14, 4, 18.5, 20)),
    "chart": (_line((5, 20), (5, 13)), _line((12, 20), (12, 4)), _line((19, 20), (19, 9))),
    "filter": (_line((3.5, 6), (20.5, 6)), _line((6.5, 12), (17.5, 12)), _line((10, 18), (14, 18))),
    "trash": (
        _line((4, 6), (20, 6)),
        _line((9, 6), (9.5, 3), (14.5, 3), (15, 6)),
        _line((6, 6), (7, 21), (17, 21), (18, 6)),
        _line((10.3, 10), (10.6, 17)),
        _line((13.7, 10), (13.4, 17)),
    ),
    "seats": (
        _arc(12, 12, 4.6, 0, 360),
        _disc(12, 3.2, 2.2),
        _disc(20.8, 12, 2.2),
        _disc(12, 20.8, 2.2),
        _disc(3.2, 12, 2.2),
    ),
    "sound": (
        _line((3, 9), (7, 9), (12, 4.5), (12, 19.5), (7, 15), (3, 15), (3, 9)),
        _arc(12, 12, 4.5, -45, 45),
        _arc(12, 12, 8, -45, 45),
    ),
    "power": (_arc(12, 13, 8, -55, 235), _line((12, 3.5), (12, 12))),
    "info": (_arc(12, 12, 9, 0, 360), _line((12, 11.5), (12, 16.5)), _disc(12, 7.6, 1.5)),
    "note": (
        _line((12, 3.5), (21.5, 20.5), (2.5, 20.5), (12, 3.5)),
        _line((12, 10), (12, 14.5)),
        _disc(12, 17.6, 1.4),
    ),
    "stick": (_frame(7, 9, 17, 21.5), _line((9, 9), (9, 2.5), (15, 2.5), (15, 9)), _disc(12, 14, 1.6)),
    "code": (
        *(
            shape
            for x, y in ((3, 3), (14, 3), (3, 14))
            for shape in (_box(x, y, x + 7, y + 7), _box(x + 1.8, y + 1.8, x + 5.2, y + 5.2, erases=True))
        ),
        *(_box(x, y, x + 3, y + 3) for x, y in ((14, 14), (18, 14), (16, 17.5), (14, 20), (19, 19))),
    ),
    "help": (_arc(12, 7.6, 4.4, 180, 400), _line((15.3, 10.5), (12, 13.2), (12, 15.2)), _disc(12, 19.6, 1.6)),
    "lock": (
        _arc(12, 8.2, 4.4, 180, 360),
        _line((7.6, 8.2), (7.6, 10.5)),
        _line((16.4, 8.2), (16.4, 10.5)),
        _frame(4.5, 10.5, 19.5, 20.5),
        _disc(12, 15.5, 1.7),
    ),
    "folder": (_line((3, 6), (9, 6), (11, 8.5), (21, 8.5), (21, 19.5), (3, 19.5), (3, 6)),),
    "pen": (_line((5, 19), (6, 14.5), (16.5, 4), (20, 7.5), (9.5, 18), (5, 19)), _line((14, 6.5), (17.5, 10))),
}
"""The strokes of each icon, by name."""
