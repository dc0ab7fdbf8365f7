"""TOML syntax errors in plain words: where they are, and what is probably missing."""

import re

from companion.boards.faults import Fault
from companion.boards.validation import shown
from companion.parsing import DEEPEST, TooDeepError
from companion.words import say

_PLACE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")


def hint(error: Exception, text: str) -> Fault:
    """Return the fault behind a TOML parser's error, in words and with its line."""
    if isinstance(error, TooDeepError):
        pattern = "lists or tables are nested too deep: a map may have at most {most} levels"
        return Fault(None, say(pattern, most=DEEPEST))
    said = str(error)
    place = _PLACE.search(said)
    what = _PLACE.sub("", said)
    if place is None:
        return Fault(None, say("is not TOML: {what}", what=shown(what, 200)))
    if place[1] is None:
        return Fault(
            None, say("is cut off: it ends inside a list, a table or some text; close it with ], }} or a quote")
        )
    line, column = int(place[1]), int(place[2])
    written = text.splitlines()[line - 1] if line <= len(text.splitlines()) else ""
    return Fault(line, _guess(what, written, column))


def _guess(what: str, line: str, column: int) -> str:
    """Return the likeliest mistake at this place of a line."""
    rest = line[column - 1 :]
    if what.startswith("Unclosed inline table"):
        return say("a comma or a }} is missing before {rest}", rest=_begun(rest))
    if what.startswith("Unclosed array"):
        return say("a comma or a ] is missing before {rest}, perhaps at the end of the line above", rest=_begun(rest))
    if what.startswith("Illegal character"):
        return say("some text is not closed: the closing quotation mark is missing")
    if what.startswith(("Cannot overwrite", "Duplicate")):
        return say("{key} already has a value: remove one of the two", key=_key(line))
    if what.startswith("Cannot declare"):
        return say("{line} appears twice: put everything under one heading", line=shown(line.strip()))
    if what.startswith("Expected '='"):
        if rest.lstrip().startswith(":"):
            return say("there is a : where a = should be")
        return say("= is missing before {rest}; write decimals with a point, not a comma: 1.5", rest=_begun(rest))
    if what.startswith("Invalid value"):
        return _bad_value(rest)
    return say("is not TOML: {what}", what=shown(what, 200))


def _bad_value(rest: str) -> str:
    word = re.match(r"\w[\w:-]*", rest)
    if re.match(r"\w+\s*=|\[", rest):
        return say("a list above is not closed: there is a ] missing before this line")
    if rest[:1] in "“”„‘’«»'":
        return say('{rest} has curly quotes: use straight ones, "', rest=_begun(rest))
    if word and word[0].lower() in ("true", "false"):
        return say("write {word} in lower case", word=word[0].lower())
    if word:
        return say('{word} is text and needs quotes: "{word}"', word=word[0])
    return say("a value is missing before {rest}", rest=_begun(rest))


def _begun(rest: str) -> str:
    """Return the beginning of the rest of a line, to find the place by."""
    found = re.match(r"\s*(\S+)", rest)
    return f"`{shown(found[1], 20)}`" if found else say("the end of the line")


def _key(line: str) -> str:
    found = re.match(r"\s*([\w.-]+)\s*=", line)
    return found[1] if found else say("a field")
