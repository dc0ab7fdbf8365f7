"""The language of whoever installs: the system's, if there is a catalogue of it beside this file, or else English.

This is `companion.words` in small: nothing of ours, nor of anybody else's, is installed yet. So it reads catalogues as
they are written: they are small and have no plurals, and from a checkout nobody could have compiled them.
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
    """A text for whoever installs: `pattern` in their language, with its {gaps} filled."""
    try:
        return translated(pattern).format(**facts)
    except (LookupError, ValueError, AttributeError):  # a gap of the translation is damaged
        return pattern.format(**facts)


def pattern(text: str) -> str:
    """Marks a text as one that is translated elsewhere."""
    return text


def translated(text: str) -> str:
    """A text in the language of the system; as it is where that has no word for it."""
    return catalogue().get(text) or text


def language_of(environment: Mapping[str, str]) -> str:
    """The language that a system asks for, `nb` for `nb_NO.UTF-8`; English where it asks for none that we speak."""
    spoken = {"en", *(file.stem for file in CATALOGUES.glob("*.po"))}
    asked = next((environment[name] for name in _ASKED_IN if environment.get(name)), "")
    for wish in asked.split(":"):
        code = wish.partition(".")[0].partition("@")[0].partition("_")[0].lower()
        if (found := _ALSO_READ.get(code, code)) in spoken:
            return found
    return "en"


@cache
def catalogue() -> dict[str, str]:
    """All texts in the language of the system; none where there is no catalogue, or a damaged one. It is read once,
    since uninstalling removes it before all is said."""
    try:
        return _read((CATALOGUES / f"{language_of(os.environ)}.po").read_text(encoding="utf-8"))
    except (OSError, ValueError, LookupError):
        return {}


def _read(written: str) -> dict[str, str]:
    """The texts and translations of a gettext catalogue without plurals. Raises ValueError or LookupError."""
    entries: list[dict[str, str]] = []
    word = ""
    for line in written.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        before, quote, rest = line.partition('"')
        word = before.strip() or word
        if before.strip() == "msgid":
            entries.append({})
        text = json.loads(quote + rest)  # JSON has the escapes of gettext
        entries[-1][word] = entries[-1].get(word, "") + text
    return {entry["msgid"]: entry.get("msgstr", "") for entry in entries if entry["msgid"]}
