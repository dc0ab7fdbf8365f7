"""What people have not been told yet, kept beside the file: a repair may be followed by a power cut before anyone has
read about it."""

import json
from collections.abc import Mapping
from pathlib import Path

from companion.files import put, sync_folder
from companion.parsing import parse_json
from companion.words import Sentence

_MOST = 20


def read_notes(path: Path) -> list[Sentence]:
    """Return the sentences that were kept; none if they cannot be read."""
    try:
        kept = parse_json(path.read_bytes())
        return [_sentence(*note) for note in kept[-_MOST:]]
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        return []


def keep_notes(path: Path, notes: list[Sentence]) -> None:
    """Keep sentences until `forget_notes`, after those that are kept already. Raise OSError."""
    patterns = {note.pattern for note in notes}  # a repair that was cut off is repeated
    added = [*(note for note in read_notes(path) if note.pattern not in patterns), *notes]
    put(path, json.dumps([[note.pattern, _plain(note.facts), note.plural] for note in added[-_MOST:]]).encode())


def forget_notes(path: Path) -> None:
    """Forget the sentences: they were shown. Raise OSError."""
    if path.exists():
        path.unlink()
        sync_folder(path.parent)


def _plain(facts: Mapping[str, object]) -> dict[str, int | str]:
    return {name: fact if isinstance(fact, int) else str(fact) for name, fact in facts.items()}


def _sentence(pattern: str, facts: dict[str, object], plural: str) -> Sentence:
    sentence = Sentence(pattern, facts, plural)
    str(sentence)  # raises if the facts do not fit
    return sentence
