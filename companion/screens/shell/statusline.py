"""The status line above the map, and banners over it."""

from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.screens.widgets import Panel, theme

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class StatusLine(BoxLayout):
    """Whose turn it is, what happened last, the state of the scanner, and undo."""

    __events__ = ("on_home", "on_undo")
    turn = StringProperty("")
    said = StringProperty("")
    scanner = StringProperty("none")
    can_undo = BooleanProperty(False)
    tall = BooleanProperty(False)
    compact = BooleanProperty(False)
    """Whether there is no room for the word beside undo, nor for the turn beside what was said; the tiles of the
    players then show the turn."""
    spare = NumericProperty(0)
    """Width in dp at the end of the second line that is left for something else."""

    def show_link(self, session: "Session") -> None:
        """Show the state of the scanner as a small sign."""
        wanted = session.scanner is not None and session.link is not None
        self.scanner = "none" if not wanted else "ready" if session.link and session.link.connected else "lost"

    def on_home(self) -> None:
        """Dispatched when home was touched."""

    def on_undo(self) -> None:
        """Dispatched when undo was touched."""


class Banner(Panel):
    """A sentence over the map: the last round at the top, what may be scanned at the bottom."""

    text = StringProperty("")
    ink = ColorProperty(theme.INK)
