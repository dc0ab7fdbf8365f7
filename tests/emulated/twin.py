"""A twin of the app on the emulated machine: it says where to touch, and what must be recorded there in the end."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from companion.screens.virtual import Driver, panel  # before all else that loads Kivy

# isort: split
from kivy.uix.scrollview import ScrollView
from PIL import Image

from companion.screens.shell import navigation
from companion.screens.shell.app import CompanionApp
from companion.screens.widgets import DatePicker, Text
from companion.screens.widgets.datesteps import Part
from emulator.qemu import Emulated
from hardware.codes import Scan, parse
from hardware.systemclock import SystemClock
from tests.machines import Machine
from tests.screens.player import Hand

SIZE = 800, 480
ALIKE = 0.1
"""The share of a picture that may differ: a date, or a message that comes and goes."""


class TwinClock(Machine):
    """The clock of the twin, which is like that of a Raspberry Pi. Nothing here changes the clock of this machine."""

    def __init__(self) -> None:
        super().__init__()
        self.boot = time.monotonic_ns()  # never the one before

    def zones(self) -> list[str]:
        """Return those that this system knows, so that as many are offered as on the other."""
        return SystemClock().zones()


class Twin(Hand):
    """The same app on a virtual screen here, whose touches are sent to the emulated one as well."""

    def __init__(self, folder: Path, machine: Emulated) -> None:
        self.folder, self.size, self.scanner, self.machine = folder, SIZE, "none", machine
        self.open()

    def open(self) -> None:
        panel(SIZE)
        app = CompanionApp(
            self.folder, "none", opens=navigation.show_beginning, language="en", still=True, system_clock=TwinClock()
        )
        app.session.mounts = self.folder / "root"  # neither sticks nor updates of this machine
        self.driver = Driver(app, SIZE, blind=True).start()
        self.driver.settle()
        alone = self.driver.tap

        def both(target: Any, hold: float = 0.0) -> None:
            self.scroll_to(target)
            x, y = self.driver.at(target)
            with self.machine.expecting_change():
                self.machine.touch(x, SIZE[1] - 1 - y)
            alone(target, hold)
            self.wait_for_machine()

        self.driver.tap = both  # type: ignore[method-assign]
        self.wait_for_machine()

    def scroll_to(self, target: Any) -> None:
        """Scroll both to the end of a page if that is where the target is."""
        scrolled = next((view for view in self.driver.widgets(ScrollView) if target in view.walk()), None)
        if scrolled is None or scrolled.viewport_size[1] <= scrolled.height or scrolled.scroll_y == 0:
            return
        if target.to_window(*target.pos)[1] >= scrolled.parent.to_window(*scrolled.pos)[1]:
            return  # it is seen as it is
        words = next(label for label in self.driver.widgets(Text) if label.parent.parent is scrolled)  # no button
        x, y = words.to_window(*words.center)
        scrolled.scroll_y = 0
        self.driver.settle()
        for _ in range(8):
            self.machine.flick((x, SIZE[1] - 1 - y), (x, 10))
            self.machine.settle()
            if self.differences() <= ALIKE:
                return
        self.wait_for_machine()

    def differences(self) -> float:
        """Return the share of places where the machine shows something else than the twin."""
        wanted = coarse(self.driver.seen().crop((0, 0, *SIZE)))
        seen = coarse(Image.open(self.machine.picture(self.folder.parent / "pictures/now.png")))
        return sum(abs(one - other) > 20 for one, other in zip(wanted, seen, strict=True)) / len(wanted)

    def wait_for_machine(self, patience: float = 120) -> None:
        """Wait until the machine shows about what the twin shows. On a busy machine a screen may take so long to open
        that the one before seems to be still."""
        self.driver.settle()
        until = time.monotonic() + patience
        while (apart := self.differences()) > ALIKE:
            if time.monotonic() > until:
                file = self.folder.parent / "pictures/now.png"
                self.driver.picture(file.with_name("twin-differs.png"))
                file.replace(file.with_name("machine-differs.png"))
                print(f"   the machine shows something else than the twin in {apart:.0%} of the picture", flush=True)
                return
            time.sleep(1)

    def scan(self, text: str) -> None:
        """Hold a label before both."""
        with self.machine.expecting_change():
            self.machine.scan(text)
        self.driver.app.session.hear(Scan(text, parse(text)))
        self.wait_for_machine()

    def step(self, part: Part, by: int = 1) -> None:
        """Change a part of a date that is shown."""
        self.driver.tap(next(self.driver.widgets(DatePicker)).button(part, by))
        self.driver.settle()

    def recorded(self) -> list[dict[str, object]]:
        """Close the twin and return what it has recorded."""
        self.driver.stop()
        words = [sys.executable, "-m", "companion", "--data-dir", str(self.folder), "games", "--export", "1"]
        return events_in(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def coarse(picture: Image.Image) -> bytes:
    """Return a picture in a few shades of grey, to compare."""
    return picture.convert("L").resize((50, 30), Image.Resampling.BOX).tobytes()


def events_in(said: str) -> list[dict[str, object]]:
    """Return the events of a game record that a command has printed."""
    found = json.loads(said[said.index("{") : said.rindex("}") + 1])["events"]
    assert isinstance(found, list)
    return found
