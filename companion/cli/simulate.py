"""`companion simulate`: a simulated scanner on a pseudo-terminal, to try things without hardware."""

import argparse
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING

from companion.cli.commandline import DONE, BadInputError, about, stopped_by_sigterm
from companion.words import say, why_not

if TYPE_CHECKING:
    from companion.cli.commandline import Commands
    from hardware.simulator import SimulatedScanner

_ENDS = {"cr": "\r", "lf": "\n", "crlf": "\r\n", "none": ""}
_BETWEEN = 0.1
"""Seconds from one scan to the next at least, as with a real scanner; without a pause they would be one."""
_HELP = (
    "Each line you type is sent as a scan. A line that begins with ! does something else:\n  "
    "!unplug, !plug      unplug the scanner, plug it in again\n  !noise 100          send a "
    "hundred random bytes\n  !slow 9600, !fast   send at the speed of a slow line, or at once"
)


def add_to(commands: "Commands") -> None:
    """Add the command and its options to the parser."""
    parser = commands.add_parser(
        "simulate",
        help=say("a simulated scanner, to try things without hardware"),
        epilog=say(_HELP),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--link", type=Path, metavar="PATH", help=say("name for the port; a temporary one by default"))
    parser.add_argument("--end", choices=_ENDS, default="cr", help=say("what is sent after each scan"))
    app = say("also open the app, with a game on the Europe map, and show what to paste")
    parser.add_argument("--app", action="store_true", help=app)
    parser.add_argument(
        "--replay", type=Path, metavar="FILE", help=say("send a file of scans first, one `SECONDS TEXT` per line")
    )
    parser.set_defaults(command=_simulate)


def _simulate(options: argparse.Namespace) -> int:
    from hardware.simulator import SimulatedScanner

    with TemporaryDirectory() as folder:
        link = options.link or Path(folder) / "scanner"
        if not link.name:
            raise BadInputError(say("{link} is not a name for a port: give one, such as --link scanner", link=link))
        scanner = SimulatedScanner(link, _ENDS[options.end])
        try:
            scanner.plug_in()
        except OSError as error:
            raise BadInputError(f"{link}: {why_not(error)}") from None
        try:
            with stopped_by_sigterm():
                print(scanner.port, flush=True)
                if options.replay:
                    _replay(scanner, options.replay)
                if options.app:
                    return _beside_the_app(scanner, options.data_dir or Path(folder))
                _send_what_is_typed(scanner)
        except KeyboardInterrupt:
            print()
        finally:
            scanner.unplug()
    return DONE


def _send_what_is_typed(scanner: "SimulatedScanner") -> None:
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    for line in sys.stdin:
        play(scanner, line.rstrip("\n"))


def _beside_the_app(scanner: "SimulatedScanner", folder: Path) -> int:
    """Open the app on a game in this folder, connected to the scanner; return its exit status."""
    codes = _begin_a_game(folder)
    print(say("The app opens with a game on the Europe map. Paste these lines here, one after another:"), flush=True)
    for code, meaning in codes.items():
        print(f"\n  {meaning}:\n{code}", flush=True)
    print(flush=True)
    command = [sys.executable, "-m", "companion", "run", "--scanner", scanner.port, "--data-dir", str(folder)]
    # In its own session, so that Ctrl-C reaches only this process, which then closes the app cleanly.
    with subprocess.Popen([*command, "--windowed", "--size", "1280x720"], start_new_session=True) as app:
        Thread(target=_send_what_is_typed, args=(scanner,), daemon=True).start()
        try:
            return app.wait()
        except KeyboardInterrupt:
            app.terminate()
            app.wait()
            raise


def _begin_a_game(folder: Path) -> dict[str, str]:
    """Begin a game of two on Europe unless one is running; return three codes to scan, with their meanings."""
    from companion.boards import Library, colour_word
    from companion.game import Player
    from companion.game.journal import Journal
    from hardware.codes import Command, LabelKind, command, numbered, numbers, player, set_letter

    board = Library().load("europe")
    with about(folder):
        journal = Journal(folder)
        if journal.resume(Library(folder / "maps")) is None:
            journal.begin(board, [Player(colour="red", name="Anna"), Player(colour="blue", name="Bo")])
        journal.close()
    route = board.routes["brest--paris:black"]
    number = numbers(board.routes)[route.id]
    return {
        player("blue").text: say("{name}'s badge ({colour})", name="Bo", colour=colour_word("blue")),
        numbered(LabelKind.ROUTE, set_letter(board.id), number).text: say(
            "the route {route}", route=board.route(route)
        ),
        command(Command.UNDO).text: say("Undo"),
    }


def _replay(scanner: "SimulatedScanner", file: Path) -> None:
    """Send each line of a file after its pause; `0.5 TR1PB000PE` waits half a second first.

    Raise BadInputError if the file cannot be read or a line has no pause.
    """
    with about(file):
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    for number, line in enumerate(lines, start=1):
        pause, _, text = line.partition(" ")
        if not line.strip() or line.startswith("#"):
            continue
        try:
            time.sleep(min(float(pause), 3600))
        except ValueError:
            said = "{file}: line {number}: starts with `{pause}`, not with a number of seconds"
            raise BadInputError(say(said, file=file, number=str(number), pause=pause)) from None
        play(scanner, text)


def play(scanner: "SimulatedScanner", line: str) -> None:
    """Send one line as a scan, or run the `!` command that it names."""
    trick, _, number = line.partition(" ")
    count = int(number) if number.isascii() and number.isdigit() else 0
    match trick:
        case "!unplug":
            scanner.unplug()
        case "!plug":
            scanner.plug_in()
        case "!noise":
            scanner.noise(count or 100)
        case "!slow":
            scanner.slow_down(count or 9600)
        case "!fast":
            scanner.slow_down(None)
        case _ if trick.startswith("!"):
            print(
                say("there is no {trick}; use !unplug, !plug, !noise, !slow or !fast", trick=trick),
                file=sys.stderr,
            )
        case _:
            scanner.scan(line)
            time.sleep(_BETWEEN)
