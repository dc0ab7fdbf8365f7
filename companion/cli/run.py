"""`companion run`, or `companion` alone: open the app."""

import argparse
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.commandline import DONE, BadInputError, about, data_folder
from companion.words import say

if TYPE_CHECKING:
    from companion.cli.commandline import Commands

_NO_SCREEN = (
    "there is no screen here: run companion on a desktop or on the console of a Raspberry Pi. "
    "Without one, companion score FILE scores a recorded game and ./deploy/pictures draws "
    "every screen of the app"
)


def add_to(commands: "Commands") -> None:
    """Add the command and its options to the parser."""
    parser = commands.add_parser("run", help=say("open the app (the default)"))
    add_options(parser, default=argparse.SUPPRESS)


def add_options(parser: argparse.ArgumentParser, default: object = None) -> None:
    """Add the options of the app, which are also accepted without a command."""
    scanner = say("scanner: a device, a pyserial URL, auto, or none (default: auto)")
    parser.add_argument("--scanner", metavar="PORT", default=default or "auto", help=scanner)
    parser.add_argument(
        "--size", type=_size, metavar="WxH", default=default, help=say("size of the window, such as 800x480")
    )
    windowed = say("open a window, even on the console")
    parser.add_argument("--windowed", action="store_true", default=default or False, help=windowed)
    demo = say(
        "play a recorded game automatically; without a screen, its pictures and score sheet are saved to a folder"
    )
    parser.add_argument("--demo", action="store_true", default=default or False, help=demo)
    parser.set_defaults(command=open_app)


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{3,4})x(\d{3,4})", text)
    if not found:
        raise argparse.ArgumentTypeError(say("'{text}' is not a size; write it like 800x480", text=text[:20]))
    return int(found[1]), int(found[2])


def open_app(options: argparse.Namespace) -> int:
    """Open the app or its demo, and return the exit status when it is closed."""
    from companion.screens.shell.window import NoScreenError, WindowOptions, prepare

    try:
        prepare(WindowOptions(options.size, options.windowed))
        if options.demo:
            with tempfile.TemporaryDirectory(prefix="companion-demo-") as passing:
                _open(Path(passing), "none", options.language, demo=True)
        else:
            _open(data_folder(options), options.scanner, options.language)
    except NoScreenError:
        if options.demo:
            return _film(options.size or (800, 480))
        raise BadInputError(say(_NO_SCREEN)) from None
    return DONE


def _open(folder: Path, scanner: str, language: str | None, demo: bool = False) -> None:
    """Show the app until it is closed. Raise NoScreenError if there is no screen."""
    import logging

    from companion.logs import kept_in
    from companion.screens.shell.window import NoScreenError, driver_in_use
    from companion.updates import this_version

    with about(folder), kept_in(folder):
        log = logging.getLogger(__name__)
        log.info("Companion %s opens %s, scanner %s, language %s", this_version(), folder, scanner, language)
        from companion.screens.shell import navigation
        from companion.screens.shell.app import CompanionApp, Window

        if Window is None or driver_in_use() in ("", "dummy"):
            raise NoScreenError
        opens = navigation.run_demo if demo else navigation.show_beginning
        try:
            CompanionApp(folder, scanner, opens=opens, language=language).run()
        finally:
            log.info("the app ends")


def _film(size: tuple[int, int]) -> int:
    """Play the demo on a virtual screen and print where its pictures are."""
    from companion.examples import example_record
    from companion.screens.demofilm import film

    out = Path(tempfile.mkdtemp(prefix="companion-demo-"))
    made = film(example_record("europe"), size, out)
    words = (
        "There is no screen here, so the demo was played on a virtual one: {count} pictures and pages are in {folder}"
    )
    print(say(words, count=len(made), folder=out))
    return DONE
