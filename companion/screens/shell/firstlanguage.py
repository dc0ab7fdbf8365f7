"""The language and the rotation that the app starts with. Only these settings are read, without loading what the other
preferences need, since the first frame waits for them."""

import os
from pathlib import Path

from companion.parsing import parse_json
from companion.words.language import language_of, languages

FILE = "settings.json"
"""The file of the preferences, in the folder of the games."""


def first_language(folder: Path, asked_for: str | None) -> str:
    """Return the language from the command line, else from the settings, else from the system."""
    return asked_for or _chosen(folder / FILE) or language_of(os.environ)


def first_rotation(folder: Path) -> int:
    """Return how far the picture is turned, so that not even the first frame is on its side."""
    turned = _setting(folder / FILE, "facing")
    return turned if isinstance(turned, int) and turned in (90, 180, 270) else 0


def _chosen(settings: Path) -> str | None:
    chosen = _setting(settings, "language")
    return chosen if isinstance(chosen, str) and chosen in languages() else None


def _setting(settings: Path, name: str) -> object:
    try:
        return parse_json(settings.read_bytes())[name]
    except (OSError, ValueError, LookupError, TypeError):
        return None
