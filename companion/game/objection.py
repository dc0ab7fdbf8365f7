"""What a rule has against an event."""

from dataclasses import dataclass
from enum import Enum

from companion.words import Sentence


class Severity(Enum):
    """How much an objection weighs."""

    IMPOSSIBLE = "impossible"
    """It cannot lie on any table: an unknown route, a ticket card in two hands, a move after the end."""
    FORBIDDEN = "forbidden"
    """A rule is broken. The table is right, so it can be recorded with `override`."""
    QUESTION = "question"
    """Unusual, and worth asking at the table. A record is taken at its word."""


IMPOSSIBLE, FORBIDDEN, QUESTION = Severity.IMPOSSIBLE, Severity.FORBIDDEN, Severity.QUESTION


@dataclass(frozen=True, slots=True)
class Objection:
    """One rule, by its id, that speaks against an event, and the reason in plain words."""

    rule: str
    sentence: Sentence
    kind: Severity

    def __str__(self) -> str:
        return str(self.sentence)


def impossible(rule: str, pattern: str, plural: str = "", /, **facts: object) -> Objection:
    """An objection that no override lifts."""
    return Objection(rule, Sentence(pattern, facts, plural), IMPOSSIBLE)


def forbidden(rule: str, pattern: str, plural: str = "", /, **facts: object) -> Objection:
    """An objection that the players can override."""
    return Objection(rule, Sentence(pattern, facts, plural), FORBIDDEN)


def question(rule: str, pattern: str, plural: str = "", /, **facts: object) -> Objection:
    """A gentle question."""
    return Objection(rule, Sentence(pattern, facts, plural), QUESTION)
