"""The tickets that earn most in all at the last scoring of the Card Game, big cities included (CG-7, CG-9).

Exact, and fast enough for a touch: twenty tickets take some hundredths of a second. The search decides which cities to
win first, then which tickets to complete, and leaves out every branch that provably earns no more than the best choice
found. The proof is as for `worth_most`: cards have prices, and so has each ticket that a city still needs.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.boards import LOCOMOTIVE, CardCounts, Ticket
from companion.scoring.piles import best_choice


@dataclass(frozen=True, slots=True)
class Race:
    """A big city as one player sees it, when the tickets of the others are known."""

    points: int
    need: int
    """How many more tickets with this city the player has to complete to have its card, alone or shared (CG-A3)."""
    places: frozenset[int]
    """The indices of the player's tickets with this city."""


def earns_most(tickets: Sequence[Ticket], pile: CardCounts, races: Sequence[Race]) -> tuple[int, ...]:
    """Return the indices of the tickets to complete: most points in all, incomplete tickets subtracted (CG-6) and big
    cities added, then most tickets, then most big cities (CG-10), then most points by tickets, then the first found,
    which is the choice by value if that is as good."""
    by_value = best_choice(tickets, pile)
    sums = _sums(tickets, pile, races)
    if sums.won(by_value) == sums.bonus:
        return by_value
    best = _search_cities(sums, (None,) * len(sums.need), sums.free_prices(), _Found(sums.total(by_value), by_value))
    return tuple(sorted(best.chosen))


@dataclass(frozen=True, slots=True)
class _Prices:
    """What a card of each colour costs, and what a ticket gains for each city that it serves."""

    cards: tuple[float, ...]
    cities: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """The best choice found so far, and what it is worth."""

    worth: int
    chosen: tuple[int, ...]


_Decided = tuple[bool | None, ...]
"""Of each city: whether it is to be won, or is not counted on; None if that is not decided."""


@dataclass(frozen=True, slots=True)
class _Sums:
    """The tickets, the pile and the cities in numbers."""

    worth: tuple[int, ...]
    """What each ticket is worth, without cities."""
    cards: tuple[tuple[tuple[int, int], ...], ...]
    """Of each ticket: colours and numbers of its cards."""
    supply: tuple[int, ...]
    """The cards of each colour in the pile."""
    locomotives: int
    named: tuple[tuple[int, ...], ...]
    """Of each ticket: the cities that it serves, of those that can be won."""
    need: tuple[int, ...]
    bonus: tuple[int, ...]
    """Of each city that can be won: the tickets that it needs, and what it is worth."""

    def free_prices(self) -> _Prices:
        """Return prices of nothing at all."""
        return _Prices((0.0,) * len(self.supply), (0.0,) * len(self.need))

    def won(self, chosen: Sequence[int]) -> tuple[int, ...]:
        """Return what each city that a choice wins is worth."""
        counts = [0] * len(self.need)
        for place in chosen:
            for city in self.named[place]:
                counts[city] += 1
        cities = zip(self.bonus, counts, self.need, strict=True)
        return tuple(bonus for bonus, count, need in cities if count >= need)

    def total(self, chosen: Sequence[int]) -> int:
        """Return what a choice is worth, cities included."""
        return sum(self.worth[place] for place in chosen) + sum(self.won(chosen))


def _sums(tickets: Sequence[Ticket], pile: CardCounts, races: Sequence[Race]) -> _Sums:
    """Return everything in numbers. One figure holds points, number of tickets, number of cities and points by tickets,
    each in a unit larger than all that can come after it."""
    colours = list(dict.fromkeys(colour for ticket in tickets for colour in ticket.cards))
    open_races = [race for race in races if 0 < race.need <= len(race.places)]
    of_city = sum(ticket.penalty for ticket in tickets) + 1
    of_ticket = of_city * (len(open_races) + 1)
    of_point = of_ticket * (len(tickets) + 1)
    return _Sums(
        worth=tuple(2 * ticket.penalty * of_point + of_ticket + ticket.penalty for ticket in tickets),
        cards=tuple(tuple((colours.index(c), count) for c, count in ticket.cards.items()) for ticket in tickets),
        supply=tuple(pile.get(colour, 0) for colour in colours),
        locomotives=pile.get(LOCOMOTIVE, 0),
        named=tuple(
            tuple(city for city, race in enumerate(open_races) if place in race.places) for place in range(len(tickets))
        ),
        need=tuple(race.need for race in open_races),
        bonus=tuple(race.points * of_point + of_city for race in open_races),
    )


_ROUNDS = 40
"""How often prices are corrected. More rounds cost time, fewer leave more branches to try."""

_ROUNDING = 0.01


def _search_cities(sums: _Sums, decided: _Decided, prices: _Prices, best: _Found) -> _Found:
    """Return the best choice, with some cities decided."""
    bound, prices = _tightened(sums, decided, prices, best.worth)
    if bound < best.worth + 1 - _ROUNDING:
        return best
    if None not in decided:
        return _search_tickets(sums, decided, prices, best)
    place = decided.index(None)
    for wins in (True, False):
        best = _search_cities(sums, (*decided[:place], wins, *decided[place + 1 :]), prices, best)
    return best


def _tightened(sums: _Sums, decided: _Decided, prices: _Prices, known: int) -> tuple[float, _Prices]:
    """Return a number that no choice can exceed, and the prices that show it. In each round, colours in excess demand
    become dearer and leftover ones cheaper, and cities with too few tickets pay more for one (subgradient steps on the
    Lagrangian dual)."""
    lowest, best, pace = float("inf"), prices, 1.0
    for _ in range(_ROUNDS):
        bound, cards, cities = _bound(sums, decided, prices)
        if bound < lowest:
            lowest, best = bound, prices
        else:
            pace *= 0.8
        size = sum(over * over for over in cards) + sum(over * over for over in cities)
        if not size or lowest < known + 1 - _ROUNDING:
            break
        step = pace * (bound - known) / size
        prices = _Prices(
            tuple(max(0.0, cost - step * over) for cost, over in zip(prices.cards, cards, strict=True)),
            tuple(max(0.0, pay - step * over) for pay, over in zip(prices.cities, cities, strict=True)),
        )
    return lowest, best


def _bound(sums: _Sums, decided: _Decided, prices: _Prices) -> tuple[float, list[int], list[int]]:
    """Return what no choice can exceed at these prices, and how many cards and tickets for cities are left over then
    (missing ones are negative)."""
    pay = [0.0 if wins is False else cost for wins, cost in zip(decided, prices.cities, strict=True)]
    dearest = max(prices.cards, default=0.0)
    left = list(sums.supply)
    bound = dearest * sums.locomotives + sum(map(_product, prices.cards, sums.supply))
    if left:
        left[prices.cards.index(dearest)] += sums.locomotives
    served = [0] * len(pay)
    for worth, cards, named in zip(sums.worth, sums.cards, sums.named, strict=True):
        gain = worth - sum(prices.cards[colour] * count for colour, count in cards) + sum(pay[city] for city in named)
        if gain > 0:
            bound += gain
            for colour, count in cards:
                left[colour] -= count
            for city in named:
                served[city] += 1
    for city, wins in enumerate(decided):
        rest = sums.bonus[city] - pay[city] * sums.need[city]
        if wins or (wins is None and rest > 0):
            bound += rest
            served[city] -= sums.need[city]
        elif wins is False:
            served[city] = 0
    return bound, left, served


def _product(cost: float, count: int) -> float:
    return cost * count


def _search_tickets(sums: _Sums, decided: _Decided, prices: _Prices, best: _Found) -> _Found:
    """Return the best choice that wins the cities that are to be won."""
    wanted = [city for city, wins in enumerate(decided) if wins]
    pay = [prices.cities[city] if wins else 0.0 for city, wins in enumerate(decided)]
    dearest = max(prices.cards, default=0.0)
    spent = [sum(prices.cards[colour] * count for colour, count in cards) for cards in sums.cards]
    raised = [worth + sum(pay[city] for city in named) for worth, named in zip(sums.worth, sums.named, strict=True)]
    order = sorted(range(len(spent)), key=lambda place: (spent[place] - raised[place], place))
    hope, servers = [0.0], [[0] * len(pay)]
    for place in reversed(order):
        hope.append(hope[-1] + max(0.0, raised[place] - spent[place]))
        servers.append([count + (city in sums.named[place]) for city, count in enumerate(servers[-1])])
    hope.reverse()
    servers.reverse()

    def search(
        depth: int,
        chosen: tuple[int, ...],
        left: tuple[int, ...],
        locomotives: int,
        missing: tuple[int, ...],
        most: float,
    ) -> None:
        """Try the tickets from here on; `most` is what the choice so far and the cards left are worth at these
        prices."""
        nonlocal best
        if any(missing[city] > servers[depth][city] for city in wanted) or (
            most + hope[depth] < best.worth + 1 - _ROUNDING
        ):
            return
        if depth == len(order):
            worth = sums.total(chosen)
            if worth > best.worth:
                best = _Found(worth, chosen)
            return
        place = order[depth]
        after, engines, cost = list(left), locomotives, 0.0
        for colour, count in sums.cards[place]:
            own = min(after[colour], count)
            after[colour] -= own
            engines -= count - own
            cost += own * prices.cards[colour] + (count - own) * dearest
        if engines >= 0:
            fewer = tuple(count - (city in sums.named[place]) for city, count in enumerate(missing))
            search(depth + 1, (*chosen, place), tuple(after), engines, fewer, most + raised[place] - cost)
        search(depth + 1, chosen, left, locomotives, missing, most)

    start = sum(map(_product, prices.cards, sums.supply)) + dearest * sums.locomotives
    start += sum(sums.bonus[city] - pay[city] * sums.need[city] for city in wanted)
    search(0, (), sums.supply, sums.locomotives, sums.need, start)
    return best
