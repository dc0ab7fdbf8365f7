"""The status line above the map, and the banner below it."""

from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.screens.shell.host import ToastRoom
from companion.screens.widgets import Panel
from companion.screens.widgets.keptpicture import KeptPicture

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class StatusLine(KeptPicture, BoxLayout):
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
    asks = BooleanProperty(False)
    """Whether what is said is something to do now."""
    crowded = BooleanProperty(False)
    """Whether what is said needs the space of the turn."""
    spare = NumericProperty(0)
    """Width in dp at the end of the second line that is left for something else."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        for name in ("turn", "said", "width", "compact", "scanner"):
            self.fbind(name, self._measure)
        self._measure()

    def _measure(self, *_: object) -> None:
        """Find out whether turn and words fit beside each other, the words in at most two lines."""
        turn, said = self.ids.turn, self.ids.said
        beside = self.width - self.ids.undo.width - dp(48 + 40) - turn.width_of(self.turn)
        smallest = said.width_of(self.said) * min(dp(18) / said.font_size, 1)
        self.crowded = bool(self.said) and smallest > 1.8 * beside

    def show_link(self, session: "Session") -> None:
        """Show the state of the scanner as a small sign."""
        wanted = session.scanner is not None and session.link is not None
        self.scanner = "none" if not wanted else "ready" if session.link and session.link.connected else "lost"

    def toast_room(self) -> ToastRoom:
        """Return where messages appear: over what happened last."""
        if self.tall:
            return ToastRoom(self.x + dp(6), self.top - dp(50), self.width - dp(self.spare + 14))
        left = self.x + dp(4 + 48 + 4)
        return ToastRoom(left, self.top - dp(1), self.ids.undo.x - dp(6) - left)

    def on_home(self) -> None:
        """Dispatched when home was touched."""

    def on_undo(self) -> None:
        """Dispatched when undo was touched."""


class Banner(Panel):
    """A sentence above the map: the last round."""

    text = StringProperty("")
