"""The folder with the file of games: repair of damage, backups, and errors that people understand."""

import logging
import shutil
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from companion.game.backgroundjobs import BackgroundJobs
from companion.game.backups import KEPT_BACKUPS, Rotation, back_up
from companion.game.clock import Clock
from companion.game.coverage import holds_all, lengths_in
from companion.game.gamesfile import GamesFile
from companion.game.gamesfolder import FILE, GamesFolder, parts, remove, size_of
from companion.game.inspection import LogIsGoneError, SuspicionError
from companion.game.journalerrors import (
    REFUSED,
    BeingMendedError,
    DiskFault,
    DiskRefusedError,
    JournalError,
    NewerJournalError,
    diagnose,
    diagnose_in,
)
from companion.game.mending import Mended, Way, mend, sources, start_new
from companion.game.notes import forget_notes, read_notes
from companion.game.steprows import damaged
from companion.game.store import Store
from companion.game.taskprogress import CancelledError, Progress
from companion.game.unfinished import PlacedNote, UnfinishedFile
from companion.words import Sentence

_log = logging.getLogger(__name__)

Answer = TypeVar("Answer")


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
        self._clock, self._shared, self._background = clock, shared, background
        self._open_file = GamesFile(self.files, clock, on_opening, self.notices)
        self._lock = self._open_file.lock
        self._is_new = False
        """Whether the file was just repaired, and has no backup yet."""
        self._closing = False
        self._mended_in_vain = False
        """Whether a file failed right after it was rebuilt. Then rebuilding again does not help."""
        self._jobs = BackgroundJobs()
        self._unfinished = UnfinishedFile(self.files.unfinished)
        self._repair: Future[Mended] | None = None

    @property
    def file(self) -> Path:
        """The path of the file of games."""
        return self.files.file

    def close(self) -> None:
        """Close the file and release the lock, so that another program can use it. Wait for a backup that is being
        made; a repair stops, and goes on at the next opening."""
        self._closing = True
        if self.mending:
            self.mending.cancel()
        self._jobs.close()
        self.take_up()
        self._open_file.close()
        self._lock.release()
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
            except REFUSED as error:
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
        except REFUSED as error:
            trouble = self._diagnosed(error)
            if trouble not in (DiskFault.FULL, DiskFault.BUSY):
                self._open_file.close()
            refused = DiskRefusedError(trouble.sentence(self.folder, error))
            if trouble is DiskFault.DAMAGED:
                self.refusal = refused
            raise refused from error

    def _diagnosed(self, error: Exception) -> DiskFault:
        return diagnose_in(self.folder, FILE, error)

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
            self._open_file.close()
            try:
                with TemporaryDirectory() as elsewhere:
                    for part in parts(self.file):
                        shutil.copy(part, elsewhere)
                    with closing(Store(Path(elsewhere) / FILE)) as store:
                        return work(store)
            except REFUSED:
                raise refused from None

    def _opened(self, writes: bool) -> Store:
        """Return the file that is in the folder now, opening it if needed. Raise JournalInUseError if this program must
        be the only one and is not."""
        to_write = writes or not self._shared
        if store := self._open_file.current(to_write):
            return store
        self._jobs.hurry()
        store = self._open_file.open(to_write)
        if to_write:
            self._note_opened()
        return store

    def _note_opened(self) -> None:
        self.refusal = None
        if self._is_new:  # the backups are numbered like the old file: from now on they are compared with this one
            self._is_new = False
            self._jobs.add(lambda: self._make_backup(KEPT_BACKUPS))
        for note in read_notes(self.files.notes):
            if note not in self.notices:
                self.notices.append(note)

    # Repair

    def _mend(self, error: Exception, among: list[Path] | None = None) -> bool:
        """Repair the file, or begin to do so in the background and raise BeingMendedError. Return False if the disk
        refuses that too."""
        if not self._lock.is_taken:
            return False
        self._jobs.hurry()
        self._open_file.close()
        progress = Progress()
        suspected = isinstance(error, SuspicionError)
        log_is_gone = isinstance(error, LogIsGoneError)

        def work() -> Mended:
            return mend(self.files, self._clock, progress, among, suspected, log_is_gone)

        if self._background:
            self.mending, self._repair = progress, self._jobs.submit(work)
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
        self._open_file.trusted = self._is_new = True

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
        for job in self._jobs.take_done():
            self._note_job(job)

    def go_on_with(self, way: Way) -> None:
        """Go on with a file that cannot be opened, in one of the ways; the old file is kept under a dated name. Raise
        JournalError if that is refused too, or BeingMendedError if it goes on in the background."""
        self.refusal, self._mended_in_vain = None, False
        self._jobs.hurry()
        self._open_file.close()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock.take()
            if way is Way.NEW:
                name = start_new(self.files, self._clock)
                self.notices.append(Sentence("your old games are saved as {name}", {"name": name}))
                return
            among = self.files.backups() if way is Way.BACKUP else sources(self.files)
            if not self._mend(damaged("as asked for"), among):
                raise damaged("it cannot be repaired")
        except REFUSED as error:
            self.refusal = DiskRefusedError(self._diagnosed(error).sentence(self.folder, error))
            raise self.refusal from error

    def try_again(self) -> None:
        """Open the file again: people may have done something about it."""
        self.refusal, self._mended_in_vain = None, False

    # In the background

    def back_up(self) -> None:
        """Have the log merged into the file, and the file copied into the backups, in the background. Only add a notice
        if that fails."""
        self._copy(KEPT_BACKUPS)

    def replace_backups(self) -> None:
        """Make a backup and remove all others, so that no backup holds games that were deleted for good."""
        self._copy(1)
        self._jobs.hurry()
        self.take_up()

    def _copy(self, keep: int) -> None:
        try:
            self._opened(writes=True)
            self._jobs.add(lambda: self._make_backup(keep))
        except (*REFUSED, JournalError) as error:
            self._note_no_backup(error)

    def _make_backup(self, keep: int) -> None:
        self._open_file.merge_log()
        if back_up(self.files, keep) is Rotation.KEPT_MORE:
            raise SuspicionError("a backup has more than the file")

    def check(self) -> None:
        """Have the whole file checked and compared with the backups in the background, without hurry."""
        if self._open_file.is_open and not self._jobs and self._lock.is_held:
            progress = self._jobs.checking
            self._jobs.add(lambda: _check(self.files, progress))

    def merge_log(self) -> None:
        """Have everything moved from the log into the file in the background, if there is anything."""
        if self._open_file.is_open and not self._jobs and self._lock.is_held and size_of(self.files.log):
            self._jobs.add(self._open_file.merge_log)

    @property
    def unfinished(self) -> PlacedNote | None:
        """What has begun but is not recorded yet, if anything is known about it."""
        return self._unfinished.read()

    def keep_unfinished(self, note: PlacedNote | None) -> None:
        """Have a note of what has begun kept in the background, or forgotten with None. Only the program that writes
        games does that."""
        if self._lock.is_held and self._unfinished.want(note):
            self._jobs.add(self._unfinished.write)

    @property
    def is_busy(self) -> bool:
        """Whether the background is doing something."""
        return self._repair is not None or bool(self._jobs)

    def wait(self) -> None:
        """Wait until the background has finished everything."""
        if self._repair is not None:
            with suppress(Exception):
                self._repair.result()
        self._jobs.wait()
        self.take_up()

    def _note_job(self, job: "Future[None]") -> None:
        try:
            job.result()
        except CancelledError:
            pass
        except (*REFUSED, JournalError) as error:
            if isinstance(error, REFUSED) and self._diagnosed(error) is DiskFault.DAMAGED:
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
        if self._lock.is_held:
            with suppress(OSError):
                forget_notes(self.files.notes)


def _check(files: GamesFolder, progress: Progress) -> None:
    """Raise the error for a damaged file if anything in it is wrong or missing."""
    with closing(Store(files.file, read_only=True)) as store:
        store.check(thoroughly=True)
        store.check_rows(lambda: progress.pause(0.005))
        for backup in files.backups():
            progress.pause(0.005)
            if not holds_all(store, lengths_in(backup), store.deleted()):
                raise SuspicionError("a backup has more than the file")
