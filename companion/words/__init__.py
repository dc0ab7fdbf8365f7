"""What Companion says. Every room may use these words; they know none of the rooms."""

from companion.words.sentence import Named, Sentence, closest, say, sentence_case

__all__ = ["Named", "Sentence", "closest", "say", "sentence_case"]
