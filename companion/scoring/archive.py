"""The archive of games for the screens: filters, and the results of finished games, without Kivy."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.boards import BadMapError, Library, NoSuchMapError
from companion.game.journalerrors import UnplayableGameError
from companion.scoring import tally
from companion.scoring.results import Results
from companion.scoring.statistics import Outcome, outcome
from companion.words import say
from companion.words.language import translated

if TYPE_CHECKING:
    from companion.game.journal import Game, Journal
    from companion.game.summary import Summary


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
    """The archive of games. It keeps the results of games, and remembers filter and scroll position."""

    def __init__(self, journal: "Journal", library: Library, folder: Path | None = None) -> None:
        """Set up; results are kept in a file in `folder`, or without one only while the program runs."""
        self._journal, self._library = journal, library
        self.choice = GameFilter()
        self.scrolled = 1.0
        """The scroll position of the list, 1 at its top."""
        self._results = Results(folder)
        self._prints: Mapping[str, str] = {}
        """The fingerprints of the maps when the games were listed."""
        self._names: dict[str, str] = {}
        """Map names as in the map files, before translation."""

    def games(self, trash: bool = False) -> "list[Summary]":
        """Return all games in which anything was recorded, most recently opened first. One that was only begun is at
        most the current one, which home offers. With `trash`, return all that are in the trash. Raise JournalError."""
        if not self._prints:  # another program may have deleted some since
            self.forget_deleted()
        self._prints = self._library.fingerprints()
        return [game for game in self._journal.games(trash) if trash or game.steps]

    def empty_trash(self) -> int:
        """Delete the games in the trash for good, with their results, and return how many there were. Raise
        JournalError."""
        count = self._journal.empty_trash()
        self.forget_deleted()
        return count

    def forget_deleted(self) -> None:
        """Forget the results of games that do not exist any more. Raise JournalError."""
        self._results.keep({game.content for trash in (False, True) for game in self._journal.games(trash)})

    def read(self, game: "Summary") -> "Game":
        """Return a game without opening it. Raise JournalError."""
        return self._journal.read(game.id, self._library)

    def known(self, game: "Summary") -> Outcome | None:
        """Return the result of a finished game if it has been counted, otherwise None."""
        return self._results.get(game.content, self._prints.get(game.map, "")) if game.finished else None

    def count(self, game: "Game") -> Outcome:
        """Return the result of a finished game, counting it once only. Raise UnplayableGameError if its map has changed
        so much that it cannot be counted."""
        self._prints = self._prints or self._library.fingerprints()
        content, map_print = game.log.content, self._prints.get(game.head.map, "")
        known = self._results.get(content, map_print)
        if known is not None:
            return known
        try:
            counted = outcome(tally(game.state))
        except LookupError as error:
            pattern = "game {number} is saved, but cannot be opened here: {map} does not have {what}"
            what = say(pattern, number=str(game.id), map=game.state.board.name, what=error)
            raise UnplayableGameError(what) from error
        if game.saved and self._library.is_current(game.state.board, map_print):
            self._results.put(content, map_print, counted)
        return counted

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
