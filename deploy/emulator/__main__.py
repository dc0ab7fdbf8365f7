"""`deploy/emulate`: make an emulated machine with this checkout installed, switch it on, and touch it."""

import argparse
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from appliance.machine import TroubleError
from emulator.qemu import Emulated, Panel, QmpError
from emulator.workshop import Workshop

_HELP = """commands, one in a line:
  touch X Y            touch the screen, in pixels from the upper left corner
  drag X Y X Y ...     draw a finger along places
  scan TEXT            hold a label before the scanner
  scanner in|out       plug the scanner in, or pull it out
  touchscreen in|out   the same with the touchscreen
  stick DIR [LABEL]    plug a stick with these files in
  stick out            pull it out
  picture FILE         save the screen as a PNG
  run COMMAND          run a command as root
  cut                  pull the plug, and switch it on again
  off                  pull the plug and end
"""


class Console:
    """The commands that someone types while the machine runs."""

    def __init__(self, workshop: Workshop, machine: Emulated) -> None:
        self._workshop, self._machine = workshop, machine
        self._doings: dict[str, Callable[[list[str]], object]] = {
            "touch": lambda words: machine.touch(*map(float, words)),
            "drag": self._drag,
            "scan": lambda words: machine.scan(" ".join(words)),
            "scanner": lambda words: machine.plug_in_scanner() if words == ["in"] else machine.unplug_scanner(),
            "touchscreen": lambda words: (
                machine.plug_in_touchscreen() if words == ["in"] else machine.unplug_touchscreen()
            ),
            "stick": self._stick,
            "picture": lambda words: print(machine.picture(Path(words[0]).absolute())),
            "run": lambda words: print(machine.shell.run(" ".join(words)), end=""),
            "cut": self._cut,
        }

    def do(self, line: str) -> bool:
        """Do what a line says, and return whether to go on."""
        words = shlex.split(line)
        if not words:
            return True
        if words[0] == "off":
            return False
        doing = self._doings.get(words[0])
        if doing is None:
            print(_HELP)
            return True
        try:
            doing(words[1:])
        except (QmpError, OSError, ValueError, IndexError, TypeError, subprocess.SubprocessError) as error:
            print(f"{words[0]}: {error}")
        return True

    def _drag(self, words: list[str]) -> None:
        numbers = [float(word) for word in words]
        with self._machine.finger() as finger:
            finger(list(zip(numbers[::2], numbers[1::2], strict=True)))

    def _stick(self, words: list[str]) -> None:
        if words == ["out"]:
            self._machine.unplug_stick()
        else:
            self._machine.plug_in_stick(self._machine.make_stick(Path(words[0]), *words[1:2]))

    def _cut(self, _: list[str]) -> None:
        self._machine.pull_the_plug()
        self._workshop.boot(self._machine)
        self._machine.wait_for_shell()


def main() -> int:
    """Make and run the machine. Return the exit status: 0 if it is done, 1 for an error."""
    parser = argparse.ArgumentParser(
        prog="deploy/emulate",
        description="Makes an emulated 64-bit ARM machine with this checkout installed, and switches it on.",
        epilog=_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, nargs="?", metavar="DIR", help="its folder (default: emulated)")
    parser.add_argument("--release", default="bookworm", choices=("bookworm", "trixie"), help="the system of the card")
    parser.add_argument("--bundle", type=Path, metavar="DIR", help="install this bundle instead of the checkout")
    parser.add_argument("--size", default="800x480", metavar="WxH", help="the panel (default: 800x480)")
    parser.add_argument("--memory", type=int, default=512, metavar="MB", help="its memory (default: 512)")
    parser.add_argument("--only-make", action="store_true", help="make the card and do not switch it on")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the machine ends with this program
    workshop = Workshop((options.folder or Path("emulated")).absolute())
    if os.geteuid() != 0:
        print("companion: only root can do this: run it with sudo", file=sys.stderr)
        return 1
    if names := workshop.missing():
        print(f"companion: programs are missing: sudo apt-get install {' '.join(names)}", file=sys.stderr)
        return 1
    try:
        workshop.make(options.release, options.bundle and options.bundle.absolute())
    except (TroubleError, OSError, subprocess.CalledProcessError) as error:
        print(f"companion: {error}", file=sys.stderr)
        return 1
    if options.only_make:
        return 0
    width, _, height = options.size.partition("x")
    with workshop.machine(Panel(int(width), int(height)), options.memory) as machine:
        workshop.boot(machine)
        print("It starts, which takes minutes. 'help' lists the commands.", flush=True)
        machine.wait_for_shell()
        console = Console(workshop, machine)
        for line in sys.stdin:
            if not console.do(line):
                break
    return 0


if __name__ == "__main__":
    sys.exit(main())
