"""Validation errors of pydantic in plain words."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from companion.boards.frozen import as_id
from companion.words import closest, either, pattern, say

_SHOWN = 40
"""The maximum length of bad input repeated in a message."""


def complaints(error: ValidationError) -> list[tuple[tuple[str | int, ...], str]]:
    """Return each fault as its place and a sentence without a full stop."""
    return [(fault["loc"], _sentence(fault)) for fault in error.errors(include_url=False)]


def path(location: tuple[str | int, ...]) -> str:
    """Return a place inside a file as people write it: `track.2` is the second point of a track."""
    steps = [step for step in location if step != "[key]"]
    return ".".join(str(step + 1) if isinstance(step, int) else shown(step) for step in steps)


def shown(text: object, most: int = _SHOWN) -> str:
    """Return input as text that is safe to print on one line and not too long."""
    safe = str(text).encode("unicode_escape").decode("ascii") if not str(text).isprintable() else str(text)
    return safe if len(safe) <= most else safe[: most - 1] + "…"


def _quoted(value: object) -> str:
    if isinstance(value, str):
        return f"'{shown(value)}'"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, Mapping):
        return say("a table")
    if isinstance(value, (list, tuple)):
        return say("a list")
    return shown(value)


def _nearest(value: object) -> str:
    near = as_id(str(value))
    return say(", as in {id}", id=near) if near else ""


def _of(fault: ErrorDetails, context: Mapping[str, Any]) -> str:
    """Return a hint with the intended word, or with all allowed words."""
    hint = closest(str(fault["input"]), re.findall(r"'([^']+)'", context["expected"]))
    return hint or say(": use {expected}", expected=_choices(context))


def _expected(what: str) -> Callable[[ErrorDetails, Mapping[str, Any]], str]:
    return lambda fault, _: say("must be {what}, not {input}", what=say(what), input=_quoted(fault["input"]))


_SENTENCES: dict[str, Callable[[ErrorDetails, Mapping[str, Any]], str]] = {
    "missing": lambda fault, _: say("is missing"),
    "extra_forbidden": lambda fault, _: say("is not a known field"),
    "string_type": _expected(pattern("text")),
    "int_type": _expected(pattern("a whole number")),
    "int_parsing": _expected(pattern("a whole number")),
    "int_from_float": _expected(pattern("a whole number")),
    "float_type": _expected(pattern("a number")),
    "finite_number": _expected(pattern("a number")),
    "bool_type": _expected(pattern("true or false")),
    "tuple_type": _expected(pattern("a list")),
    "list_type": _expected(pattern("a list")),
    "dict_type": _expected(pattern("a table")),
    "model_type": _expected(pattern("a table")),
    "model_attributes_type": _expected(pattern("a table")),
    "string_too_long": lambda fault, context: say("is too long: at most {most} characters", most=context["max_length"]),
    # Only ids have a pattern.
    "string_pattern_mismatch": lambda fault, _: say(
        "cannot be {input}: an id has only lower-case letters a–z, digits, - and _{nearest}",
        input=_quoted(fault["input"]),
        nearest=_nearest(fault["input"]),
    ),
    "greater_than_equal": lambda fault, context: say(
        "must be {ge} or more, not {input}", ge=context["ge"], input=_quoted(fault["input"])
    ),
    "less_than_equal": lambda fault, context: say(
        "must be {le} or less, not {input}", le=context["le"], input=_quoted(fault["input"])
    ),
    "too_long": lambda fault, context: (
        say(
            "has {count} entries; at most {most} are allowed",
            count=context["actual_length"],
            most=context["max_length"],
        )
        if context["actual_length"]
        else say("has too many entries; at most {most} are allowed", most=context["max_length"])
    ),
    "literal_error": lambda fault, context: say(
        "{input} does not exist{hint}", input=_quoted(fault["input"]), hint=_of(fault, context)
    ),
    "union_tag_invalid": lambda fault, context: say(
        "type '{tag}' does not exist: use {expected}", tag=shown(context["tag"]), expected=context["expected_tags"]
    ),
    "union_tag_not_found": lambda fault, _: say("has no type"),
    "json_invalid": lambda fault, context: say("is cut off or not JSON ({error})", error=context["error"]),
    "value_error": lambda fault, context: str(context["error"]),
}


def _choices(context: Mapping[str, Any]) -> str:
    """Return the values that pydantic expects: "'a', 'b' or 'c'"."""
    return either(str(context["expected"]).replace(" or ", ", ").split(", "))


def _sentence(fault: ErrorDetails) -> str:
    complaint = _SENTENCES.get(fault["type"])
    return complaint(fault, fault.get("ctx", {})) if complaint else shown(fault["msg"])
