"""How large a board is drawn in the room that it has."""

MARGIN = 8
"""Paper that is left around a whole board, both sides together."""


def whole_scale(room: tuple[float, float], board: tuple[float, float], margin: float = MARGIN) -> float:
    """How large a board unit is when the whole board is shown in this room."""
    return min(max(room[0] - margin, 1) / board[0], max(room[1] - margin, 1) / board[1])
