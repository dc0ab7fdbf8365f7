"""`companion labels`: write printable sheets of codes for a map."""

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.commandline import DONE, BadInputError, about, complain, own_maps, write_output
from companion.cli.progressbar import progress_bar
from companion.words import Sentence, capital, either, say

if TYPE_CHECKING:
    from companion.boards import Board
    from companion.cli.commandline import Commands
    from hardware.labelsheets import PrintedLabel

WHAT = ("cards", "tickets", "routes", "cities", "players", "commands", "routesheet")
USUAL = WHAT[:-1]
_KINDS = {
    "cards": Sentence("train cards"),
    "tickets": Sentence("tickets"),
    "routes": Sentence("routes"),
    "cities": Sentence("cities"),
    "players": Sentence("players"),
    "commands": Sentence("commands"),
    "routesheet": Sentence("routes by city"),
}
"""The heading of each kind on the printed sheet."""


def add_to(commands: "Commands") -> None:
    """Add the command and its options to the parser."""
    parser = commands.add_parser("labels", help=say("make printable label sheets for a map"))
    parser.add_argument("map", metavar="MAP", help=say("id of a map; `companion maps` lists all maps"))
    kinds = say("choose from {kinds}; by default all but the last", kinds=", ".join(WHAT))
    parser.add_argument("--what", default=",".join(USUAL), metavar="KINDS", help=kinds)
    sheets = say("paper: L7651, L7160, 5160, A4, Letter, 44x68 or 56x87")
    parser.add_argument("--sheet", default="L7651", metavar="NAME", help=sheets)
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help=say("PDF to write; MAP-labels.pdf by default")
    )
    parser.set_defaults(command=_labels)


def _labels(options: argparse.Namespace) -> int:
    from companion.boards import Library
    from hardware.labelsheets import labels_pdf, unprintable
    from hardware.papers import PAPERS

    papers = {name.lower(): paper for name, paper in PAPERS.items()}
    paper = papers.get(options.sheet.lower())
    if paper is None:
        raise BadInputError(
            say("there is no sheet {sheet}: choose from {sheets}", sheet=options.sheet, sheets=", ".join(PAPERS))
        )
    kinds = [kind.strip() for kind in options.what.split(",") if kind.strip()]
    unknown = next((kind for kind in kinds if kind not in WHAT), None)
    if unknown or not kinds:
        pattern = (
            "there are no labels for {what}: choose from {kinds}"
            if unknown
            else "no kind of label was named: choose from {kinds}"
        )
        raise BadInputError(say(pattern, what=unknown, kinds=", ".join(WHAT)))
    file = options.output or Path(f"{options.map}-labels.pdf")
    with about(Path(options.map)):
        board = Library(own_maps(options)).load(options.map)
    with about(file):
        labels = [label for kind in kinds for label in labels_of(board, kind)]
        if not labels:
            raise BadInputError(say("{map} has no {kinds} to print labels for", map=board.name, kinds=either(kinds)))
        heading = say("{map}: {what}", map=board.name, what=", ".join(str(_KINDS[kind]) for kind in kinds))
        content, pages = labels_pdf(labels, paper, heading, progress_bar(_how_far))
        write_output(file, content)
    strange = unprintable(labels)
    if strange:
        complain(
            say(
                "the font has no {letters}: they are missing from the labels, but the codes are correct",
                letters=strange,
            )
        )
    one = "{labels} labels on one page ({paper}) are in {file}"
    more = "{labels} labels on {count} pages ({paper}) are in {file}"
    print(say(one, more, labels=len(labels), count=pages, paper=paper.words, file=file))
    return DONE


def labels_of(board: "Board", kind: str) -> Iterator["PrintedLabel"]:
    """Yield the labels of one kind, in the order in which people look for them."""
    makers: dict[str, Callable[[Board], Iterator[PrintedLabel]]] = {
        "cards": _cards,
        "tickets": _tickets,
        "routes": _routes,
        "cities": _cities,
        "players": _players,
        "commands": _commands,
        "routesheet": _routesheet,
    }
    return makers[kind](board)


def _cards(board: "Board") -> Iterator["PrintedLabel"]:
    from companion.boards import numbered_card
    from companion.boards.signs import CARD_SIGNS
    from hardware.codes import card, set_letter
    from hardware.labelsheets import PrintedLabel

    letter = set_letter(board.id)
    for colour, sign in CARD_SIGNS.items():
        for copy in range(1, board.rules.cards.of(colour) + 1):
            yield PrintedLabel(card(letter, colour, copy).text, capital(numbered_card(colour, copy)), board.name, sign)


def _tickets(board: "Board") -> Iterator["PrintedLabel"]:
    from hardware.codes import LabelKind, copies_of, numbered, numbers, set_letter
    from hardware.labelsheets import PrintedLabel

    copies = {ticket.id: ticket.copies for ticket in board.tickets.values()}
    known = numbers(copies_of(copies))
    for ticket in sorted(board.tickets.values(), key=lambda ticket: str(board.ticket(ticket))):
        goals = "\u00a0/ ".join(f"{board.place(goal.to)}\u00a0{goal.points}" for goal in ticket.goals)
        for number, copy in enumerate(copies_of({ticket.id: ticket.copies}), start=1):
            code = numbered(LabelKind.TICKET, set_letter(board.id), known[copy]).text
            which = say("ticket, {map}", map=board.name)
            if ticket.copies > 1:
                which = say("ticket {number} of {copies}, {map}", number=number, copies=ticket.copies, map=board.name)
            yield PrintedLabel(code, f"{board.place(ticket.start)}\u00a0– {goals}", which)


def _routes(board: "Board") -> Iterator["PrintedLabel"]:
    names = {route.id: sorted(board.cities[end].name for end in route.ends) for route in board.routes.values()}
    for route in sorted(board.routes.values(), key=lambda route: (names[route.id], route.id)):
        yield _route(board, route.id, "\u00a0– ".join(names[route.id]))


def _route(board: "Board", route_id: str, title: str) -> "PrintedLabel":
    from companion.boards import count_of_coloured_spaces
    from companion.boards.signs import CARD_SIGNS
    from hardware.codes import LabelKind, numbered, numbers, set_letter
    from hardware.labelsheets import PrintedLabel

    route = board.routes[route_id]
    alike = [other.id for other in (route, *board.parallel(route)) if other.colour == route.colour]
    track = f" ({sorted(alike).index(route.id) + 1})" if len(alike) > 1 else ""
    words = f"{count_of_coloured_spaces(route.colour, route.length)}{track}"
    if route.tunnel:
        words = say("{spaces}, tunnel", spaces=words)
    elif route.locomotives:
        one, more = "{spaces}, ferry: {count} locomotive", "{spaces}, ferry: {count} locomotives"
        words = say(one, more, spaces=words, count=route.locomotives)
    code = numbered(LabelKind.ROUTE, set_letter(board.id), numbers(board.routes)[route_id]).text
    sign = () if route.colour == "grey" else CARD_SIGNS[route.colour]
    return PrintedLabel(code, title, words, sign)


def _routesheet(board: "Board") -> Iterator["PrintedLabel"]:
    """Yield every route under each of its cities, for a sheet to keep beside the board."""
    from hardware.labelsheets import PrintedLabel

    for city in sorted(board.cities.values(), key=lambda city: (city.name, city.id)):
        beside = [route for route in board.routes.values() if city.id in route.ends]
        if not beside or city.country:
            continue
        yield PrintedLabel(None, city.name)
        others = {route.id: str(board.place(next(end for end in route.ends if end != city.id))) for route in beside}
        for route in sorted(beside, key=lambda route: (others[route.id], route.id)):
            yield _route(board, route.id, others[route.id])


def _cities(board: "Board") -> Iterator["PrintedLabel"]:
    from hardware.codes import LabelKind, numbered, numbers, set_letter
    from hardware.labelsheets import PrintedLabel

    if not (board.rules.stations or board.rules.markers):
        return  # without stations or markers no city is ever scanned
    known = numbers(board.cities)
    for city in sorted(board.cities.values(), key=lambda city: city.name):
        code = numbered(LabelKind.CITY, set_letter(board.id), known[city.id]).text
        yield PrintedLabel(code, str(board.place(city.id)), say("city, {map}", map=board.name))


def _players(board: "Board") -> Iterator["PrintedLabel"]:
    from companion.boards import USUAL_PLAYERS, colour_word
    from companion.boards.signs import PLAYER_SHAPES
    from hardware.codes import player
    from hardware.labelsheets import PrintedLabel

    # Those in the box come first; the trains of other boxes may be used as well.
    for colour in dict.fromkeys((*board.rules.player_colours, *USUAL_PLAYERS)):
        yield PrintedLabel(player(colour).text, capital(colour_word(colour)), say("player"), PLAYER_SHAPES[colour])


def _commands(board: "Board") -> Iterator["PrintedLabel"]:
    from companion.game.labelwords import COMMANDS
    from hardware.codes import Command, command
    from hardware.labelsheets import PrintedLabel

    for which in Command:
        yield PrintedLabel(command(which).text, str(COMMANDS[which]), say("command"))


def _how_far(done: int, of: int) -> str:
    return say("labels: {done} of {all}", done=done, all=of)
