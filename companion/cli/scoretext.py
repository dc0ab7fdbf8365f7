"""The score sheet as text for a terminal."""

import re
from collections.abc import Iterator, Sequence

from companion.boards import Board, colour_word, count_words
from companion.scoring.gaps import Gaps
from companion.scoring.linenames import small_line_name
from companion.scoring.scoresheet import PlayerScore, ScoreSheet
from companion.scoring.tickets import TicketScore
from companion.scoring.verdicts import printed_verdict
from companion.words import figure, say, signed

_WIDTH = 100
_INK = {"red": "31", "blue": "34", "green": "32", "yellow": "33", "black": "90", "white": "97", "purple": "35"}
"""ANSI colours of the players; black is dark grey, to be visible on a black terminal."""


def printed(sheet: ScoreSheet, colours: bool = False) -> str:
    """Return the whole sheet: a table, the winner and why, and what each player's points consist of."""
    parts = [_table(sheet, colours), *(f"! {warning}" for warning in sheet.warnings), printed_verdict(sheet)]
    parts += ["\n".join(_details(sheet, score, colours)) for score in sheet.players]
    return "\n\n".join(parts) + "\n"


def _table(sheet: ScoreSheet, colours: bool) -> str:
    names = [score.player.name for score in sheet.players]
    rows = [
        (small_line_name(sheet.board, line), [signed(score.lines[line]) for score in sheet.players])
        for line in sheet.players[0].lines
    ]
    totals = (say("total"), [figure(score.total) for score in sheet.players])
    places = (say("place"), [f"{score.rank}." for score in sheet.players])
    cells = [cell for _, row in (*rows, totals) for cell in row]
    tints = [str(colour_word(score.player.colour)) for score in sheet.players]
    width = max(map(len, [*names, *cells, *tints]))
    label = max(len(name) for name, _ in (*rows, totals, places))

    def line(name: str, row: Sequence[str], ink: bool = False) -> str:
        inked = [
            _ink(cell.rjust(width), score, colours and ink) for cell, score in zip(row, sheet.players, strict=True)
        ]
        return "  ".join([name.ljust(label), *inked]).rstrip()

    rule = "─" * (label + (width + 2) * len(names))
    final, now = "{map}, final score", "{map}, if the game ended now"
    title = say(final if sheet.final else now, map=sheet.board.name)
    head = [line("", names, ink=True), line("", tints)]
    return "\n".join([title, "", *head, *(line(*row) for row in rows), rule, line(*totals), line(*places)])


def _details(sheet: ScoreSheet, score: PlayerScore, colours: bool) -> Iterator[str]:
    board, gaps, figures = sheet.board, sheet.gaps(score), []
    if score.trains_left is not None:
        figures.append(say("1 train left", "{count} trains left", count=score.trains_left))
    if score.stations_left is not None:
        figures.append(say("1 station left", "{count} stations left", count=score.stations_left))
    figures.append(say("{done} of {all} tickets completed", done=score.completed, all=len(score.tickets)))
    yield f"{_ink(str(score.player), score, colours)}: {', '.join(figures)}"
    for ticket in score.tickets:
        yield from _hanging(f"{signed(ticket.points).rjust(5)}  ", _ticket_words(board, ticket, gaps))
    for loan in score.borrowed:
        station, route = board.place(loan.station), board.route(loan.route)
        yield from _hanging("       ", say("the station in {city} uses {route}", city=station, route=route))
    if score.longest and score.longest.routes:
        way = _chain(board, score.longest.routes)
        yield from _hanging("       ", say("longest route {length}: {way}", length=score.longest.length, way=way))
    if score.big_cities:
        cities = ", ".join(str(board.place(city)) for city in score.big_cities)
        yield from _hanging("       ", say("big cities: {cities}", cities=cities))
    for warning in score.warnings:
        yield from _hanging("    !  ", str(warning))


def _ticket_words(board: Board, score: TicketScore, gaps: Gaps) -> str:
    name = str(board.ticket(score.ticket))
    if score.completed:
        if score.reached:
            name = say(
                "{ticket}, reached {places}", ticket=name, places=", ".join(map(str, map(board.place, score.reached)))
            )
        if score.mandala:
            name = say("{ticket}, Mandala", ticket=name)
        return f"{name}: {_chain(board, score.routes)}" if score.routes else name
    if score.missing_cards:
        return say("{ticket} is missing {cards}", ticket=name, cards=count_words(score.missing_cards))
    gap = gaps.of(score.ticket)
    if gap is None:
        return say("{ticket}: no way left to complete it", ticket=name)
    routes = ", ".join(str(board.route(board.routes[route])) for route in gap.routes)
    one, more = "{ticket} is 1 train short: {routes}", "{ticket} is {count} trains short: {routes}"
    return say(one, more, ticket=name, count=gap.trains, routes=routes)


def _chain(board: Board, routes: Sequence[str]) -> str:
    return "–".join(board.cities[city].name for city in board.cities_along(routes))


def _hanging(start: str, text: str) -> list[str]:
    """Return the text with a hanging indent; lines break at spaces and after dashes, never inside a word."""
    lines = [start]
    for word in re.findall(r"[^ –]+[ –]*", text):
        if len(lines[-1] + word.rstrip()) > _WIDTH:
            lines.append(" " * (len(start) + 2))
        lines[-1] += word
    return [line.rstrip() for line in lines]


def _ink(text: str, score: PlayerScore, colours: bool) -> str:
    return f"\033[1;{_INK[score.player.colour]}m{text}\033[0m" if colours else text
