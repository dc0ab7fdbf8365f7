"""Photos of boards: taking one, the cities of the empty board, reading it, and what is doubtful about it."""

from companion.screens.shell.navigation import register

register(
    __name__,
    photograph_board="photoflow:photograph_board",
    photograph_empty="photoflow:photograph_empty",
    photo_review="reviewscreen:ReviewScreen",
)
