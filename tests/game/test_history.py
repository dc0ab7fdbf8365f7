"""Undo, redo and amend, beside a plain list of what should stand."""

import gc
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.boards import Library
from companion.game import Event, RefusedError, State, history, play_events, refusal_of
from companion.game import events as e
from companion.game.eventwords import tell_step
from companion.game.history import Amend, History, NoLongerFitError, NothingToError, Record, Redo, Undo, standing
from companion.game.journal import Game, Journal
from tests.games import SYSTEMS, random_game
from tests.table import event, table


class AJournal(RuleBasedStateMachine):
    """A real journal on a real file, beside a list of lists: each step that stands adds the line of events after it."""

    @initialize(
        map_id=st.sampled_from(SYSTEMS), rng=st.randoms(use_true_random=False), apart=st.sampled_from([1, 2, 5, 64])
    )
    def begin(self, map_id: str, rng: Random, apart: int) -> None:
        history.APART = apart  # so that few steps are enough to leave the positions that are kept
        begun, self.moves = random_game(map_id, rng, turns=15)
        self.start = begun.state
        self.folder = TemporaryDirectory()
        self.journal = Journal(Path(self.folder.name))
        self.game: Game = self.journal.begin(self.start.board, self.start.players, self.start.options)
        self.stands: list[list[Event]] = [[]]
        self.taken_back: list[list[Event]] = []
        self.recorded = 0

    def teardown(self) -> None:
        history.APART = 64
        if hasattr(self, "journal"):
            self.journal.close()
            self.folder.cleanup()

    def stand(self, line: list[Event]) -> None:
        self.stands.append(line)
        self.taken_back.clear()
        self.recorded += 1

    @rule(data=st.data())
    def record(self, data: st.DataObject) -> None:
        move = data.draw(st.sampled_from(self.moves))
        if refusal_of(self.game.state, move):
            with pytest.raises(RefusedError):
                self.game.record(move)
        else:
            self.game.record(move)
            self.stand([*self.stands[-1], move])

    @rule()
    def record_the_next_that_fits(self) -> None:
        for move in self.moves:
            if refusal_of(self.game.state, move) is None:
                self.game.record(move)
                self.stand([*self.stands[-1], move])
                return

    @rule()
    def undo(self) -> None:
        if len(self.stands) == 1:
            with pytest.raises(NothingToError):
                self.game.undo()
        else:
            self.game.undo()
            self.taken_back.append(self.stands.pop())

    @rule()
    def redo(self) -> None:
        if not self.taken_back:
            with pytest.raises(NothingToError):
                self.game.redo()
        else:
            self.game.redo()
            self.stands.append(self.taken_back.pop())

    @precondition(lambda self: self.stands[-1])
    @rule(data=st.data(), take_out=st.booleans(), leave_out=st.booleans())
    def amend(self, data: st.DataObject, take_out: bool, leave_out: bool) -> None:
        line = self.stands[-1]
        place = data.draw(st.integers(0, len(line) - 1))
        new = None if take_out else data.draw(st.sampled_from(self.moves))
        before, after = line[:place], line[place + 1 :]
        if new is not None and refusal_of(play_events(self.start, before), new):
            with pytest.raises(RefusedError):
                self.game.amend(place, new, leave_out)
            return
        stands, misfits = self.replayed([*before, *([new] if new else [])], after)
        if misfits and not leave_out:
            with pytest.raises(NoLongerFitError) as caught:
                self.game.amend(place, new)
            assert [misfit.event for misfit in caught.value.misfits] == misfits
        else:
            self.game.amend(place, new, leave_out)
            self.stand(stands)

    def replayed(self, line: list[Event], after: list[Event]) -> tuple[list[Event], list[Event]]:
        """What stands, and what no longer fits, when the events after a change are taken one by one."""
        misfits = []
        for move in after:
            if refusal_of(play_events(self.start, line), move):
                misfits.append(move)
            else:
                line = [*line, move]
        return line, misfits

    @rule()
    def restart(self) -> None:
        number = self.game.id
        self.journal.close()
        self.journal = Journal(Path(self.folder.name))
        again = self.journal.resume(Library(), number)
        assert again is not None
        self.game = again

    @invariant()
    def nothing_differs(self) -> None:
        if not hasattr(self, "game"):
            return
        assert list(self.game.history.events) == self.stands[-1]
        assert self.game.state == play_events(self.start, self.stands[-1])
        assert self.game.saved
        log = self.game.history.log()
        assert len(log) == self.recorded
        assert sum(not line.undone for line in log) == len(self.stands) - 1
        assert all(str(tell_step(self.game.state, line.step)) for line in log)


TestAJournal = AJournal.TestCase
TestAJournal.settings = settings(max_examples=60, stateful_step_count=25)


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    start = table("europe", "red blue").state
    journal = Journal(tmp_path)
    yield journal.begin(start.board, start.players)
    journal.close()


def test_an_amendment_says_what_no_longer_fits_before_anything_changes(game: Game) -> None:
    game.record(event("red builds dieppe"))
    game.record(event("blue claims brest--paris:black"))
    with pytest.raises(NoLongerFitError) as caught:
        game.amend(0, event("red claims brest--paris:black"))
    assert str(caught.value) == "move 2 would no longer be possible: Brest–Paris is already claimed by Anna (red)"
    assert list(game.history.events) == [event("red builds dieppe"), event("blue claims brest--paris:black")]
    game.amend(0, event("red claims brest--paris:black"), leave_out=True)
    assert list(game.history.events) == [event("red claims brest--paris:black")]
    game.undo()
    assert len(game.history.events) == 2


def test_the_log_keeps_what_was_taken_back(game: Game) -> None:
    game.record(event("red builds dieppe"))
    game.undo()
    game.record(event("red builds paris"))
    game.amend(0, event("red builds roma"))
    assert [(str(tell_step(game.state, line.step)), line.undone) for line in game.history.log()] == [
        ("Anna built a station in Dieppe", True),
        ("Anna built a station in Paris", False),
        ("Move 1 was changed: Anna built a station in Roma", False),
    ]


def test_there_is_no_such_event_to_amend(game: Game) -> None:
    with pytest.raises(NothingToError, match="there is no move 1"):
        game.amend(0, None)


def test_a_refused_event_leaves_no_trace(game: Game) -> None:
    with pytest.raises(RefusedError, match="there is no route"):
        game.record(event("red claims nowhere"))
    assert game.log.steps == []


def test_a_long_game_beside_a_list_of_everything() -> None:
    """Hundreds of steps, mostly undone and redone in long runs, with what stands after each of them kept as a list."""
    rng = Random("long")
    begun, moves = random_game("europe", rng, turns=60)
    long, stands, taken_back = History(begun.state), [[]], []  # type: tuple[History, list[list[Event]], list[list[Event]]]
    steps: list[Record | Amend | Undo | Redo] = []
    while len(steps) < 1500:
        kind, count = rng.choice(["record", "record", "undo", "redo", "amend"]), rng.choice([1, 3, 40, 100])
        for _ in range(1 if kind == "amend" else count):
            line = stands[-1]
            if kind == "undo" and len(stands) > 1:
                planned = long.plan_undo()
                taken_back.append(stands.pop())
            elif kind == "redo" and taken_back:
                planned = long.plan_redo()
                stands.append(taken_back.pop())
            elif kind == "amend" and line:
                place = rng.randrange(len(line))
                planned = long.plan_amend(place, rng.choice([None, e.Draw(player="red")]), leave_out=True)
                assert isinstance(planned.step, Amend)
                after: list[Event | None] = [*line[:place], planned.step.event, *line[place + 1 :]]
                for gone in planned.step.left_out:
                    after[gone] = None
                stands.append([one for one in after if one is not None])
                taken_back.clear()
            elif kind == "record":
                fitting = (move for move in rng.sample(moves, 10) if refusal_of(long.state, move) is None)
                move = next(fitting, e.Draw(player="blue"))
                if refusal_of(long.state, move):
                    break
                planned = long.plan_record(move)
                stands.append([*line, move])
                taken_back.clear()
            else:
                break
            long.take(planned)
            steps.append(planned.step)
        assert list(long.events) == stands[-1]
        assert long.state == play_events(begun.state, stands[-1])
        assert (long.can_undo, long.can_redo) == (len(stands) > 1, bool(taken_back))
    assert list(standing(steps)) == stands[-1]
    again = History(begun.state)
    for step in steps:
        again.follow(step)
    assert (again.events, again.state, again.log()) == (long.events, long.state, long.log())


def test_a_long_game_keeps_few_positions() -> None:
    start = table("usa", "red blue").state
    long = History(start)
    for _ in range(3000):
        long.take(long.plan_record(e.Draw(player="red")))
    for _ in range(1000):
        long.take(long.plan_undo())
    kept = sum(type(one) is State and one.board is start.board for one in gc.get_objects())
    assert kept < 64 + 3000 / 64 + 20
    assert len(long.events) == 2000


@pytest.mark.parametrize("step", [Undo(), Redo(), Amend(place=0)])
def test_a_step_that_belongs_to_nothing_is_a_lookup_error(step: Undo | Redo | Amend) -> None:
    with pytest.raises(LookupError):
        History(table("usa", "red blue").state).follow(step)
    with pytest.raises(IndexError):
        standing([step])
