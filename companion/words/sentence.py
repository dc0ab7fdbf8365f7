"""Sentences for people, kept as a pattern and its facts so that they are said in the language that is spoken when they
are read."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from companion.words.language import translated
from companion.words.numbers import number


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is to be said: `pattern` with `{gaps}`, and the facts that fill them. Where a number decides how it is said,
    `pattern` is for one, `plural` for any other, and the fact `count` is the number."""

    pattern: str
    facts: Mapping[str, object] = field(default_factory=dict)
    plural: str = ""

    def __str__(self) -> str:
        """The sentence for someone at the table: "Brest–Paris is already claimed by Bo (blue)"."""
        return self._said(self.facts)

    def with_ids(self) -> str:
        """The sentence for someone who reads the file: "brest--paris:black is already claimed by Bo (blue)"."""
        return self._said({gap: fact.id if isinstance(fact, Named) else fact for gap, fact in self.facts.items()})

    def _said(self, facts: Mapping[str, object]) -> str:
        count = cast(int, facts["count"]) if self.plural else 1
        written = {gap: number(fact) if type(fact) is int else fact for gap, fact in facts.items()}
        return translated(self.pattern, self.plural, count).format(**written)


@dataclass(frozen=True, slots=True)
class Named:
    """Something printed on the board: people read its name, files use its id."""

    id: str
    name: str | Sentence

    def __str__(self) -> str:
        return str(self.name)


def say(pattern: str, plural: str = "", /, **facts: object) -> str:
    """A sentence for someone at the table, said at once."""
    return str(Sentence(pattern, facts, plural))


def pattern(text: str) -> str:
    """Marks a text as one that is said later, for where it is written far from the sentence that it becomes."""
    return text


def closest(word: str, known: Iterable[str]) -> str:
    """A hint for a misspelt id, ready to stand behind a sentence, or nothing."""
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.75)
    return say("; did you mean {word}?", word=near[0]) if near else ""


def together(names: Sequence[object]) -> str:
    """Names as they are said: "Anna, Bo and Cy"."""
    if len(names) < 2:
        return "".join(map(str, names))
    return say("{names} and {last}", names=", ".join(map(str, names[:-1])), last=names[-1])


def either(names: Sequence[object]) -> str:
    """Names as they are offered: "a, b or c"."""
    if len(names) < 2:
        return "".join(map(str, names))
    return say("{names} or {last}", names=", ".join(map(str, names[:-1])), last=names[-1])


def sentence_case(text: object) -> str:
    """The text with a large first letter and an end."""
    said = capital(text)
    return said if said.endswith((".", "!", "?")) else f"{said}."


def capital(text: object) -> str:
    """The text with a large first letter, the others as they are."""
    said = str(text)
    return said[:1].upper() + said[1:]
