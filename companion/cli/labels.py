"""`companion labels`: printable sheets of codes for a map."""

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.answers import DONE, BadInputError, about, complain, own_maps

if TYPE_CHECKING:
    from companion.boards import Board
    from companion.cli.answers import Commands
    from hardware.labels import Label

WHAT = ("cards", "tickets", "routes", "cities", "players", "commands", "routesheet")
USUAL = WHAT[:-1]


def add_to(commands: "Commands") -> None:
    """The command and its options."""
    parser = commands.add_parser("labels", help="write printable sheets of codes for a map")
    parser.add_argument("map", metavar="MAP", help="id of a map; `companion maps` lists them")
    kinds = f"some of {', '.join(WHAT)}; all but the last by default"
    parser.add_argument("--what", default=",".join(USUAL), metavar="KINDS", help=kinds)
    sheets = "paper: L7651, L7160, 5160, A4, Letter, 44x68 or 56x87"
    parser.add_argument("--sheet", default="L7651", metavar="NAME", help=sheets)
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="PDF to write; by default MAP-labels.pdf")
    parser.set_defaults(command=_labels)


def _labels(options: argparse.Namespace) -> int:
    from companion.boards import Library
    from hardware.labels import unprintable, write_labels
    from hardware.papers import PAPERS

    papers = {name.lower(): paper for name, paper in PAPERS.items()}
    paper = papers.get(options.sheet.lower())
    if paper is None:
        raise BadInputError(f"there is no sheet {options.sheet}: use {', '.join(PAPERS)}")
    kinds = [kind.strip() for kind in options.what.split(",") if kind.strip()]
    unknown = next((kind for kind in kinds if kind not in WHAT), None)
    if unknown or not kinds:
        raise BadInputError(f"there are no labels for {unknown or 'nothing'}: use some of {', '.join(WHAT)}")
    file = options.output or Path(f"{options.map}-labels.pdf")
    with about(Path(options.map)):
        board = Library(own_maps(options)).load(options.map)
    with about(file):
        labels = [label for kind in kinds for label in labels_of(board, kind)]
        if not labels:
            raise BadInputError(f"{board.name} has no {' or '.join(kinds)} to print labels for")
        pages = write_labels(labels, paper, file, f"{board.name}: {', '.join(kinds)}", _progress_bar())
    strange = unprintable(labels)
    if strange:
        complain(f"the typeface has no {strange}: these letters are missing on the labels; the codes are right")
    print(f"{len(labels)} labels on {pages} pages of {paper.words} are in {file}")
    return DONE


def labels_of(board: "Board", kind: str) -> Iterator["Label"]:
    """The labels of one kind, in the order in which people look for them."""
    makers: dict[str, Callable[[Board], Iterator[Label]]] = {
        "cards": _cards,
        "tickets": _tickets,
        "routes": _routes,
        "cities": _cities,
        "players": _players,
        "commands": _commands,
        "routesheet": _routesheet,
    }
    return makers[kind](board)


def _cards(board: "Board") -> Iterator["Label"]:
    from companion.boards.signs import CARD_SIGNS
    from hardware.codes import card, set_letter
    from hardware.labels import Label

    letter = set_letter(board.id)
    for colour, sign in CARD_SIGNS.items():
        for copy in range(1, board.rules.cards.of(colour) + 1):
            yield Label(card(letter, colour, copy).text, f"{colour.capitalize()} {copy}", board.name, sign)


def _tickets(board: "Board") -> Iterator["Label"]:
    from hardware.codes import Kind, copies_of, numbered, numbers, set_letter
    from hardware.labels import Label

    copies = {ticket.id: ticket.copies for ticket in board.tickets.values()}
    known = numbers(copies_of(copies))
    for ticket in sorted(board.tickets.values(), key=lambda ticket: str(board.ticket(ticket))):
        goals = "\u00a0/ ".join(f"{board.place(goal.to)}\u00a0{goal.points}" for goal in ticket.goals)
        for number, copy in enumerate(copies_of({ticket.id: ticket.copies}), start=1):
            code = numbered(Kind.TICKET, set_letter(board.id), known[copy]).text
            which = "ticket" if ticket.copies == 1 else f"ticket {number} of {ticket.copies}"
            yield Label(code, f"{board.place(ticket.start)}\u00a0– {goals}", f"{which}, {board.name}")


def _routes(board: "Board") -> Iterator["Label"]:
    names = {route.id: sorted(board.cities[end].name for end in route.ends) for route in board.routes.values()}
    for route in sorted(board.routes.values(), key=lambda route: (names[route.id], route.id)):
        yield _route(board, route.id, "\u00a0– ".join(names[route.id]))


def _route(board: "Board", route_id: str, title: str) -> "Label":
    from companion.boards.signs import CARD_SIGNS
    from hardware.codes import Kind, numbered, numbers, set_letter
    from hardware.labels import Label

    route = board.routes[route_id]
    alike = [other.id for other in (route, *board.parallel(route)) if other.colour == route.colour]
    track = f" ({sorted(alike).index(route.id) + 1})" if len(alike) > 1 else ""
    kind = ", tunnel" if route.tunnel else f", ferry with {route.locomotives}" if route.locomotives else ""
    code = numbered(Kind.ROUTE, set_letter(board.id), numbers(board.routes)[route_id]).text
    sign = () if route.colour == "grey" else CARD_SIGNS[route.colour]
    return Label(code, title, f"{route.length} {route.colour}{track}{kind}", sign)


def _routesheet(board: "Board") -> Iterator["Label"]:
    """Every route under each of its cities, to lie beside the table."""
    from hardware.labels import Label

    for city in sorted(board.cities.values(), key=lambda city: (city.name, city.id)):
        beside = [route for route in board.routes.values() if city.id in route.ends]
        if not beside or city.country:
            continue
        yield Label(None, city.name)
        others = {route.id: str(board.place(next(end for end in route.ends if end != city.id))) for route in beside}
        for route in sorted(beside, key=lambda route: (others[route.id], route.id)):
            yield _route(board, route.id, others[route.id])


def _cities(board: "Board") -> Iterator["Label"]:
    from hardware.codes import Kind, numbered, numbers, set_letter
    from hardware.labels import Label

    if not (board.rules.stations or board.rules.markers):
        return  # nothing is ever put on a city here
    known = numbers(board.cities)
    for city in sorted(board.cities.values(), key=lambda city: city.name):
        code = numbered(Kind.CITY, set_letter(board.id), known[city.id]).text
        yield Label(code, str(board.place(city.id)), f"city, {board.name}")


def _players(board: "Board") -> Iterator["Label"]:
    from companion.boards.signs import PLAYER_SHAPES
    from hardware.codes import player
    from hardware.labels import Label

    for colour, shape in PLAYER_SHAPES.items():
        yield Label(player(colour).text, colour.capitalize(), "player", shape)


def _commands(board: "Board") -> Iterator["Label"]:
    from hardware.codes import Command, command
    from hardware.labels import Label

    for which in Command:
        yield Label(command(which).text, which.name.capitalize().replace("_", " "), "command")


def _progress_bar() -> Callable[[int, int], None]:
    """A bar on the terminal; silence where nobody watches."""

    def draw(done: int, of: int) -> None:
        if sys.stderr.isatty():
            filled = 30 * done // of
            end = "\n" if done == of else ""
            print(f"\r{'█' * filled}{'░' * (30 - filled)} {done} of {of} labels", end=end, file=sys.stderr, flush=True)

    return draw
