"""The cities that people tap on the photo of an empty board: which ones, and whether a tap is far from where it should
be."""

from collections.abc import Mapping
from math import dist

from companion.boards import Board

COUNT = 6
_OFF = 0.075
"""How far taps may be from their cities when all are fitted together, as a share of the board's longer side: a camera
held at an angle moves them by nearly as much, so that only a tap on quite another city is noticed."""

Point = tuple[float, float]


def cities_to_tap(board: Board) -> tuple[str, ...]:
    """Return the cities to tap: the one nearest the upper left corner, and then always the one that is furthest from
    all before."""
    places = {
        city.id: (city.x, city.y)
        for city in board.cities.values()
        if not city.country and city.x is not None and city.y is not None
    }
    chosen = sorted(places, key=lambda city: dist(places[city], (0, 0)))[:1]
    while len(chosen) < min(COUNT, len(places)):
        left = [city for city in places if city not in chosen]
        chosen.append(max(left, key=lambda city: min(dist(places[city], places[one]) for one in chosen)))
    return tuple(chosen)


def misplaced(board: Board, taps: Mapping[str, Point]) -> str | None:
    """Return the city whose tap does not go with the others, or None: without it the others would fit best. What fits
    is a flat map, without perspective."""
    if len(taps) < COUNT or _spread(board, taps) <= _OFF:
        return None
    return min(taps, key=lambda city: _spread(board, {one: at for one, at in taps.items() if one != city}))


def _spread(board: Board, taps: Mapping[str, Point]) -> float:
    """Return the largest distance that is left when all taps are fitted together, as a share of the board."""
    fitted = _fitted(board, taps)
    return max(dist(fitted(at), _printed(board, city)) for city, at in taps.items()) / max(board.size or (1.0, 1.0))


def _printed(board: Board, city: str) -> Point:
    return board.cities[city].x or 0.0, board.cities[city].y or 0.0


class _Flat:
    """A flat map from the photo to the board: a x + b y + c, for each of its two directions."""

    def __init__(self, across: tuple[float, ...], down: tuple[float, ...]) -> None:
        self._rows = across, down

    def __call__(self, at: Point) -> Point:
        across, down = (row[0] * at[0] + row[1] * at[1] + row[2] for row in self._rows)
        return across, down


def _fitted(board: Board, taps: Mapping[str, Point]) -> _Flat:
    """Return the flat map that takes these taps nearest to their cities, by least squares."""
    rows = [(x, y, 1.0) for x, y in taps.values()]
    wanted = [_printed(board, city) for city in taps]
    normal = [[sum(row[i] * row[j] for row in rows) for j in range(3)] for i in range(3)]
    sides = [
        [sum(row[i] * place[n] for row, place in zip(rows, wanted, strict=True)) for i in range(3)] for n in (0, 1)
    ]
    return _Flat(_solved(normal, sides[0]), _solved(normal, sides[1]))


def _solved(matrix: list[list[float]], right: list[float]) -> tuple[float, ...]:
    """Return the solution of three equations by Cramer's rule; zeros if there is none, as for taps in one line."""
    whole = _determinant(matrix)
    if abs(whole) < 1e-9:
        return 0.0, 0.0, 0.0
    found = []
    for column in range(3):
        swapped = [[right[i] if j == column else matrix[i][j] for j in range(3)] for i in range(3)]
        found.append(_determinant(swapped) / whole)
    return tuple(found)


def _determinant(m: list[list[float]]) -> float:
    return (
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    )
