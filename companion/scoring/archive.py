"""The archive of games for the screens: filters, and the results of finished games, without Kivy."""

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
    """Which games to show; None means all."""

    map: str | None = None
    finished: bool | None = None

    def of(self, games: "Iterable[Summary]") -> "list[Summary]":
        """Return the games that match."""
        return [
            game
            for game in games
            if self.map in (None, game.map) and (self.finished is None or game.finished == self.finished)
        ]


class Archive:
    """The archive of games. It caches results while the app runs, and remembers filter and scroll position."""

    def __init__(self, journal: "Journal", library: Library) -> None:
        self._journal, self._library = journal, library
        self.choice = GameFilter()
        self.scrolled = 1.0
        """The scroll position of the list, 1 at its top."""
        self._outcomes: dict[tuple[int, int], Outcome] = {}
        """Results by game and number of steps: a game that was changed afterwards is counted again."""
        self._names: dict[str, str] = {}
        """Map names as in the map files, before translation."""

    def games(self, trash: bool = False) -> "list[Summary]":
        """Return all games, most recently opened first. Raise JournalError."""
        return self._journal.games(trash)

    def read(self, game: "Summary") -> "Game":
        """Return a game without opening it. Raise JournalError."""
        return self._journal.read(game.id, self._library)

    def known(self, game: "Summary") -> Outcome | None:
        """Return the result of a finished game if it has been counted, otherwise None."""
        return self._outcomes.get((game.id, game.steps)) if game.finished else None

    def count(self, game: "Game") -> Outcome:
        """Return the result of a finished game, counting it once only. Raise UnplayableGameError if its map has changed
        so much that it cannot be counted."""
        assert game.id is not None
        key = (game.id, len(game.log.steps))
        if key not in self._outcomes:
            try:
                self._outcomes[key] = outcome(tally(game.state))
            except LookupError as error:
                pattern = "game {number} is saved, but cannot be opened here: {map} does not have {what}"
                what = say(pattern, number=str(game.id), map=game.state.board.name, what=error)
                raise UnplayableGameError(what) from error
        return self._outcomes[key]

    def name(self, map_id: str) -> str:
        """Return the translated name of a map, or its id if there is no such map here."""
        if map_id not in self._names:
            try:
                self._names[map_id] = self._library.load(map_id).called
            except (BadMapError, NoSuchMapError, OSError):
                return map_id
        return translated(self._names[map_id])

    def known_name(self, map_id: str) -> str:
        """Return the translated name of a map if it has been loaded, otherwise an empty text."""
        return translated(self._names.get(map_id, ""))
