"""How the table screen divides its space between map, players, buttons and the line above: pure figures in dp."""

from dataclasses import dataclass

BAR, STATUS = 54, 50
"""Height of a row of buttons and of the line that says whose turn it is."""
PANEL, COLUMN = 216, 268
"""Width of the players beside a wide map, and of everything beside a map that fills the height."""
MARGIN = 8
"""Paper that is left around a whole board, both sides together."""
_SQUARE = 1.3
"""Up to which proportion a map is given the whole height."""


@dataclass(frozen=True, slots=True)
class Rect:
    """A part of the screen, from its lower left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where the parts of the table screen go."""

    status: Rect
    map: Rect
    players: Rect
    player_columns: int
    bar: Rect
    bar_columns: int


def arranged(width: float, height: float, proportion: float, players: int, buttons: int) -> Arrangement:
    """The best arrangement for a map whose width is `proportion` times its height."""
    if width < height:
        return _portrait(width, height, players, buttons)
    if proportion < _SQUARE:
        return _beside_full_height(width, height, proportion, players, buttons)
    left = width - PANEL
    return Arrangement(
        Rect(0, height - STATUS, left, STATUS),
        Rect(0, BAR, left, height - STATUS - BAR),
        Rect(left, 0, PANEL, height),
        1,
        Rect(0, 0, left, BAR),
        buttons,
    )


def _beside_full_height(width: float, height: float, proportion: float, players: int, buttons: int) -> Arrangement:
    """The map takes the whole height, and everything else stands in a column beside it."""
    left = min(width - COLUMN, height * proportion + 4)
    column = width - left
    columns = 3
    bar = BAR * -(-buttons // columns)
    status = 96
    return Arrangement(
        Rect(left, height - status, column, status),
        Rect(0, 0, left, height),
        Rect(left, bar, column, height - status - bar),
        2 if players > 4 else 1,
        Rect(left, 0, column, bar),
        columns,
    )


def _portrait(width: float, height: float, players: int, buttons: int) -> Arrangement:
    """Seen from the side of the table: line, map, players, buttons."""
    columns = 2 if players <= 4 else 3
    panel = 92 * -(-players // columns) + 8
    bar = BAR if buttons * 92 <= width else BAR * 2
    status = STATUS + 46
    return Arrangement(
        Rect(0, height - status, width, status),
        Rect(0, bar + panel, width, height - status - bar - panel),
        Rect(0, bar, width, panel),
        columns,
        Rect(0, 0, width, bar),
        buttons if bar == BAR else -(-buttons // 2),
    )


def whole_scale(room: tuple[float, float], board: tuple[float, float], margin: float = MARGIN) -> float:
    """How large a board unit is when the whole board is shown in this room."""
    return min(max(room[0] - margin, 1) / board[0], max(room[1] - margin, 1) / board[1])
