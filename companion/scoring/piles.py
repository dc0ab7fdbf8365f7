"""The Card Game: which tickets a pile of train cards completes best (CG-A6), and the big cities (CG-7)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from companion.boards import LOCOMOTIVE, CardColour, CardCounts, PlayerColour, Ticket
from companion.boards.rules import BigCity
from companion.game.rules_of_cards import shortfall
from companion.scoring.ranking import leaders


def best_choice(tickets: Sequence[Ticket], pile: CardCounts) -> tuple[int, ...]:
    """Places of the tickets to complete: most points, then most tickets, then the first found.

    Branch and bound: the tickets are tried in the order of what they bring per card, and a branch is given up when
    even splitting the next ticket would not bring more than the best so far. Points and count are one number, since
    no one holds a thousand tickets.
    """
    worth = [1000 * ticket.penalty + 1 for ticket in tickets]
    cards = [sum(ticket.cards.values()) for ticket in tickets]
    order = sorted(range(len(tickets)), key=lambda place: (-worth[place] / cards[place], place))
    needs = [tuple(tickets[place].cards.items()) for place in order]
    best: tuple[int, tuple[int, ...]] = (0, ())

    def bound(place: int, room: int) -> float:
        hope = 0.0
        for next_one in order[place:]:
            if cards[next_one] > room:
                return hope + worth[next_one] * room / cards[next_one]
            hope += worth[next_one]
            room -= cards[next_one]
        return hope

    def search(place: int, total: int, chosen: tuple[int, ...], left: dict[CardColour, int], room: int) -> None:
        nonlocal best
        if total > best[0]:
            best = total, chosen
        if place == len(order) or total + bound(place, room) <= best[0]:
            return
        after = _paid(left, needs[place])
        ticket = order[place]
        if after is not None:
            search(place + 1, total + worth[ticket], (*chosen, ticket), after, room - cards[ticket])
        search(place + 1, total, chosen, left, room)

    search(0, 0, (), dict(pile), sum(pile.values()))
    return tuple(sorted(best[1]))


def _paid(pile: dict[CardColour, int], need: Sequence[tuple[CardColour, int]]) -> dict[CardColour, int] | None:
    """What is left of a pile after these cards are laid down, locomotives filling the gaps; None if it is too small."""
    left = dict(pile)
    for colour, count in need:
        own = min(left.get(colour, 0), count)
        left[colour] = left.get(colour, 0) - own
        left[LOCOMOTIVE] = left.get(LOCOMOTIVE, 0) - (count - own)
    return left if left.get(LOCOMOTIVE, 0) >= 0 else None


def still_needed(ticket: Ticket, completed: Sequence[Ticket], pile: CardCounts) -> CardCounts:
    """The cards that a ticket lacks when these others have been paid from the pile."""
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
    """The tickets with these ids, each card once."""
    wanted = Counter(ids)
    found = []
    for ticket in tickets:
        if wanted[ticket.id] > 0:
            wanted[ticket.id] -= 1
            found.append(ticket)
    return found


def without(tickets: Sequence[Ticket], ids: Iterable[str]) -> list[Ticket]:
    """The tickets that are left when the cards with these ids are gone."""
    return picked(tickets, (Counter(ticket.id for ticket in tickets) - Counter(ids)).elements())


def big_city_winners(card: BigCity, completed: Mapping[PlayerColour, Sequence[Ticket]]) -> tuple[PlayerColour, ...]:
    """CG-7, CG-8: who completed most tickets that name the city: everyone tied, but nobody with none (CG-A4)."""
    return leaders(
        {
            player: sum(card.city in (ticket.start, *(goal.to for goal in ticket.goals)) for ticket in tickets)
            for player, tickets in completed.items()
        }
    )
