"""`companion games`: list, show, export, import and delete the games of the journal."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from errno import ENOTDIR
from os import strerror
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.columns import columns
from companion.cli.commandline import (
    DONE,
    BadInputError,
    about,
    complain,
    data_folder,
    own_maps,
    wants_colours,
    write_output,
)
from companion.words import say

if TYPE_CHECKING:
    from companion.boards import Library
    from companion.cli.commandline import Commands
    from companion.game.journal import Game, Journal
    from companion.game.summary import Summary


def add_to(commands: "Commands") -> None:
    """Add the command and its options to the parser."""
    parser = commands.add_parser("games", help=say("list, show, export, import and delete recorded games"))
    actions = {
        "list": say("list all games (the default)"),
        "show": say("show the log and the score of games"),
        "delete": say("move games to the trash"),
        "trash": say("list what is in the trash"),
        "restore": say("restore games from the trash"),
        "empty": say("delete everything in the trash for good"),
    }
    parser.add_argument("action", nargs="?", choices=actions, default="list", help=_explained(actions))
    parser.add_argument(
        "numbers", nargs="*", type=_number, metavar="NUMBER", help=say("numbers of games, as shown in the list")
    )
    records = say("export the given games, or all games, as game records")
    parser.add_argument("--export", nargs="*", type=_number, metavar="NUMBER", help=records)
    parser.add_argument(
        "--import", nargs="+", type=Path, dest="taken_in", metavar="FILE", help=say("import game records")
    )
    parser.add_argument(
        "-o", "--output", type=Path, metavar="PATH", help=say("file to export to, or a folder for several games")
    )
    parser.set_defaults(command=_games)


def _number(text: str) -> int:
    """Return the number of a game. Raise ArgumentTypeError unless it has one to nine digits."""
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise argparse.ArgumentTypeError(say("'{text}' is not the number of a game", text=text[:20]))
    return int(text)


def _explained(actions: dict[str, str]) -> str:
    return "; ".join(f"{action}: {help_}" for action, help_ in actions.items())


def _games(options: argparse.Namespace) -> int:
    from companion.boards import Library

    others = options.taken_in or options.export is not None
    if (others and options.action != "list") or (options.taken_in and options.export is not None):
        raise BadInputError(say("one thing at a time: list, show, delete, trash, restore, empty, --export or --import"))
    if options.numbers and options.action in ("list", "trash", "empty"):
        raise BadInputError(say("companion games {action} takes no numbers", action=options.action))
    library = Library(own_maps(options))
    with _journal(data_folder(options)) as journal:
        if options.taken_in:
            return _import(journal, library, options.taken_in)
        if options.export is not None:
            return _export(journal, library, options.export, options.output)
        match options.action:
            case "list" | "trash":
                return _list(journal, options.action == "trash")
            case "show":
                return _show(journal, library, _some(options))
            case "delete":
                for number in _some(options):
                    journal.delete(number)
                    print(say("game {number} has been moved to the trash", number=str(number)))
            case "restore":
                for number in _some(options):
                    journal.restore(number)
                    print(say("game {number} has been restored", number=str(number)))
            case "empty":
                count = journal.empty_trash()
                gone = say("1 game deleted for good", "{count} games deleted for good", count=count)
                print(gone if count else say("the trash is empty"))
    return DONE


@contextmanager
def _journal(folder: Path) -> Iterator["Journal"]:
    from companion.game.journal import Journal

    with about(folder):
        if folder.exists() and not folder.is_dir():  # to a reader it would be a folder without games
            raise NotADirectoryError(ENOTDIR, strerror(ENOTDIR), str(folder))
        journal = Journal(folder, shared=True)
        try:
            yield journal
        finally:
            for notice in journal.notices:
                complain(str(notice))
            journal.close()


def _some(options: argparse.Namespace) -> list[int]:
    if not options.numbers:
        raise BadInputError(say("which game? Give its number: companion games {action} 1", action=options.action))
    numbers: list[int] = options.numbers
    return numbers


def _list(journal: "Journal", trash: bool) -> int:
    games = journal.games(trash)
    if not games:
        print(say("the trash is empty") if trash else say("there are no games yet"))
    else:
        print(columns([_row(game) for game in games]))
    return DONE


def _row(game: "Summary") -> tuple[str, ...]:
    players = ", ".join(player.name for player in game.players)
    day = game.played.isoformat()[:16].replace("T", " ") if game.played else say("date not known")
    steps = say("1 step", "{count} steps", count=game.steps)
    return f"{game.id}", day, game.map, players, steps, say("finished") if game.finished else say("in progress")


def _show(journal: "Journal", library: "Library", numbers: list[int]) -> int:
    from companion.cli.scoretext import printed
    from companion.game.eventwords import tell_step
    from companion.scoring import tally

    for number in numbers:
        game = journal.read(number, library)
        for count, line in enumerate(game.history.log(), start=1):
            undone = "  " + say("(undone)") if line.undone else ""
            print(f"{count:>4}  {tell_step(game.state, line.step)}{undone}")
        print("\n" + printed(tally(game.state), wants_colours(sys.stdout)), end="")
    return DONE


def _export(journal: "Journal", library: "Library", numbers: list[int], output: Path | None) -> int:
    from companion.files import make_folder

    wanted = numbers or [game.id for game in journal.games()]
    if len(wanted) == 1 and numbers:
        text = _record(journal.read(wanted[0], library), wanted[0])
        if output is None:
            print(text)
        else:
            write_output(output, f"{text}\n".encode())
            print(say("game {number} was saved to {file}", number=str(wanted[0]), file=output))
        return DONE
    folder = output or Path()
    make_folder(folder)
    status = DONE
    for number in wanted:
        file = folder / f"game-{number}.game.json"
        try:
            with about(file):
                write_output(file, f"{_record(journal.read(number, library), number)}\n".encode())
        except BadInputError as error:
            status = complain(str(error))
        else:
            print(say("game {number} was saved to {file}", number=str(number), file=file))
    return status


def _record(game: "Game", number: int) -> str:
    """Return a game as a record. A record only names its map, so warn if that is not the one that it was played on."""
    if game.state.board.change in ("changed", "gone"):
        said = (
            "game {number} was played on an earlier version of the map {map}, which is not in the "
            "record: on other devices it is scored with the version they have"
        )
        complain(say(said, number=str(number), map=game.head.map))
    return game.as_record().model_dump_json(indent=2, exclude_none=True)


def _import(journal: "Journal", library: "Library", files: list[Path]) -> int:
    from companion.game import read_record

    status = DONE
    for file in files:
        try:
            with about(file):
                number = journal.take_in(read_record(file), library)
        except BadInputError as error:
            status = complain(str(error))
        else:
            print(say("{file} was imported as game {number}", file=file, number=str(number)))
    return status
