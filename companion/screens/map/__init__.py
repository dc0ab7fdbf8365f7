"""The map: the board as it is drawn, touched and zoomed."""

from companion.screens.shell.navigation import register_preparation

register_preparation(__name__, "preparedboards:steps")
