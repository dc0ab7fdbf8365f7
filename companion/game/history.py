"""The history of one game: what was recorded, undone, redone and amended, and the resulting position.

Each of these is a *step*. Steps are only ever appended to the log; nothing in the log is changed or removed. Undo takes
back the last step that recorded or amended something, redo restores it, to any depth.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import Field, TypeAdapter

from companion.boards.frozen import Frozen
from companion.game.apply import apply
from companion.game.events import Event
from companion.game.objection import Objection
from companion.game.record import played, refusal_of
from companion.game.state import State
from companion.words import Sentence

Place = Annotated[int, Field(ge=0)]
"""The index of an event in a game, counted from 0."""


class Record(Frozen):
    """A step that adds an event."""

    do: Literal["record"] = "record"
    event: Event


class Amend(Frozen):
    """A step that replaces or removes an earlier event, and drops the later events that no longer fit."""

    do: Literal["amend"] = "amend"
    place: Place
    event: Event | None = None
    left_out: tuple[Place, ...] = ()


class Undo(Frozen):
    """A step that takes back the last step."""

    do: Literal["undo"] = "undo"


class Redo(Frozen):
    """A step that restores the step undone last."""

    do: Literal["redo"] = "redo"


Step = Annotated[Record | Amend | Undo | Redo, Field(discriminator="do")]
STEP: TypeAdapter[Record | Amend | Undo | Redo] = TypeAdapter(Step)


@dataclass(frozen=True, slots=True)
class Misfit:
    """A later event that no longer fits once an earlier one is amended, and why."""

    place: int
    event: Event
    objection: Objection


class NoLongerFitError(ValueError):
    """Raised when later events do not fit an amendment; nothing was changed."""

    def __init__(self, misfits: tuple[Misfit, ...]) -> None:
        self.misfits = misfits
        first, more = misfits[0], len(misfits) - 1
        facts = {"number": first.place + 1, "why": first.objection, "count": more}
        said = Sentence("move {number} would no longer be possible: {why}", facts)
        if more:
            said = Sentence(
                "move {number} would no longer be possible: {why} (nor would one other move)",
                facts,
                "move {number} would no longer be possible: {why} (nor would {count} other moves)",
            )
        super().__init__(said)


class NothingToError(ValueError):
    """Raised when there is nothing to undo, redo or amend."""


Value = TypeVar("Value")


class UndoStack(Generic[Value]):
    """A sequence of values with undo and redo. Adding a value after an undo discards what could be redone."""

    def __init__(self, first: Value) -> None:
        self.values = [first]
        self.taken_back: list[Value] = []

    @property
    def now(self) -> Value:
        """The last value that is not undone."""
        return self.values[-1]

    def add(self, value: Value) -> None:
        """Append a value, and forget what could be redone."""
        self.values.append(value)
        self.taken_back.clear()

    def undo(self) -> None:
        """Take back the last value."""
        self.taken_back.append(self.values.pop())

    def redo(self) -> None:
        """Restore the value undone last."""
        self.values.append(self.taken_back.pop())


@dataclass(frozen=True, slots=True)
class Logged:
    """A line of the log: a step, and whether it was undone."""

    step: Record | Amend
    undone: bool


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """The game after a step that is not undone."""

    log_line: int
    events: tuple[Event, ...]
    state: State


@dataclass(frozen=True, slots=True)
class Planned:
    """A checked step, and the game after it."""

    step: Record | Amend | Undo | Redo
    leads_to: _Snapshot

    @property
    def finishes(self) -> bool:
        """Whether the game is over after this step."""
        return self.leads_to.state.ended


class History:
    """A game from its beginning. `plan_…` checks a step and works out the result, `take` performs it."""

    def __init__(self, beginning: State) -> None:
        self._beginning = beginning
        self._stack = UndoStack(_Snapshot(-1, (), beginning))
        self._log: list[Record | Amend] = []

    @property
    def state(self) -> State:
        """The position now."""
        return self._stack.now.state

    @property
    def events(self) -> tuple[Event, ...]:
        """All events, without those that were undone or removed."""
        return self._stack.now.events

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.state.ended

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return len(self._stack.values) > 1

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo."""
        return bool(self._stack.taken_back)

    def log(self) -> list[Logged]:
        """Return everything that was ever recorded or amended, in order; undone steps are marked."""
        standing = {snapshot.log_line for snapshot in self._stack.values}
        return [Logged(step, number not in standing) for number, step in enumerate(self._log)]

    @property
    def last_standing(self) -> Record | Amend | None:
        """The last step that is not undone; None at the beginning."""
        line = self._stack.now.log_line
        return self._log[line] if line >= 0 else None

    def plan_record(self, event: Event) -> Planned:
        """Return the step that records an event. Raise RefusedError if a rule forbids it."""
        state = played(self.state, event, len(self.events) + 1)
        return Planned(Record(event=event), self._snapshot((*self.events, event), state))

    def plan_amend(self, place: int, event: Event | None, leave_out: bool = False) -> Planned:
        """Return the step that replaces an earlier event, or removes it if `event` is None. Raise NothingToError if
        there is none at this place, RefusedError if the new event does not fit there, and NoLongerFitError if later
        events do not fit and `leave_out` is False."""
        if not 0 <= place < len(self.events):
            raise NothingToError(Sentence("there is no move {number}", {"number": place + 1}))
        state = _replayed(self._beginning, self.events[:place])
        if event is not None:
            state = played(state, event, place + 1)
        state, misfits = _replayed_as_far_as_it_fits(state, self.events[place + 1 :], place + 1)
        if misfits and not leave_out:
            raise NoLongerFitError(misfits)
        step = Amend(place=place, event=event, left_out=tuple(misfit.place for misfit in misfits))
        return Planned(step, self._snapshot(amended(self.events, step), state))

    def without(self, place: int) -> State:
        """Return the position as if one event had not happened. Later events are not checked."""
        return _replayed(self._beginning, (*self.events[:place], *self.events[place + 1 :]))

    def plan_undo(self) -> Planned:
        """Return the step that undoes the last one. Raise NothingToError if there is none."""
        if not self.can_undo:
            raise NothingToError(Sentence("there is nothing to undo"))
        return Planned(Undo(), self._stack.values[-2])

    def plan_redo(self) -> Planned:
        """Return the step that redoes the one undone last. Raise NothingToError if there is none."""
        if not self.can_redo:
            raise NothingToError(Sentence("there is nothing to redo"))
        return Planned(Redo(), self._stack.taken_back[-1])

    def take(self, planned: Planned) -> None:
        """Take a planned step. The position must not have changed since it was planned."""
        match planned.step:
            case Undo():
                self._stack.undo()
            case Redo():
                self._stack.redo()
            case Record() | Amend() as step:
                self._stack.add(planned.leads_to)
                self._log.append(step)

    def follow(self, step: Record | Amend | Undo | Redo) -> None:
        """Take a step that was read from the log, without checking it again."""
        match step:
            case Undo():
                self.take(self.plan_undo())
            case Redo():
                self.take(self.plan_redo())
            case Record():
                snapshot = self._snapshot((*self.events, step.event), apply(self.state, step.event))
                self.take(Planned(step, snapshot))
            case Amend():
                events = amended(self.events, step)
                self.take(Planned(step, self._snapshot(events, _replayed(self._beginning, events))))

    def _snapshot(self, events: tuple[Event, ...], state: State) -> _Snapshot:
        return _Snapshot(len(self._log), events, state)


def amended(events: tuple[Event, ...], step: Amend) -> tuple[Event, ...]:
    """Return the events with an amendment applied."""
    changed: list[Event | None] = list(events)
    changed[step.place] = step.event
    for place in step.left_out:
        changed[place] = None
    return tuple(event for event in changed if event is not None)


def _replayed(state: State, events: Iterable[Event]) -> State:
    for event in events:
        state = apply(state, event)
    return state


def _replayed_as_far_as_it_fits(state: State, events: Iterable[Event], place: int) -> tuple[State, tuple[Misfit, ...]]:
    """Return the position after the events that fit, and the events that do not fit because a rule forbids them.
    `place` is the index of the first event."""
    misfits = []
    for number, event in enumerate(events, start=place):
        refusal = refusal_of(state, event)
        if refusal:
            misfits.append(Misfit(number, event, refusal))
        else:
            state = apply(state, event)
    return state, tuple(misfits)


def standing(steps: Iterable[Record | Amend | Undo | Redo]) -> tuple[Event, ...]:
    """Return the events that are left after these steps, without computing positions."""
    history: UndoStack[tuple[Event, ...]] = UndoStack(())
    for step in steps:
        match step:
            case Undo():
                history.undo()
            case Redo():
                history.redo()
            case Record():
                history.add((*history.now, step.event))
            case Amend():
                history.add(amended(history.now, step))
    return history.now
