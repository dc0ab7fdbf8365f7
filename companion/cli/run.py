"""`companion run`, or `companion` alone: the app on the screen."""

import argparse
import re
from typing import TYPE_CHECKING

from companion.cli.answers import DONE, BadInputError, about, data_folder
from companion.words import say

if TYPE_CHECKING:
    from companion.cli.answers import Commands

_NO_SCREEN = (
    "there is no screen here that anyone could see: run companion on a desktop or on the console of a Raspberry Pi. "
    "Without one, companion score FILE scores a recorded game and ./deploy/pictures draws every screen of the app"
)


def add_to(commands: "Commands") -> None:
    """The command and its options."""
    parser = commands.add_parser("run", help=say("open the app (this is what happens by default)"))
    add_options(parser, default=argparse.SUPPRESS)


def add_options(parser: argparse.ArgumentParser, default: object = None) -> None:
    """Options of the app, which may also stand without a command."""
    scanner = say("scanner: a device, a pyserial URL, auto, or none (default: auto)")
    parser.add_argument("--scanner", metavar="PORT", default=default or "auto", help=scanner)
    parser.add_argument(
        "--size", type=_size, metavar="WxH", default=default, help=say("size of the window, as in 800x480")
    )
    windowed = say("a window, also on the console")
    parser.add_argument("--windowed", action="store_true", default=default or False, help=windowed)
    parser.set_defaults(command=_run)


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{3,4})x(\d{3,4})", text)
    if not found:
        raise argparse.ArgumentTypeError(say("'{text}' is not a size; write it as 800x480", text=text[:20]))
    return int(found[1]), int(found[2])


def _run(options: argparse.Namespace) -> int:
    from companion.screens.window import NoScreenError, WindowWish, driver_in_use, prepare

    folder = data_folder(options)
    try:
        prepare(WindowWish(options.size, options.windowed))
        with about(folder):
            from companion.screens.app import CompanionApp, Window

            if Window is None or driver_in_use() in ("", "dummy"):
                raise NoScreenError
            CompanionApp(folder, options.scanner, language=options.language).run()
    except NoScreenError:
        raise BadInputError(say(_NO_SCREEN)) from None
    return DONE
