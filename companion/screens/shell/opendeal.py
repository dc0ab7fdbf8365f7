"""Which game is in the middle of its first deal, in a small file beside the games: after a power cut the deal goes on.
Not a preference, since an earlier version refuses a file of preferences with a field that it does not know."""

import logging
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from companion.boards.frozen import Frozen
from companion.files import make_folder, put

if TYPE_CHECKING:
    from companion.game.journal import Game

_log = logging.getLogger(__name__)

FILE = "deal.json"


class _Note(Frozen):
    """Identifies a game."""

    game: int | None
    """Its number in the journal; None if the disk has not accepted it."""
    begun: str


class OpenDeal:
    """The deal that has begun and is neither complete nor put off."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._game: Game | None = None

    def begin(self, game: "Game") -> None:
        """Remember that the deal of this game has begun. Only log if the disk refuses; it is then forgotten with the
        app."""
        self._game = game
        try:
            make_folder(self._file.parent)
            put(self._file, _note_of(game).model_dump_json().encode())
        except OSError as error:
            _log.warning("%s is not written: %s", FILE, error)

    def is_of(self, game: "Game") -> bool:
        """Return whether the deal of this game is open."""
        if self._game is game:
            return True
        try:
            return game.id is not None and _Note.model_validate_json(self._file.read_bytes()) == _note_of(game)
        except (OSError, ValidationError):  # a deal that is not offered again costs nothing: there is the ticket list
            return False

    def end(self) -> None:
        """Forget it: the deal is complete, or put off to the end of the game."""
        self._game = None
        try:
            self._file.unlink(missing_ok=True)
        except OSError as error:
            _log.warning("%s stays: %s", FILE, error)


def _note_of(game: "Game") -> _Note:
    return _Note(game=game.id, begun=game.begun)
