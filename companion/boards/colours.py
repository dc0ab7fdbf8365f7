"""The colours of the game: of players, of train cards and of printed tracks."""

from collections.abc import Mapping
from typing import Literal

from companion.words import Sentence, say

PlayerColour = Literal["red", "blue", "green", "yellow", "black", "white"]
CardColour = Literal["red", "blue", "green", "yellow", "black", "white", "orange", "pink", "locomotive"]
TrackColour = Literal["red", "blue", "green", "yellow", "black", "white", "orange", "pink", "grey"]

CardCounts = Mapping[CardColour, int]
"""How many train cards of each colour."""

LOCOMOTIVE: CardColour = "locomotive"
"""The card that stands for any colour."""

GREY: TrackColour = "grey"
"""A track for cards of any one colour."""


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
    """What people call a colour of a player, card or track."""
    return _WORDS[colour]


def count_words(cards: CardCounts) -> str:
    """So many cards of each colour: "2 red, 1 locomotive"."""
    return ", ".join(say("{count} {colour}", count=count, colour=_WORDS[colour]) for colour, count in cards.items())


def card_word(colour: str, copy: int) -> Sentence:
    """A train card by its colour and number, as its label has it: "red 3"."""
    return Sentence("{colour} {number}", {"colour": colour_word(colour), "number": copy})
