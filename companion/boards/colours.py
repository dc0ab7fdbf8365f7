"""The colours of players, train cards and printed routes."""

from collections.abc import Mapping
from typing import Literal

from companion.words import Sentence, say

PlayerColour = Literal["red", "blue", "green", "yellow", "black", "white"]
CardColour = Literal["red", "blue", "green", "yellow", "black", "white", "orange", "pink", "locomotive"]
TrackColour = Literal["red", "blue", "green", "yellow", "black", "white", "orange", "pink", "grey"]

CardCounts = Mapping[CardColour, int]
"""Number of train cards of each colour."""

LOCOMOTIVE: CardColour = "locomotive"
"""The card that counts as any colour."""

GREY: TrackColour = "grey"
"""The colour of a route that takes cards of any one colour."""


_WORDS = {
    "red": Sentence("red"),
    "blue": Sentence("blue"),
    "green": Sentence("green"),
    "yellow": Sentence("yellow"),
    "black": Sentence("black"),
    "white": Sentence("white"),
    "orange": Sentence("orange"),
    "pink": Sentence("pink"),
    "grey": Sentence("grey"),
    "locomotive": Sentence("locomotive"),
}


def colour_word(colour: str) -> Sentence:
    """Return the name of a colour of a player, card or route."""
    return _WORDS[colour]


def count_words(cards: CardCounts) -> str:
    """Return the number of cards of each colour in words: "2 red, 1 locomotive"."""
    return ", ".join(say("{count} {colour}", count=count, colour=_WORDS[colour]) for colour, count in cards.items())


def card_word(colour: str, copy: int) -> Sentence:
    """Return the name of a train card by its colour and number, as on its label: "red 3"."""
    return Sentence("{colour} {number}", {"colour": colour_word(colour), "number": copy})
