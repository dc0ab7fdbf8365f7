"""The longest route: the heaviest walk over a player's routes that uses none of them twice (GEN-4).

A connected set of routes can be walked in one go exactly if at most two of its cities have an odd number of them. So
the longest route is the heaviest connected subset with at most two odd cities, and it is found without any walking:

1. Connected networks are taken one by one, heaviest first. One with at most two odd cities is its own answer.
2. For others, ignore "connected" at first. The routes are decided in an order that keeps few cities open; what the
   decisions so far mean for the rest is only which open cities are odd and how many closed ones are. That is a small
   table (`_Relaxed`), and the best path through it is a set of routes with at most two odd cities. If this set is
   connected, as it nearly always is, nothing can be heavier.
3. If it is not, the same routes are decided again, now also tracking which open cities are connected. The table says
   exactly what the rest can add at most, so the most promising partial set is always extended first (`_joined`): the
   first complete one is the heaviest.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

Edge = tuple[Any, Hashable, Hashable, int]
"""Id, city, city, length."""


@dataclass(frozen=True, slots=True)
class Trail:
    """A walk: its length in trains, and its routes in walking order."""

    length: int = 0
    routes: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class _Link:
    """A route between two cities, all three as numbers."""

    edge: int
    a: int
    b: int
    length: int


def longest_trail(edges: Iterable[Edge]) -> Trail:
    """Return the longest walk over these routes, exact for any multigraph. Routes are identified by their index in the
    list, so parallel routes, or two routes with the same id, are different. Raise ValueError for a negative length."""
    listed = list(edges)
    numbers: dict[Hashable, int] = {}
    links = []
    for index, (_, a, b, length) in enumerate(listed):
        if length < 0:
            raise ValueError(f"a route of length {length} cannot be walked")
        links.append(_Link(index, numbers.setdefault(a, len(numbers)), numbers.setdefault(b, len(numbers)), length))
    best: list[_Link] = []
    heaviest = -1
    for network in sorted(_networks(links), key=_weight, reverse=True):
        if _weight(network) <= heaviest:
            break
        subset = _heaviest_walkable(network, heaviest)
        if subset is not None and _weight(subset) > heaviest:
            best, heaviest = subset, _weight(subset)
    return Trail(max(heaviest, 0), tuple(listed[link.edge][0] for link in _walk(best)))


def _weight(links: Iterable[_Link]) -> int:
    return sum(link.length for link in links)


def _networks(links: Sequence[_Link]) -> list[list[_Link]]:
    """Return the routes, split into connected networks."""
    piece: dict[int, list[_Link]] = {}
    cities: dict[int, list[int]] = {}
    for link in links:
        a, b = (cities.setdefault(city, [city]) for city in (link.a, link.b))
        if a is not b:
            if len(a) < len(b):
                a, b = b, a
            piece.setdefault(a[0], []).extend(piece.pop(b[0], []))
            a.extend(b)
            for city in b:
                cities[city] = a
        piece.setdefault(a[0], []).append(link)
    return list(piece.values())


def _odd_cities(links: Iterable[_Link]) -> list[int]:
    odd: dict[int, bool] = {}
    for link in links:
        odd[link.a] = not odd.get(link.a, False)
        odd[link.b] = not odd.get(link.b, False)
    return [city for city, is_odd in odd.items() if is_odd]


def _heaviest_walkable(network: list[_Link], beat: int) -> list[_Link] | None:
    """Return the heaviest connected part of a network with at most two odd cities. Return None if none is heavier than
    `beat`."""
    if len(_odd_cities(network)) <= 2:
        return network
    relaxed = _Relaxed(_in_good_order(network))
    if relaxed.best <= beat:
        return None
    loose = relaxed.subset()
    return loose if len(_networks(loose)) == 1 else _joined(relaxed)


def _in_good_order(network: list[_Link]) -> list[_Link]:
    """Return the routes in an order that keeps few cities open: city by city, next the one whose routes open fewest."""
    neighbours: dict[int, int] = {}
    for link in network:
        neighbours[link.a] = neighbours.get(link.a, 0) | 1 << link.b
        neighbours[link.b] = neighbours.get(link.b, 0) | 1 << link.a
    fewest = sorted(neighbours, key=lambda city: neighbours[city].bit_count())
    _, order = min((_eliminated(neighbours, start) for start in fewest[:4]), key=lambda found: found[0])
    turn = {city: place for place, city in enumerate(order)}
    return sorted(network, key=lambda link: sorted((turn[link.a], turn[link.b])))


def _eliminated(neighbours: dict[int, int], start: int) -> tuple[int, list[int]]:
    """Return an order in which to close the cities from this start, and its cost: each open city doubles the table."""
    order, closed, opened, cost, city = [], 0, 0, 0, start
    while True:
        order.append(city)
        opened = (opened | neighbours[city] | 1 << city) & ~closed
        cost += 1 << opened.bit_count()
        closed |= 1 << city
        opened &= ~closed
        waiting = [city for city in neighbours if opened >> city & 1]
        if not waiting:
            return cost, order
        rest = ~closed
        city = min(waiting, key=lambda city: ((opened | neighbours[city]) & rest).bit_count())


_DEAD = -1
"""The key of no set of routes: more than two cities would be odd."""


class _Relaxed:
    """The heaviest set of routes with at most two odd cities, connected or not, and what any key can still gain.

    The routes are decided one by one. A *key* is all that the decisions so far mean for the rest: its two lowest bits
    count the closed odd cities, the others mark the open odd ones.
    """

    def __init__(self, links: Sequence[_Link]) -> None:
        self.links = links
        self.closing = _closing(links)
        """For each step, the cities whose last route is decided in it, as bits."""
        self.moves = self._moves()
        """For each step and key, the keys after leaving the route and after taking it."""
        self.gain = self._gain()
        """For each step and key, the most that the routes from here on can add."""
        self.best = self.gain[0][0]

    def _moves(self) -> list[dict[int, tuple[int, int]]]:
        moves: list[dict[int, tuple[int, int]]] = []
        keys: Iterable[int] = (0,)
        for link, cities in zip(self.links, self.closing, strict=True):
            flip, closing = (1 << link.a ^ 1 << link.b) << 2, cities << 2
            layer, following = {}, {}
            for key in keys:
                left, taken = key, key ^ flip
                if closing:
                    left, taken = _closed(left, closing), _closed(taken, closing)
                layer[key] = left, taken
                following[left] = following[taken] = True
            following.pop(_DEAD, None)
            moves.append(layer)
            keys = following
        return moves

    def _gain(self) -> list[dict[int, int]]:
        gain: list[dict[int, int]] = [{0: 0, 1: 0, 2: 0}]
        for link, moves in zip(reversed(self.links), reversed(self.moves), strict=True):
            following, length, layer = gain[-1], link.length, {}
            for key, (left, taken) in moves.items():
                leave = following.get(left, _DEAD)
                take = following.get(taken, _DEAD)
                layer[key] = max(leave, take + length) if take >= 0 else leave
            gain.append(layer)
        return gain[::-1]

    def subset(self) -> list[_Link]:
        """Return the heaviest set."""
        chosen, key = [], 0
        for step, link in enumerate(self.links):
            left, taken = self.moves[step][key]
            if self.gain[step + 1].get(left, _DEAD) == self.gain[step][key]:
                key = left
            else:
                key = taken
                chosen.append(link)
        return chosen


def _closing(links: Sequence[_Link]) -> list[int]:
    last: dict[int, int] = {}
    for step, link in enumerate(links):
        last[link.a] = last[link.b] = step
    closing = [0] * len(links)
    for city, step in last.items():
        closing[step] |= 1 << city
    return closing


def _closed(key: int, closing: int) -> int:
    """Return the key after these cities close: the odd ones among them are counted, and more than two in all is
    _DEAD."""
    odd = key & closing
    if not odd:
        return key
    count = odd.bit_count()
    return key - odd + count if (key & 3) + count <= 2 else _DEAD


_Pieces = tuple[int, ...]
"""Which open cities are connected: a mask of cities for each piece."""

_Chain = tuple["_Chain", _Link] | None
"""The routes taken so far, the last one first."""


def _joined(relaxed: _Relaxed) -> list[_Link] | None:
    """Return the heaviest connected set with at most two odd cities, or None. The most promising partial set is
    extended first. Its estimate is exact except for connectedness, so the first complete set is the answer."""
    links, moves, gain, closing = relaxed.links, relaxed.moves, relaxed.gain, relaxed.closing
    arrival = 0  # breaks ties in the heap, so that nothing else is compared and every run does the same work
    heap: list[tuple[int, int, int, int, _Pieces | None, int, _Chain]] = [(-relaxed.best, 0, 0, 0, (), 0, None)]
    seen = set()
    while heap:
        _, behind, _, key, pieces, weight, chain = heappop(heap)
        if pieces is None:
            return _unchained(chain)
        step = -behind
        if step == len(links) or (step, key, pieces) in seen:
            continue
        seen.add((step, key, pieces))
        link = links[step]
        left, taken = moves[step][key]
        for after, joined, total, then in (
            (left, pieces, weight, chain),
            (taken, _linked(pieces, link), weight + link.length, (chain, link)),
        ):
            hope = gain[step + 1].get(after, _DEAD)
            if hope < 0:
                continue
            arrival += 1
            still_open = tuple(piece & ~closing[step] for piece in joined)
            if 0 not in still_open:
                heappush(heap, (-total - hope, -step - 1, arrival, after, tuple(sorted(still_open)), total, then))
            elif len(still_open) == 1:  # no other piece is open: this set is complete, and nothing can join it
                heappush(heap, (-total, -len(links), arrival, 0, None, total, then))
    return None


def _linked(pieces: _Pieces, link: _Link) -> _Pieces:
    """Return the pieces after this route joins its two cities."""
    new = 1 << link.a | 1 << link.b
    apart = []
    for piece in pieces:
        if piece & new:
            new |= piece
        else:
            apart.append(piece)
    return (*apart, new)


def _unchained(chain: _Chain) -> list[_Link]:
    links = []
    while chain is not None:
        chain, link = chain
        links.append(link)
    return links


def _walk(links: Sequence[_Link]) -> list[_Link]:
    """Return these routes in walking order (Hierholzer): start in an odd city if there is one, walk until stuck, and
    insert each remaining loop where it was passed."""
    ways: dict[int, list[_Link]] = {}
    for link in reversed(links):
        ways.setdefault(link.a, []).append(link)
        if link.a != link.b:
            ways.setdefault(link.b, []).append(link)
    odd = _odd_cities(links)
    start = odd[0] if odd else (links[0].a if links else 0)
    walked: set[int] = set()
    path: list[_Link] = []
    stack: list[tuple[int, _Link | None]] = [(start, None)]
    while stack:
        city, came_by = stack[-1]
        onward = ways.get(city, [])
        while onward and onward[-1].edge in walked:
            onward.pop()
        if onward:
            link = onward.pop()
            walked.add(link.edge)
            stack.append((link.b if link.a == city else link.a, link))
        else:
            stack.pop()
            if came_by:
                path.append(came_by)
    return path[::-1]
