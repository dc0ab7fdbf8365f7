"""A version that is installed but has not yet shown a picture.

It is written down before anything of the system changes and removed when the app has started, so that an update that
a power cut interrupts is finished, or taken back, when the machine boots again.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path

from appliance.machine import Machine
from appliance.versions import HOME

FILE = f"{HOME}/unproven.json"


@dataclass(frozen=True, slots=True)
class Unproven:
    """An update that is under way: which version replaces which."""

    new: str
    before: str
    """The version to go back to."""
    earlier: str | None
    """What `previous` pointed to."""
    handed_over: bool
    """Whether the app asked for it and waits for the result."""


def read(machine: Machine) -> Unproven | None:
    """Return the update that was under way when this machine stopped; None if there is none."""
    try:
        about = json.loads(machine.at(FILE).read_text(encoding="utf-8"))
        return Unproven(
            str(about["new"]), str(about["before"]), about.get("earlier"), bool(about.get("handed_over", False))
        )
    except (OSError, ValueError, LookupError, TypeError):
        return None


def write(machine: Machine, update: Unproven) -> None:
    """Write down an update, so that it is on the disk before anything else changes."""
    file = machine.at(FILE)
    fresh = file.with_name(f".{file.name}.new")
    text = {
        "new": update.new, "before": update.before, "earlier": update.earlier, "handed_over": update.handed_over,
    }  # fmt: skip
    with fresh.open("w", encoding="utf-8") as opened:
        opened.write(json.dumps(text))
        opened.flush()
        os.fsync(opened.fileno())
    fresh.replace(file)
    _sync_folder(file.parent)


def clear(machine: Machine) -> None:
    """Forget the update: it has shown a picture, or it is taken back."""
    machine.at(FILE).unlink(missing_ok=True)
    _sync_folder(machine.at(FILE).parent)


def _sync_folder(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
