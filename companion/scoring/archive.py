"""The shelf as the screens know it: which games are looked at, and what the finished ones came to. No Kivy."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.boards import BadMapError, Library, NoSuchMapError
from companion.game.journalerrors import UnplayableGameError
from companion.scoring import tally
from companion.scoring.statistics import Outcome, outcome
from companion.words import say
from companion.words.language import translated

if TYPE_CHECKING:
    from companion.game.journal import Game, Journal, Summary


@dataclass(frozen=True, slots=True)
class GameFilter:
    """Which games someone wants to see; None means all."""

    map: str | None = None
    finished: bool | None = None

    def of(self, games: "Iterable[Summary]") -> "list[Summary]":
        """The games that are meant."""
        return [
            game
            for game in games
            if self.map in (None, game.map) and (self.finished is None or game.finished == self.finished)
        ]


class Archive:
    """Remembers, while the app runs, what was counted and where people were in the list."""

    def __init__(self, journal: "Journal", library: Library) -> None:
        self._journal, self._library = journal, library
        self.choice = GameFilter()
        self.scrolled = 1.0
        """How far down the list was, 1 at its top."""
        self._outcomes: dict[tuple[int, int], Outcome] = {}
        """By game and how many steps it had: a game that was opened again is counted again."""
        self._names: dict[str, str] = {}
        """As the files of the maps have them."""

    def games(self, trash: bool = False) -> "list[Summary]":
        """All games, the one open last first. Raises JournalError."""
        return self._journal.games(trash)

    def read(self, game: "Summary") -> "Game":
        """A game to look at. Raises JournalError."""
        return self._journal.read(game.id, self._library)

    def known(self, game: "Summary") -> Outcome | None:
        """What a finished game came to, if it has been counted."""
        return self._outcomes.get((game.id, game.steps)) if game.finished else None

    def count(self, game: "Game") -> Outcome:
        """What a finished game came to, counted once. Raises UnplayableGameError where its map has changed so much that
        it cannot be counted."""
        assert game.id is not None
        key = (game.id, len(game.log.steps))
        if key not in self._outcomes:
            try:
                self._outcomes[key] = outcome(tally(game.state))
            except LookupError as error:
                pattern = "game {number} cannot be opened here, but is kept: {map} does not have {what}"
                what = say(pattern, number=str(game.id), map=game.state.board.name, what=error)
                raise UnplayableGameError(what) from error
        return self._outcomes[key]

    def name(self, map_id: str) -> str:
        """What a map is called; its id where there is no such map here."""
        if map_id not in self._names:
            try:
                self._names[map_id] = self._library.load(map_id).called
            except (BadMapError, NoSuchMapError, OSError):
                return map_id
        return translated(self._names[map_id])

    def known_name(self, map_id: str) -> str:
        """What a map is called, if it has been loaded; nothing otherwise."""
        return translated(self._names.get(map_id, ""))
