"""The file of games while it is open: for writing behind the lock, or for reading without changing anything."""

import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.game.clock import Clock
from companion.game.gamesfolder import FILE, GamesFolder, parts
from companion.game.gameslock import GamesLock, is_locked
from companion.game.inspection import inspect
from companion.game.journalerrors import REFUSED, DiskFault, JournalError, NewerJournalError, diagnose_in
from companion.game.mark import write_mark
from companion.game.mending import finish, gather, in_trash, sources
from companion.game.rebuild import is_finished, rebuild
from companion.game.steprows import StepRow, damaged
from companion.game.store import Store
from companion.game.taskprogress import Progress
from companion.words import Sentence

_log = logging.getLogger(__name__)


class GamesFile:
    """The file in a folder, open or not; it is opened again if it was replaced."""

    def __init__(
        self, files: GamesFolder, clock: Clock, on_opening: Callable[[Store], None], notices: list[Sentence]
    ) -> None:
        """Set up, without opening the file. `on_opening` is called with every file that is opened; `notices` gets what
        people are to be told."""
        self.lock = GamesLock(files)
        self.trusted = False
        """Whether the files were just compared thoroughly, so that the next opening need not suspect them."""
        self._files, self._clock, self._on_opening, self._notices = files, clock, on_opening, notices
        self._store: Store | None = None
        self._elsewhere: TemporaryDirectory[str] | None = None
        """Where a reader keeps what it could read from a damaged file."""

    @property
    def is_open(self) -> bool:
        """Whether it is open."""
        return self._store is not None

    def current(self, to_write: bool) -> Store | None:
        """Return the open file, if it is still the one in the folder and may be used for this."""
        if self._store is None:
            return None
        if self._elsewhere is not None:
            return None if to_write else self._store
        return self._store if self._store.is_at(self._files.file) and (self.lock.is_held or not to_write) else None

    def open(self, to_write: bool) -> Store:
        """Open the file that is in the folder now, and return it. Raise JournalInUseError if this program must be the
        only one and is not; also another JournalError, sqlite3.Error or OSError."""
        self.close()
        try:
            self._store = self._opened_for_writing() if to_write else self._opened_for_reading()
        except (JournalError, *REFUSED):
            raise
        except Exception as error:  # whatever a garbled file makes our code do, it is the file's fault
            raise damaged(f"{type(error).__name__}: {error}") from error
        return self._store

    def _opened_for_writing(self) -> Store:
        self._files.path.mkdir(parents=True, exist_ok=True)
        self.lock.take()
        finish(self._files, self._clock)
        half_written = inspect(self._files, self.trusted)
        self.trusted = False
        store = Store(self._files.file)
        try:
            store.check(thoroughly=False)
            _complete(store, half_written)
            self._on_opening(store)
            self._mark(store, log=True)
        except BaseException:
            store.close()
            raise
        return store

    def _opened_for_reading(self) -> Store:
        """Return the file, opened so that nothing changes; what can be read of it, in another place, if it is
        damaged."""
        try:
            if not is_locked(self._files.lock):  # whoever has the lock has looked at the file, and is changing it
                if not parts(self._files.file) and not self._files.backups():
                    return Store(self._new_place())
                inspect(self._files, reading=True)
            store = Store(self._files.file, read_only=True)
            self._on_opening(store)
        except NewerJournalError:
            raise
        except Exception as error:
            if isinstance(error, OSError) or not self._is_damage(error):
                raise
            _log.warning("%s is damaged: %s", self._files.file, error)
            return self._salvaged_elsewhere()
        return store

    def _is_damage(self, error: Exception) -> bool:
        if isinstance(error, JournalError):
            return False
        return not isinstance(error, REFUSED) or diagnose_in(self._files.path, FILE, error) is DiskFault.DAMAGED

    def _salvaged_elsewhere(self) -> Store:
        """Return a temporary file with what can be read from the damaged one and its backups."""
        among = sources(self._files)
        found = gather(among, Progress())
        path = self._new_place()
        rebuild(path, found, in_trash(among))
        pattern = "the games in {folder} are damaged: open Companion to repair them. Games that can be read: {games}"
        self._notices.append(Sentence(pattern, {"folder": self._files.path, "games": len(found.games())}))
        return Store(path)

    def _new_place(self) -> Path:
        self._elsewhere = TemporaryDirectory()
        return Path(self._elsewhere.name) / FILE

    def close(self) -> None:
        """Close the file. The lock stays."""
        if self._store is not None:
            if self.lock.is_held and self._elsewhere is None and self._store.is_at(self._files.file):
                with suppress(*REFUSED):
                    self._mark(self._store, log=False)
            self._store.close()
            self._store = None
        if self._elsewhere is not None:
            self._elsewhere.cleanup()
            self._elsewhere = None

    def merge_log(self) -> None:
        """Move everything from the log into the file, over a connection of its own. If the disk refuses, the log stays
        as it is."""
        with suppress(*REFUSED, JournalError):
            store = Store(self._files.file)
            try:
                self._mark(store, log=True)
            finally:
                store.close()

    def _mark(self, store: Store, log: bool) -> None:
        """Merge the log into the file, and write down how far the journal has got."""
        if store.checkpoint():
            with suppress(OSError):  # without a mark less is noticed, but nothing is lost
                write_mark(self._files.mark, store.mark(log))


def _complete(store: Store, half_written: list[StepRow]) -> None:
    """Write the step that a power cut has left half written."""
    for step in half_written:
        _log.warning("step %d of game %d was half written, and is written again", step.number, step.game)
        if step.number == 0:
            store.add_game(step.what, step.at, step.game)
        else:
            store.add_steps([step], is_finished([*store.steps(step.game), step]))
