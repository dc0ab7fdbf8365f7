"""What pydantic finds wrong with a file, said in plain words."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from companion.boards.frozen import as_id
from companion.words import closest

_SHOWN = 40
"""Longest piece of bad input that is repeated in a message."""


def complaints(error: ValidationError) -> list[tuple[tuple[str | int, ...], str]]:
    """Each fault as the place where it is and a sentence without a full stop."""
    return [(fault["loc"], _sentence(fault)) for fault in error.errors(include_url=False)]


def path(location: tuple[str | int, ...]) -> str:
    """A place inside a file as people write it: `track.2` is the second point of a track."""
    steps = [step for step in location if step != "[key]"]
    return ".".join(str(step + 1) if isinstance(step, int) else shown(step) for step in steps)


def shown(text: object, most: int = _SHOWN) -> str:
    """Somebody's input, safe to print on one line and not too long."""
    safe = str(text).encode("unicode_escape").decode("ascii") if not str(text).isprintable() else str(text)
    return safe if len(safe) <= most else safe[: most - 1] + "…"


def _quoted(value: object) -> str:
    if isinstance(value, str):
        return f"'{shown(value)}'"
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, (list, tuple)):
        return "a list"
    return shown(value)


def _nearest(value: object) -> str:
    near = as_id(str(value))
    return f", as in {near}" if near else ""


def _of(fault: ErrorDetails, context: Mapping[str, Any]) -> str:
    """The word that was meant, or all the words there are."""
    return closest(str(fault["input"]), re.findall(r"'([^']+)'", context["expected"])) or f": use {context['expected']}"


def _expected(what: str) -> Callable[[ErrorDetails, Mapping[str, Any]], str]:
    return lambda fault, _: f"must be {what}, not {_quoted(fault['input'])}"


_SENTENCES: dict[str, Callable[[ErrorDetails, Mapping[str, Any]], str]] = {
    "missing": lambda fault, _: "is missing",
    "extra_forbidden": lambda fault, _: "is not a known field",
    "string_type": _expected("text"),
    "int_type": _expected("a whole number"),
    "int_parsing": _expected("a whole number"),
    "int_from_float": _expected("a whole number"),
    "float_type": _expected("a number"),
    "finite_number": _expected("a number"),
    "bool_type": _expected("true or false"),
    "tuple_type": _expected("a list"),
    "list_type": _expected("a list"),
    "dict_type": _expected("a table"),
    "model_type": _expected("a table"),
    "model_attributes_type": _expected("a table"),
    "string_too_long": lambda fault, context: f"is too long: {context['max_length']} letters at most",
    # The only pattern is that of ids.
    "string_pattern_mismatch": lambda fault, _: (
        f"cannot be {_quoted(fault['input'])}: an id has small letters a–z, digits, - and _{_nearest(fault['input'])}"
    ),
    "greater_than_equal": lambda fault, context: f"must be {context['ge']} or more, not {_quoted(fault['input'])}",
    "less_than_equal": lambda fault, context: f"must be {context['le']} or less, not {_quoted(fault['input'])}",
    "too_long": lambda fault, context: (
        f"has {context['actual_length'] or 'too many'} entries, {context['max_length']} at most"
    ),
    "literal_error": lambda fault, context: f"{_quoted(fault['input'])} does not exist{_of(fault, context)}",
    "union_tag_invalid": lambda fault, context: (
        f"type '{shown(context['tag'])}' does not exist: use {context['expected_tags']}"
    ),
    "union_tag_not_found": lambda fault, _: "has no type",
    "json_invalid": lambda fault, context: f"is cut off or not JSON ({context['error']})",
    "value_error": lambda fault, context: str(context["error"]),
}


def _sentence(fault: ErrorDetails) -> str:
    say = _SENTENCES.get(fault["type"])
    return say(fault, fault.get("ctx", {})) if say else shown(fault["msg"])
