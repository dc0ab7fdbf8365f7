"""How many trains a player has left, as people count them in the box."""

from collections.abc import Callable

from companion.boards import PlayerColour
from companion.game.state import State
from companion.screens.shell.dialogs import ask_number
from companion.screens.shell.host import ScreenHost
from companion.words import say


def ask_trains_left(host: ScreenHost, state: State, colour: PlayerColour, then: Callable[[int], object]) -> None:
    """Ask how many trains a player really has left; then call `then` with it."""
    question = say("{name}: how many trains do you have left?", name=state.player(colour).name)
    ask_number(host, question, state.board.rules.trains, then)
