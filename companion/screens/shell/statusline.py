"""What is said around the map: the line above it, and sentences upon it."""

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
    """Whose turn it is, what happened last, the scanner's sign, and undo."""

    __events__ = ("on_home", "on_undo")
    turn = StringProperty("")
    said = StringProperty("")
    scanner = StringProperty("none")
    can_undo = BooleanProperty(False)
    tall = BooleanProperty(False)
    compact = BooleanProperty(False)
    """Whether there is no room for the word beside undo, nor for the turn beside what was said; the turn then shows in
    the players."""
    spare = NumericProperty(0)
    """Width in dp at the end of the second line that is left for something else."""

    def show_link(self, session: "Session") -> None:
        """The scanner's state as a small sign."""
        wanted = session.scanner is not None and session.link is not None
        self.scanner = "none" if not wanted else "ready" if session.link and session.link.connected else "lost"

    def on_home(self) -> None:
        """Back to home."""

    def on_undo(self) -> None:
        """The last step back."""


class Banner(Panel):
    """A sentence over the map: the last round above, what may be scanned below."""

    text = StringProperty("")
    ink = ColorProperty(theme.INK)
