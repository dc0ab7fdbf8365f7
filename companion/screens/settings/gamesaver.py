"""Saving of all games to a stick: games are read here, a few in each frame, and written in the background."""

from collections.abc import Callable
from queue import Full, Queue
from time import perf_counter
from typing import TYPE_CHECKING

from kivy.clock import Clock

from companion.exports.writing import NotWrittenError, Place, name_for, write
from companion.game.gamedays import local_day
from companion.game.journalerrors import JournalError
from companion.screens.shell.background import in_background
from companion.words import Sentence
from hardware.sticks import Stick

if TYPE_CHECKING:
    from companion.game.summary import Summary
    from companion.screens.shell.session import Session

GAMES = "companion games"
"""The folder on the stick."""
_SHARE = 0.008
"""Seconds of each frame in which games are read."""
_WAITING = 20
"""Games that may wait for the stick."""

Waiting = Queue[tuple[str, bytes] | None]


class GameSaver:
    """Saves games as records. A game that cannot be read is counted, and does not stop the others."""

    def __init__(
        self,
        session: "Session",
        stick: Stick,
        progress: Callable[[int, int], object],
        done: Callable[[int, int, Sentence | None], object],
        late: Callable[[], object],
    ) -> None:
        """Begin. `progress` is called with the number of games that are read and the number of all; `done` with how
        many are saved, how many cannot be read, and why the stick refused, if it did. Raise JournalError."""
        self._session, self._progress, self._done = session, progress, done
        self._games = session.journal.games()
        self._read = self._unread = 0
        self._waiting: Waiting = Queue(_WAITING)
        self._names = {game.map: session.archive.name(game.map) for game in self._games}
        self._next: tuple[str, bytes] | None = None
        self._reading = Clock.schedule_interval(lambda _: self._read_some(), 0)
        in_background(lambda: _write_all(stick, self._waiting), self._finish, late)

    def _read_some(self) -> None:
        until = perf_counter() + _SHARE
        while perf_counter() < until:
            if self._next is None and self._read < len(self._games):
                self._next = self._record(self._games[self._read])
                self._read += 1
                self._progress(self._read, len(self._games))
            try:
                if self._next is not None:
                    self._waiting.put_nowait(self._next)
                    self._next = None
                elif self._read == len(self._games):
                    self._waiting.put_nowait(None)
                    self._reading.cancel()
                    return
            except Full:
                return

    def _record(self, game: "Summary") -> tuple[str, bytes] | None:
        try:
            record = self._session.journal.record_of(game.id)
        except JournalError:
            self._unread += 1
            return None
        name = name_for(local_day(game.played), self._names[game.map], [player.name for player in game.players])
        return name, record.model_dump_json(indent=2, exclude_none=True).encode()

    def _finish(self, result: tuple[int, Sentence | None]) -> None:
        self._reading.cancel()
        self._done(result[0], self._unread, result[1])


def _write_all(stick: Stick, waiting: Waiting) -> tuple[int, Sentence | None]:
    """Write records until there are no more; return how many are written, and why the stick refused, if it did."""
    place = Place(stick.path / GAMES, stick.name, ours=stick.path.is_dir(), follows_links=False)
    count = 0
    while (record := waiting.get()) is not None:
        try:
            write(place, record[0], ".game.json", record[1])
        except NotWrittenError as error:
            return count, error.sentence
        count += 1
    return count, None
