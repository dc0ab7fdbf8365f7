"""How the points came."""

from random import Random

import pytest

from companion.game import apply
from companion.game import events as e
from companion.scoring import tally
from companion.scoring.live import live_scores
from companion.scoring.progress import progress
from tests.games import SYSTEMS, random_game
from tests.table import event, table

MOVES = (
    "red keeps calgary--phoenix", "red claims calgary--winnipeg:white", "blue draws",
    "red draws", "blue claims miami--new-orleans:red", "end",
)  # fmt: skip


def test_each_event_has_its_points_and_the_end_has_the_totals() -> None:
    history = progress(table("usa").state, map(event, MOVES))
    assert history.of("red") == (0, 0, 15, 15, 15, 15, 15 - 13 + 10)
    assert history.of("blue") == (0, 0, 0, 0, 0, 15, 15 + 10)
    assert (history.lowest, history.highest) == (0, 25)


def test_a_game_that_is_not_over_ends_with_what_it_would_come_to() -> None:
    history = progress(table("usa").state, map(event, MOVES[:2]))
    assert history.of("red") == (0, 0, 15, 12)


@pytest.mark.parametrize("map_id", SYSTEMS)
def test_it_is_the_score_track_that_everyone_saw(map_id: str) -> None:
    for seed in range(3):
        begun, events = random_game(map_id, Random(seed))
        history = progress(begun.state, events)
        state, seen = begun.state, [live_scores(begun.state)]
        for one in events:
            state = apply(state, one)
            if not isinstance(one, e.End):
                seen.append(live_scores(state))
        assert [list(points.values()) for points in history.tracks] == [[s.track for s in all_of] for all_of in seen]
        assert list(history.totals.values()) == [score.total for score in tally(state).players]
