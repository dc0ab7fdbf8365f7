"""Sentences for users, kept as a pattern and its facts so that they can be translated when they are shown."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from companion.words.language import translated
from companion.words.numbers import number


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence: a `pattern` with `{gaps}`, and the facts that fill them.

    Where the wording depends on a number, `pattern` is the singular, `plural` the plural, and the fact `count` the
    number.
    """

    pattern: str
    facts: Mapping[str, object] = field(default_factory=dict)
    plural: str = ""

    def __str__(self) -> str:
        """Return the sentence with names, for players: "Brest–Paris is already claimed by Bo (blue)"."""
        return self._said(self.facts)

    def __format__(self, form: str) -> str:
        """Return the sentence as part of another one. A translation asks for a grammatical form of its own with
        `{cards:partitive}`; the catalogue has that form under the context `partitive`."""
        return self._said(self.facts, form)

    def with_ids(self) -> str:
        """Return the sentence with ids, for readers of a file: "brest--paris:black is already claimed by Bo (blue)"."""
        return self._said({gap: fact.id if isinstance(fact, Named) else fact for gap, fact in self.facts.items()})

    def _said(self, facts: Mapping[str, object], form: str = "") -> str:
        count = cast(int, facts["count"]) if self.plural else 1
        written = {gap: number(fact) if type(fact) is int else fact for gap, fact in facts.items()}
        return translated(self.pattern, self.plural, count, form).format(**written)


@dataclass(frozen=True, slots=True)
class Named:
    """Something printed on the board: people read its name, files use its id."""

    id: str
    name: str | Sentence

    def __str__(self) -> str:
        return str(self.name)


@dataclass(frozen=True, slots=True)
class Listed:
    """Phrases joined with "and", which take a grammatical form together."""

    parts: tuple[Sentence, ...]

    def __str__(self) -> str:
        return together(self.parts)

    def __format__(self, form: str) -> str:
        return together([format(part, form) for part in self.parts])


def say(pattern: str, plural: str = "", /, **facts: object) -> str:
    """Return a sentence in the current language."""
    return str(Sentence(pattern, facts, plural))


def pattern(text: str) -> str:
    """Return the text unchanged; mark it for translation where it is defined far from the sentence that uses it."""
    return text


def closest(word: str, known: Iterable[str]) -> str:
    """Return a hint for a misspelt id, to append to a sentence, or "" if nothing is close."""
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.75)
    return say("; did you mean {word}?", word=near[0]) if near else ""


def together(names: Sequence[object]) -> str:
    """Return names joined with "and": "Anna, Bo and Cy"."""
    if len(names) < 2:
        return "".join(map(str, names))
    return say("{names} and {last}", names=", ".join(map(str, names[:-1])), last=names[-1])


def either(names: Sequence[object]) -> str:
    """Return names joined with "or": "a, b or c"."""
    if len(names) < 2:
        return "".join(map(str, names))
    return say("{names} or {last}", names=", ".join(map(str, names[:-1])), last=names[-1])


def sentence_case(text: object) -> str:
    """Return the text with a capital first letter and final punctuation."""
    said = capital(text)
    return said if said.endswith((".", "!", "?")) else f"{said}."


def capital(text: object) -> str:
    """Return the text with a capital first letter, the rest unchanged."""
    said = str(text)
    return said[:1].upper() + said[1:]
