"""What is odd about a map that can be played all the same: things far from where they belong, too few tickets."""

from collections.abc import Iterator, Mapping
from math import dist

from companion.boards.board import Board, Point, Route
from companion.boards.faults import Fault, Lines

FAR = 0.15
"""How far a track may begin from its city, in diagonals of the board. On the printed boards it is 0.05 at most."""


def remarks(board: Board, lines: Lines) -> Iterator[Fault]:
    """All that someone who has just written this map would want to look at again."""
    if board.size is not None:
        for section, entry, what in _misplaced(board, board.size):
            yield Fault(lines.of(section, entry), what)
    for what in _about_tickets(board):
        yield Fault(None, what)


def _misplaced(board: Board, size: Point) -> Iterator[tuple[str, str, str]]:
    """Section, id and remark of each entry that lies outside of the board, on another one, or far from its place."""
    for country in board.countries.values():
        if _is_outside((country.x, country.y), size):
            yield "countries", country.id, f"country {country.id} lies {_outside(size)}"
    places = {city.id: (city.x or 0, city.y or 0) for city in board.cities.values()}
    sure = dict(places)
    first: dict[Point, str] = {}
    for city, at in places.items():
        other = first.setdefault(at, city)
        if _is_outside(at, size):
            yield "cities", city, f"city {city} lies {_outside(size)}"
            del sure[city]
        elif other != city:
            yield "cities", city, f"city {city} lies where {other} lies: change its x and y"
            sure.pop(city), sure.pop(other, None)
    for route in board.routes.values():
        yield from (("routes", route.id, f"route {route.id} {what}") for what in _about_track(route, size, sure))


def _about_track(route: Route, size: Point, places: Mapping[str, Point]) -> Iterator[str]:
    """What is odd about a track; `places` are the cities that lie where they should."""
    points = route.bends or route.track
    outside = next((point for point in (*route.track, *route.bends) if _is_outside(point, size)), None)
    if outside:
        yield f"has a point {_point(outside)} {_outside(size)}"
        return
    first, last = points[0], points[-1]
    if route.start in places and route.end in places:
        start, end = places[route.start], places[route.end]
        if dist(first, end) + dist(last, start) < dist(first, start) + dist(last, end):
            yield f"begins beside {route.end}: give its points from {route.start} to {route.end}"
            return
    for city, point in ((route.start, first), (route.end, last)):
        if city in places and dist(point, places[city]) > FAR * dist((0, 0), size):
            yield f"has a point {_point(point)} far from {city} at {_point(places[city])}: is one of them wrong?"


def _about_tickets(board: Board) -> Iterator[str]:
    """Tickets enough for the largest table, and no more kept than there are to choose from."""
    deal, most = board.rules.tickets, board.rules.players[1]
    for long, dealt in ((False, deal.deal), (True, deal.deal_long)):
        cards = sum(ticket.copies for ticket in board.tickets.values() if ticket.long == long)
        if cards < dealt * most:
            called = "long tickets" if long else "tickets"
            yield f"{most} players are dealt {dealt * most} {called}, but there are {cards}: add some, or deal fewer"
    if deal.keep > deal.deal + deal.deal_long:
        yield f"rules.tickets.keep is {deal.keep}, but only {deal.deal + deal.deal_long} are dealt"
    if deal.draw_keep > deal.draw:
        yield f"rules.tickets.draw_keep is {deal.draw_keep}, but only {deal.draw} are drawn"


def _is_outside(point: Point, size: Point) -> bool:
    return not (0 <= point[0] <= size[0] and 0 <= point[1] <= size[1])


def _outside(size: Point) -> str:
    return f"outside of the board, which is {size[0]:g} wide and {size[1]:g} high"


def _point(point: Point) -> str:
    return f"[{point[0]:g}, {point[1]:g}]"
