"""The score sheet as text for a terminal."""

import re
from collections.abc import Iterator, Sequence

from companion.boards import Board
from companion.scoring.gaps import Gaps
from companion.scoring.ranking import POINTS, SHARED
from companion.scoring.sheet import PlayerScore, Sheet
from companion.scoring.tickets import TicketScore

_WIDTH = 100
_INK = {"red": "31", "blue": "34", "green": "32", "yellow": "33", "black": "90", "white": "97"}
"""Terminal colours of the players; black is shown as dark grey, since it would vanish."""

_LINES = {
    "routes": "routes",
    "tickets": "tickets",
    "stations": "stations",
    "longest": "longest route",
    "mandala": "Mandala",
    "globetrotter": "Globetrotter",
    "alvin": "Alvin",
    "big_cities": "big cities",
}
_BUT = {
    "tickets": "but completed more tickets",
    "stations": "but built fewer stations",
    "longest": "but has the longest route",
    "big_cities": "but has more big-city cards",
}


def printed(sheet: Sheet, colours: bool = False) -> str:
    """The whole sheet: a table, the winner and why, and what each player's points are made of."""
    parts = [_table(sheet, colours), *(f"! {warning}" for warning in sheet.warnings), _verdict(sheet)]
    parts += ["\n".join(_details(sheet, score, colours)) for score in sheet.players]
    return "\n\n".join(parts) + "\n"


def _table(sheet: Sheet, colours: bool) -> str:
    names = [score.player.name for score in sheet.players]
    rows = [(_LINES[line], [_signed(score.lines[line]) for score in sheet.players]) for line in sheet.players[0].lines]
    totals = ("total", [_number(score.total) for score in sheet.players])
    places = ("place", [f"{score.rank}." for score in sheet.players])
    cells = [cell for _, row in (*rows, totals) for cell in row]
    width = max(map(len, [*names, *cells, *(score.player.colour for score in sheet.players)]))
    label = max(len(name) for name, _ in (*rows, totals, places))

    def line(name: str, row: Sequence[str], ink: bool = False) -> str:
        inked = [
            _ink(cell.rjust(width), score, colours and ink) for cell, score in zip(row, sheet.players, strict=True)
        ]
        return "  ".join([name.ljust(label), *inked]).rstrip()

    rule = "─" * (label + (width + 2) * len(names))
    title = f"{sheet.board.name}, {'final score' if sheet.final else 'if the game ended now'}"
    head = [line("", names, ink=True), line("", [score.player.colour for score in sheet.players])]
    return "\n".join([title, "", *head, *(line(*row) for row in rows), rule, line(*totals), line(*places)])


def _verdict(sheet: Sheet) -> str:
    names = " and ".join(score.player.name for score in sheet.winners)
    if sheet.decided_by == SHARED:
        return f"{names} share the first place: nothing parts them."
    winner = sheet.winners[0]
    if sheet.decided_by == POINTS:
        return f"{names} {'wins' if sheet.final else 'leads'} with {_number(winner.total)} points."
    level = [score.player.name for score in sheet.players if score.total == winner.total and score is not winner]
    verb = "wins" if sheet.final else "leads"
    return f"{names} {verb}: the same points as {' and '.join(level)}, {_BUT[sheet.decided_by]}."


def _details(sheet: Sheet, score: PlayerScore, colours: bool) -> Iterator[str]:
    board, gaps, figures = sheet.board, sheet.gaps(score), []
    if score.trains_left is not None:
        figures.append("1 train left" if score.trains_left == 1 else f"{score.trains_left} trains left")
    if score.stations_left is not None:
        figures.append("1 station left" if score.stations_left == 1 else f"{score.stations_left} stations left")
    figures.append(f"{score.completed} of {len(score.tickets)} tickets completed")
    yield f"{_ink(str(score.player), score, colours)}: {', '.join(figures)}"
    for ticket in score.tickets:
        yield from _hanging(f"{_signed(ticket.points).rjust(5)}  ", _ticket_words(board, ticket, gaps))
    for loan in score.borrowed:
        station, route = board.place(loan.station), board.route(loan.route)
        yield from _hanging("       ", f"the station in {station} borrows {route}")
    if score.longest and score.longest.routes:
        yield from _hanging("       ", f"longest route {score.longest.length}: {_chain(board, score.longest.routes)}")
    if score.big_cities:
        yield from _hanging("       ", f"big cities: {', '.join(str(board.place(city)) for city in score.big_cities)}")
    for warning in score.warnings:
        yield from _hanging("    !  ", str(warning))


def _ticket_words(board: Board, score: TicketScore, gaps: Gaps) -> str:
    name = str(board.ticket(score.ticket))
    if score.completed:
        reached = f" reached {', '.join(str(board.place(goal)) for goal in score.reached)}" if score.reached else ""
        mandala = ", Mandala" if score.mandala else ""
        chain = f": {_chain(board, score.routes)}" if score.routes else ""
        return f"{name}{reached}{mandala}{chain}"
    if score.missing_cards:
        cards = ", ".join(f"{count} {colour}" for colour, count in score.missing_cards.items())
        return f"{name} lacks {cards}"
    gap = gaps.of(score.ticket)
    if gap is None:
        return f"{name}: no way is left"
    routes = ", ".join(str(board.route(board.routes[route])) for route in gap.routes)
    return f"{name} lacks {'1 train' if gap.trains == 1 else f'{gap.trains} trains'}: {routes}"


def _chain(board: Board, routes: Sequence[str]) -> str:
    return "–".join(board.cities[city].name for city in board.cities_along(routes))


def _hanging(start: str, text: str) -> list[str]:
    """The text behind its start, in lines that break at spaces and behind dashes, never inside a name's word."""
    lines = [start]
    for word in re.findall(r"[^ –]+[ –]*", text):
        if len(lines[-1] + word.rstrip()) > _WIDTH:
            lines.append(" " * (len(start) + 2))
        lines[-1] += word
    return [line.rstrip() for line in lines]


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else _number(points)


def _number(points: int) -> str:
    return str(points).replace("-", "−")


def _ink(text: str, score: PlayerScore, colours: bool) -> str:
    return f"\033[1;{_INK[score.player.colour]}m{text}\033[0m" if colours else text
