"""The language that the screen begins with. One word of the settings is read without loading all that they need
otherwise, since the first frame waits for it."""

import json
import os
from pathlib import Path

from companion.words.language import language_of, languages

FILE = "settings.json"
"""Where people's wishes are kept, in the folder of the games."""


def first_language(folder: Path, asked_for: str | None) -> str:
    """What was asked for on the command line, else what somebody chose, else what the system speaks."""
    return asked_for or _chosen(folder / FILE) or language_of(os.environ)


def _chosen(settings: Path) -> str | None:
    try:
        chosen = json.loads(settings.read_bytes())["language"]
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return chosen if chosen in languages() else None
