"""The scale at which a board is drawn in the space it has."""

MARGIN = 8
"""Space around a whole board, both sides together."""


def whole_scale(room: tuple[float, float], board: tuple[float, float], margin: float = MARGIN) -> float:
    """Return the size of a board unit when the whole board is shown in this space."""
    return min(max(room[0] - margin, 1) / board[0], max(room[1] - margin, 1) / board[1])
