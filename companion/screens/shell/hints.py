"""Hints that are given once: which of them people have seen, in a small file beside the games."""

import json
import logging
from pathlib import Path

from companion.files import make_folder, put
from companion.parsing import parse_json

FILE = "hints.json"

_log = logging.getLogger(__name__)


class Hints:
    """The hints that were given."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._given: set[str] | None = None

    def is_due(self, name: str) -> bool:
        """Return whether a hint was never given before, and note that it is given now."""
        if self._given is None:
            self._given = self._read()
        if name in self._given:
            return False
        self._given.add(name)
        self._write()
        return True

    def _read(self) -> set[str]:
        """Return the hints in the file; a file that cannot be read only means that they are given again."""
        try:
            return {name for name in parse_json((self._folder / FILE).read_bytes()) if isinstance(name, str)}
        except (OSError, ValueError, TypeError):
            return set()

    def _write(self) -> None:
        try:
            make_folder(self._folder)
            put(self._folder / FILE, json.dumps(sorted(self._given or ())).encode())
        except OSError as error:
            _log.warning("%s is not written: %s", FILE, error)
