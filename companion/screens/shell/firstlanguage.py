"""The language that the app starts with. Only this one setting is read, without loading what the other preferences
need, since the first frame waits for it."""

import os
from pathlib import Path

from companion.parsing import parse_json
from companion.words.language import language_of, languages

FILE = "settings.json"
"""The file of the preferences, in the folder of the games."""


def first_language(folder: Path, asked_for: str | None) -> str:
    """Return the language from the command line, else from the settings, else from the system."""
    return asked_for or _chosen(folder / FILE) or language_of(os.environ)


def _chosen(settings: Path) -> str | None:
    try:
        chosen = parse_json(settings.read_bytes())["language"]
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return chosen if chosen in languages() else None
