"""`companion maps`: which maps there are, and what is wrong with a map file."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.answers import DONE, BadInputError, about, complain, own_maps
from companion.words import say, why_not

if TYPE_CHECKING:
    from companion.boards import Board
    from companion.cli.answers import Commands


def add_to(commands: "Commands") -> None:
    """The command and its options."""
    parser = commands.add_parser("maps", help=say("list the maps, or check map files"))
    parser.set_defaults(command=_list)
    actions = parser.add_subparsers(title=say("commands"), metavar="")
    check = actions.add_parser("check", help=say("say what is wrong with map files, a line per fault"))
    check.add_argument("files", nargs="+", type=Path, metavar="FILE")
    check.set_defaults(command=_check)


def _list(options: argparse.Namespace) -> int:
    from companion.boards import Library, our_maps
    from companion.cli.columns import columns

    library = Library(own_maps(options))
    rows = []
    for map_id, file in library.files().items():
        whose = "" if file.parent == our_maps() else say("your own")
        try:
            with about(file):
                board = library.load(map_id)
        except BadInputError:
            rows.append((map_id, say("faulty"), "", say("run: companion maps check {file}", file=file), whose))
            continue
        fewest, most = board.rules.players
        rows.append(
            (map_id, board.name, say("{fewest}–{most} players", fewest=fewest, most=most), _figures(board), whose)
        )
    print(columns(rows))
    return DONE


def _check(options: argparse.Namespace) -> int:
    from companion.boards import BadMapError, read_map

    status = DONE
    for file in options.files:
        try:
            board = read_map(file)
        except BadMapError as error:
            for line in error.lines():
                status = complain(line)
        except OSError as error:
            status = complain(f"{file}: {why_not(error)}")
        else:
            print(say("{file}: {map} is well: {figures}", file=file, map=board.name, figures=_figures(board)))
    return status


def _figures(board: "Board") -> str:
    facts = {"cities": len(board.cities), "routes": len(board.routes), "tickets": board.ticket_cards}
    if board.routes:
        return say("{cities} cities, {routes} routes, {tickets} tickets", **facts)
    return say("{cities} cities, {tickets} tickets", **facts)
