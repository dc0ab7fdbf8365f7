"""The app: opens the session, shows the first screen, and shuts down cleanly."""

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.heartbeat import ALIVE, READY, STOPPING, Listener, listener
from companion.screens.shell import navigation
from companion.screens.shell.firstlanguage import first_language
from companion.screens.shell.fitting import FittedHost
from companion.screens.shell.memory import IdleCollector
from companion.screens.shell.preparing import Preparation
from companion.screens.shell.screensaver import Screensaver
from companion.screens.shell.session import Session
from companion.screens.shell.upkeep import Upkeep
from companion.screens.widgets import theme
from companion.words.language import speak
from hardware.wedge import FAST, Wedge

if TYPE_CHECKING:
    from companion.deviceclock import System

_ENTER = (13, 271)

_log = logging.getLogger(__name__)


class CompanionApp(App):
    """The Kivy application."""

    title = "Companion"

    def __init__(
        self,
        folder: Path,
        scanner: str = "none",
        clock: Callable[[], float] = time.monotonic,
        opens: Callable[[Session], object] = navigation.show_home,
        language: str | None = None,
        still: bool = False,
        system_clock: "System | None" = None,
    ) -> None:
        """Prepare the app; `opens` shows the first screen, `clock` is the scanner's. Without a `system_clock` the date
        is believed and cannot be set."""
        super().__init__()
        speak(first_language(folder, language))
        self.session = Session(folder, scanner, clock, still, system_clock)
        self.session.end = self.stop
        self._opens = opens
        self._listener = Listener()
        self._wedge = Wedge()
        self._pause = Clock.create_trigger(self._hand_over, FAST)
        self._clock = clock

    def build(self) -> Widget:
        """Show the first screen and return the screen host, fitted to the window."""
        Window.clearcolor = theme.CHROME
        self._opens(self.session)
        Window.bind(on_textinput=self._on_text, on_key_down=self._on_key)
        return FittedHost(self.session.host)

    def on_start(self) -> None:
        """Start the background services. Report readiness after the first frame, then send heartbeats."""
        from companion.screens.shell.crash import CrashWatch

        self._watch = CrashWatch(self.session).start()
        self.screensaver = Screensaver(self.session)
        self.session.wake = self.screensaver.wake
        self._collector = IdleCollector(self.screensaver)
        self._upkeep = Upkeep(self.session, self.screensaver)
        self._preparation = Preparation(self.session, self.screensaver)
        self._listener = listener()
        if self._listener.address:
            Window.bind(on_flip=self._on_first_frame)

    def _on_first_frame(self, _window: object) -> None:
        """Wait for the second flip: this is called before Kivy flips, so that only then the first frame is seen."""
        Window.unbind(on_flip=self._on_first_frame)
        Window.bind(on_flip=self._on_second_frame)
        Clock.schedule_once(lambda _: Window.canvas.ask_update())  # nothing may have changed since

    def _on_second_frame(self, _window: object) -> None:
        Window.unbind(on_flip=self._on_second_frame)
        _ = self.session.journal  # a version that cannot open the games is not ready; the first steps do not need them
        self._listener.tell(READY)
        _log.info("ready; a sign of life every %g seconds", self._listener.interval)
        if self._listener.patience:  # scheduled on the drawing clock: if drawing hangs, the heartbeat stops too
            Clock.schedule_interval(lambda _: self._listener.tell(ALIVE), self._listener.interval)

    def on_stop(self) -> None:
        """Stop the background services and close the session; all games are on the disk already."""
        self._listener.tell(STOPPING)
        self._watch.stop()
        self._collector.stop()
        self._upkeep.stop()
        self._preparation.stop()
        self.screensaver.stop()
        Window.unbind(on_textinput=self._on_text, on_key_down=self._on_key)
        self.session.close()

    def open_settings(self, *_: object) -> bool:
        """Open nothing: Kivy would show its own settings, for developers, when F1 is pressed."""
        return False

    def _on_text(self, _window: object, text: str) -> None:
        for letter in text:
            self._type(letter)

    def _on_key(self, _window: object, key: int, *_: object) -> None:
        """Take the Enter with which a keyboard-wedge scanner ends each scan."""
        if key in _ENTER:
            self._type("\r")

    def _type(self, letter: str) -> None:
        """Pass a key to the filter for such scanners. A scan is handed over when no key follows it."""
        self._wedge.key(letter, self._clock())
        if self._wedge.waits:
            self._pause.cancel()
            self._pause()

    def _hand_over(self, _seconds: float) -> None:
        scan = self._wedge.pause()
        if scan is not None:
            self.session.hear(scan)


__all__ = ["CompanionApp", "Window"]
