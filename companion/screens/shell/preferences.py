"""The preferences, in a small file beside the games."""

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from companion.boards import PlayerColour
from companion.boards.frozen import Frozen, Name
from companion.files import make_folder, put
from companion.screens.shell.firstlanguage import FILE
from companion.words import Sentence

_log = logging.getLogger(__name__)

SET_ASIDE = "settings-damaged.json"
"""Where a file of preferences goes that cannot be read."""

TextSize = Literal["normal", "large", "largest"]

MOST_SEATS = 200
"""The number of seats that are kept."""
MOST_NAMES = 12
"""The number of names that are kept for the group that plays here."""


class Preferences(Frozen):
    """Preferences, each with its default."""

    facing: Literal[0, 90, 180, 270] = 0
    """Counterclockwise rotation of the window in degrees: with 90 it is read from the right."""
    faces_player: bool = False
    """Whether the window is rotated towards the player whose turn it is."""
    language: Annotated[str, Field(max_length=20)] | None = None
    """The chosen language; None is that of the system."""
    text: TextSize = "normal"
    """The size of all text."""
    high_contrast: bool = False
    still: bool = False
    """Whether things appear at once, without animation."""
    left_handed: bool = False
    """Whether players and buttons are on the left of the map."""
    sounds: bool = True
    names: Annotated[tuple[Name, ...], Field(max_length=MOST_NAMES)] = ()
    """The names of the people who play here, as entered in the first steps."""
    rests_after: Literal[0, 2, 5, 15] = 5
    """Minutes without a touch until the screen dims; after twice as many it turns dark. 0 is never."""
    brightness: Literal[25, 50, 75, 100] = 100
    tally_show: bool = True
    """Whether the tally is shown step by step before the score sheet."""
    tally_speed: Literal[1, 2, 4] = 1
    upright: bool = False
    """Whether portrait boards are shown upright even where they would be larger on their side."""
    seats: Annotated[dict[str, Annotated[float, Field(ge=0, lt=360)]], Field(max_length=MOST_SEATS)] = Field(
        default_factory=dict
    )
    """Where each player sits: degrees clockwise around the table, from the side that `facing` points to. Under the name
    and colour, because two players may have one name; also under the name alone, for a game in another colour."""

    def seat_of(self, colour: PlayerColour, name: str) -> float | None:
        """Return where this player sat last, or None if that is unknown."""
        return self.seats.get(_seat_key(colour, name), self.seats.get(name))

    def seats_with(self, players: Sequence[tuple[PlayerColour, str, float]]) -> dict[str, float]:
        """Return the seats with those of these players changed: colour, name and angle of each."""
        names = [name for _, name, _ in players]
        now = {name: angle for _, name, angle in players if names.count(name) == 1}
        now |= {_seat_key(colour, name): angle for colour, name, angle in players}
        before = {key: angle for key, angle in self.seats.items() if key not in now}
        return dict([*before.items(), *now.items()][-MOST_SEATS:])


def _seat_key(colour: PlayerColour, name: str) -> str:
    return f"{name} ({colour})"


def read(folder: Path, notices: list[Sentence] | None = None) -> Preferences:
    """Return the preferences in a folder; the defaults if the file is missing or unreadable. A damaged file is set
    aside, and `notices` gets a sentence about it."""
    try:
        return Preferences.model_validate_json((folder / FILE).read_bytes())
    except FileNotFoundError:
        return Preferences()
    except (OSError, ValidationError) as error:
        _log.warning("%s cannot be read, so nothing is set: %s", FILE, type(error).__name__)
        if isinstance(error, ValidationError):
            _set_aside(folder, [] if notices is None else notices)
        return Preferences()


def _set_aside(folder: Path, notices: list[Sentence]) -> None:
    """Rename the damaged file and save the defaults, so that this is told once. Only log if the disk refuses."""
    try:
        (folder / FILE).replace(folder / SET_ASIDE)
    except OSError as error:
        _log.warning("%s stays where it is: %s", FILE, error)
        return
    write(folder, Preferences())
    told = "the settings were damaged and have been reset; the old file is now {file}"
    notices.append(Sentence(told, {"file": SET_ASIDE}))


def write(folder: Path, preferences: Preferences) -> None:
    """Save the preferences. Only log if the disk refuses; the old ones then stay."""
    try:
        make_folder(folder)
        put(folder / FILE, preferences.model_dump_json(indent=2).encode())
    except OSError as error:
        _log.warning("%s is not written: %s", FILE, error)
