"""A step is on the disk before it counts, and the position is worked out once."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

import pytest

from companion.game.apply import apply
from companion.game.events import Draw
from companion.game.gamesfolder import FILE
from companion.game.journal import Game, Journal
from companion.game.store import Store
from tests.table import board, event, players


class Watch:
    """A clock that can look at the game, or fail, at the moment when a step is written down."""

    def __init__(self) -> None:
        self.fails = False

    def __call__(self) -> datetime:
        if self.fails:
            raise KeyboardInterrupt
        return datetime(2026, 1, 1, tzinfo=UTC)


def begun(folder: Path, clock: Watch) -> Game:
    return Journal(folder, clock).begin(board("europe"), players(["red", "blue"]))


def test_a_step_that_is_interrupted_before_the_disk_has_it_never_happened(tmp_path: Path) -> None:
    clock = Watch()
    game = begun(tmp_path, clock)
    game.record(event("red draws"))
    clock.fails = True
    steps: list[Callable[[], None]] = [lambda: game.record(event("blue draws")), game.undo]
    for step in steps:
        with pytest.raises(KeyboardInterrupt):
            step()
        assert game.history.events == (Draw(player="red"),)
        assert game.saved
    clock.fails = False
    game.record(event("blue draws"))
    rows = Store(tmp_path / FILE).steps(game.id)
    assert [row.number for row in rows] == [0, 1, 2]


@contextmanager
def counted_calls(of: object) -> Iterator[list[FrameType]]:
    """Every call of a function while this lasts."""
    calls: list[FrameType] = []
    code = of.__code__  # type: ignore[attr-defined]

    def profile(frame: FrameType, what: str, _: object) -> None:
        if what == "call" and frame.f_code is code:
            calls.append(frame)

    sys.setprofile(profile)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def test_a_move_is_applied_once_and_a_step_back_not_at_all(tmp_path: Path) -> None:
    game = begun(tmp_path, Watch())
    with counted_calls(apply) as calls:
        game.record(event("red claims brest--paris:black"))
    assert len(calls) == 1
    with counted_calls(apply) as calls:
        game.undo()
    assert calls == []
    with counted_calls(apply) as calls:
        game.redo()
    assert len(calls) == 1


def test_a_correction_applies_every_event_from_there_on_once(tmp_path: Path) -> None:
    game = begun(tmp_path, Watch())
    for move in ("red draws", "blue draws", "red claims brest--paris:black", "blue draws"):
        game.record(event(move))
    with counted_calls(apply) as calls:
        game.amend(1, event("blue claims dieppe--paris:pink"))
    assert len(calls) == 3
