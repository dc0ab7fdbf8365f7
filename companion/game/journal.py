"""The journal: every step of every game, on disk before it counts.

A disk that refuses never stops a game: it then goes on in memory, `trouble` says so in a sentence, and whatever memory
has and the file has not is written as soon as the disk accepts again.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar
from weakref import WeakSet

from pydantic import ValidationError

from companion.boards import BadMapError, Board, Library, NoSuchMapError
from companion.boards.frozen import Frozen, Id
from companion.game.disk import Clock, Disk, utc_now
from companion.game.events import End, Event
from companion.game.history import STEP, History, Planned, Record
from companion.game.journalerrors import DiskRefusedError, JournalError, NoSuchGameError, UnplayableGameError
from companion.game.record import FORMAT, BadRecordError, GameRecord, begin, replay
from companion.game.state import NO_OPTIONS, Options, Player, State
from companion.game.steplog import LoggedStep, StepLog
from companion.game.store import Shelved, StepRow, Store
from companion.words import Sentence, say

_log = logging.getLogger(__name__)

Answer = TypeVar("Answer")


class _Head(Frozen):
    """How a game began, as it stands in the file."""

    map: Id
    players: tuple[Player, ...]
    options: Options = NO_OPTIONS


@dataclass(frozen=True, slots=True)
class Summary:
    """A game in a list of games."""

    id: int
    map: str
    players: tuple[Player, ...]
    last: str
    """When its last step was taken."""
    steps: int
    finished: bool


class Game:
    """One game that is open. Every step is given to the journal first, and counts when the journal has taken it."""

    def __init__(self, journal: "Journal", head: _Head, beginning: State, log: StepLog) -> None:
        self.head = head
        self.history = History(beginning)
        """How it came to be: events, log, what could be undone. It is changed by this game's own methods only."""
        self.log = log
        """What is written of it. It is changed by the journal only."""
        self._journal = journal

    @property
    def id(self) -> int | None:
        """Its number in the file; None while the disk has never accepted it."""
        return self.log.id

    @property
    def state(self) -> State:
        """The position now."""
        return self.history.state

    @property
    def saved(self) -> bool:
        """Whether everything is on the disk."""
        return self.log.is_saved

    @property
    def begun(self) -> str:
        """When it began."""
        return self.log.begun

    @property
    def last(self) -> str:
        """When its last step was taken."""
        return self.log.steps[-1].at if self.log.steps else self.log.begun

    def record(self, event: Event) -> None:
        """Record an event. Raise RefusedError if a rule speaks against it; then nothing has happened."""
        self._take(self.history.plan_record(event))

    def undo(self) -> None:
        """Take the last step back. Raise NothingToError if there is none."""
        self._take(self.history.plan_undo())

    def redo(self) -> None:
        """Put back the step taken back last. Raise NothingToError if there is none."""
        self._take(self.history.plan_redo())

    def amend(self, place: int, event: Event | None, leave_out: bool = False) -> None:
        """Make an earlier event another one, or with None take it out. Raise RefusedError, or NoLongerFitError if later
        events do not fit and are not to be left out; then nothing has happened."""
        self._take(self.history.plan_amend(place, event, leave_out))

    def add_before_end(self, event: Event) -> None:
        """Record an event of a game that is over, as if it had come just before the end: a ticket that somebody
        forgot. Raise RefusedError if a rule speaks against it; then nothing has happened."""
        place = next(place for place, known in enumerate(self.history.events) if isinstance(known, End))
        self.amend(place, event)
        self.record(End())

    def as_record(self) -> GameRecord:
        """The game as it stands, as a record."""
        head, events = self.head, self.history.events
        return GameRecord(format=FORMAT, map=head.map, players=head.players, options=head.options, events=events)

    def _take(self, planned: Planned) -> None:
        was_finished = self.history.finished
        self._journal.write(self.log, planned.step.model_dump_json(exclude_none=True), planned.finishes)
        self.history.take(planned)
        if planned.finishes and not was_finished:
            self._journal.back_up()


class Journal:
    """The games of one data folder. One program writes at a time; of its games, one is open."""

    def __init__(self, folder: Path, clock: Clock = utc_now, shared: bool = False) -> None:
        """The journal in a folder, which is made if need be. Raises NewerJournalError, or JournalInUseError if another
        program writes to it; with `shared`, that is no hindrance to reading."""
        self.game: Game | None = None
        """The game that is open."""
        self.trouble: Sentence | None = None
        """Why nothing is saved at the moment, for all to see; None while the disk accepts."""
        self._clock = clock
        self._known: WeakSet[Game] = WeakSet()
        """Every game that anyone has in hand."""
        self._waiting: list[StepLog] = []
        """Games of which the disk does not have everything."""
        self._disk = Disk(folder, clock, self._compare, shared)
        try:
            self._disk.do(lambda store: None)
        except DiskRefusedError as refused:
            self._note_trouble(refused)
        except JournalError:
            self.close()
            raise

    def close(self) -> None:
        """Lets go of the file, so that another program may have it."""
        self._disk.close()

    @property
    def notices(self) -> list[Sentence]:
        """What people should be told once: a damaged file set aside, a backup that failed."""
        return self._disk.notices

    def stamp(self) -> str:
        """The time now, as it is written down."""
        return self._clock().isoformat(timespec="milliseconds")

    def begin(self, board: Board, players: Iterable[Player], options: Options = NO_OPTIONS) -> Game:
        """A new game, open from now on. Raises BadRecordError where these players cannot play this."""
        beginning = begin(board, players, options)
        head = _Head(map=board.id, players=beginning.players, options=options)
        self.game = Game(self, head, beginning, StepLog(head.model_dump_json(), self.stamp()))
        self._known.add(self.game)
        self.save(self.game.log)
        return self.game

    def resume(self, library: Library, number: int | None = None) -> Game | None:
        """Opens a game, or without a number the running one that was open last; None if there is none.
        Raises NoSuchGameError, UnplayableGameError or JournalError."""
        if number is not None and not self._read(lambda store: store.is_on_shelf(number)):
            raise NoSuchGameError(say("there is no game {number} on the shelf", number=str(number)))
        rows = self._read(lambda store: store.steps(store.last_running() if number is None else number))
        waiting = [game for log in self._waiting for game in self._known if game.log is log]
        unsaved = [game for game in waiting if game.id is None and not game.history.finished]
        if number is None and (unsaved or not rows):
            self.game = unsaved[-1] if unsaved else None
            return self.game
        self.game = game = self._replayed(rows, number, library)
        with suppress(JournalError):  # only the order of the shelf would be lost
            self._disk.do(lambda store: store.put_on_top(rows[0].game), writes=True)
        return game

    def _read(self, work: Callable[[Store], Answer]) -> Answer:
        """Reads from the disk; if that showed that it lacks something that memory has, it is written."""
        answer = self._disk.read(work)
        if self._waiting:
            self.save()
        return answer

    def read(self, number: int, library: Library) -> Game:
        """A game as it is, to look at. Raises NoSuchGameError, UnplayableGameError or JournalError."""
        return self._replayed(self._read(lambda store: store.steps(number)), number, library)

    def _replayed(self, rows: Sequence[StepRow], number: int | None, library: Library) -> Game:
        if not rows:
            raise NoSuchGameError(say("there is no game {number}", number=str(number)))
        beginning, *steps = rows
        number = beginning.game
        known = next((game for game in self._known if game.id == number), None)
        if known:  # memory may have more of it than the disk, and one game must not be two
            return known
        try:
            head, log = _head(beginning.what), StepLog(beginning.what, beginning.at, number)
            game = Game(self, head, begin(library.load(head.map), head.players, head.options), log)
            for step in steps:
                game.history.follow(STEP.validate_json(step.what))
                log.steps.append(LoggedStep(step.what, step.at, game.history.finished))
        except (BadMapError, NoSuchMapError, BadRecordError, ValidationError, LookupError, OSError) as error:
            what = say("game {number} cannot be opened here, but is kept: {error}", number=str(number), error=error)
            raise UnplayableGameError(what) from error
        self._known.add(game)
        log.on_disk = len(log.steps)
        return game

    def take_in(self, record: GameRecord, library: Library) -> int:
        """Puts a record on the shelf as a game of its own, and answers with its number. Raises BadRecordError,
        JournalError, or what loading its map raises."""
        finished = replay(record, library.load(record.map)).ended
        head = _Head(map=record.map, players=record.players, options=record.options)
        now = self.stamp()
        steps = [(Record(event=event).model_dump_json(exclude_none=True), now) for event in record.events]
        return self._disk.do(
            lambda store: store.add_game(head.model_dump_json(), now, None, steps, finished), writes=True
        )

    def games(self, trash: bool = False) -> list[Summary]:
        """All games on the shelf, or in the trash, the one open last first. Raises JournalError."""
        return [_summary(shelved) for shelved in self._read(lambda store: store.shelf(trash))]

    def delete(self, number: int) -> None:
        """Moves a game into the trash. Raises NoSuchGameError or JournalError."""
        if not self._disk.do(lambda store: store.move(number, to_trash=True), writes=True):
            raise NoSuchGameError(say("there is no game {number}", number=str(number)))
        if self.game and self.game.id == number:
            self.game = None

    def restore(self, number: int) -> None:
        """Takes a game out of the trash again. Raises NoSuchGameError or JournalError."""
        if not self._disk.do(lambda store: store.move(number, to_trash=False), writes=True):
            raise NoSuchGameError(say("there is no game {number} in the trash", number=str(number)))

    def empty_trash(self) -> int:
        """Deletes for good what is in the trash, from the backups as well, and answers with the number of games.
        Raises JournalError."""
        gone = {game.id for game in self.games(trash=True)}
        count = self._disk.do(Store.empty_trash, writes=True)
        for game in [game for game in self._known if game.id in gone]:  # else a file opened anew would get it back
            self._known.discard(game)
        self._waiting = [log for log in self._waiting if log.id not in gone]
        if count:
            self._disk.back_up_anew()
        return count

    def write(self, log: StepLog, what: str, finished: bool) -> None:
        """Write one more step of a game, before it counts. A disk that refuses gets it later; if anything else goes
        wrong, the step was never taken."""
        step = LoggedStep(what, self.stamp(), finished)
        log.steps.append(step)
        try:
            self.save(log)
        except BaseException:
            if log.on_disk < len(log.steps):
                log.steps.pop()
            raise

    def save(self, log: StepLog | None = None) -> bool:
        """Write what memory has and the file has not, each step in a transaction of its own. Return False if the disk
        refuses; then `trouble` says why, and a later call may succeed."""
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
        if not self.trouble:  # else it was logged with the first move
            _log.warning("the disk takes no moves: %s", refused.__cause__ or type(refused).__name__)
        self.trouble = _in_memory(refused)

    def back_up(self) -> None:
        """Copies the file of games beside itself; the last five copies are kept."""
        self._disk.back_up()

    def _write_waiting(self, store: Store) -> None:
        while self._waiting:
            log = self._waiting[0]
            if log.id is None:
                log.id = store.add_game(log.head, log.begun)
            for row, finished in log.unwritten():
                store.add_steps([row], finished)
                log.on_disk = row.number
            del self._waiting[0]

    def _compare(self, store: Store) -> None:
        """Find out how much of the games in memory a file has that was just opened: it may be another one."""
        for log in [game.log for game in self._known if game.id is not None]:
            rows = store.steps(log.id)
            if rows:
                log.compare(rows)
            else:
                store.add_game(log.head, log.begun, log.id)
                log.on_disk = 0
            if not log.is_saved and not any(log is waiting for waiting in self._waiting):
                self._waiting.append(log)


def _in_memory(refused: JournalError) -> Sentence:
    """The trouble as people should see it: the game goes on."""
    pattern = "{refused}. Until then the game is kept in memory only"
    return Sentence(pattern, {"refused": refused})


@lru_cache(maxsize=5000)
def _head(text: str) -> _Head:
    """How a game began, remembered: it never changes, lists ask again and again, and the same people play often."""
    return _Head.model_validate_json(text)


def _summary(shelved: Shelved) -> Summary:
    beginning, last = shelved.beginning, shelved.last
    try:
        head = _head(beginning.what)
    except ValidationError:  # of a kind that this version does not know; it is there all the same
        head = _Head(map="unknown", players=())
    return Summary(beginning.game, head.map, head.players, last.at, last.number, shelved.finished)
