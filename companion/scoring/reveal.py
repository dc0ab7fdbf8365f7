"""The tally as a story: one moment after another, each with what it is worth and what proves it.

Pure, like all scoring: from a sheet to moments. The points of all moments add up to the totals of the sheet.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from companion.boards import PlayerColour, Ticket, route_graph
from companion.scoring.sheet import PlayerScore, Sheet
from companion.scoring.tickets import TicketScore
from companion.words import Sentence

Kind = Literal["routes", "ticket", "stations", "mandala", "longest", "globetrotter", "alvin", "big_cities", "winner"]


@dataclass(frozen=True, slots=True)
class Moment:
    """One thing that is told at the tally."""

    kind: Kind
    player: PlayerColour | None
    sentence: Sentence
    points: int = 0
    ticket: Ticket | None = None
    lit: tuple[str, ...] = ()
    """Routes that prove it, in walking order."""
    other_way: tuple[str, ...] = ()
    """The second way of a Mandala, which shares no route with the first (IN-4)."""
    borrowed: tuple[str, ...] = ()
    """Routes among the lit ones that stations borrow (EU-4)."""
    missing: tuple[str, ...] = ()
    """Routes that a failed ticket lacks."""
    well: bool = True


def moments(sheet: Sheet) -> tuple[Moment, ...]:
    """Everything, in the order in which it is told: routes, tickets with the failures first, then the bonuses."""
    found: list[Moment] = []
    for score in sheet.players:
        found.extend(_routes(sheet, score))
    for score in sheet.players:
        found.extend(_tickets(sheet, score))
    for line in ("stations", "mandala", "longest", "globetrotter", "alvin", "big_cities"):
        for score in sheet.players:
            found.extend(_bonus(sheet, score, line))
    return (*found, _winner(sheet))


def _routes(sheet: Sheet, score: PlayerScore) -> Iterator[Moment]:
    if "routes" in score.lines:
        own = tuple(route.id for route in sheet.state.routes_of(score.player.colour))
        facts = {"player": score.player.name, "count": len(own)}
        pattern = "{player}: one route" if len(own) == 1 else "{player}: {count} routes"
        yield Moment("routes", score.player.colour, Sentence(pattern, facts), score.lines["routes"], lit=own)


def _tickets(sheet: Sheet, score: PlayerScore) -> Iterator[Moment]:
    gaps = sheet.gaps(score)
    borrowed = {loan.route.id for loan in score.borrowed}
    for ticket in sorted(score.tickets, key=lambda one: (one.completed, abs(one.points))):
        named = sheet.board.ticket(ticket.ticket)
        facts = {"player": score.player.name, "ticket": named}
        gap = None if ticket.completed or ticket.missing_cards else gaps.of(ticket.ticket)
        yield Moment(
            "ticket",
            score.player.colour,
            Sentence("{player}: {ticket}", facts),
            ticket.points,
            ticket.ticket,
            lit=ticket.routes,
            borrowed=tuple(route for route in ticket.routes if route in borrowed),
            missing=gap.routes if gap else (),
            well=ticket.completed,
        )


def _bonus(sheet: Sheet, score: PlayerScore, line: str) -> Iterator[Moment]:
    if line not in score.lines:
        return
    points, colour, name = score.lines[line], score.player.colour, score.player.name
    facts: dict[str, object] = {"player": name}
    match line:
        case "stations":
            left = score.stations_left or 0
            pattern = "{player}: one station unbuilt" if left == 1 else "{player}: {left} stations unbuilt"
            yield Moment("stations", colour, Sentence(pattern, facts | {"left": left}), points)
        case "mandala":
            yield from _mandala(sheet, score, points)
        case "longest":
            trail = score.longest
            ties = [one.player.name for one in sheet.players if one.lines["longest"] and one is not score]
            pattern = "{player}: longest route {length}"
            if points and ties:
                pattern = "{player}: longest route {length}, level with {others}"
            facts |= {"length": trail.length if trail else 0, "others": ", ".join(ties)}
            yield Moment("longest", colour, Sentence(pattern, facts), points, lit=trail.routes if trail else ())
        case "globetrotter":
            done = score.completed
            pattern = "{player}: one ticket completed" if done == 1 else "{player}: {count} tickets completed"
            yield Moment("globetrotter", colour, Sentence(pattern, facts | {"count": done}), points)
        case "alvin":
            yield Moment("alvin", colour, Sentence("{player} and Alvin", facts), points)
        case "big_cities":
            cities = ", ".join(str(sheet.board.place(city)) for city in score.big_cities) or "–"
            yield Moment(
                "big_cities", colour, Sentence("{player}: big cities {cities}", facts | {"cities": cities}), points
            )


def _mandala(sheet: Sheet, score: PlayerScore, points: int) -> Iterator[Moment]:
    """IN-4, IN-5: each qualifying ticket as two ways; the bonus is paid with the last of them."""
    qualifying = [ticket for ticket in score.tickets if ticket.mandala]
    facts = {"player": score.player.name}
    if not qualifying:
        yield Moment("mandala", score.player.colour, Sentence("{player}: no Mandala", facts), points)
    for number, ticket in enumerate(qualifying, start=1):
        one, other = _two_ways(sheet, score, ticket)
        named = sheet.board.ticket(ticket.ticket)
        yield Moment(
            "mandala",
            score.player.colour,
            Sentence("{player}: Mandala {ticket}", facts | {"ticket": named}),
            points if number == len(qualifying) else 0,
            ticket.ticket,
            lit=one,
            other_way=other,
        )


def _two_ways(sheet: Sheet, score: PlayerScore, ticket: TicketScore) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Two ways between the ends of a ticket that share no route."""
    from networkx import Graph, NetworkXNoPath, edge_disjoint_paths

    multi = route_graph(sheet.state.routes_of(score.player.colour))
    graph: Graph[str] = Graph(multi)
    routes = {frozenset((a, b)): key for a, b, key in multi.edges(keys=True)}
    board = sheet.board
    for start in board.gates(ticket.ticket.start):
        for goal in ticket.ticket.goals:
            for end in board.gates(goal.to):
                if start not in graph or end not in graph:
                    continue
                try:
                    ways = [_along(way, routes) for way in edge_disjoint_paths(graph, start, end)]
                except NetworkXNoPath:
                    continue
                if len(ways) > 1:
                    one, other = sorted(ways, key=len)[:2]
                    return one, other
    return ticket.routes, ()


def _along(cities: Sequence[str], routes: dict[frozenset[str], str]) -> tuple[str, ...]:
    return tuple(routes[frozenset(pair)] for pair in pairwise(cities))


def _winner(sheet: Sheet) -> Moment:
    return Moment("winner", sheet.winners[0].player.colour if len(sheet.winners) == 1 else None, verdict(sheet))


def verdict(sheet: Sheet) -> Sentence:
    """Who won, and by which rule."""
    best = sheet.winners[0]
    facts: dict[str, object] = {
        "winner": " and ".join(score.player.name for score in sheet.winners),
        "points": best.total,
        "others": " and ".join(
            s.player.name for s in sheet.players if s.total == best.total and s not in sheet.winners
        ),
    }
    patterns = {
        "points": "{winner} wins with {points} points",
        "tickets": "{winner} wins: the same points as {others}, but more tickets",
        "stations": "{winner} wins: the same points and tickets as {others}, but fewer stations built",
        "longest": "{winner} wins: the same points as {others}, but the longest route",
        "big_cities": "{winner} wins: the same points as {others}, but more big cities",
        "shared": "{winner} share the victory with {points} points: nothing parts them",
    }
    return Sentence(patterns[sheet.decided_by], facts)
