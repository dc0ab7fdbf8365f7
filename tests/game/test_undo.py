"""Undoing is replaying: the position after any prefix of a game depends on nothing that came later."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import apply, play_events
from tests.games import SYSTEMS, random_game


@given(st.sampled_from(SYSTEMS), st.randoms(use_true_random=False))
@settings(max_examples=80)
def test_undoing_the_last_event_gives_the_position_before_it(map_id: str, rng: Random) -> None:
    begun, events = random_game(map_id, rng)
    positions = [begun.state]
    for event in events:
        positions.append(apply(positions[-1], event))
    for length in (len(events), len(events) - 1, len(events) // 2, 0):
        assert play_events(begun.state, events[: max(length, 0)]) == positions[max(length, 0)]


@given(st.sampled_from(SYSTEMS), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_trains_are_neither_made_nor_lost(map_id: str, rng: Random) -> None:
    begun, events = random_game(map_id, rng)
    state = play_events(begun.state, events)
    for player in state.players:
        laid = sum(route.length for route in state.routes_of(player.colour))
        assert laid + state.trains_left(player.colour) == state.board.rules.trains
        assert state.trains_left(player.colour) >= 0
