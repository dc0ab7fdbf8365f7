"""`companion score`: print the score sheet of game records."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from companion.cli.commandline import DONE, BadInputError, about, complain, own_maps, wants_colours
from companion.words import say

if TYPE_CHECKING:
    from companion.cli.commandline import Commands


def add_to(commands: "Commands") -> None:
    """Add the command and its options to the parser."""
    parser = commands.add_parser("score", help=say("print the score sheet of game records"))
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--json", action="store_true", help=say("print one JSON object per file"))
    parser.set_defaults(command=_score)


def _score(options: argparse.Namespace) -> int:
    from companion.boards import Library
    from companion.cli.scoretext import printed
    from companion.game import read_record, replay
    from companion.scoring import sheet_json, tally

    library = Library(own_maps(options))
    status = DONE
    for place, file in enumerate(options.files):
        try:
            with about(file):
                record = read_record(file)
                sheet = tally(replay(record, library.load(record.map)))
        except BadInputError as error:
            status = complain(str(error))
            continue
        if options.json:
            print(json.dumps(sheet_json(sheet), ensure_ascii=not _knows_all_letters(sys.stdout)), flush=True)
        else:
            print("\n" * bool(place) + printed(sheet, wants_colours(sys.stdout)), end="", flush=True)
    return status


def _knows_all_letters(stream: TextIO) -> bool:
    return (stream.encoding or "").lower().replace("-", "") == "utf8"
