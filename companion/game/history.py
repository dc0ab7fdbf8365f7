"""The history of one game: what was recorded, undone, redone and amended, and the resulting position.

Each of these is a *step*. Steps are only ever appended to the log; nothing in the log is changed or removed. Undo takes
back the last step that recorded or amended something, redo restores it, to any depth.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from companion.boards.frozen import Frozen
from companion.game.apply import apply
from companion.game.events import Event
from companion.game.objection import Objection
from companion.game.record import played, refusal_of
from companion.game.state import State
from companion.words import Sentence

APART = 64
"""The number of steps between two positions that are kept of the earlier part of a game."""

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


@dataclass(frozen=True, slots=True)
class Logged:
    """A line of the log: a step, and whether it was undone."""

    step: Record | Amend
    undone: bool


@dataclass(frozen=True, slots=True)
class Planned:
    """A checked step, and the position after it."""

    step: Record | Amend | Undo | Redo
    state: State

    @property
    def finishes(self) -> bool:
        """Whether the game is over after this step."""
        return self.state.ended


@dataclass(frozen=True, slots=True)
class _Standing:
    """A step that is not undone, or that can be redone: its line in the log, and the events that it took out, each with
    its place before it."""

    log_line: int
    taken_out: tuple[tuple[int, Event], ...]


class Steps:
    """The steps of a game, and the events that they add up to; positions are not computed. What is kept for each step
    is as large as the step, so that a long game takes no more memory per step than a short one."""

    def __init__(self) -> None:
        self.log: list[Record | Amend] = []
        """Everything that was ever recorded or amended, in order."""
        self.events: list[Event] = []
        """All events, without those that were undone or removed. Only `take` changes it."""
        self.standing: list[_Standing] = []
        """The steps that are not undone."""
        self.undone: list[_Standing] = []
        """The steps that can be redone, the next one last."""

    def take(self, step: Record | Amend | Undo | Redo) -> None:
        """Take a step. Raise IndexError if there is nothing to undo, redo or amend."""
        match step:
            case Undo():
                last = self.standing.pop()
                self.undone.append(last)
                _reverse(self.events, self.log[last.log_line], last.taken_out)
            case Redo():
                again = self.undone.pop()
                self.standing.append(again)
                _perform(self.events, self.log[again.log_line])
            case Record() | Amend():
                taken_out = _perform(self.events, step)
                self.standing.append(_Standing(len(self.log), taken_out))
                self.log.append(step)
                self.undone.clear()

    def is_amended(self, first: int, last: int) -> bool:
        """Return whether one of the standing steps from `first` to before `last` is an amendment."""
        return any(isinstance(self.log[one.log_line], Amend) for one in self.standing[first:last])


def _perform(events: list[Event], step: Record | Amend) -> tuple[tuple[int, Event], ...]:
    """Change the events by a step, and return those that it took out, with their places."""
    if isinstance(step, Record):
        events.append(step.event)
        return ()
    places = sorted({step.place, *step.left_out})
    taken_out = tuple((place, events[place]) for place in places)
    events[:] = amended(events, step)
    return taken_out


def _reverse(events: list[Event], step: Record | Amend, taken_out: tuple[tuple[int, Event], ...]) -> None:
    """Change the events to what they were before a step."""
    if isinstance(step, Record):
        events.pop()
        return
    if step.event is not None and step.place not in step.left_out:
        del events[step.place - sum(place < step.place for place in set(step.left_out))]
    for place, event in taken_out:  # in ascending order, so that each place is where it was
        events.insert(place, event)


class _Checkpoints:
    """The positions after some of the standing steps: the latest ones, and earlier ones at regular distances. All
    others are replayed from the one before them, so that memory does not grow with the square of a game."""

    def __init__(self, beginning: State) -> None:
        self._kept = {0: beginning}

    def keep(self, after: int, state: State) -> None:
        """Keep the position after this many steps, which are now all there are."""
        self._kept[after] = state
        self._kept.pop(after + 1, None)
        if (after - APART) % APART:
            self._kept.pop(after - APART, None)

    def before(self, after: int) -> tuple[int, State]:
        """Return the latest kept position that is not later than after this many steps, and its number of steps."""
        while after not in self._kept:
            after -= 1
        return after, self._kept[after]

    def fill(self, after: int, state: State) -> None:
        """Keep a position that was replayed."""
        self._kept[after] = state


class History:
    """A game from its beginning. `plan_…` checks a step and works out the result, `take` performs it."""

    def __init__(self, beginning: State) -> None:
        self._beginning = beginning
        self._steps = Steps()
        self._checkpoints = _Checkpoints(beginning)
        self._state = beginning
        self._events: tuple[Event, ...] | None = ()

    @property
    def state(self) -> State:
        """The position now."""
        return self._state

    @property
    def events(self) -> tuple[Event, ...]:
        """All events, without those that were undone or removed. The same object until a step is taken."""
        if self._events is None:
            self._events = tuple(self._steps.events)
        return self._events

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self.state.ended

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return bool(self._steps.standing)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step to redo."""
        return bool(self._steps.undone)

    def log(self) -> list[Logged]:
        """Return everything that was ever recorded or amended, in order; undone steps are marked."""
        standing = {one.log_line for one in self._steps.standing}
        return [Logged(step, number not in standing) for number, step in enumerate(self._steps.log)]

    @property
    def last_standing(self) -> Record | Amend | None:
        """The last step that is not undone; None at the beginning."""
        return self._steps.log[self._steps.standing[-1].log_line] if self.can_undo else None

    @property
    def done(self) -> list[Record | Amend]:
        """The steps that are not undone, in order."""
        return [self._steps.log[one.log_line] for one in self._steps.standing]

    @property
    def to_redo(self) -> list[Record | Amend]:
        """The steps that can be redone, the next one first."""
        return [self._steps.log[one.log_line] for one in reversed(self._steps.undone)]

    def plan_record(self, event: Event) -> Planned:
        """Return the step that records an event. Raise RefusedError if a rule forbids it."""
        return Planned(Record(event=event), played(self.state, event, len(self._steps.events) + 1))

    def plan_amend(self, place: int, event: Event | None, leave_out: bool = False) -> Planned:
        """Return the step that replaces an earlier event, or removes it if `event` is None. Raise NothingToError if
        there is none at this place, RefusedError if the new event does not fit there, and NoLongerFitError if later
        events do not fit and `leave_out` is False."""
        if not 0 <= place < len(self.events):
            raise NothingToError(Sentence("there is no move {number}", {"number": place + 1}))
        state = self._before_event(place)
        if event is not None:
            state = played(state, event, place + 1)
        state, misfits = _replayed_as_far_as_it_fits(state, self.events[place + 1 :], place + 1)
        if misfits and not leave_out:
            raise NoLongerFitError(misfits)
        return Planned(Amend(place=place, event=event, left_out=tuple(misfit.place for misfit in misfits)), state)

    def without(self, place: int) -> State:
        """Return the position as if one event had not happened. Later events are not checked."""
        return _replayed(self._before_event(place), self.events[place + 1 :])

    def plan_undo(self) -> Planned:
        """Return the step that undoes the last one. Raise NothingToError if there is none."""
        if not self.can_undo:
            raise NothingToError(Sentence("there is nothing to undo"))
        return Planned(Undo(), self._before_last_step())

    def plan_redo(self) -> Planned:
        """Return the step that redoes the one undone last. Raise NothingToError if there is none."""
        if not self.can_redo:
            raise NothingToError(Sentence("there is nothing to redo"))
        return Planned(Redo(), self._after(self._steps.log[self._steps.undone[-1].log_line]))

    def take(self, planned: Planned) -> None:
        """Take a planned step. The position must not have changed since it was planned."""
        self._steps.take(planned.step)
        self._state, self._events = planned.state, None
        self._checkpoints.keep(len(self._steps.standing), planned.state)

    def follow(self, step: Record | Amend | Undo | Redo) -> None:
        """Take a step that was read from the log, without checking it again. Raise LookupError if it does not belong to
        the steps before it, or to this map."""
        match step:
            case Undo() | Redo():
                undoes = isinstance(step, Undo)
                if not (self.can_undo if undoes else self.can_redo):
                    raise LookupError(step.do)
                self.take(self.plan_undo() if undoes else self.plan_redo())
            case Record() | Amend():
                self.take(Planned(step, self._after(step)))

    def _after(self, step: Record | Amend) -> State:
        """Return the position after a step, without checking it."""
        if isinstance(step, Record):
            return apply(self.state, step.event)
        first = min(step.place, *step.left_out, len(self.events))
        return _replayed(self._before_event(first), amended(self.events, step)[first:])

    def _before_event(self, place: int) -> State:
        """Return the position before an event."""
        if self._steps.is_amended(0, len(self._steps.standing)):  # then steps and events are not counted alike
            return _replayed(self._beginning, self.events[:place])
        kept, state = self._checkpoints.before(place)
        return _replayed(state, self.events[kept:place])

    def _before_last_step(self) -> State:
        """Return the position after all standing steps but the last. Positions that are replayed for it are kept: the
        steps before may be undone next."""
        wanted = len(self._steps.standing) - 1
        kept, state = self._checkpoints.before(wanted)
        if self._steps.is_amended(kept, wanted):
            last = self._steps.standing[-1]
            events = list(self._steps.events)
            _reverse(events, self._steps.log[last.log_line], last.taken_out)
            return _replayed(self._beginning, events)
        for number in range(kept, wanted):
            step = self._steps.log[self._steps.standing[number].log_line]
            assert isinstance(step, Record), "an amendment is replayed as a whole"
            state = apply(state, step.event)
            self._checkpoints.fill(number + 1, state)
        return state


def amended(events: Sequence[Event], step: Amend) -> tuple[Event, ...]:
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


def standing(steps: Iterable[Record | Amend | Undo | Redo]) -> Sequence[Event]:
    """Return the events that are left after these steps, without computing positions. Raise IndexError if one of them
    has nothing to undo, redo or amend."""
    taken = Steps()
    for step in steps:
        taken.take(step)
    return taken.events
