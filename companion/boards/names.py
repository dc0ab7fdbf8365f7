"""Placement of the names of cities and countries on the board, so that each is readable and beside its own dot."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, sin

from companion.boards.grid import Grid, Rectangle
from companion.boards.shape import BoardShape, Point, Space

Size = tuple[float, float]
Mark = tuple[float, float, float]
"""A point of a wagon, and its share of a wagon."""

AROUND = (
    *((1, 0), (-1, 0), (0, 1), (0, -1)),
    *((1, 1), (-1, 1), (1, -1), (-1, -1)),
    *((1, 0.5), (1, -0.5), (-1, 0.5), (-1, -0.5)),
    *((0.5, 1), (-0.5, 1), (0.5, -1), (-0.5, -1)),
)
"""The anchors of a city's name, best first."""

FURTHER = (
    *AROUND,
    *((x, y) for y in (1, -1) for x in (0.25, -0.25, 0.75, -0.75)),
    *((x, y) for x in (1, -1) for y in (0.25, -0.25, 0.75, -0.75)),
    *((x, y) for y in (1.5, -1.5, 2, -2) for x in (0, 0.5, -0.5, 1, -1)),
    *((x, y) for x in (1.3, -1.3) for y in (0, 0.5, -0.5, 1, -1)),
)
"""The same and more, some of them further away, for a board where names would lie on each other otherwise."""

NEARBY = sorted(
    ((x / 2, y / 2) for x in range(-4, 5) for y in range(-6, 7)), key=lambda anchor: anchor[0] ** 2 + anchor[1] ** 2
)
"""The anchors of a country's name, which has no dot: its own place, then further and further away."""

SECOND_BEST = 0.03
"""The cost of each step down the list of anchors, in covered wagons."""

CLASH = 1000.0
"""The cost of a collision: more than all wagons of a board."""


FEW = 10
"""The most collisions for which places further away are tried: a board with more of them is too full for its names."""

HOPELESS = 3
"""The number of collisions from which on it does not matter how many wagons a name covers."""

EFFORT = 2000
"""How many pairs of names are compared for each name while places are improved. Our boards need less than a third; on a
map that is far too full for its names, the search would otherwise take minutes and find little."""

MARKS = tuple((along / 2, across / 2) for along in (-0.9, -0.45, 0, 0.45, 0.9) for across in (-0.9, 0.9))
"""The points of a wagon that are tested to see how much of it a name covers, in lengths and widths from its centre."""


@dataclass(frozen=True, slots=True)
class NameBox:
    """An upright rectangle."""

    left: float
    bottom: float
    right: float
    top: float

    def overlaps(self, other: "NameBox") -> bool:
        """Return whether they share more than an edge."""
        return (
            self.left < other.right and other.left < self.right and self.bottom < other.top and other.bottom < self.top
        )

    def holds(self, other: "NameBox") -> bool:
        """Return whether the other box is entirely inside this one."""
        return (
            self.left <= other.left
            and self.bottom <= other.bottom
            and other.right <= self.right
            and other.top <= self.top
        )

    @property
    def sides(self) -> Rectangle:
        """Left, bottom, right, top."""
        return self.left, self.bottom, self.right, self.top

    def grown(self, by: float) -> "NameBox":
        """Return the box enlarged by this much on each side."""
        return NameBox(self.left - by, self.bottom - by, self.right + by, self.top + by)


@dataclass(frozen=True, slots=True)
class PlacedName:
    """A name and its place."""

    anchor: Point
    """The side of its dot; `box_at` returns the box for any other size and zoom."""
    box: NameBox


def names_shown(shape: BoardShape) -> dict[str, str]:
    """Return the names written on a board, by id: those of its countries and of all cities but border ends."""
    board = shape.board
    cities = {city.id: city.name for city in board.cities.values() if city.country is None}
    return {country.id: country.name for country in board.countries.values()} | cities


def box_at(at: Point, anchor: Point, size: Size, dot: float) -> NameBox:
    """Return the box of a name beside a dot of this radius; (1, 0) is right of it, (0, 1) above, (0, 0) on top of
    it."""
    x, y = at[0] + anchor[0] * (dot + size[0] / 2), at[1] + anchor[1] * (dot + size[1] / 2)
    return NameBox(x - size[0] / 2, y - size[1] / 2, x + size[0] / 2, y + size[1] / 2)


def place_names(shape: BoardShape, sizes: Mapping[str, Size], dot: float, within: NameBox) -> dict[str, PlacedName]:
    """Return a place for the name of each city or country in `sizes`: not on another name, on a dot or outside `within`
    if possible, and covering few wagons. Sizes and the radius of a dot are in board units."""
    around = _surroundings(shape)

    def puzzle(anchors: Sequence[Point]) -> _Puzzle:
        return _Puzzle({place: _choices(around, place, size, dot, within, anchors) for place, size in sizes.items()})

    usual = puzzle(AROUND)
    places = usual.solved()
    if not CLASH <= usual.cost < FEW * CLASH:
        return places
    return puzzle(FURTHER).solved(usual)


@lru_cache(maxsize=16)
def _surroundings(shape: BoardShape) -> "_Surroundings":
    return _Surroundings(shape)


class _Surroundings:
    """The cities and wagons of a board by their places."""

    def __init__(self, shape: BoardShape) -> None:
        self.shape = shape
        self.cities = Grid(((x, y, x, y), (city, x, y)) for city, (x, y) in shape.cities.items())
        self.spaces = Grid(
            ((space.x, space.y, space.x, space.y), (space, _marks_of(space, shape.wagon, (1 + 1 / len(line)))))
            for line in shape.spaces.values()
            for space in line
        )
        """The wagons with their marks. The only wagon of a route counts double, because little of the route is visible
        once it is covered."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """One possible place of a name, and its cost, other names apart."""

    label: PlacedName
    cost: float
    sides: Rectangle
    """Those of its box."""


def _choices(
    around: _Surroundings, place: str, size: Size, dot: float, within: NameBox, anchors: Sequence[Point]
) -> tuple[_Choice, ...]:
    """Return the possible places of a name; `anchors` are those of a city. Places with collisions are left out, unless
    all have some."""
    shape = around.shape
    of_city = place in shape.cities
    at = shape.cities[place] if of_city else shape.countries[place]
    own_dot = dot if of_city else 0.0
    boxes = [(anchor, box_at(at, anchor, size, own_dot)) for anchor in (anchors if of_city else NEARBY)]
    reach = _around([box for _, box in boxes])
    dots = [
        NameBox(x, y, x, y).grown(dot)
        for city, x, y in around.cities.near(reach.grown(dot).sides)
        if city != place and _within(reach.grown(dot), x, y)
    ]
    clashes = [sum(box.overlaps(other) for other in dots) + (not within.holds(box)) for _, box in boxes]
    wagons = list(_marks(around, reach)) if min(clashes) < HOPELESS else []
    choices = []
    for rank, (anchor, box) in enumerate(boxes):
        left, bottom, right, top = sides = box.sides
        covered = sum([weight for x, y, weight in wagons if left < x < right and bottom < y < top])
        cost = CLASH * clashes[rank] + covered + SECOND_BEST * rank
        choices.append(_Choice(PlacedName(anchor, box), cost, sides))
    return tuple(choice for choice in choices if choice.cost < CLASH) or tuple(choices)


def _around(boxes: Sequence[NameBox]) -> NameBox:
    return NameBox(
        min(box.left for box in boxes),
        min(box.bottom for box in boxes),
        max(box.right for box in boxes),
        max(box.top for box in boxes),
    )


def _within(box: NameBox, x: float, y: float) -> bool:
    return box.left < x < box.right and box.bottom < y < box.top


def _marks(around: _Surroundings, reach: NameBox) -> Iterator[Mark]:
    """Yield points of the wagons, each with its share of a wagon."""
    wide = reach.grown(around.shape.wagon[0] / 2)
    for space, marks in around.spaces.near(wide.sides):
        if _within(wide, space.x, space.y):
            yield from marks


def _marks_of(space: Space, wagon: Size, counts: float) -> tuple[Mark, ...]:
    """Return points of a wagon that counts this much."""
    ahead, aside, weight = cos(space.angle), sin(space.angle), counts / len(MARKS)
    scaled = ((along * wagon[0], across * wagon[1]) for along, across in MARKS)
    return tuple((space.x + x * ahead - y * aside, space.y + x * aside + y * ahead, weight) for x, y in scaled)


class _Puzzle:
    """A search for the cheapest choice for each name: hardest names first, then improvements by moving one name, or one
    name and those in its way, until none helps or enough was tried."""

    def __init__(self, choices: Mapping[str, tuple[_Choice, ...]]) -> None:
        self._choices = choices
        reaches = {name: _around([choice.label.box for choice in of_name]) for name, of_name in choices.items()}
        grid = Grid((reach.sides, name) for name, reach in reaches.items())
        self._rivals = {
            name: [other for other in grid.near(reach.sides) if other != name and reach.overlaps(reaches[other])]
            for name, reach in reaches.items()
        }
        self._picked: dict[str, _Choice] = {}
        self._effort = EFFORT * len(choices)

    def solved(self, before: "_Puzzle | None" = None) -> dict[str, PlacedName]:
        """Return the places, in the order in which the names were given. What another search of the same names has
        found is improved, if it is given."""
        if before is not None:
            self._picked = dict(before._picked)
        for name in sorted(self._choices, key=lambda name: len(self._choices[name]) - len(self._rivals[name])):
            if name not in self._picked:
                self._picked[name] = self._best(name)
        better = True
        while better and self._effort > 0:
            better = sum(self._improved(name) for name in self._choices if self._effort > 0) > 0
        return {name: self._picked[name].label for name in self._choices}

    @property
    def cost(self) -> float:
        """What all places cost; CLASH or more if some names lie on each other."""
        return self._total(self._picked)

    def _best(self, name: str) -> _Choice:
        return min(self._choices[name], key=lambda choice: self._price(name, choice))

    def _price(self, name: str, choice: _Choice) -> float:
        return choice.cost + CLASH * len(self._in_the_way(name, choice))

    def _in_the_way(self, name: str, choice: _Choice) -> list[str]:
        rivals, picked = self._rivals[name], self._picked
        self._effort -= len(rivals)
        left, bottom, right, top = choice.sides
        found = []
        for other in rivals:  # as `NameBox.overlaps`, which would take most of the time here
            if other in picked:
                its_left, its_bottom, its_right, its_top = picked[other].sides
                if left < its_right and its_left < right and bottom < its_top and its_bottom < top:
                    found.append(other)
        return found

    def _improved(self, name: str) -> bool:
        """Move a name, and those in its way, to a cheaper place, and return whether one was found."""
        for choice in self._choices[name]:
            moved = {name, *self._in_the_way(name, choice)}
            before = {other: self._picked[other] for other in moved}
            price = self._total(moved)
            self._picked[name] = choice
            for other in sorted(moved - {name}):
                self._picked[other] = self._best(other)
            if self._total(moved) < price - 1e-9:
                return True
            self._picked |= before
        return False

    def _total(self, names: Iterable[str]) -> float:
        """Return what these names cost, counting each collision between two of them once."""
        names = set(names)
        alone = sum(self._picked[name].cost for name in names)
        clashes = 0.0
        for name in names:
            for other in self._in_the_way(name, self._picked[name]):
                clashes += 0.5 if other in names else 1
        return alone + CLASH * clashes
