"""The command line. Each command is a module that defines its options and does its work."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from companion.cli import doctor, games, labels, maps, photo, run, score, simulate
from companion.cli.argparsewords import teach_argparse
from companion.cli.commandline import DONE, BadInputError, complain
from companion.words import say
from companion.words.language import language_of, languages, speak


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 if it is done, 2 for bad input."""
    for stream in (sys.stdout, sys.stderr):
        _never_choke_on_letters(stream)
    speak(_asked_for(arguments) or language_of(os.environ))
    teach_argparse()
    options = _parser().parse_args(arguments)
    import logging  # loaded late: `--help` needs neither

    from companion.logs import on_stderr

    # Commands print their own error messages, so their warnings would only repeat them.
    with on_stderr(logging.WARNING if options.command is run.open_app else logging.ERROR, options.verbose):
        logging.getLogger(__name__).debug("arguments: %s", list(sys.argv[1:] if arguments is None else arguments))
        return _done(options)


def _done(options: argparse.Namespace) -> int:
    """Run a command and return its exit status."""
    try:
        status: int = options.command(options)
        sys.stdout.flush()
    except BadInputError as error:
        return complain(str(error))
    except BrokenPipeError:  # the reader, perhaps a pager, was closed
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:  # a normal way to quit: everything recorded is on the disk
        print()
        return DONE
    return status


def _asked_for(arguments: Sequence[str] | None) -> str | None:
    """Return the `--language` of the command line, or None; it is read first, since the help is translated too."""
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    parser.add_argument("--language", choices=languages())
    try:
        return parser.parse_known_args(arguments)[0].language  # type: ignore[no-any-return]
    except argparse.ArgumentError:  # the real parser will report it
        return None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="companion", description=say("Keeps score for train board games. Without a command it opens the app.")
    )
    folder = say("folder for your own games and maps")
    language = say("language, if not the system language")
    verbose = say("log every step, and show the log in the terminal too")
    parser.add_argument("--data-dir", type=Path, metavar="DIR", help=folder)
    parser.add_argument("--language", choices=languages(), help=language)
    parser.add_argument("-v", "--verbose", action="store_true", help=verbose)
    run.add_options(parser)
    commands = parser.add_subparsers(title=say("commands"), metavar="")
    for command in (run, score, photo, maps, games, labels, simulate, doctor):
        command.add_to(commands)
    for subparser in commands.choices.values():  # these are accepted before and after the command
        subparser.add_argument("--data-dir", type=Path, metavar="DIR", default=argparse.SUPPRESS, help=folder)
        subparser.add_argument("--language", choices=languages(), default=argparse.SUPPRESS, help=language)
        subparser.add_argument("-v", "--verbose", action="store_true", default=argparse.SUPPRESS, help=verbose)
    return parser


def _never_choke_on_letters(stream: TextIO) -> None:
    """Make a stream print ? for characters that its encoding lacks, rather than raise."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="replace")
