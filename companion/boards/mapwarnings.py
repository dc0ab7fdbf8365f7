"""Warnings about a map that can be played all the same: misplaced entries, too few tickets."""

from collections.abc import Iterator, Mapping
from math import dist

from companion.boards.board import Board, Route
from companion.boards.faults import Fault, Lines
from companion.boards.frozen import Point
from companion.boards.land import crossings
from companion.words import say

FAR = 0.15
"""How far a route may begin from its city, in diagonals of the board. On the printed boards it is 0.05 at most."""


def map_warnings(board: Board, lines: Lines) -> Iterator[Fault]:
    """Yield everything that the author of this map may want to check."""
    if board.size is not None:
        for section, entry, what in _misplaced(board, board.size):
            yield Fault(lines.of(section, entry), what)
    for what in _about_tickets(board):
        yield Fault(None, what)
    for what in crossings(board.land) if board.land else ():
        yield Fault(None, what)


def _misplaced(board: Board, size: Point) -> Iterator[tuple[str, str, str]]:
    """Yield section, id and warning of each entry that is outside of the board, on top of another, or far from its
    place."""
    for country in board.countries.values():
        if _is_outside((country.x, country.y), size):
            yield "countries", country.id, say("country {id} is {outside}", id=country.id, outside=_outside(size))
    places = {city.id: (city.x or 0, city.y or 0) for city in board.cities.values()}
    sure = dict(places)
    first: dict[Point, str] = {}
    for city, at in places.items():
        other = first.setdefault(at, city)
        if _is_outside(at, size):
            yield "cities", city, say("city {city} is {outside}", city=city, outside=_outside(size))
            del sure[city]
        elif other != city:
            yield (
                "cities",
                city,
                say("city {city} is in the same place as {other}: change its x and y", city=city, other=other),
            )
            sure.pop(city), sure.pop(other, None)
    for route in board.routes.values():
        yield from (("routes", route.id, what) for what in _about_track(route, size, sure))


def _about_track(route: Route, size: Point, places: Mapping[str, Point]) -> Iterator[str]:
    """Yield what is odd about the position of a route; `places` are the cities whose own position is plausible."""
    points = route.middles or route.track
    outside = next((point for point in (*route.track, *route.bends, *route.middles) if _is_outside(point, size)), None)
    if outside:
        yield say(
            "route {id} has a point {point} {outside}", id=route.id, point=_point(outside), outside=_outside(size)
        )
        return
    first, last = points[0], points[-1]
    if route.start in places and route.end in places:
        start, end = places[route.start], places[route.end]
        if dist(first, end) + dist(last, start) < dist(first, start) + dist(last, end):
            facts = {"id": route.id, "start": route.start, "end": route.end}
            yield say("route {id} starts near {end}: list its points from {start} to {end}", **facts)
            return
    for city, point in ((route.start, first), (route.end, last)):
        if city in places and dist(point, places[city]) > FAR * dist((0, 0), size):
            facts = {"id": route.id, "point": _point(point), "city": city, "place": _point(places[city])}
            yield say(
                "route {id} has a point {point} far from {city}, which is at {place}: is one of them wrong?", **facts
            )


def _about_tickets(board: Board) -> Iterator[str]:
    """Yield warnings if there are too few tickets for the most players, or more must be kept than there are to choose
    from."""
    deal, most = board.rules.tickets, board.rules.players[1]
    for long, dealt in ((False, deal.deal), (True, deal.deal_long)):
        cards = sum(ticket.copies for ticket in board.tickets.values() if ticket.long == long)
        if cards < dealt * most:
            facts = {"most": most, "dealt": dealt * most, "cards": cards}
            if long:
                yield say(
                    "{most} players are dealt {dealt} long tickets in all, but there are only {cards}: add "
                    "some, or deal fewer",
                    **facts,
                )
            else:
                yield say(
                    "{most} players are dealt {dealt} tickets in all, but there are only {cards}: add some, "
                    "or deal fewer",
                    **facts,
                )
    if deal.keep > deal.deal + deal.deal_long:
        yield say(
            "rules.tickets.keep is {keep}, but the number dealt is {dealt}",
            keep=deal.keep,
            dealt=deal.deal + deal.deal_long,
        )
    if deal.draw_keep > deal.draw:
        yield say(
            "rules.tickets.draw_keep is {keep}, but rules.tickets.draw is only {drawn}",
            keep=deal.draw_keep,
            drawn=deal.draw,
        )


def _is_outside(point: Point, size: Point) -> bool:
    return not (0 <= point[0] <= size[0] and 0 <= point[1] <= size[1])


def _outside(size: Point) -> str:
    facts = {"width": f"{size[0]:g}", "height": f"{size[1]:g}"}
    return say("off the board, which is {width} wide and {height} high", **facts)


def _point(point: Point) -> str:
    return f"[{point[0]:g}, {point[1]:g}]"
