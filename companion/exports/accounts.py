"""Explanations of a score sheet in words: what a line consists of, how a ticket was completed or what it lacks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.boards import Board, count_words
from companion.scoring import PlayerScore, ScoreSheet, TicketScore
from companion.scoring.gaps import Gaps
from companion.scoring.linenames import line_name
from companion.words import say, sentence_case


@dataclass(frozen=True, slots=True)
class Account:
    """One item of a player's score: what it is, an explanation, its points, and the routes to highlight for it."""

    name: str
    words: str
    points: int | None = None
    """None if it has no points of its own."""
    well: bool = True
    lit: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    """Routes that a failed ticket lacks."""
    ends: tuple[str, ...] = ()
    """Cities that it connects, or should have connected."""

    @property
    def title(self) -> str:
        """The name with spaces between its cities, where a narrow column may break it."""
        return self.name.replace("–", " – ").replace("/", " / ")

    @property
    def on_map(self) -> bool:
        """Whether there is anything to show on a map."""
        return bool(self.lit or self.missing or self.ends)


def way(board: Board, routes: Sequence[str]) -> str:
    """Return the names of the cities along these routes."""
    return " – ".join(board.cities[city].name for city in board.cities_along(routes))


def tickets(sheet: ScoreSheet, score: PlayerScore) -> tuple[Account, ...]:
    """Return every ticket of a player, completed ones first, then by points."""
    gaps = sheet.gaps(score)
    ordered = sorted(score.tickets, key=lambda ticket: (not ticket.completed, -abs(ticket.points)))
    return tuple(_ticket(sheet.board, ticket, gaps) for ticket in ordered)


def _ticket(board: Board, ticket: TicketScore, gaps: Gaps) -> Account:
    name = str(board.ticket(ticket.ticket))
    if ticket.completed:
        return Account(name, _how(board, ticket), ticket.points, lit=ticket.routes, ends=_ends(board, ticket.routes))
    if ticket.missing_cards is not None:
        words = say("Not completed")
        if ticket.missing_cards:
            words = say("Missing: {cards}", cards=count_words(ticket.missing_cards))
        return Account(name, words, ticket.points, well=False)
    gap = gaps.of(ticket.ticket)
    places = (ticket.ticket.start, *(goal.to for goal in ticket.ticket.goals))
    ends = tuple(place for place in places if place in board.cities)
    if gap is None:
        return Account(name, say("No way left to complete it"), ticket.points, well=False, ends=ends)
    routes = ", ".join(str(board.route(board.routes[route])) for route in gap.routes)
    words = say("One train short: {routes}", "{count} trains short: {routes}", count=gap.trains, routes=routes)
    return Account(name, words, ticket.points, well=False, missing=gap.routes, ends=ends)


def _ends(board: Board, routes: Sequence[str]) -> tuple[str, ...]:
    """Return the first and the last city of a path over these routes."""
    cities = board.cities_along(routes)
    return (cities[0], cities[-1]) if cities else ()


def _how(board: Board, ticket: TicketScore) -> str:
    if not ticket.routes:
        return say("Completed")
    cities = way(board, ticket.routes)
    if ticket.reached:
        places = ", ".join(str(board.place(place)) for place in ticket.reached)
        return say("Reached {places}: {way}", places=places, way=cities)
    if ticket.mandala:
        return say("Mandala, two separate routes: {way}", way=cities)
    return cities


def further(sheet: ScoreSheet, score: PlayerScore) -> tuple[Account, ...]:
    """Return the other items of a player: longest route, borrowed routes, bonuses."""
    return tuple(_further(sheet, score))


def longest(sheet: ScoreSheet, score: PlayerScore) -> Account | None:
    """Return a player's longest route, or None if there is none."""
    trail = score.longest
    if not trail or not trail.routes:
        return None
    name = say("Longest route: one train", "Longest route: {count} trains", count=trail.length)
    points = score.lines.get("longest") or None
    return Account(
        name, way(sheet.board, trail.routes), points, lit=trail.routes, ends=_ends(sheet.board, trail.routes)
    )


def _further(sheet: ScoreSheet, score: PlayerScore) -> Iterator[Account]:
    board = sheet.board
    if trail := longest(sheet, score):
        yield trail
    for loan in score.borrowed:
        name = say("Station in {city}", city=board.place(loan.station))
        yield Account(name, say("Uses {route}", route=board.route(loan.route)), lit=(loan.route.id,))
    entered = (line.id for line in board.rules.entered)
    for line in ("stations", "mandala", "globetrotter", "alvin", "big_cities", *entered):
        if score.lines.get(line):
            yield Account(line_name(board, line), explained(sheet, score, line), score.lines[line])


def explained(sheet: ScoreSheet, score: PlayerScore, line: str) -> str:
    """Return what one line of a player consists of. Raise ValueError for an unknown line."""
    match line:
        case "routes":
            return _routes(sheet, score)
        case "tickets":
            return _completed(score)
        case "stations":
            left = score.stations_left or 0
            return say("One not built", "{count} not built", count=left)
        case "longest":
            trail = score.longest
            if not trail or not trail.routes:
                return say("No routes")
            along = way(sheet.board, trail.routes)
            return say("One train: {way}", "{count} trains: {way}", count=trail.length, way=along)
        case "mandala":
            count = sum(ticket.mandala for ticket in score.tickets)
            return say("One ticket with two separate routes", "{count} tickets with two separate routes", count=count)
        case "globetrotter":
            pattern = "Most tickets completed: {count}" if score.lines[line] else "Tickets completed: {count}"
            return say(pattern, count=score.completed)
        case "alvin":
            return _alvin(sheet, score)
        case "big_cities":
            return ", ".join(str(sheet.board.place(city)) for city in score.big_cities) or say("None")
    if sheet.board.rules.entered_line(line):
        missing = score.player.colour not in sheet.state.entered.get(line, {})
        return say("Not entered") if missing else say("As entered")
    raise ValueError(line)


def _routes(sheet: ScoreSheet, score: PlayerScore) -> str:
    if sheet.board.rules.markers:  # OW-4: points may go to another player than the one who claims
        if sheet.state.options.counted:
            return say("As shown on the scoring track")
        return say("From their own city markers and routes")
    count = len(sheet.state.routes_of(score.player.colour))
    return say("One route", "{count} routes", count=count)


def _completed(score: PlayerScore) -> str:
    if not score.tickets:
        return say("No tickets")
    return say("{done} of {all} completed", done=score.completed, all=len(score.tickets))


def _alvin(sheet: ScoreSheet, score: PlayerScore) -> str:
    alvin = sheet.state.alvin
    caught = alvin.captures.count(score.player.colour) if alvin else 0
    words = say("Captured him once", "Captured him {count} times", count=caught)
    if alvin and alvin.keeper == score.player.colour:
        return say("{caught}, and has him at the end", caught=words) if caught else say("Has him at the end")
    if sheet.state.options.counted:  # captures are part of the scoring track
        return say("Does not have him at the end")
    return words if caught else say("Never captured him")


def notes(sheet: ScoreSheet) -> tuple[str, ...]:
    """Return all warnings about the game as sentences."""
    return tuple(
        sentence_case(warning)
        for warning in (*sheet.warnings, *(warning for score in sheet.players for warning in score.warnings))
    )
