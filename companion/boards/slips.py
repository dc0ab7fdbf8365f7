"""Slips in writing TOML, told as a person would: where it is, and what is probably missing."""

import re

from companion.boards.faults import Fault
from companion.boards.plain import shown

_PLACE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")


def slip(error: Exception, text: str) -> Fault:
    """What a reader of TOML stumbled over, in words and with its line."""
    said = str(error)
    place = _PLACE.search(said)
    what = _PLACE.sub("", said)
    if place is None:
        return Fault(None, f"is not TOML: {shown(what, 200)}")
    if place[1] is None:
        return Fault(None, "is cut off: it ends inside a list, a table or a text; close it with ], } or a quote")
    line, column = int(place[1]), int(place[2])
    written = text.splitlines()[line - 1] if line <= len(text.splitlines()) else ""
    return Fault(line, _guess(what, written, column))


def _guess(what: str, line: str, column: int) -> str:
    """The likeliest slip at this place of a line."""
    rest = line[column - 1 :]
    if what.startswith("Unclosed inline table"):
        return f"a comma or a }} is missing before {_begun(rest)}"
    if what.startswith("Unclosed array"):
        return f"a comma or a ] is missing before {_begun(rest)}, perhaps at the end of the line above"
    if what.startswith("Illegal character"):
        return "a text is not closed: a quote is missing at its end"
    if what.startswith(("Cannot overwrite", "Duplicate")):
        return f"{_key(line)} has a value already: remove one of the two"
    if what.startswith("Cannot declare"):
        return f"{shown(line.strip())} stands twice: put all of it under one heading"
    if what.startswith("Expected '='"):
        if rest.lstrip().startswith(":"):
            return "there is a : where = belongs"
        return f"= is missing before {_begun(rest)}; a number has a point, not a comma: 1.5"
    if what.startswith("Invalid value"):
        return _bad_value(rest)
    return f"is not TOML: {shown(what, 200)}"


def _bad_value(rest: str) -> str:
    word = re.match(r"\w[\w:-]*", rest)
    if re.match(r"\w+\s*=|\[", rest):
        return "a list above is not closed: a ] is missing before this line"
    if rest[:1] in "“”„‘’«»'":
        return f'{_begun(rest)} has curly quotes: use straight ones, "'
    if word and word[0].lower() in ("true", "false"):
        return f"write {word[0].lower()}, in small letters"
    if word:
        return f'{word[0]} is text and needs quotes: "{word[0]}"'
    return f"a value is missing before {_begun(rest)}"


def _begun(rest: str) -> str:
    """The beginning of what stands there, short enough to find it by."""
    found = re.match(r"\s*(\S+)", rest)
    return f"`{shown(found[1], 20)}`" if found else "the end of the line"


def _key(line: str) -> str:
    found = re.match(r"\s*([\w.-]+)\s*=", line)
    return found[1] if found else "a field"
