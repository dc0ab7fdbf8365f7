"""What Companion says, and in which language. Every room may use these words; they know none of the rooms."""

from companion.words.figures import day, number, short_day
from companion.words.sentence import Named, Sentence, capital, closest, either, pattern, say, sentence_case, together
from companion.words.system import why_not

__all__ = [
    "Named",
    "Sentence",
    "capital",
    "closest",
    "day",
    "either",
    "number",
    "pattern",
    "say",
    "sentence_case",
    "short_day",
    "together",
    "why_not",
]
