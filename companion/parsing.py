"""Readers of JSON and TOML that other people may have written: each returns plain values or raises a ValueError.

Everything that is not read by pydantic, whose parser has its own limit, is read here: Python's parsers and all that
walks through their values end in a RecursionError where brackets or dotted keys are nested some thousand deep.
"""

import json
import tomllib
from typing import Any

DEEPEST = 30
"""The most tables and lists inside each other. Our own files have four."""


class TooDeepError(ValueError):
    """Raised when tables and lists are nested deeper than anyone writes them."""


def parse_json(data: bytes) -> Any:
    """Return the value in a JSON text. Raise TooDeepError, or ValueError if it is not JSON in UTF-8."""
    try:
        value = json.loads(data)
    except RecursionError:
        raise TooDeepError from None
    _check_depth(value)
    return value


def parse_toml(text: str) -> dict[str, Any]:
    """Return the table in a TOML text. Raise TooDeepError, or ValueError if it is not TOML."""
    try:
        value = tomllib.loads(text)
    except RecursionError:
        raise TooDeepError from None
    _check_depth(value)
    return value


def _check_depth(value: object) -> None:
    """Go through a value level by level, so that no depth is too much for this either."""
    level = [value]
    for _ in range(DEEPEST + 1):
        level = [
            part
            for one in level
            if isinstance(one, (dict, list))
            for part in (one.values() if isinstance(one, dict) else one)
        ]
        if not level:
            return
    raise TooDeepError
