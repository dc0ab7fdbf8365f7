"""What people wish of the screen, in a small file beside the games."""

import logging
import os
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from companion.boards.frozen import Frozen, Name
from companion.screens.shell.firstlanguage import FILE

_log = logging.getLogger(__name__)

TextSize = Literal["normal", "large", "largest"]

MOST_SEATS = 200
"""People whose seats are kept."""
MOST_NAMES = 12
"""Names of the group that plays here."""


class Preferences(Frozen):
    """Wishes, each with what holds if nobody wished anything."""

    facing: Literal[0, 90, 180, 270] = 0
    """By how much the picture is turned to a side of the table, counterclockwise: with 90 it is read from the right."""
    faces_player: bool = False
    """Whether the picture turns to whoever's turn it is."""
    language: Annotated[str, Field(max_length=20)] | None = None
    """The language that somebody chose; None is that of the system."""
    text: TextSize = "normal"
    """How large everything is written."""
    high_contrast: bool = False
    still: bool = False
    """Whether things are at once where they should be, instead of moving there."""
    left_handed: bool = False
    """Whether players and buttons stand on the left of the map."""
    sounds: bool = True
    names: Annotated[tuple[Name, ...], Field(max_length=MOST_NAMES)] = ()
    """Who plays here, as they said on the first day."""
    rests_after: Literal[0, 2, 5, 15] = 5
    """Minutes after which the screen dims, and after twice as many is dark; 0 is never."""
    brightness: Literal[25, 50, 75, 100] = 100
    tally_show: bool = True
    """Whether the tally is told step by step, before the sheet."""
    tally_speed: Literal[1, 2, 4] = 1
    upright: bool = False
    """Whether portrait boards stand upright also where they would be larger on their side."""
    seats: Annotated[dict[str, Annotated[float, Field(ge=0, lt=360)]], Field(max_length=MOST_SEATS)] = Field(
        default_factory=dict
    )
    """Where each player sits, by name: degrees clockwise around the table, from whoever reads the picture as it is
    set."""


def read(folder: Path) -> Preferences:
    """The wishes in a folder; whatever cannot be read is as if it was never wished."""
    try:
        return Preferences.model_validate_json((folder / FILE).read_bytes())
    except FileNotFoundError:
        return Preferences()
    except (OSError, ValidationError) as error:
        _log.warning("%s cannot be read, so nothing is set: %s", FILE, type(error).__name__)
        return Preferences()


def write(folder: Path, preferences: Preferences) -> None:
    """Keeps the wishes. The old file is there until the new one is whole; a disk that refuses costs only the wish."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        fresh = folder / f"{FILE}.new"
        with fresh.open("w", encoding="utf-8") as opened:
            opened.write(preferences.model_dump_json(indent=2))
            opened.flush()
            os.fsync(opened.fileno())
        fresh.replace(folder / FILE)
    except OSError as error:
        _log.warning("%s is not written: %s", FILE, error)
