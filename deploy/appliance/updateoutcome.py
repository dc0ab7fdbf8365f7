"""What became of an update, for the app to show once."""

import json
import secrets
import tempfile
from enum import StrEnum
from pathlib import Path

from appliance.machine import Machine, RefusedError
from appliance.places import RESULT, put


class Outcome(StrEnum):
    """How an update ended."""

    INSTALLED = "installed"
    REFUSED = "refused"
    RESTORED = "restored"
    """It was installed but did not start, and the version before is back."""


class Results:
    """The file with the result of the last update, which only root can write and everyone can read."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self.is_written = False

    def write(self, outcome: Outcome, version: str, error: Exception | None = None) -> None:
        """Replace the result. The app has its own words for the reasons it knows; for others it shows the error."""
        reason, file = (error.reason, error.file) if isinstance(error, RefusedError) else ("", "")
        result = {
            "id": secrets.token_hex(8), "outcome": outcome, "version": version, "reason": reason, "file": file,
            "detail": str(error or "")[:2000],
        }  # fmt: skip
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "result").write_text(json.dumps(result), encoding="utf-8")
            put(self._machine, Path(folder) / "result", RESULT, 0o644)
        self.is_written = True
