"""Texts for users and their translation. Every package may import this one; it imports none of them."""

from companion.words.counts import count_of_cards, count_of_points
from companion.words.numbers import day, figure, number, short_day, signed, time_of_day
from companion.words.oserrors import why_not
from companion.words.sentence import (
    Listed,
    Named,
    Sentence,
    capital,
    closest,
    either,
    pattern,
    say,
    sentence_case,
    together,
)

__all__ = [
    "Listed",
    "Named",
    "Sentence",
    "capital",
    "closest",
    "count_of_cards",
    "count_of_points",
    "day",
    "either",
    "figure",
    "number",
    "pattern",
    "say",
    "sentence_case",
    "short_day",
    "signed",
    "time_of_day",
    "together",
    "why_not",
]
