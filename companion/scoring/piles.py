"""The Card Game: the best tickets to complete with a pile of train cards (CG-A6), and the big cities (CG-7)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from companion.boards import LOCOMOTIVE, CardColour, CardCounts, PlayerColour, Ticket
from companion.boards.rules import BigCity
from companion.game.rules_of_cards import shortfall
from companion.scoring.ranking import leaders


def best_choice(tickets: Sequence[Ticket], pile: CardCounts) -> tuple[int, ...]:
    """CG-A6: return the indices of the tickets to complete by value: most points, then most tickets, then the first
    found. Big cities play no part; what a screen proposes is in `proposals`."""
    return worth_most([_WEIGHT * ticket.penalty + 1 for ticket in tickets], tickets, pile)


def worth_most(worth: Sequence[int], tickets: Sequence[Ticket], pile: CardCounts) -> tuple[int, ...]:
    """Return the indices of the tickets that a pile pays for and that are worth most together, or the first found.

    Branch and bound. Give a card of each colour a price. Completing a ticket then gains its worth less the price of its
    cards, so no choice can be worth more than the cards in the pile plus every positive gain. That holds at any prices;
    good ones (`_prices`) make the bound so tight that few branches are left to try.
    """
    needs = [tuple(ticket.cards.items()) for ticket in tickets]
    price = _prices(worth, needs, pile)
    dearest = max(price.values(), default=0.0)
    gain = [_gain(*one, price) for one in zip(worth, needs, strict=True)]
    order = sorted(range(len(tickets)), key=lambda place: (-gain[place], place))
    hope = [0.0]
    for place in reversed(order):
        hope.append(hope[-1] + max(0.0, gain[place]))
    hope.reverse()
    best: tuple[int, tuple[int, ...]] = (0, ())

    def search(depth: int, total: int, chosen: tuple[int, ...], left: dict[CardColour, int], value: float) -> None:
        nonlocal best
        if total > best[0]:
            best = total, chosen
        if depth == len(order) or total + value + hope[depth] < best[0] + 1 - _ROUNDING:
            return
        place = order[depth]
        after, rest = dict(left), value
        for colour, count in needs[place]:
            own = min(left[colour], count)
            after[colour] -= own
            after[LOCOMOTIVE] -= count - own
            rest -= own * price[colour] + (count - own) * dearest
        if after[LOCOMOTIVE] >= 0:
            search(depth + 1, total + worth[place], (*chosen, place), after, rest)
        search(depth + 1, total, chosen, left, value)

    search(0, 0, (), {colour: pile.get(colour, 0) for colour in (*price, LOCOMOTIVE)}, _value(pile, price))
    return tuple(sorted(best[1]))


_WEIGHT = 1000
"""Combines points and number of tickets into one figure: nobody holds a thousand tickets."""

_ROUNDING = 1e-6

_Need = tuple[tuple[CardColour, int], ...]


def _gain(worth: float, need: _Need, price: Mapping[CardColour, float]) -> float:
    """Return what a ticket is worth beyond the price of its cards."""
    return worth - sum(price[colour] * count for colour, count in need)


def _value(pile: CardCounts, price: Mapping[CardColour, float]) -> float:
    """Return what the cards of a pile are worth. A locomotive costs as much as the dearest colour, since it can be
    any."""
    value = sum(cost * pile.get(colour, 0) for colour, cost in price.items())
    return value + pile.get(LOCOMOTIVE, 0) * max(price.values(), default=0.0)


def _prices(worth: Sequence[int], needs: Sequence[_Need], pile: CardCounts) -> dict[CardColour, float]:
    """Return prices at which the bound is low. In each round, colours in excess demand become dearer and leftover ones
    cheaper (subgradient steps on the Lagrangian dual)."""
    price: dict[CardColour, float] = {colour: 0.0 for need in needs for colour, _ in need}
    best, lowest = price, float("inf")
    for turn in range(4 * len(needs)):
        over = {colour: pile.get(colour, 0) for colour in price}
        over[max(price, key=lambda colour: price[colour])] += pile.get(LOCOMOTIVE, 0)
        bound = _value(pile, price)
        for one, need in zip(worth, needs, strict=True):
            gain = _gain(one, need, price)
            if gain > 0:
                bound += gain
                for colour, count in need:
                    over[colour] -= count
        if bound < lowest:
            best, lowest = price, bound
        size = sum(amount * amount for amount in over.values())
        if not size:
            break
        step = bound / size / (10 + turn)
        price = {colour: max(0.0, cost - step * over[colour]) for colour, cost in price.items()}
    return best


def paid_with(tickets: Sequence[Ticket], pile: CardCounts) -> list[CardCounts]:
    """CG-2, CG-3: return the cards of the pile that pay for each ticket: its own colours while there are any, then
    locomotives. If cards run out, the rest is not paid."""
    left = Counter(pile)
    paid: list[CardCounts] = []
    for ticket in tickets:
        used: Counter[CardColour] = Counter()
        for colour, count in ticket.cards.items():
            used[colour] = min(count, left[colour])
            used[LOCOMOTIVE] += min(count - used[colour], left[LOCOMOTIVE] - used[LOCOMOTIVE])
        left.subtract(used)
        paid.append({colour: count for colour, count in used.items() if count})
    return paid


def still_needed(ticket: Ticket, completed: Sequence[Ticket], pile: CardCounts) -> CardCounts:
    """Return the cards that a ticket lacks after these others have been paid from the pile."""
    used: Counter[CardColour] = Counter()
    for other in completed:
        used.update(other.cards)
    locomotives = max(0, pile.get(LOCOMOTIVE, 0) - shortfall(completed, pile))
    lacks: dict[CardColour, int] = {}
    for colour, count in ticket.cards.items():
        gap = count - max(0, pile.get(colour, 0) - used[colour])
        helped = min(max(gap, 0), locomotives)
        locomotives -= helped
        if gap > helped:
            lacks[colour] = gap - helped
    return lacks


def picked(tickets: Iterable[Ticket], ids: Iterable[str]) -> list[Ticket]:
    """Return the tickets with these ids, each card once."""
    wanted = Counter(ids)
    found = []
    for ticket in tickets:
        if wanted[ticket.id] > 0:
            wanted[ticket.id] -= 1
            found.append(ticket)
    return found


def without(tickets: Sequence[Ticket], ids: Iterable[str]) -> list[Ticket]:
    """Return the tickets that are left without the cards with these ids."""
    return picked(tickets, (Counter(ticket.id for ticket in tickets) - Counter(ids)).elements())


def big_city_winners(card: BigCity, completed: Mapping[PlayerColour, Sequence[Ticket]]) -> tuple[PlayerColour, ...]:
    """CG-7, CG-8: return who completed most tickets with this city: everyone tied, but nobody if there are none
    (CG-A4)."""
    return leaders({player: sum(serves(one, card) for one in tickets) for player, tickets in completed.items()})


def serves(ticket: Ticket, card: BigCity) -> bool:
    """Return whether a ticket names a big city."""
    return card.city in (ticket.start, *(goal.to for goal in ticket.goals))
