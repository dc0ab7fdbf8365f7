"""The folder with the file of games: one program at a time, repair of damage, errors that people understand."""

import fcntl
import logging
import os
import shutil
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import UTC, datetime
from enum import Enum, auto
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from companion.game.backups import KEPT_BACKUPS as KEPT_BACKUPS
from companion.game.backups import Rotation, back_up
from companion.game.coverage import holds_all, lengths_in
from companion.game.gamesfolder import BACKUPS as BACKUPS
from companion.game.gamesfolder import FILE as FILE
from companion.game.gamesfolder import GamesFolder, parts, remove, size_of
from companion.game.inspection import LogIsGoneError, SuspicionError, inspect
from companion.game.journalerrors import (
    BeingMendedError,
    DiskFault,
    DiskRefusedError,
    JournalError,
    JournalInUseError,
    NewerJournalError,
    diagnose,
)
from companion.game.mark import write_mark
from companion.game.mending import Mended, finish, gather, in_trash, mend, sources, start_new
from companion.game.notes import forget_notes, read_notes
from companion.game.rebuild import is_finished, rebuild
from companion.game.store import StepRow, Store, damaged
from companion.game.taskprogress import CancelledError, Progress
from companion.words import Sentence, say

_log = logging.getLogger(__name__)

_REFUSED = (sqlite3.Error, OSError, UnicodeError)
"""Errors raised when the disk, or a file on it, fails."""

Answer = TypeVar("Answer")
Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """Return the current time, for display only: nothing is sorted by it."""
    return datetime.now(UTC)


class Way(Enum):
    """How to go on with a file of games that cannot be opened."""

    READABLE = auto()
    """With everything that can be read from it and from the backups."""
    BACKUP = auto()
    """With the backups only."""
    NEW = auto()
    """With a new file."""


class Disk:
    """The file of games in a folder. It is opened on first use, and opened again if it was replaced."""

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        on_opening: Callable[[Store], None],
        shared: bool = False,
        background: bool = False,
    ) -> None:
        """Set up, without opening the file.

        `on_opening` is called with every file that is opened, a rebuilt one included. With `shared`, reading takes no
        lock and changes nothing, so it is allowed while another program writes. With `background`, damage is repaired
        in another thread, and until that is done everything raises BeingMendedError.
        """
        self.folder = folder
        self.files = GamesFolder(folder)
        self.notices: list[Sentence] = []
        """Messages to show to people once."""
        self.refusal: JournalError | None = None
        """Why the file cannot be opened or repaired; None if it can. `go_on_with` offers ways out."""
        self.mending: Progress | None = None
        """How far a repair in the background has got; None if there is none."""
        self._clock, self._on_opening = clock, on_opening
        self._shared, self._background = shared, background
        self._store: Store | None = None
        self._lock: int | None = None
        self._elsewhere: TemporaryDirectory[str] | None = None
        """Where a reader keeps what it could read from a damaged file."""
        self._trusted = False
        """Whether the files were just compared thoroughly, so that the next opening need not suspect them."""
        self._is_new = False
        """Whether the file was just repaired, and has no backup yet."""
        self._closing = False
        self._mended_in_vain = False
        """Whether a file failed right after it was rebuilt. Then rebuilding again does not help."""
        self._worker: ThreadPoolExecutor | None = None
        self._repair: Future[Mended] | None = None
        self._jobs: list[Future[None]] = []
        self._checking = Progress()

    @property
    def file(self) -> Path:
        """The path of the file of games."""
        return self.files.file

    def close(self) -> None:
        """Close the file and release the lock, so that another program can use it. Wait for a backup that is being
        made; a repair stops, and goes on at the next opening."""
        self._closing = True
        self._checking.cancel()
        if self.mending:
            self.mending.cancel()
        if self._worker is not None:
            self._worker.shutdown()
            self._worker = None
        self.take_up()
        self._close_store()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        self._closing = False

    def do(self, work: Callable[[Store], Answer], writes: bool = False) -> Answer:
        """Return the result of `work` on the file, repairing the file if it is damaged. With `writes`, this program
        must be the only one that writes. Raise DiskRefusedError if the disk fails, or another JournalError if the cause
        is not the disk."""
        self.take_up()
        if self.mending:
            raise BeingMendedError
        try:
            try:
                return work(self._opened(writes))
            except _REFUSED as error:
                if self._diagnosed(error) is not DiskFault.DAMAGED or self._mended_in_vain:
                    raise
                _log.warning("%s is damaged: %s", self.file, error)
                if not self._mend(error):
                    raise
            self._mended_in_vain = True
            answer = work(self._opened(writes))
            self._mended_in_vain = False
            return answer
        except NewerJournalError as newer:
            self.refusal = newer
            raise
        except _REFUSED as error:
            trouble = self._diagnosed(error)
            if trouble not in (DiskFault.FULL, DiskFault.BUSY):
                self._close_store()
            refused = DiskRefusedError(trouble.sentence(self.folder, error))
            if trouble is DiskFault.DAMAGED:
                self.refusal = refused
            raise refused from error

    def _diagnosed(self, error: sqlite3.Error | OSError | UnicodeError) -> DiskFault:
        """Return what an error means, also looking at the disk: SQLite alone cannot always tell."""
        trouble = diagnose(error)
        if isinstance(error, OSError) or not self.folder.is_dir():
            return trouble
        if trouble is DiskFault.READ_ONLY and os.access(self.folder, os.W_OK) and os.access(self.file, os.W_OK):
            return DiskFault.DAMAGED
        if trouble is DiskFault.OTHER and shutil.disk_usage(self.folder).free < 4096:
            return DiskFault.FULL
        return trouble

    def read(self, work: Callable[[Store], Answer]) -> Answer:
        """Return the result of `work` on the file, or on a temporary copy if the file cannot be opened in place. Raise
        JournalError."""
        try:
            return self.do(work)
        except BeingMendedError:
            raise
        except DiskRefusedError as refused:
            if not self.folder.is_dir():
                raise
            # Closing any handle of a file makes the system drop SQLite's locks on it.
            self._close_store()
            try:
                with TemporaryDirectory() as elsewhere:
                    for part in parts(self.file):
                        shutil.copy(part, elsewhere)
                    with closing(Store(Path(elsewhere) / FILE)) as store:
                        return work(store)
            except _REFUSED:
                raise refused from None

    # Opening

    def _opened(self, writes: bool) -> Store:
        """Return the file that is in the folder now, opening it if needed. Raise JournalInUseError if this program must
        be the only one and is not."""
        must = writes or not self._shared
        if self._store is not None and self._is_current(must):
            return self._store
        self._finish_jobs()
        self._close_store()
        try:
            return self._opened_for_writing() if must else self._opened_for_reading()
        except (JournalError, *_REFUSED):
            raise
        except Exception as error:  # whatever a garbled file makes our code do, it is the file's fault
            raise damaged(f"{type(error).__name__}: {error}") from error

    def _is_current(self, must: bool) -> bool:
        """Return whether the open file is still the one in the folder, and may be used for this."""
        assert self._store is not None
        if self._elsewhere is not None:
            return not must
        return self._store.is_at(self.file) and (self._holds_lock() or not must)

    def _opened_for_writing(self) -> Store:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._take_lock()
        finish(self.files, self._clock)
        half_written = inspect(self.files, self._trusted)
        self._trusted = False
        store = Store(self.file)
        try:
            store.check(thoroughly=False)
            _complete(store, half_written)
            self._on_opening(store)
            self._mark(store, log=True)
        except BaseException:
            store.close()
            raise
        self._store, self.refusal = store, None
        if self._is_new:  # the backups are numbered like the old file: from now on they are compared with this one
            self._is_new = False
            self._jobs.append(self._submit(lambda: self._make_backup(KEPT_BACKUPS)))
        for note in read_notes(self.files.notes):
            if note not in self.notices:
                self.notices.append(note)
        return store

    def _opened_for_reading(self) -> Store:
        """Return the file, opened so that nothing changes; what can be read of it, in another place, if it is
        damaged."""
        try:
            if not _is_locked(self.files.lock):  # whoever has the lock has looked at the file, and is changing it
                if not parts(self.file) and not self.files.backups():
                    return self._temporary(Path(self._new_folder()) / FILE)
                inspect(self.files, reading=True)
            store = Store(self.file, read_only=True)
            self._on_opening(store)
        except NewerJournalError:
            raise
        except Exception as error:
            if isinstance(error, OSError) or not self._is_damage(error):
                raise
            _log.warning("%s is damaged: %s", self.file, error)
            return self._salvaged_elsewhere()
        self._store = store
        return store

    def _is_damage(self, error: Exception) -> bool:
        if isinstance(error, JournalError):
            return False
        return not isinstance(error, _REFUSED) or self._diagnosed(error) is DiskFault.DAMAGED

    def _salvaged_elsewhere(self) -> Store:
        """Return a temporary file with what can be read from the damaged one and its backups."""
        among = sources(self.files)
        found = gather(among, Progress())
        path = Path(self._new_folder()) / FILE
        rebuild(path, found, in_trash(among))
        pattern = "the games in {folder} are damaged: open Companion to repair them. Games that can be read: {games}"
        self.notices.append(Sentence(pattern, {"folder": self.folder, "games": len(found.games())}))
        return self._temporary(path)

    def _new_folder(self) -> str:
        self._elsewhere = TemporaryDirectory()
        return self._elsewhere.name

    def _temporary(self, path: Path) -> Store:
        self._store = Store(path)
        return self._store

    def _close_store(self) -> None:
        if self._store is not None:
            if self._holds_lock() and self._elsewhere is None and self._store.is_at(self.file):
                with suppress(*_REFUSED):
                    self._mark(self._store, log=False)
            self._store.close()
            self._store = None
        if self._elsewhere is not None:
            self._elsewhere.cleanup()
            self._elsewhere = None

    def _mark(self, store: Store, log: bool) -> None:
        """Merge the log into the file, and write down how far the journal has got."""
        if store.checkpoint():
            with suppress(OSError):  # without a mark less is noticed, but nothing is lost
                write_mark(self.files.mark, store.mark(log))

    # The lock

    def _holds_lock(self) -> bool:
        """Return whether we hold the lock, and it is still the one in the folder."""
        path = self.files.lock
        return self._lock is not None and path.exists() and os.path.samestat(os.fstat(self._lock), path.stat())

    def _take_lock(self) -> None:
        """Lock the folder against other programs that write. Raise JournalInUseError if another one holds the lock."""
        if self._holds_lock():
            return
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        lock = os.open(self.files.lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            process = os.read(lock, 20).decode("ascii", "replace").strip()
            os.close(lock)
            pattern = "another copy of Companion is using the games in {folder}: close it first"
            if process:
                pattern = "another copy of Companion (process {process}) is using the games in {folder}: close it first"
            raise JournalInUseError(say(pattern, process=process, folder=self.folder)) from None
        except OSError:
            os.close(lock)
            raise
        self._lock = lock
        os.ftruncate(lock, 0)
        os.write(lock, str(os.getpid()).encode())

    # Repair

    def _mend(self, error: Exception, among: list[Path] | None = None) -> bool:
        """Repair the file, or begin to do so in the background and raise BeingMendedError. Return False if the disk
        refuses that too."""
        if self._lock is None:
            return False
        self._finish_jobs()
        self._close_store()
        progress = Progress()
        suspected = isinstance(error, SuspicionError)
        log_is_gone = isinstance(error, LogIsGoneError)

        def work() -> Mended:
            return mend(self.files, self._clock, progress, among, suspected, log_is_gone)

        if self._background:
            self.mending, self._repair = progress, self._submit(work)
            raise BeingMendedError
        try:
            self._note_mended(work())
        except Exception as failure:
            self._note_failed(failure)
            return False
        return True

    def _note_mended(self, mended: Mended) -> None:
        _log.warning("%s is sound again, with %d games", self.file, mended.games)
        self.notices += [note for note in mended.notes if note not in self.notices]
        self._trusted = self._is_new = True

    def _note_failed(self, failure: Exception) -> None:
        _log.warning("%s cannot be repaired: %s", self.file, failure)
        if not self.files.rebuilt.exists() and diagnose(failure) is DiskFault.FULL:
            with suppress(OSError):
                remove(self.files.rebuilding)  # it needs the room that games need

    def take_up(self) -> None:
        """Note what the background has finished."""
        if self._repair is not None and self._repair.done():
            repair, self._repair, self.mending = self._repair, None, None
            try:
                self._note_mended(repair.result())
                self.refusal = None
            except CancelledError:
                pass
            except Exception as failure:
                self._note_failed(failure)
                self._mended_in_vain = True
                self.refusal = DiskRefusedError(DiskFault.DAMAGED.sentence(self.folder, failure))
        for job in [job for job in self._jobs if job.done()]:
            self._jobs.remove(job)
            self._note_job(job)

    def go_on_with(self, way: Way) -> None:
        """Go on with a file that cannot be opened, in one of the ways; the old file is kept under a dated name. Raise
        JournalError if that is refused too, or BeingMendedError if it goes on in the background."""
        self.refusal, self._mended_in_vain = None, False
        self._finish_jobs()
        self._close_store()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._take_lock()
            if way is Way.NEW:
                name = start_new(self.files, self._clock)
                self.notices.append(Sentence("your old games are saved as {name}", {"name": name}))
                return
            among = self.files.backups() if way is Way.BACKUP else sources(self.files)
            if not self._mend(damaged("as asked for"), among):
                raise damaged("it cannot be repaired")
        except _REFUSED as error:
            self.refusal = DiskRefusedError(self._diagnosed(error).sentence(self.folder, error))
            raise self.refusal from error

    def try_again(self) -> None:
        """Open the file again: people may have done something about it."""
        self.refusal, self._mended_in_vain = None, False

    # In the background

    def _submit(self, work: Callable[[], Answer]) -> "Future[Answer]":
        if self._worker is None:
            self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")
        return self._worker.submit(work)

    def _finish_jobs(self) -> None:
        """Wait for what the background does with the file, a backup for example."""
        self._checking.cancel()
        for job in list(self._jobs):
            with suppress(Exception):
                job.result()
        self._checking = Progress()

    def back_up(self) -> None:
        """Have the log merged into the file, and the file copied into the backups, in the background. Only add a notice
        if that fails."""
        self._copy(KEPT_BACKUPS)

    def replace_backups(self) -> None:
        """Make a backup and remove all others, so that no backup holds games that were deleted for good."""
        self._copy(1)
        self._finish_jobs()
        self.take_up()

    def _copy(self, keep: int) -> None:
        try:
            self._opened(writes=True)
            self._jobs.append(self._submit(lambda: self._make_backup(keep)))
        except (*_REFUSED, JournalError) as error:
            self._note_no_backup(error)

    def _make_backup(self, keep: int) -> None:
        self._merge_log()
        if back_up(self.files, keep) is Rotation.KEPT_MORE:
            raise SuspicionError("a backup has more than the file")

    def check(self) -> None:
        """Have the whole file checked and compared with the backups in the background, without hurry."""
        if self._store is not None and not self._jobs and self._holds_lock():
            progress = self._checking
            self._jobs.append(self._submit(lambda: _check(self.files, progress)))

    def merge_log(self) -> None:
        """Have everything moved from the log into the file in the background, if there is anything."""
        if self._store is not None and not self._jobs and self._holds_lock() and size_of(self.files.log):
            self._jobs.append(self._submit(self._merge_log))

    def _merge_log(self) -> None:
        """Do so over a connection of its own. If the disk refuses, the log stays as it is."""
        with suppress(*_REFUSED, JournalError), closing(Store(self.file)) as store:
            self._mark(store, log=True)

    @property
    def is_busy(self) -> bool:
        """Whether the background is doing something."""
        return self._repair is not None or bool(self._jobs)

    def wait(self) -> None:
        """Wait until the background has finished everything."""
        if self._repair is not None:
            with suppress(Exception):
                self._repair.result()
        for job in list(self._jobs):
            with suppress(Exception):
                job.result()
        self.take_up()

    def _note_job(self, job: "Future[None]") -> None:
        try:
            job.result()
        except CancelledError:
            pass
        except (*_REFUSED, JournalError) as error:
            if isinstance(error, _REFUSED) and self._diagnosed(error) is DiskFault.DAMAGED:
                _log.warning("%s is damaged: %s", self.file, error)
                if not self._closing:  # otherwise the next start finds it too
                    with suppress(BeingMendedError):
                        self._mend(error)
            else:
                self._note_no_backup(error)

    def _note_no_backup(self, error: Exception) -> None:
        why = type(error).__name__ if isinstance(error, JournalError) else error  # ours are translated
        _log.warning("no backup is made in %s: %s", self.files.backups_folder, why)
        pattern = "the games in {folder} could not be backed up: {error}"
        self.notices.append(Sentence(pattern, {"folder": self.folder, "error": error}))

    def forget_notices(self) -> None:
        """Forget the messages: they were shown."""
        self.notices.clear()
        if self._holds_lock():
            with suppress(OSError):
                forget_notes(self.files.notes)


def _complete(store: Store, half_written: list[StepRow]) -> None:
    """Write the step that a power cut has left half written."""
    for step in half_written:
        _log.warning("step %d of game %d was half written, and is written again", step.number, step.game)
        if step.number == 0:
            store.add_game(step.what, step.at, step.game)
        else:
            store.add_steps([step], is_finished([*store.steps(step.game), step]))


def _check(files: GamesFolder, progress: Progress) -> None:
    """Raise the error for a damaged file if anything in it is wrong or missing."""
    with closing(Store(files.file, read_only=True)) as store:
        store.check(thoroughly=True)
        store.check_rows(lambda: progress.pause(0.005))
        for backup in files.backups():
            progress.pause(0.005)
            if not holds_all(store, lengths_in(backup), store.deleted()):
                raise SuspicionError("a backup has more than the file")


def _is_locked(path: Path) -> bool:
    """Return whether any program holds a lock on this file, without taking it."""
    try:
        inode = f":{path.stat().st_ino}"
        lines = Path("/proc/locks").read_text(encoding="ascii").splitlines()
    except (OSError, UnicodeError):
        return False
    return any(" FLOCK " in line and any(word.endswith(inode) for word in line.split()) for line in lines)
