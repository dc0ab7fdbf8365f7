"""The colours of players, train cards and printed routes."""

from collections.abc import Mapping
from typing import Literal

PlayerColour = Literal["red", "blue", "green", "yellow", "black", "white", "purple"]
CardColour = Literal["red", "blue", "green", "yellow", "black", "white", "orange", "pink", "locomotive"]
TrackColour = Literal["red", "blue", "green", "yellow", "black", "white", "orange", "pink", "grey"]

CardCounts = Mapping[CardColour, int]
"""Number of train cards of each colour."""

LOCOMOTIVE: CardColour = "locomotive"
"""The card that counts as any colour."""

USUAL_PLAYERS: tuple[PlayerColour, ...] = ("red", "blue", "green", "yellow", "black", "white")
"""The trains of most boxes; purple ones are in Nordic Countries' alone."""

GREY: TrackColour = "grey"
"""The colour of a route that takes cards of any one colour."""
