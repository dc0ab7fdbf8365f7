"""What Companion says, and in which language. Every room may use these words; they know none of the rooms."""

from companion.words.figures import day, figure, number, short_day, signed
from companion.words.sentence import Named, Sentence, capital, closest, either, pattern, say, sentence_case, together
from companion.words.system import why_not

__all__ = [
    "Named",
    "Sentence",
    "capital",
    "closest",
    "day",
    "either",
    "figure",
    "number",
    "pattern",
    "say",
    "sentence_case",
    "short_day",
    "signed",
    "together",
    "why_not",
]
