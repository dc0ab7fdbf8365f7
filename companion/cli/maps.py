"""`companion maps`: which maps there are, and what is wrong with a map file."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.answers import DONE, BadInputError, about, complain, own_maps

if TYPE_CHECKING:
    from companion.boards import Board
    from companion.cli.answers import Commands


def add_to(commands: "Commands") -> None:
    """The command and its options."""
    parser = commands.add_parser("maps", help="list the maps, or check map files")
    parser.set_defaults(command=_list)
    actions = parser.add_subparsers(title="commands", metavar="")
    check = actions.add_parser("check", help="say what is wrong with map files, a line per fault")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE")
    check.set_defaults(command=_check)


def _list(options: argparse.Namespace) -> int:
    from companion.boards import Library, our_maps
    from companion.cli.columns import columns

    library = Library(own_maps(options))
    rows = []
    for map_id, file in library.files().items():
        whose = "" if file.parent == our_maps() else "your own"
        try:
            with about(file):
                board = library.load(map_id)
        except BadInputError:
            rows.append((map_id, "faulty", "", f"run: companion maps check {file}", whose))
            continue
        fewest, most = board.rules.players
        rows.append((map_id, board.name, f"{fewest}–{most} players", _figures(board), whose))
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
            status = complain(f"{file}: {(error.strerror or str(error)).lower()}")
        else:
            print(f"{file}: {board.name} is well: {_figures(board)}")
    return status


def _figures(board: "Board") -> str:
    routes = f"{len(board.routes)} routes, " if board.routes else ""
    return f"{len(board.cities)} cities, {routes}{board.ticket_cards} tickets"
