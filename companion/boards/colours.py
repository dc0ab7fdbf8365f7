"""The colours of the game: of players, of train cards and of printed tracks."""

from collections.abc import Mapping
from typing import Literal

PlayerColour = Literal["red", "blue", "green", "yellow", "black", "white"]
CardColour = Literal["red", "blue", "green", "yellow", "black", "white", "orange", "pink", "locomotive"]
TrackColour = Literal["red", "blue", "green", "yellow", "black", "white", "orange", "pink", "grey"]

CardCounts = Mapping[CardColour, int]
"""How many train cards of each colour."""

LOCOMOTIVE: CardColour = "locomotive"
"""The card that stands for any colour."""

GREY: TrackColour = "grey"
"""A track for cards of any one colour."""
