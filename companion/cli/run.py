"""`companion run`, or `companion` alone: open the app."""

import argparse
import re
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.commandline import DONE, BadInputError, about, data_folder, wants_colours
from companion.cli.progressbar import progress_bar
from companion.words import say

if TYPE_CHECKING:
    from companion.cli.commandline import Commands
    from hardware.cameras import Camera

_NO_SCREEN = (
    "there is no screen here: run companion on a desktop or on the console of a Raspberry Pi. "
    "Without one, companion score FILE scores a recorded game and ./deploy/pictures draws "
    "every screen of the app"
)


_LIVE = (
    "To see it live, run it on a desktop or on the console of a Raspberry Pi with a screen. Over ssh, put DISPLAY=:0 "
    "before the command: it then opens on the desktop of that computer."
)


def add_to(commands: "Commands") -> None:
    """Add the command and its options to the parser."""
    parser = commands.add_parser("run", help=say("open the app (the default)"))
    add_options(parser, default=argparse.SUPPRESS)


def add_options(parser: argparse.ArgumentParser, default: object = None) -> None:
    """Add the options of the app, which are also accepted without a command."""
    scanner = say("scanner: a device, a pyserial URL, auto, or none (default: auto)")
    parser.add_argument("--scanner", metavar="PORT", default=default or "auto", help=scanner)
    camera = say("camera: auto, none, or a JPEG file that stands in for one (default: auto)")
    parser.add_argument("--camera", metavar="FILE", default=default or "auto", help=camera)
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
    from companion.screens.shell.firstlanguage import first_rotation
    from companion.screens.shell.window import NoScreenError, WindowOptions, prepare

    try:
        rotation = 0 if options.demo else first_rotation(data_folder(options))
        prepare(WindowOptions(options.size, options.windowed, rotation))
        if options.demo:
            with tempfile.TemporaryDirectory(prefix="companion-demo-") as passing:
                _open(Path(passing), "none", "none", options.language, demo=True)
        else:
            _open(data_folder(options), options.scanner, options.camera, options.language)
    except NoScreenError:
        if options.demo or _is_tried_out(options):
            return _film(options.size or (800, 480))
        raise BadInputError(say(_NO_SCREEN)) from None
    return DONE


def _is_tried_out(options: argparse.Namespace) -> bool:
    """Return whether nothing was asked for but the app: neither games, nor a scanner, nor a window. Someone without a
    screen who wants to see what it is gets the demo; a service that has lost its screen gets an error."""
    return options.data_dir is None and options.scanner == "auto" and not options.windowed


def _open(folder: Path, scanner: str, camera: str, language: str | None, demo: bool = False) -> None:
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
        from companion.screens.shell.softwaredrawing import finish_each_frame
        from hardware.systemclock import SystemClock

        if Window is None or driver_in_use() in ("", "dummy"):
            raise NoScreenError
        if finish_each_frame(Window):
            log.info("there is no graphics chip here: each frame is drawn completely before the next begins")
        opens = navigation.run_demo if demo else navigation.show_beginning
        try:
            app = CompanionApp(folder, scanner, opens=opens, language=language, system_clock=SystemClock())
            if camera != "auto":
                app.session.cameras = partial(_one_camera, camera)
            app.run()
        finally:
            log.info("the app ends")


def _one_camera(named: str) -> "list[Camera]":
    """Return the stand-in that was named instead of the cameras of this machine; nothing for "none"."""
    from hardware.cameras import picture_camera

    return [] if named == "none" else [picture_camera(Path(named).absolute())]


def _film(size: tuple[int, int]) -> int:
    """Play the demo on a virtual screen. Print its score sheet, where its pictures are, and how to see it live."""
    from companion.cli.scoretext import printed
    from companion.examples import example_record
    from companion.screens.demofilm import film

    out = Path(tempfile.mkdtemp(prefix="companion-demo-"))
    print(say("There is no screen here, so a demo game is played on a virtual one."), flush=True)
    filmed = film(example_record("europe"), size, out, progress_bar(_how_far))
    print(f"\n{printed(filmed.sheet, wants_colours(sys.stdout))}")
    print(say("{count} pictures and pages of it are in {folder}", count=len(filmed.files), folder=out))
    print(say(_LIVE))
    return DONE


def _how_far(done: int, of: int) -> str:
    return say("moves: {done} of {all}", done=done, all=of)
