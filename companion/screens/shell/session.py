"""What all screens share: the games, the maps, the preferences, the scanner, and the screen host."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.clock import Clock

from companion.screens.shell.firstlanguage import FILE
from companion.screens.shell.hints import Hints
from companion.screens.shell.host import ScreenHost, turn
from companion.screens.shell.sounds import Sounds
from companion.screens.widgets import theme
from companion.words.language import speak
from hardware.backlight import Backlight

if TYPE_CHECKING:
    from datetime import datetime

    from companion.boards import Library
    from companion.deviceclock import DeviceClock, System
    from companion.game.journal import Journal
    from companion.photo.emptyphotos import EmptyPhotos
    from companion.photo.readerprocess import PhotoReader
    from companion.scoring.archive import Archive
    from companion.screens.shell.opendeal import OpenDeal
    from companion.screens.shell.preferences import Preferences
    from companion.words import Sentence
    from hardware.cameras import Camera
    from hardware.codes import Scan
    from hardware.scanner import Link, Scanner


class Session:
    """Everything that exists once while the app runs."""

    def __init__(
        self,
        folder: Path,
        scanner: str,
        clock: Callable[[], float],
        still: bool = False,
        system_clock: "System | None" = None,
    ) -> None:
        """Create only the screen host; everything else is loaded when it is first needed, or by `open`, so that the
        first frame does not wait for it. `clock` is the scanner's, `system_clock` tells the date and can be set;
        without one the date is believed. With `still` nothing is animated, whatever the preferences say."""
        self.folder = folder
        self.mounts = Path("/")
        """The directory below which USB sticks are mounted."""
        self.cameras: Callable[[], list[Camera]] = _cameras
        """Returns the cameras that are there; for a thread of its own."""
        self.host = ScreenHost()
        self.hints = Hints(folder)
        self.sounds = Sounds(lambda: self.preferences.sounds)
        self.light = Backlight()
        self.wake: Callable[[], object] = lambda: None
        """Called when something is scanned, so that the screen wakes up."""
        self.end: Callable[[], object] = lambda: None
        """Ends the app cleanly."""
        self.intercept: Callable[[], object] | None = None
        """Called instead of the screen when something is scanned; the demo stops itself with it."""
        self.link: Link | None = None
        """The state of the scanner's connection; None if there is no scanner."""
        self.scanner: Scanner | None = None
        self.notices: list[Sentence] = []
        """Messages to show to people once, beside those of the journal."""
        self.after_settings: Callable[[], object] | None = None
        """Shows what was on before the settings, if that was not home."""
        self.is_open = False
        self._port, self._clock, self._still = scanner, clock, still
        self._system_clock = system_clock
        self.host.still = still
        self._listen = Clock.create_trigger(self._empty_queue)

    @cached_property
    def journal(self) -> "Journal":
        """The games. Opening them never fails: the journal says what is wrong, and goes on in memory."""
        from companion.game.journal import Journal

        clock = self.device_clock
        return Journal(self.folder, clock.now, background=True, is_right=clock.is_right)

    @cached_property
    def device_clock(self) -> "DeviceClock":
        """The clock of this device, and whether it is right."""
        from companion.deviceclock import DeviceClock

        return DeviceClock(self.folder, self._system_clock, self._has_passed)

    def _has_passed(self) -> "datetime | None":
        """Return a time that has passed for certain: that of the newest game, or when this version was built."""
        from datetime import datetime

        from companion.updates import installed

        built = installed(self.mounts).built
        known = [self.journal.newest(), datetime.fromisoformat(built) if built else None]
        return max((time for time in known if time is not None), default=None)

    @cached_property
    def library(self) -> "Library":
        """The maps."""
        from companion.boards import Library

        return Library(self.folder / "maps")

    @cached_property
    def archive(self) -> "Archive":
        """The past games and their statistics."""
        from companion.scoring.archive import Archive

        return Archive(self.journal, self.library, self.folder)

    @cached_property
    def photo_reader(self) -> "PhotoReader":
        """What reads photos of boards."""
        from companion.photo.readerprocess import PhotoReader

        return PhotoReader(folder=self.folder)

    @cached_property
    def empty_photos(self) -> "EmptyPhotos":
        """The photos of the group's own empty boards."""
        from companion.photo.emptyphotos import EmptyPhotos

        return EmptyPhotos(self.folder)

    @cached_property
    def deal(self) -> "OpenDeal":
        """The first deal that is under way, if there is one."""
        from companion.screens.shell.opendeal import OpenDeal

        return OpenDeal(self.folder)

    @property
    def is_first_day(self) -> bool:
        """Whether the app has never been used: there are neither settings nor games, not even lost ones. A file without
        games is left by someone who switched the machine off before the first steps were done."""
        if any((self.folder / name).exists() for name in (FILE, "backups")):
            return False
        if not (self.folder / "games.sqlite").exists():
            return True
        journal = self.journal
        return not (journal.trouble or journal.notices or journal.games() or journal.games(trash=True))

    @cached_property
    def preferences(self) -> "Preferences":
        """The preferences."""
        from companion.screens.shell.preferences import read

        return read(self.folder, self.notices)

    def open(self) -> None:
        """Open the journal and start listening to the scanner."""
        if self.is_open:
            return
        self.is_open = self.journal is not None
        turn(self.preferences.facing)
        if self._port != "none":
            from hardware.scanner import Scanner

            self.scanner = Scanner(self._port, wake=self._listen, clock=self._clock).start()

    def close(self) -> None:
        """Leave all screens, stop the scanner and close the journal."""
        self.host.leave()
        if self.scanner:
            self.scanner.stop()
        if self.is_open:
            self.journal.close()

    def change_preferences(self, **changes: object) -> "Preferences":
        """Change and save the preferences, and return them."""
        from companion.screens.shell.preferences import write

        self.preferences = self.preferences.model_copy(update=changes)
        write(self.folder, self.preferences)
        return self.preferences

    def speak(self, language: str) -> None:
        """Switch to another language and save it. Visible screens must then be built again."""
        self.change_preferences(language=language)
        speak(language)

    def apply_appearance(self) -> bool:
        """Apply the appearance preferences. Return whether anything changed; visible screens must then be built
        again."""
        from companion.screens.shell.appearance import apply_appearance

        self.host.still = self._still or self.preferences.still
        return apply_appearance(self.preferences)

    def face(self, facing: int) -> None:
        """Rotate the window, and save that."""
        self.change_preferences(facing=facing % 360)
        turn(facing % 360)

    def _empty_queue(self, _seconds: float) -> None:
        from hardware.scanner import Link

        assert self.scanner is not None
        while not self.scanner.events.empty():
            event = self.scanner.events.get()
            if isinstance(event, Link):
                self.link = event
                if self.host.screen is not None:
                    self.host.screen.show_link()
            else:
                self.hear(event)

    def hear(self, scan: "Scan") -> None:
        """Wake the screen and pass a scan, from whatever scanner, to the screen in front."""
        self.wake()
        if self.intercept is not None:
            self.intercept()
        elif self.host.front is not None:
            if self.host.front.takes_scans:
                self.host.close_questions()
            self.host.front.heard(scan)

    def say_scan(self, used: bool, sentence: str) -> None:
        """Respond to a scan with a sound, a colour and a sentence."""
        self.sounds.play("well" if used else "ill")
        self.host.toast(sentence, theme.WELL if used else theme.ILL)


def _cameras() -> "list[Camera]":
    from hardware.cameras import cameras

    return cameras()
