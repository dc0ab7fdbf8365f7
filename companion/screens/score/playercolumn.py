"""The players of a finished game to choose from: in a column beside a page, or in rows where it is narrow."""

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp

from companion.boards import PlayerColour
from companion.scoring import ScoreSheet
from companion.screens.widgets import Grid, PlayerChip

_MANY = 5
"""The number of players from which chips are closer together, so that they fit beside a page."""


class PlayerColumn(Grid):
    """A chip for each player; `touched` is called with the colour of the one that was touched."""

    def __init__(self, sheet: ScoreSheet, touched: Callable[[PlayerColour], object], width: float) -> None:
        self._chips = {
            score.player.colour: PlayerChip(
                partial(touched, score.player.colour), colour=score.player.colour, text=score.player.name
            )
            for score in sheet.players
        }
        super().__init__(*self._chips.values(), cols=1, pos_hint={"top": 1})
        self._beside = width
        if len(self._chips) >= _MANY:
            self.spacing = dp(4)
            for chip in self._chips.values():
                chip.height = dp(48)

    def stand(self, beside: bool) -> None:
        """Arrange the chips for a place beside a page, or above or below it."""
        self.cols = 1 if beside else 3
        self.size_hint_x = None if beside else 1
        if beside:
            self.width = self._beside

    def choose(self, colour: PlayerColour) -> None:
        """Mark the player who is shown."""
        for known, chip in self._chips.items():
            chip.chosen = known == colour
