"""The app: opens the desk, shows home, and closes in good order."""

import time
from collections.abc import Callable
from pathlib import Path

from kivy.app import App
from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.screens import theme, ways
from companion.screens.desk import Desk
from hardware.wedge import Wedge

_ENTER = (13, 271)


class CompanionApp(App):
    """Companion on a screen."""

    title = "Companion"

    def __init__(
        self,
        folder: Path,
        scanner: str = "none",
        clock: Callable[[], float] = time.monotonic,
        still: bool = False,
    ) -> None:
        super().__init__()
        self.desk = Desk(folder, scanner, clock, still)
        self._wedge = Wedge()
        self._clock = clock

    def build(self) -> Widget:
        """The stage, with home on it."""
        Window.clearcolor = theme.CHROME
        ways.to_home(self.desk)
        Window.bind(on_textinput=self._on_text, on_key_down=self._on_key)
        return self.desk.stage

    def on_stop(self) -> None:
        """Everything is on the disk already; only let go of it."""
        Window.unbind(on_textinput=self._on_text, on_key_down=self._on_key)
        self.desk.close()

    def _on_text(self, _window: object, text: str) -> None:
        for letter in text:
            self._wedge.key(letter, self._clock())

    def _on_key(self, _window: object, key: int, *_: object) -> None:
        """A scanner that types ends each scan with Enter."""
        if key in _ENTER:
            text = self._wedge.key("\r", self._clock())
            if text:
                from hardware.codes import parse
                from hardware.scanner import Scan

                self.desk.hear(Scan(text, parse(text)))


__all__ = ["CompanionApp", "Window"]
