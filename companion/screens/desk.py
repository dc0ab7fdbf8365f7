"""What all screens share: the games, the maps, people's wishes, the scanner, and the stage."""

from collections.abc import Callable
from pathlib import Path

from kivy.clock import Clock

from companion.boards import Library
from companion.game.journal import Journal
from companion.screens import preferences, theme
from companion.screens.preferences import Preferences
from companion.screens.sounds import Sounds
from companion.screens.stage import Stage, turn
from hardware.scanner import Link, Scan, Scanner


class Desk:
    """The things that lie ready while the app runs."""

    def __init__(self, folder: Path, scanner: str, clock: Callable[[], float]) -> None:
        """Opens the games in a folder and begins to listen to a scanner. Raises what opening a journal raises."""
        self.folder = folder
        self.journal = Journal(folder)
        self.library = Library(folder / "maps")
        self.preferences = preferences.read(folder)
        self.stage = Stage()
        self.sounds = Sounds(self)
        self.link: Link | None = None
        """How the scanner is; None if none is wanted."""
        self._listen = Clock.create_trigger(self._empty_queue)
        self.scanner = Scanner(scanner, wake=self._listen, clock=clock).start() if scanner != "none" else None

    def close(self) -> None:
        """Lets go of everything."""
        if self.stage.screen is not None:
            self.stage.screen.left()
        if self.scanner:
            self.scanner.stop()
        self.journal.close()

    def wish(self, **changes: object) -> Preferences:
        """Changes what people wish, and keeps it."""
        self.preferences = self.preferences.model_copy(update=changes)
        preferences.write(self.folder, self.preferences)
        return self.preferences

    def face(self, facing: int) -> None:
        """Turns the picture, and remembers it."""
        self.wish(facing=facing % 360)
        turn(facing % 360)

    def _empty_queue(self, _seconds: float) -> None:
        assert self.scanner is not None
        while not self.scanner.events.empty():
            event = self.scanner.events.get()
            if isinstance(event, Link):
                self.link = event
                if self.stage.screen is not None:
                    self.stage.screen.show_link()
            else:
                self.hear(event)

    def hear(self, scan: Scan) -> None:
        """A scan, from whatever scanner, goes to the screen that is on."""
        if self.stage.front is not None:
            self.stage.front.heard(scan)

    def say_scan(self, used: bool, sentence: str) -> None:
        """Answers a scan with a sound, a colour and a sentence."""
        self.sounds.play("well" if used else "ill")
        self.stage.toast(sentence, theme.WELL if used else theme.ILL)
