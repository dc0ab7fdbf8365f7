"""What the log and the tickets need of the screen they lie over: a table with a map, or with cards alone."""

from typing import TYPE_CHECKING, Protocol

from companion.game import events as e
from companion.screens.playing import Play

if TYPE_CHECKING:
    from companion.screens.desk import Desk


class AnyTable(Protocol):
    """A screen on which a game is played."""

    desk: "Desk"
    play: Play

    def record(self, event: e.Event) -> bool:
        """Records a move and shows it; asks first where a rule speaks against it."""

    def refresh(self) -> None:
        """Shows the position as it is now."""

    def after_move(self) -> None:
        """Whatever changed the game: the screen follows."""

    def undo(self) -> None:
        """Takes the last step back."""

    def redo(self) -> None:
        """Puts the last step back."""
