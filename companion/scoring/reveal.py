"""The tally as a sequence of moments to present, each with its points and its proof.

Pure, like all scoring: from a sheet to moments. The points of all moments add up to the totals of the sheet.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from companion.boards import EnteredLine, PlayerColour, Ticket, route_graph
from companion.scoring.scoresheet import PlayerScore, ScoreSheet
from companion.scoring.tickets import TicketScore
from companion.scoring.verdicts import verdict
from companion.words import Sentence

Kind = Literal[
    "routes", "ticket", "stations", "mandala", "longest", "globetrotter", "alvin", "big_cities", "entered", "winner"
]


@dataclass(frozen=True, slots=True)
class Moment:
    """One item that is presented at the tally."""

    kind: Kind
    player: PlayerColour | None
    """The player concerned; None for a shared victory."""
    sentence: Sentence
    points: int = 0
    detail: Sentence | None = None
    """The proof, or what is missing, in words."""
    ticket: Ticket | None = None
    line: str = ""
    """The line, if people entered it."""
    lit: tuple[str, ...] = ()
    """The routes that prove it, in walking order."""
    other_way: tuple[str, ...] = ()
    """The second path of a Mandala, which shares no route with the first (IN-4)."""
    borrowed: tuple[str, ...] = ()
    """Those of the `lit` routes that stations borrow (EU-4)."""
    missing: tuple[str, ...] = ()
    """The routes that a failed ticket lacks."""
    well: bool = True
    """False for a failed ticket."""


def moments(sheet: ScoreSheet) -> tuple[Moment, ...]:
    """Return all moments in order of presentation: routes, tickets with the failed ones first, bonuses, the winner."""
    found = [moment for score in sheet.players for moment in _routes(sheet, score)]
    found += [moment for score in sheet.players for moment in _tickets(sheet, score)]
    for line, tell in _BONUSES.items():
        found += [moment for score in sheet.players if line in score.lines for moment in tell(sheet, score)]
    found += [_entered(line, score) for line in sheet.board.rules.entered for score in sheet.players]
    alone = sheet.winners[0].player.colour if len(sheet.winners) == 1 else None
    return (*found, Moment("winner", alone, verdict(sheet)))


def _routes(sheet: ScoreSheet, score: PlayerScore) -> Iterator[Moment]:
    if "routes" not in score.lines:
        return
    own = tuple(route.id for route in sheet.state.routes_of(score.player.colour))
    sentence = Sentence("{player}: one route", _about(score, count=len(own)), "{player}: {count} routes")
    yield Moment("routes", score.player.colour, sentence, score.lines["routes"], lit=own)


# Tickets


def _tickets(sheet: ScoreSheet, score: PlayerScore) -> Iterator[Moment]:
    """Yield the failed tickets first, and within each group the smaller ones first, so that the best comes last."""
    borrowed = {loan.route.id for loan in score.borrowed}
    for ticket in sorted(score.tickets, key=lambda one: (one.completed, abs(one.points))):
        lent = tuple(route for route in ticket.routes if route in borrowed)
        sentence = Sentence("{player}: {ticket}", _about(score, ticket=sheet.board.ticket(ticket.ticket)))
        proof: tuple[Sentence | None, tuple[str, ...]] = (_proof(sheet, ticket, lent), ())
        if not ticket.completed:
            proof = _gap(sheet, score, ticket)
        yield Moment(
            "ticket",
            score.player.colour,
            sentence,
            ticket.points,
            proof[0],
            ticket.ticket,
            lit=ticket.routes,
            borrowed=lent,
            missing=proof[1],
            well=ticket.completed,
        )


def _proof(sheet: ScoreSheet, ticket: TicketScore, lent: Sequence[str]) -> Sentence | None:
    """Return by which country or whose route a ticket was completed, or None if that is obvious."""
    board = sheet.board
    if lent:
        route = board.routes[lent[0]]
        lenders = " / ".join(sheet.state.player(owner).name for owner in sheet.state.owners(route))
        facts = {"route": board.route(route), "lender": lenders, "count": len(lent)}
        return Sentence("Uses {route}, claimed by {lender}", facts, "Stations use {count} routes")
    if ticket.reached:
        return Sentence("Reached: {places}", {"places": ", ".join(str(board.place(one)) for one in ticket.reached)})
    return None


def _gap(sheet: ScoreSheet, score: PlayerScore, ticket: TicketScore) -> tuple[Sentence, tuple[str, ...]]:
    """Return what a failed ticket lacks, cards or routes, and the ids of the routes."""
    if ticket.missing_cards:
        facts = {"count": sum(ticket.missing_cards.values())}
        return Sentence("One card short", facts, "{count} cards short"), ()
    gap = sheet.gaps(score).of(ticket.ticket)
    if gap is None:
        return Sentence("No way left to complete it"), ()
    if len(gap.routes) > 1:  # the board shows them, and their names would fill the screen
        far = {"count": gap.trains, "routes": len(gap.routes)}
        return Sentence("{count} trains short, on {routes} routes", far), gap.routes
    short = {"count": gap.trains, "route": sheet.board.route(sheet.board.routes[gap.routes[0]])}
    return Sentence("One train short: {route}", short, "{count} trains short: {route}"), gap.routes


# Bonuses


def _stations(sheet: ScoreSheet, score: PlayerScore) -> Iterator[Moment]:
    left = score.stations_left or 0
    facts = _about(score, count=left)
    sentence = Sentence("{player}: one station not built", facts, "{player}: {count} stations not built")
    if not left:
        sentence = Sentence("{player}: all stations built", facts)
    yield Moment("stations", score.player.colour, sentence, score.lines["stations"])


def _longest(sheet: ScoreSheet, score: PlayerScore) -> Iterator[Moment]:
    """GEN-5: yield each player's longest route with its length, and who shares the bonus."""
    points, trail = score.lines["longest"], score.longest
    level = [one.player.name for one in sheet.players if one.lines["longest"] and one is not score]
    facts = _about(score, length=trail.length if trail else 0, others=", ".join(level))
    pattern = "{player}: longest route {length}"
    if points:
        pattern = (
            "{player}: longest route {length}, tied with {others}"
            if level
            else "{player} has the longest route: {length}"
        )
    yield Moment("longest", score.player.colour, Sentence(pattern, facts), points, lit=trail.routes if trail else ())


def _globetrotter(sheet: ScoreSheet, score: PlayerScore) -> Iterator[Moment]:
    """OW-7: yield each player's number of completed tickets, and who shares the bonus."""
    level = [one.player.name for one in sheet.players if one.lines["globetrotter"] and one is not score]
    facts = _about(score, count=score.completed, others=", ".join(level))
    one, more = "{player}: one ticket completed", "{player}: {count} tickets completed"
    if score.lines["globetrotter"]:
        one, more = "{player} is the Globetrotter with one ticket", "{player} is the Globetrotter with {count} tickets"
    sentence = Sentence(one, facts, more)
    if score.lines["globetrotter"] and level:
        sentence = Sentence("{player} is the Globetrotter (tickets: {count}), tied with {others}", facts)
    yield Moment("globetrotter", score.player.colour, sentence, score.lines["globetrotter"])


def _alvin(sheet: ScoreSheet, score: PlayerScore) -> Iterator[Moment]:
    """OW-9 to OW-11: yield a player's captures of Alvin; nothing for a player without any."""
    alvin = sheet.state.alvin
    if not score.lines["alvin"] or alvin is None:
        return
    count = alvin.captures.count(score.player.colour)
    one, more = "{player} captured Alvin once", "{player} captured Alvin {count} times"
    if alvin.keeper == score.player.colour:
        one, more = (
            "{player} captured Alvin once, and has him at the end",
            ("{player} captured Alvin {count} times, and has him at the end"),
        )
    sentence = Sentence(one, _about(score, count=count), more)
    if alvin.keeper == score.player.colour and not count:
        sentence = Sentence("{player} has Alvin at the end", _about(score))
    yield Moment("alvin", score.player.colour, sentence, score.lines["alvin"])


def _big_cities(sheet: ScoreSheet, score: PlayerScore) -> Iterator[Moment]:
    """CG-7: yield the big cities that a player has."""
    cities = ", ".join(str(sheet.board.place(city)) for city in score.big_cities)
    pattern = "{player}: {cities}" if cities else "{player}: no big cities"
    sentence = Sentence(pattern, _about(score, cities=cities))
    yield Moment("big_cities", score.player.colour, sentence, score.lines["big_cities"])


def _mandala(sheet: ScoreSheet, score: PlayerScore) -> Iterator[Moment]:
    """IN-4, IN-5: yield each qualifying ticket with its two paths and what it adds to the bonus. Beyond the end of the
    table it adds nothing."""
    table, paid = sheet.board.rules.bonus.mandala, 0
    for place, ticket in enumerate((one for one in score.tickets if one.mandala), start=1):
        one, other = _two_ways(sheet, score, ticket)
        now = table[min(place, len(table)) - 1]
        sentence = Sentence("{player}: Mandala for {ticket}", _about(score, ticket=sheet.board.ticket(ticket.ticket)))
        colour = score.player.colour
        yield Moment("mandala", colour, sentence, now - paid, ticket=ticket.ticket, lit=one, other_way=other)
        paid = now


_BONUSES: dict[str, Callable[[ScoreSheet, PlayerScore], Iterator[Moment]]] = {
    "stations": _stations,
    "mandala": _mandala,
    "longest": _longest,
    "globetrotter": _globetrotter,
    "alvin": _alvin,
    "big_cities": _big_cities,
}
"""The function that presents each bonus, in order of presentation."""


def _entered(line: EnteredLine, score: PlayerScore) -> Moment:
    """Return the moment for a line that people entered."""
    points = score.lines[line.id]
    sentence = Sentence("{player}: {line}", _about(score, line=line.name))
    return Moment("entered", score.player.colour, sentence, points, line=line.id)


def _two_ways(sheet: ScoreSheet, score: PlayerScore, ticket: TicketScore) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """IN-4: return two short paths between the ends of a ticket that share no route."""
    from networkx import Graph, NetworkXNoPath, edge_disjoint_paths

    multi = route_graph(sheet.state.routes_of(score.player.colour))
    graph: Graph[str] = Graph(multi)  # IN-A3: parallel routes count as one
    routes = {frozenset((a, b)): key for a, b, key in multi.edges(keys=True)}
    for start in sheet.board.gates(ticket.ticket.start):
        for end in (gate for goal in ticket.ticket.goals for gate in sheet.board.gates(goal.to)):
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


def _about(score: PlayerScore, **facts: object) -> dict[str, object]:
    return {"player": score.player.name, **facts}
