"""Seats around the table, and the turn order that follows from them. Pure functions on angles in degrees, clockwise; 0
is the side from which the screen is read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, degrees, pi, sin

from companion.boards import PlayerColour


@dataclass(frozen=True, slots=True)
class Seat:
    """A player and where they sit."""

    colour: PlayerColour
    name: str
    angle: float


def in_turn_order(seats: Sequence[Seat], beginner: PlayerColour | None) -> tuple[Seat, ...]:
    """Return the seats clockwise around the table, from the one who begins."""
    around = sorted(seats, key=lambda seat: seat.angle)
    first = next((place for place, seat in enumerate(around) if seat.colour == beginner), 0)
    return (*around[first:], *around[:first])


def free_angle(taken: Sequence[float], most: int) -> float:
    """Return the angle for one more player: the middle of the widest gap, preferably the first one clockwise."""
    if not taken:
        return 0.0
    around = sorted(taken)
    gaps = [
        ((after - before) % 360 or 360, before) for before, after in zip(around, [*around[1:], around[0]], strict=True)
    ]
    width, before = max(gaps, key=lambda gap: round(gap[0], 3))
    return (before + min(width / 2, 360 / max(most, 2) if len(taken) == 1 else width / 2)) % 360


def apart(one: float, other: float) -> float:
    """Return how many degrees are between two seats."""
    between = abs(one - other) % 360
    return min(between, 360 - between)


def evenly(count: int) -> tuple[float, ...]:
    """Return angles for people who sit evenly around the table."""
    return tuple(360 * place / count for place in range(count))


def place_at(angle: float, width: float, height: float) -> tuple[float, float]:
    """Return the position of a seat on an oval around the middle of a table, y upwards; 0 is below, 90 to the left."""
    turned = -pi / 2 - angle * pi / 180
    return width / 2 * cos(turned), height / 2 * sin(turned)


def angle_at(x: float, y: float, width: float, height: float) -> float:
    """Return the angle of the seat nearest to a position relative to the middle of the table."""
    return (-90 - degrees(atan2(y / max(height, 1), x / max(width, 1)))) % 360


def in_colours(seats: Sequence[Seat], colours: Sequence[PlayerColour]) -> tuple[Seat, ...]:
    """Return the same people with colours that a map has: those who cannot keep theirs get one that is free."""
    free = [colour for colour in colours if all(seat.colour != colour for seat in seats)]
    return tuple(seat if seat.colour in colours or not free else replace(seat, colour=free.pop(0)) for seat in seats)


def seated(
    seat_of: Callable[[PlayerColour, str], float | None], seats: Sequence[tuple[PlayerColour, str]]
) -> tuple[Seat, ...]:
    """Return people on the seats that they had last time, or evenly in the given order if any of these is unknown."""
    known = [seat_of(colour, name) for colour, name in seats]
    angles = (
        evenly(len(seats))
        if None in known or len(set(known)) < len(known)
        else tuple(a for a in known if a is not None)
    )
    return tuple(Seat(colour, name, angle) for (colour, name), angle in zip(seats, angles, strict=True))
