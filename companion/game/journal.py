"""The journal: every step of every game, on disk before it counts.

A failing disk never stops a game: the game goes on in memory, `trouble` says so, and the missing steps are written as
soon as the disk works again.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path
from typing import NamedTuple, TypeVar
from weakref import WeakSet

from pydantic import ValidationError

from companion.boards import BadMapError, Board, Library, NoSuchMapError
from companion.boards.facts import NewerBoardError
from companion.game.clock import Clock, IsRight, always_right, utc_now
from companion.game.disk import Disk
from companion.game.events import Event
from companion.game.gamedays import Played, note_for_step, played
from companion.game.gamehead import GameHead, head_of, map_of
from companion.game.history import STEP, History, Planned, Record, standing
from companion.game.journalerrors import (
    BeingMendedError,
    DiskRefusedError,
    JournalError,
    NoSuchGameError,
    UnplayableGameError,
)
from companion.game.keptboards import KeptBoard, kept, played_on
from companion.game.mending import Way
from companion.game.record import FORMAT, BadRecordError, GameRecord, begin, replay
from companion.game.state import NO_OPTIONS, Options, Player, State
from companion.game.steplog import LoggedStep, StepLog
from companion.game.steprows import StepRow
from companion.game.store import Store
from companion.game.summary import Summary, summary
from companion.game.unfinished import PlacedNote, Unfinished
from companion.words import Sentence, say

_log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

_CANNOT_BE_PLAYED = (
    *(BadMapError, NoSuchMapError, NewerBoardError, BadRecordError, ValidationError, LookupError, OSError),
)
"""Errors of a game that does not fit this version, or the maps of this machine."""


class Game:
    """One open game. A step counts once the journal has accepted it."""

    def __init__(self, journal: "Journal", head: GameHead, beginning: State, log: StepLog) -> None:
        self.head = head
        self.history = History(beginning)
        """Events, log and undo steps. Only this game's own methods change it."""
        self.log = log
        """What is to be written to disk. Only the journal changes it."""
        self._journal = journal

    @property
    def id(self) -> int | None:
        """The number in the file; None until the disk has accepted the game."""
        return self.log.id

    @property
    def state(self) -> State:
        """The position now."""
        return self.history.state

    @property
    def saved(self) -> bool:
        """Whether every step is on disk."""
        return self.log.is_saved

    @property
    def begun(self) -> str:
        """When the game began, according to a clock that may have been wrong."""
        return self.log.begun

    @property
    def last(self) -> str:
        """When the last step was taken, according to a clock that may have been wrong."""
        return self.log.last

    @property
    def played(self) -> Played:
        """When the game was played last, as far as that is known."""
        return played(self.log.days, self.last)

    def record(self, event: Event) -> None:
        """Record an event. Raise RefusedError if a rule forbids it; then nothing has changed."""
        self._take(self.history.plan_record(event))

    def undo(self) -> None:
        """Undo the last step. Raise NothingToError if there is none."""
        self._take(self.history.plan_undo())

    def redo(self) -> None:
        """Redo the step undone last. Raise NothingToError if there is none."""
        self._take(self.history.plan_redo())

    def amend(self, place: int, event: Event | None, leave_out: bool = False) -> None:
        """Replace an earlier event, or remove it if `event` is None. Raise RefusedError if it does not fit, or
        NoLongerFitError if later events do not and `leave_out` is False; then nothing has changed."""
        self._take(self.history.plan_amend(place, event, leave_out))

    def as_record(self) -> GameRecord:
        """Return the game as a record, without undone steps."""
        head, events = self.head, self.history.events
        return GameRecord(format=FORMAT, map=head.map, players=head.players, options=head.options, events=events)

    @property
    def unfinished(self) -> Unfinished | None:
        """What has begun at this position but is not recorded yet, if it was kept."""
        return self._journal.unfinished(self.log)

    def keep_unfinished(self, what: Unfinished | None) -> None:
        """Keep what has begun at this position, or forget it with None. Nobody waits for the disk."""
        self._journal.keep_unfinished(self.log, what)

    def _take(self, planned: Planned) -> None:
        was_finished = self.history.finished
        self._journal.write(self.log, planned.step.model_dump_json(exclude_none=True), planned.finishes)
        self.history.take(planned)
        if planned.finishes and not was_finished:
            self._journal.back_up()


class Journal:
    """The games in one data folder. One program writes at a time, and has one of the games open."""

    def __init__(
        self,
        folder: Path,
        clock: Clock = utc_now,
        shared: bool = False,
        background: bool = False,
        is_right: IsRight = always_right,
    ) -> None:
        """Open the journal in a folder, creating it if needed. Raise NewerJournalError, or JournalInUseError if another
        program writes to it; with `shared`, reading is allowed even then, and changes nothing.

        With `background` nothing is raised, since the app has to open: `trouble` says why nothing can be saved,
        `mending` how far a repair has got, and `refusal` is there if somebody has to decide how to go on. While the
        clock is not right by `is_right`, games are noted to have no known day.
        """
        self.game: Game | None = None
        """The open game."""
        self.trouble: Sentence | None = None
        """Why nothing can be saved now, to be shown; None while the disk works."""
        self._clock, self._shared, self._is_right = clock, shared, is_right
        self._known: WeakSet[Game] = WeakSet()
        """Every game that is still referenced anywhere."""
        self._waiting: list[StepLog] = []
        """Games that are not completely on disk."""
        self._disk = Disk(folder, clock, self._compare, shared, background)
        try:
            self._disk.do(lambda store: None)
        except DiskRefusedError as refused:
            self._note_trouble(refused)
        except JournalError as refused:
            if background:
                self._note_trouble(refused)
                return
            self.close()
            raise

    def close(self) -> None:
        """Close the file, so that another program can use it."""
        self._disk.close()

    @property
    def notices(self) -> list[Sentence]:
        """Messages to show to people once, such as a repaired file or a failed backup."""
        return self._disk.notices

    def forget_notices(self) -> None:
        """Forget the messages: they were shown."""
        self._disk.forget_notices()

    # A file that cannot be opened, and what is done in the background

    @property
    def mending(self) -> float | None:
        """How much of a repair is done, from 0 to 1; None if nothing is being repaired."""
        return None if self._disk.mending is None else self._disk.mending.share

    @property
    def refusal(self) -> JournalError | None:
        """Why the file can be neither opened nor repaired, so that somebody has to decide how to go on."""
        return self._disk.refusal

    def go_on_with(self, way: Way) -> None:
        """Go on with a file that cannot be opened. Raise JournalError if that is refused too."""
        with suppress(BeingMendedError):
            self._disk.go_on_with(way)
        self.save()

    def try_again(self) -> bool:
        """Try to open and save again after somebody has done something about it. Return whether it worked."""
        self._disk.try_again()
        return self.save()

    def tend(self, quiet: bool) -> None:
        """Take up what the background has finished, and save what had to wait for it. If it is `quiet`, also merge the
        log into the file, so that little is ever at risk. To be called now and then."""
        was_mending = self._disk.mending is not None
        self._disk.take_up()
        if was_mending and self._disk.mending is None and not self._disk.refusal:
            self.save()
        if quiet:
            self._disk.merge_log()

    def check(self) -> None:
        """Have the whole file checked and compared with the backups in the background."""
        self._disk.check()

    def wait(self) -> None:
        """Wait until the background has finished everything."""
        while self._disk.is_busy:
            self._disk.wait()

    def stamp(self) -> str:
        """Return the current time as it is stored."""
        return self._clock().isoformat(timespec="milliseconds")

    def begin(self, board: Board, players: Iterable[Player], options: Options = NO_OPTIONS) -> Game:
        """Begin and return a new game, which is now the open one. Raise BadRecordError if these players cannot play
        this map."""
        beginning = begin(board, players, options)
        head = GameHead(map=board.id, players=beginning.players, options=options)
        log = StepLog(head.as_json(), self.stamp(), kept(board), days=self._notes_at_beginning())
        self.game = Game(self, head, beginning, log)
        self._known.add(self.game)
        self.save(self.game.log)
        return self.game

    def _notes_at_beginning(self) -> list[str]:
        note = note_for_step((), self._is_right(), None)
        return [] if note is None else [note]

    def resume(self, library: Library, number: int | None = None) -> Game | None:
        """Open and return a game: the one with this number, or the unfinished game opened last; None if there is none.
        If the disk cannot be read, the unfinished game opened last is the one that goes on in memory, if there is one.
        Raise NoSuchGameError, UnplayableGameError or JournalError."""
        if number is not None and not self._read(lambda store: store.is_listed(number)):
            raise NoSuchGameError(say("there is no game {number}", number=str(number)))
        try:
            found = self._read(lambda store: _stored(store, store.last_running() if number is None else number))
        except JournalError:
            if number is None and self.game is not None and not self.game.history.finished:
                return self.game
            raise
        waiting = [game for log in self._waiting for game in self._known if game.log is log]
        unsaved = [game for game in waiting if game.id is None and not game.history.finished]
        if number is None and (unsaved or not found.rows):
            self.game = unsaved[-1] if unsaved else None
            return self.game
        self.game = game = self._replayed(found, number, library)
        with suppress(JournalError):  # only the order of the list of games would be lost
            self._disk.do(lambda store: store.open_last(found.rows[0].game), writes=True)
        return game

    def _read(self, work: Callable[[Store], Answer]) -> Answer:
        """Return the result of `work` on the disk. Afterwards write what turned out to be missing there."""
        answer = self._disk.read(work)
        if self._waiting:
            self.save()
        return answer

    def read(self, number: int, library: Library) -> Game:
        """Return a game without opening it. Raise NoSuchGameError, UnplayableGameError or JournalError."""
        return self._replayed(self._read(lambda store: _stored(store, number)), number, library)

    def record_of(self, number: int) -> GameRecord:
        """Return a game as a record, without its map, and so also if that is missing here. Raise NoSuchGameError,
        UnplayableGameError or JournalError."""
        known = next((game for game in self._known if game.id == number), None)
        if known:
            return known.as_record()
        rows = self._read(lambda store: store.steps(number))
        if not rows:
            raise NoSuchGameError(say("there is no game {number}", number=str(number)))
        try:
            head = head_of(rows[0].what)
            events = tuple(standing(STEP.validate_json(row.what) for row in rows[1:]))
        except (ValidationError, LookupError) as error:
            raise _unplayable(number, error) from error
        return GameRecord(format=FORMAT, map=head.map, players=head.players, options=head.options, events=events)

    def _replayed(self, found: "_Stored", number: int | None, library: Library) -> Game:
        rows, board, days = found
        if not rows:
            raise NoSuchGameError(say("there is no game {number}", number=str(number)))
        beginning, *steps = rows
        number = beginning.game
        known = next((game for game in self._known if game.id == number), None)
        if known:  # it may have more steps than the disk has, and there must be one object per game
            return known
        try:
            head = head_of(beginning.what)
            playing = played_on(board, head.map, library)
            log = StepLog(beginning.what, beginning.at, board or kept(playing), number)
            game = Game(self, head, begin(playing, head.players, head.options), log)
            for step in steps:
                game.history.follow(STEP.validate_json(step.what))
                log.steps.append(LoggedStep(step.what, step.at, game.history.finished))
        except _CANNOT_BE_PLAYED as error:
            raise _unplayable(number, error) from error
        self._known.add(game)
        log.on_disk = len(log.steps)
        log.days, log.days_on_disk = list(days), len(days)
        if board is None and not self._shared:
            with suppress(JournalError):  # it is kept the next time
                self.keep_map(playing)
        return game

    def keep_map(self, board: Board) -> None:
        """Keep this board for every game on its map that keeps none yet, because an earlier version recorded it. Call
        this before the map is replaced. Raise JournalError."""
        lacking = [game for game, head in self._disk.do(Store.without_board) if map_of(head) == board.id]
        if lacking:
            self._disk.do(lambda store: store.keep_board(lacking, kept(board)), writes=True)

    def take_in(self, record: GameRecord, library: Library) -> int:
        """Add a record as a new game, and return its number. Raise BadRecordError, JournalError, or whatever loading
        its map raises."""
        board = library.load(record.map)
        finished = replay(record, board).ended
        head = GameHead(map=record.map, players=record.players, options=record.options)
        now = self.stamp()
        steps = [(Record(event=event).model_dump_json(exclude_none=True), now) for event in record.events]
        days = self._notes_at_beginning()
        return self._disk.do(
            lambda store: store.add_game(head.as_json(), now, None, steps, finished, kept(board), days), writes=True
        )

    def games(self, trash: bool = False) -> list[Summary]:
        """Return all games that are not in the trash, or all that are, most recently opened first. Raise
        JournalError."""
        listed, days = self._read(lambda store: (store.listed(trash), store.days()))
        return [summary(game, days.get(game.beginning.game, ())) for game in listed]

    def newest(self) -> datetime | None:
        """Return when the step was taken that was written last; None if there is none, or it cannot be read."""
        with suppress(JournalError, ValueError):
            found = self._disk.do(Store.last_step)
            return datetime.fromisoformat(found[1].at) if found else None
        return None

    def set_day(self, number: int, day: date) -> None:
        """Note that a game was played on this day, whatever the clock said. Raise JournalError."""
        self._disk.do(lambda store: store.add_days(number, [day.isoformat()]), writes=True)
        for game in [game for game in self._known if game.id == number]:
            game.log.days.append(day.isoformat())
            game.log.days_on_disk = len(game.log.days)

    def delete(self, number: int) -> None:
        """Move a game to the trash. Raise NoSuchGameError or JournalError."""
        if not self._disk.do(lambda store: store.move(number, to_trash=True), writes=True):
            raise NoSuchGameError(say("there is no game {number}", number=str(number)))
        if self.game and self.game.id == number:
            self.game = None

    def restore(self, number: int) -> None:
        """Move a game out of the trash. Raise NoSuchGameError or JournalError."""
        if not self._disk.do(lambda store: store.move(number, to_trash=False), writes=True):
            raise NoSuchGameError(say("there is no game {number} in the trash", number=str(number)))

    def empty_trash(self) -> int:
        """Delete the games in the trash for good, from the backups as well, and return how many there were. Raise
        JournalError."""
        gone = {game.id for game in self.games(trash=True)}
        count = self._disk.do(Store.empty_trash, writes=True)
        for game in [game for game in self._known if game.id in gone]:  # or opening the file again would write it back
            self._known.discard(game)
        self._waiting = [log for log in self._waiting if log.id not in gone]
        if count:
            self._disk.replace_backups()
        return count

    def write(self, log: StepLog, what: str, finished: bool) -> None:
        """Append a step to a game and save it. If the disk fails, keep the step to be saved later; on any other error,
        remove it again."""
        note = note_for_step(log.days, self._is_right(), log.last)
        noted = len(log.days)
        log.days.extend([] if note is None else [note])
        log.steps.append(LoggedStep(what, self.stamp(), finished))
        try:
            self.save(log)
        except BaseException:
            if log.on_disk < len(log.steps):
                log.steps.pop()
                del log.days[noted:]
            raise

    def save(self, log: StepLog | None = None) -> bool:
        """Write the steps that are missing on disk, each in its own transaction. Return False if the disk fails; then
        `trouble` says why, and a later call may succeed."""
        if log is not None and not any(log is waiting for waiting in self._waiting):
            self._waiting.append(log)
        try:
            self._disk.do(self._write_waiting, writes=True)
        except JournalError as refused:
            self._note_trouble(refused)
            return False
        if self.trouble:
            _log.info("the disk takes moves again")
        self.trouble = None
        return True

    def _note_trouble(self, refused: JournalError) -> None:
        if not self.trouble:  # log it once, not with every move
            _log.warning("the disk takes no moves: %s", refused.__cause__ or type(refused).__name__)
        self.trouble = _in_memory(refused)

    # What has begun but is not recorded yet

    def unfinished(self, log: StepLog) -> Unfinished | None:
        """Return what has begun at this position of a game, or None."""
        note = self._disk.unfinished
        return note.what if note is not None and (note.game, note.position) == (log.id, log.content) else None

    def keep_unfinished(self, log: StepLog, what: Unfinished | None) -> None:
        """Keep what has begun at this position of a game, instead of what was kept before; with None keep nothing."""
        placed = PlacedNote(game=log.id, position=log.content, what=what) if what and log.id is not None else None
        self._disk.keep_unfinished(placed)

    def unseen_result(self, library: Library) -> Game | None:
        """Return the game that was over when the app ended, before anybody had seen its result; or None."""
        note = self._disk.unfinished
        if note is None or not note.what.result:
            return None
        try:
            if not self._read(lambda store: store.is_listed(note.game)):
                return None
            game = self.read(note.game, library)
        except JournalError:
            return None
        return game if game.unfinished is not None and game.history.finished else None

    def back_up(self) -> None:
        """Have the file of games backed up in the background; the newest five backups are kept."""
        self._disk.back_up()

    def _write_waiting(self, store: Store) -> None:
        while self._waiting:
            log = self._waiting[0]
            if log.id is None:
                log.id = store.add_game(log.head, log.begun, board=log.board, days=log.unwritten_days)
                log.days_on_disk = len(log.days)
            for row, finished in log.unwritten():
                store.add_steps([row], finished, log.unwritten_days)
                log.on_disk, log.days_on_disk = row.number, len(log.days)
            del self._waiting[0]

    def _compare(self, store: Store) -> None:
        """Note how much of the known games a newly opened file has: it may be a different file."""
        for log in [game.log for game in self._known if game.id is not None]:
            rows = store.steps(log.id)
            if rows:
                log.compare(rows, store.days(log.id).get(log.id or 0, []))
            else:
                store.add_game(log.head, log.begun, log.id, board=log.board, days=log.days)
                log.on_disk, log.days_on_disk = 0, len(log.days)
            if not log.is_saved and not any(log is waiting for waiting in self._waiting):
                self._waiting.append(log)


def _unplayable(number: int, error: Exception) -> UnplayableGameError:
    """Return the error for a game that cannot be opened. What is on disk matches its checksum, so what this version
    does not know was written by a newer one."""
    if isinstance(error, ValidationError | NewerBoardError):
        said = "game {number} is saved, but was played with a newer version of Companion: update it to open the game"
        return UnplayableGameError(say(said, number=str(number)))
    what = say("game {number} is saved, but cannot be opened here: {error}", number=str(number), error=error)
    return UnplayableGameError(what)


def _in_memory(refused: JournalError) -> Sentence:
    """Return the trouble as it is shown: the game goes on in memory."""
    pattern = "{refused}. Until then, new moves are not saved"
    return Sentence(pattern, {"refused": refused})


class _Stored(NamedTuple):
    """A game as it is on disk: its steps, the board that it keeps, and the notes about its day."""

    rows: list[StepRow]
    board: KeptBoard | None
    days: Sequence[str]


def _stored(store: Store, number: int | None) -> _Stored:
    days = () if number is None else store.days(number).get(number, ())
    return _Stored(store.steps(number), store.board_of(number), days)
