"""Prepares the table before a game is opened: the places of names on every board, for the space that it has here."""

from itertools import islice
from typing import TYPE_CHECKING

from kivy.metrics import Metrics, dp

from companion.boards import BadMapError, Board
from companion.boards.shape import BoardShape, shape_on_screen
from companion.screens.map import mapview
from companion.screens.map.preparedboards import MOST
from companion.screens.shell.preparing import Steps
from companion.screens.table.arrangement import arranged

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

_PLAYERS, _BUTTONS = 4, 6
"""What is assumed where no game tells: on a screen in landscape the space for the map is the same for all."""


def steps(session: "Session") -> Steps:
    """Prepare the map of the running game first, then those that a new game offers."""
    game = session.journal.game if session.is_open else None
    if game is not None and game.state.board.size is not None:
        yield from _steps_of(session, game.state.board, len(game.state.players))
    for map_id in islice(session.library.files(), MOST):
        try:
            board = session.library.load(map_id)
        except (BadMapError, OSError):
            continue
        if board.size is not None:
            yield from _steps_of(session, board, _PLAYERS)


def _steps_of(session: "Session", board: Board, players: int) -> Steps:
    host = session.host
    shape = shape_on_screen(board, session.preferences.upright, bool(host.width >= host.height))
    yield from mapview.steps(shape, _space(host.width, host.height, shape, players))


def _space(width: float, height: float, shape: BoardShape, players: int) -> tuple[float, float]:
    """Return the size of the map in pixels."""
    density, proportion = Metrics.density, shape.size[0] / shape.size[1]
    room = arranged(width / density, height / density, proportion, players, _BUTTONS, Metrics.fontscale).map
    return float(dp(room.width)), float(dp(room.height))
