"""A rule's objection to an event."""

from dataclasses import dataclass
from enum import Enum

from companion.words import Sentence


class Severity(Enum):
    """How serious an objection is."""

    IMPOSSIBLE = "impossible"
    """It cannot happen at any table: an unknown route, a ticket card in two hands, a move after the end."""
    FORBIDDEN = "forbidden"
    """A rule forbids it. If it happened all the same, it can be recorded with `override`."""
    QUESTION = "question"
    """Unusual, so the players are asked about it. When a record is read it is accepted."""


IMPOSSIBLE, FORBIDDEN, QUESTION = Severity.IMPOSSIBLE, Severity.FORBIDDEN, Severity.QUESTION


@dataclass(frozen=True, slots=True)
class Objection:
    """One rule, by its id, that objects to an event, and the reason in plain words."""

    rule: str
    sentence: Sentence
    kind: Severity

    def __str__(self) -> str:
        return str(self.sentence)


def impossible(rule: str, pattern: str, plural: str = "", /, **facts: object) -> Objection:
    """Return an objection that no override lifts."""
    return Objection(rule, Sentence(pattern, facts, plural), IMPOSSIBLE)


def forbidden(rule: str, pattern: str, plural: str = "", /, **facts: object) -> Objection:
    """Return an objection that the players can override."""
    return Objection(rule, Sentence(pattern, facts, plural), FORBIDDEN)


def question(rule: str, pattern: str, plural: str = "", /, **facts: object) -> Objection:
    """Return a question that does not prevent the event."""
    return Objection(rule, Sentence(pattern, facts, plural), QUESTION)
