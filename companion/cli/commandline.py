"""What all commands share: exit status, one-line error messages and the user's folders."""

import argparse
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from companion.words import say, why_not

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]

DONE, BAD_INPUT = 0, 2


class BadInputError(Exception):
    """An error that the user can fix; its text is one line for standard error."""


def complain(line: str) -> int:
    """Print a line to standard error and return the status for bad input."""
    print(line if line.isprintable() else line.encode("unicode_escape").decode("ascii"), file=sys.stderr)
    return BAD_INPUT


@contextmanager
def stopped_by_sigterm() -> Iterator[None]:
    """Raise KeyboardInterrupt on SIGTERM while the context is open, as Ctrl-C does.

    Programs started in the background often ignore SIGINT.
    """
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def about(file: Path) -> Iterator[None]:
    """Turn errors about a file, or about the journal in a folder, into a BadInputError with one line that names it."""
    # Loaded late: `companion --help` needs none of it.
    from companion.boards import BadMapError, NoSuchMapError
    from companion.game import BadRecordError
    from companion.game.journalerrors import JournalError

    try:
        yield
    except BrokenPipeError:  # not about the file
        raise
    except (BadRecordError, NoSuchMapError) as error:
        raise BadInputError(f"{file}: {error}") from None
    except BadMapError as error:
        raise BadInputError(say("{file}: its map has an error: {error}", file=file, error=error)) from None
    except JournalError as error:
        raise BadInputError(str(error)) from None
    except OSError as error:
        raise BadInputError(f"{error.filename or file}: {why_not(error)}") from None


def write_output(file: Path, content: bytes) -> None:
    """Write what a command has made. A file is put in place whole; a pipe or device, such as /dev/stdout, is written to
    as it is. Raise OSError."""
    from companion.files import put

    if file.exists() and not file.is_file() and not file.is_dir():
        with file.open("wb") as opened:
            opened.write(content)
    else:
        put(file.resolve() if file.is_symlink() else file, content)  # whoever names a link means the file behind it


def data_folder(options: argparse.Namespace) -> Path:
    """Return the folder given with `--data-dir`, or the user's data folder."""
    if options.data_dir is not None:
        return Path(options.data_dir)
    from platformdirs import user_data_path

    return user_data_path("companion", appauthor=False)


def own_maps(options: argparse.Namespace) -> Path:
    """Return the folder of the user's own maps."""
    return data_folder(options) / "maps"


def wants_colours(stream: TextIO) -> bool:
    """Return whether a stream is a terminal that shows colours, and the user has not disabled them."""
    return stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
