"""Texts for users and their translation. Every package may import this one; it imports none of them."""

from companion.words.counts import count_of_cards, count_of_points
from companion.words.numbers import city_of, day, figure, full_day, month, number, short_day, signed, time_of_day
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
    "city_of",
    "closest",
    "count_of_cards",
    "count_of_points",
    "day",
    "either",
    "figure",
    "full_day",
    "month",
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
