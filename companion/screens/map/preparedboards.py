"""Prepares boards before they are shown: read, shaped, and everything that is computed once and kept."""

from itertools import islice
from typing import TYPE_CHECKING

from companion.boards import BadMapError, Board
from companion.boards.ground import ground_of
from companion.boards.shape import shape_on_screen
from companion.screens.map import grounddrawing
from companion.screens.map.boarddrawing import BoardDrawing
from companion.screens.shell.preparing import Steps
from companion.screens.widgets import textures

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

MOST = 8
"""How many boards are prepared: as many as a new game shows at once."""


def steps(session: "Session") -> Steps:
    """Draw the small pictures that everything is made of, and prepare the boards that a new game offers."""
    yield from textures.steps()
    for map_id in islice(session.library.files(), MOST):
        try:
            yield (board := session.library.load(map_id))
        except (BadMapError, OSError):
            continue  # whoever opens it is told
        if board.size is not None:
            yield from _steps_of(session, board)


def _steps_of(session: "Session", board: Board) -> Steps:
    landscape = bool(session.host.width >= session.host.height)
    yield (lying := shape_on_screen(board, upright=False))
    yield (shape := shape_on_screen(board, session.preferences.upright, landscape))
    for one in dict.fromkeys((lying, shape)):
        yield (ground := ground_of(one))
        if ground is not None:
            yield from grounddrawing.steps(ground)
    yield BoardDrawing(lying, small=True)
    yield BoardDrawing(shape)
