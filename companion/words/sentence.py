"""Sentences for people, kept as a pattern and its facts so that they can still be translated."""

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Named:
    """Something printed on the board: people read its name, files use its id."""

    id: str
    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is to be said: `pattern` with `{gaps}`, and the facts that fill them."""

    pattern: str
    facts: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        """The sentence for someone at the table: "Brest–Paris is already claimed by Bo (blue)"."""
        return self.pattern.format(**self.facts)

    def with_ids(self) -> str:
        """The sentence for someone who reads the file: "brest--paris:black is already claimed by Bo (blue)"."""
        ids = {gap: fact.id if isinstance(fact, Named) else fact for gap, fact in self.facts.items()}
        return self.pattern.format(**ids)


def closest(word: str, known: Iterable[str]) -> str:
    """A hint for a misspelt id, ready to stand behind a sentence, or nothing."""
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.75)
    return f"; did you mean {near[0]}?" if near else ""


def say(pattern: str, **facts: object) -> str:
    """A sentence for someone at the table, said at once."""
    return str(Sentence(pattern, facts))


def sentence_case(text: object) -> str:
    """The text with a large first letter and an end."""
    said = str(text)
    said = said[:1].upper() + said[1:]
    return said if said.endswith((".", "!", "?")) else f"{said}."
