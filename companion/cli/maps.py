"""`companion maps`: list the maps, and write, check and draw new ones."""

import argparse
import os
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.commandline import DONE, BadInputError, about, complain, own_maps, write_output
from companion.words import say, why_not

if TYPE_CHECKING:
    from companion.boards import Board
    from companion.cli.commandline import Commands

_PICTURES = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".pdf": "PDF", ".webp": "WEBP"}
"""The endings of picture files, and the format of each."""


def add_to(commands: "Commands") -> None:
    """Add the command and its options to the parser."""
    parser = commands.add_parser("maps", help=say("list the maps; write, check and draw your own"))
    parser.set_defaults(command=_list)
    actions = parser.add_subparsers(title=say("commands"), metavar="")
    new = actions.add_parser("new", help=say("write a small map with notes, as a starting point for your own"))
    new.add_argument("file", type=Path, metavar="FILE", help=say("file to write; its name becomes the map's id"))
    new.set_defaults(command=_new)
    check = actions.add_parser("check", help=say("list what is wrong with map files, one line per error"))
    check.add_argument("files", nargs="+", type=Path, metavar="FILE")
    check.set_defaults(command=_check)
    draw = actions.add_parser("draw", help=say("draw a map the way the app does"))
    draw.add_argument("map", metavar="FILE", help=say("a map file, or the id of a map"))
    picture = say("picture to write ({endings}); by default the map's id as a .png", endings=", ".join(_PICTURES))
    draw.add_argument("-o", "--output", type=Path, metavar="PICTURE", help=picture)
    draw.set_defaults(command=_draw)
    schema = actions.add_parser("schema", help=say("print the JSON schema of map files, for editors"))
    schema.add_argument("--land", action="store_true", help=say("print the schema of a map’s land file instead"))
    schema.set_defaults(command=_schema)
    for action in actions.choices.values():  # argparse would not accept it after the second command otherwise
        action.add_argument("--data-dir", type=Path, metavar="DIR", default=argparse.SUPPRESS, help=argparse.SUPPRESS)


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
            rows.append((map_id, say("has errors"), "", say("run: companion maps check {file}", file=file), whose))
            continue
        fewest, most = board.rules.players
        rows.append(
            (map_id, board.name, say("{fewest}–{most} players", fewest=fewest, most=most), _figures(board), whose)
        )
    print(columns(rows))
    return DONE


def _new(options: argparse.Namespace) -> int:
    from companion.boards.template import template_map

    file: Path = options.file
    if os.path.lexists(file):
        raise BadInputError(say("{file}: already exists; choose another name, or move the existing file", file=file))
    try:
        write_output(file, template_map(file.stem).encode())
    except OSError as error:
        raise BadInputError(f"{file}: {why_not(error)}") from None
    print(
        say("{file}: written; edit it, then run companion maps check {file} and companion maps draw {file}", file=file)
    )
    return DONE


def _check(options: argparse.Namespace) -> int:
    from companion.boards import BadMapError, read_map
    from companion.boards.faults import Lines
    from companion.boards.mapwarnings import map_warnings

    status = DONE
    for file in options.files:
        try:
            board = read_map(file)
            odd = list(map_warnings(board, Lines(file.read_text(encoding="utf-8-sig"))))
        except BadMapError as error:
            for line in error.lines():
                status = complain(line)
        except OSError as error:
            status = complain(f"{file}: {why_not(error)}")
        else:
            facts = {"file": file, "map": board.name, "figures": _figures(board)}
            if odd:
                print(say("{file}: {map} can be played: {figures}", **facts))
            else:
                print(say("{file}: {map} is fine: {figures}", **facts))
            for remark in odd:
                print(f"{file}: {remark}")
    return status


def _draw(options: argparse.Namespace) -> int:
    from companion.boards import BadMapError
    from companion.boards.shape import is_portrait
    from companion.exports.boardpicture import board_picture

    try:
        board = _meant(options)
    except BadMapError as error:
        return max(complain(line) for line in error.lines())
    output: Path = options.output or Path(f"{board.id}.png")
    if output.suffix.lower() not in _PICTURES:
        raise BadInputError(
            say(
                "{output}: not a picture file name: it must end in {endings}",
                output=output,
                endings=", ".join(_PICTURES),
            )
        )
    try:
        picture = board_picture(board, on_its_side=is_portrait(board))
    except ValueError as error:
        raise BadInputError(str(error)) from None
    drawn = BytesIO()
    picture.save(drawn, _PICTURES[output.suffix.lower()])
    with about(output):
        write_output(output, drawn.getvalue())
    print(f"{output}: {board.name}, {_figures(board)}")
    return DONE


def _meant(options: argparse.Namespace) -> "Board":
    """Return the board of a map file or of a map's id. Raise BadMapError or BadInputError."""
    from companion.boards import Library, NoSuchMapError, read_map

    file = Path(options.map)
    try:
        if file.suffix == ".toml" or file.exists():
            return read_map(file)
        return Library(own_maps(options)).load(options.map)
    except NoSuchMapError as error:
        raise BadInputError(str(error)) from None
    except OSError as error:
        raise BadInputError(f"{file}: {why_not(error)}") from None


def _schema(options: argparse.Namespace) -> int:
    import json

    from companion.boards.schema import land_schema, map_schema

    print(json.dumps(land_schema() if options.land else map_schema(), indent=2))
    return DONE


def _figures(board: "Board") -> str:
    facts = {"cities": len(board.cities), "routes": len(board.routes), "tickets": board.ticket_cards}
    if board.routes:
        return say("cities: {cities}, routes: {routes}, tickets: {tickets}", **facts)
    return say("cities: {cities}, tickets: {tickets}", **facts)
