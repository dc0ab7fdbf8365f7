"""Counts of points and cards, as phrases that go into sentences."""

from companion.words.numbers import figure
from companion.words.sentence import Sentence


def count_of_points(count: int) -> Sentence:
    """Return a number of points: "7 points"."""
    return Sentence("{points} point", {"points": figure(count), "count": count}, "{points} points")


def count_of_cards(count: int) -> Sentence:
    """Return a number of train cards: "3 cards"."""
    return Sentence("{count} card", {"count": count}, "{count} cards")
