"""Translation for the installer into the system's language, or English if there is no catalogue for it.

This is a small version of `companion.words`, which is not installed yet. It reads `.po` files directly: they are small,
have no plurals, and in a checkout nothing has compiled them.
"""

import json
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

CATALOGUES = Path(__file__).parent
"""The folder of the catalogues."""

_ALSO_READ = {"no": "nb", "nn": "nb"}
_ASKED_IN = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def say(pattern: str, /, **facts: object) -> str:
    """Return `pattern` in the user's language, with its {gaps} filled."""
    try:
        return translated(pattern).format(**facts)
    except (LookupError, ValueError, AttributeError):  # the translation has a broken gap
        return pattern.format(**facts)


def pattern(text: str) -> str:
    """Return the text unchanged; mark it for translation elsewhere."""
    return text


def translated(text: str) -> str:
    """Return a text in the language of the system, or unchanged if there is no translation."""
    return catalogue().get(text) or text


def language_of(environment: Mapping[str, str]) -> str:
    """Return the language that an environment asks for, `nb` for `nb_NO.UTF-8`; English if there is no match."""
    spoken = {"en", *(file.stem for file in CATALOGUES.glob("*.po"))}
    asked = next((environment[name] for name in _ASKED_IN if environment.get(name)), "")
    for wish in asked.split(":"):
        code = wish.partition(".")[0].partition("@")[0].partition("_")[0].lower()
        if (found := _ALSO_READ.get(code, code)) in spoken:
            return found
    return "en"


@cache
def catalogue() -> dict[str, str]:
    """Return all texts in the language of the system; empty if the catalogue is missing or damaged.

    It is cached, since uninstalling deletes it before the last message.
    """
    try:
        return _read((CATALOGUES / f"{language_of(os.environ)}.po").read_text(encoding="utf-8"))
    except (OSError, ValueError, LookupError):
        return {}


def _read(written: str) -> dict[str, str]:
    """Return the texts and translations of a catalogue without plurals. Raise ValueError or LookupError if damaged."""
    entries: list[dict[str, str]] = []
    word = ""
    for line in written.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        before, quote, rest = line.partition('"')
        word = before.strip() or word
        if before.strip() == "msgid":
            entries.append({})
        text = json.loads(quote + rest)  # JSON uses the same escapes as gettext
        entries[-1][word] = entries[-1].get(word, "") + text
    return {entry["msgid"]: entry.get("msgstr", "") for entry in entries if entry["msgid"]}
