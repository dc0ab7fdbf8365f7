"""One step back, and one forth, at any table."""

from companion.screens.anytable import AnyTable
from companion.words import say


def take_back(table: AnyTable) -> None:
    """Takes the last step back, and offers to put it back again."""
    said = table.play.undo()
    table.after_move()
    if said:
        table.desk.stage.toast(str(said), action=say("Redo"), do=table.redo)


def put_back(table: AnyTable) -> None:
    """Puts the last step back that was taken."""
    if table.play.redo():
        table.after_move()
