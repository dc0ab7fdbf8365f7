"""A grid of cells that finds what lies near a rectangle, so that nothing has to be compared with everything."""

from collections.abc import Iterable
from math import isqrt
from typing import Generic, TypeVar

Value = TypeVar("Value")
Rectangle = tuple[float, float, float, float]
"""Left, bottom, right, top."""


class Grid(Generic[Value]):
    """Values by the rectangles that they cover. There are about as many cells as values, whatever their size."""

    def __init__(self, items: Iterable[tuple[Rectangle, Value]]) -> None:
        self._items = list(items)
        boxes = [box for box, _ in self._items] or [(0.0, 0.0, 0.0, 0.0)]
        self._left, self._bottom = min(box[0] for box in boxes), min(box[1] for box in boxes)
        across, up = max(box[2] for box in boxes) - self._left, max(box[3] for box in boxes) - self._bottom
        self._most = isqrt(len(boxes))
        """The last column and the last row; everything beyond the values is in those at the edge."""
        self._cell = max(across, up) / (self._most + 1) or 1.0
        self._cells: dict[tuple[int, int], list[int]] = {}
        for number, (box, _) in enumerate(self._items):
            self._enter(number, box)

    def add(self, box: Rectangle, value: Value) -> None:
        """Add a value; one that is there already covers both rectangles from now on."""
        self._items.append((box, value))
        self._enter(len(self._items) - 1, box)

    def _enter(self, number: int, box: Rectangle) -> None:
        for cell in self._covered(box):
            self._cells.setdefault(cell, []).append(number)

    def near(self, box: Rectangle) -> list[Value]:
        """Return every value whose rectangle overlaps or touches this one, and some that are only near it, in the order
        in which they were given."""
        found = {number for cell in self._covered(box) for number in self._cells.get(cell, ())}
        return [self._items[number][1] for number in sorted(found)]

    def _covered(self, box: Rectangle) -> list[tuple[int, int]]:
        first, low = self._place(box[0] - self._left), self._place(box[1] - self._bottom)
        last, high = self._place(box[2] - self._left), self._place(box[3] - self._bottom)
        return [(column, row) for column in range(first, last + 1) for row in range(low, high + 1)]

    def _place(self, distance: float) -> int:
        return min(max(int(distance // self._cell), 0), self._most)
