"""Companion without a screen: scores and maps on the command line."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from companion.boards import Board

DONE, BAD_INPUT = 0, 2


class BadInputError(Exception):
    """Something a person can mend; the text is one line for standard error."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and answers with its exit status: 0 done, 2 bad input."""
    for stream in (sys.stdout, sys.stderr):
        _never_choke_on_letters(stream)
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        command: Callable[[argparse.Namespace], int] | None = options.command
        if command is None:
            parser.print_help()
            return DONE
        return command(options)
    except BadInputError as error:
        _complain(str(error))
        return BAD_INPUT
    except BrokenPipeError:  # the reader, a pager perhaps, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description="Knows the score of a train board game.")
    parser.add_argument("--data-dir", type=Path, metavar="DIR", help="folder of your own games and maps")
    parser.set_defaults(command=None)
    commands = parser.add_subparsers(title="commands", metavar="")

    score = commands.add_parser("score", help="print the score sheet of game records")
    score.add_argument("files", nargs="+", type=Path, metavar="FILE")
    score.add_argument("--json", action="store_true", help="one JSON object per file")
    score.set_defaults(command=_score)

    maps = commands.add_parser("maps", help="list the maps, or check map files")
    maps.set_defaults(command=_list_maps)
    actions = maps.add_subparsers(title="commands", metavar="")
    check = actions.add_parser("check", help="say what is wrong with map files, a line per fault")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE")
    check.set_defaults(command=_check_maps)
    return parser


def _never_choke_on_letters(stream: TextIO) -> None:
    """A terminal that cannot show å still gets its line."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="replace")


def _complain(line: str) -> None:
    print(line, file=sys.stderr)


def _own_maps(options: argparse.Namespace) -> Path:
    data_dir: Path | None = options.data_dir
    if data_dir is None:
        from platformdirs import user_data_path

        data_dir = user_data_path("companion", appauthor=False)
    return data_dir / "maps"


@contextmanager
def _about(file: Path) -> Iterator[None]:
    """Whatever is wrong with a file becomes one line that names it."""
    # Loaded here, since `companion --help` needs none of it.
    from companion.boards import BadMapError, NoSuchMapError
    from companion.game import BadRecordError

    try:
        yield
    except (BadRecordError, NoSuchMapError) as error:
        raise BadInputError(f"{file}: {error}") from None
    except BadMapError as error:
        raise BadInputError(f"{file}: its map is faulty: {error}") from None
    except OSError as error:
        raise BadInputError(f"{error.filename or file}: {(error.strerror or str(error)).lower()}") from None


def _score(options: argparse.Namespace) -> int:
    from companion.boards import Library
    from companion.game import read_record, replay
    from companion.scoring import sheet_json, tally
    from companion.scoring.printed import printed

    library = Library(_own_maps(options))
    status = DONE
    for place, file in enumerate(options.files):
        try:
            with _about(file):
                record = read_record(file)
                sheet = tally(replay(record, library.load(record.map)))
        except BadInputError as error:
            _complain(str(error))
            status = BAD_INPUT
            continue
        if options.json:
            print(json.dumps(sheet_json(sheet), ensure_ascii=False), flush=True)
        else:
            print("\n" * bool(place) + printed(sheet, _wants_colours(sys.stdout)), end="", flush=True)
    return status


def _wants_colours(stream: TextIO) -> bool:
    return stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def _list_maps(options: argparse.Namespace) -> int:
    from companion.boards import Library, our_maps

    library = Library(_own_maps(options))
    rows = []
    for map_id, file in library.files().items():
        whose = "" if file.parent == our_maps() else "your own"
        try:
            with _about(file):
                board = library.load(map_id)
        except BadInputError:
            rows.append((map_id, "faulty", "", f"run: companion maps check {file}", whose))
            continue
        fewest, most = board.rules.players
        rows.append((map_id, board.name, f"{fewest}–{most} players", _figures(board), whose))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        print("  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[4]]).rstrip())
    return DONE


def _check_maps(options: argparse.Namespace) -> int:
    from companion.boards import BadMapError, read_map

    status = DONE
    for file in options.files:
        try:
            board = read_map(file)
        except BadMapError as error:
            for line in error.lines():
                _complain(line)
            status = BAD_INPUT
        except OSError as error:
            _complain(f"{file}: {(error.strerror or str(error)).lower()}")
            status = BAD_INPUT
        else:
            print(f"{file}: {board.name} is well: {_figures(board)}")
    return status


def _figures(board: "Board") -> str:
    routes = f"{len(board.routes)} routes, " if board.routes else ""
    return f"{len(board.cities)} cities, {routes}{board.ticket_cards} tickets"
