"""Tests that the example games are legal throughout and scored as their sheets say."""

import json
from collections import Counter

import networkx
import pytest

from companion.boards import Board, Library, route_graph
from companion.cli import main
from companion.examples import example_record, examples
from companion.game import GameRecord, State, apply, begin, objections, replay
from companion.game import events as e
from companion.game.turns import last_round
from companion.scoring import ScoreSheet, tally
from tests.games import SYSTEMS


def board_of(map_id: str) -> Board:
    return Library().load(map_id)


def final(map_id: str) -> State:
    return replay(example_record(map_id), board_of(map_id))


def sheet(map_id: str) -> ScoreSheet:
    return tally(final(map_id))


def test_there_is_one_for_each_system() -> None:
    assert set(examples()) == set(SYSTEMS)
    assert [example_record(map_id).map for map_id in SYSTEMS] == list(SYSTEMS)


@pytest.mark.parametrize("map_id", SYSTEMS)
def test_it_is_scored_without_a_warning(map_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "--json", str(examples()[map_id])]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["map"] == map_id
    assert said["final"]
    for player in said["players"]:
        assert player["total"] == sum(player["lines"].values())
        assert player["warnings"] == []
    assert not sheet(map_id).warnings


@pytest.mark.parametrize("map_id", SYSTEMS)
def test_no_rule_has_even_a_question(map_id: str) -> None:
    record, state = example_record(map_id), begin_of(map_id)
    for number, event in enumerate(record.events, start=1):
        assert [str(one) for one in objections(state, event)] == [], number
        state = apply(state, event)


def begin_of(map_id: str) -> State:
    record = example_record(map_id)
    return begin(board_of(map_id), record.players, record.options)


@pytest.mark.parametrize("map_id", SYSTEMS)
def test_most_tickets_are_completed_and_nobody_is_far_behind(map_id: str) -> None:
    players = sheet(map_id).players
    held, completed = sum(len(one.tickets) for one in players), sum(one.completed for one in players)
    assert completed >= 0.8 * held
    assert min(one.total for one in players) > 0.6 * max(one.total for one in players)


BOARDS = tuple(map_id for map_id in SYSTEMS if map_id != "card_game")


@pytest.mark.parametrize("map_id", BOARDS)
def test_everyone_plays_in_turn_until_the_last_round_is_over(map_id: str) -> None:
    """GEN-7: the player who triggers the last round has its last turn."""
    record, state = example_record(map_id), final(map_id)
    assert isinstance(record.events[-1], e.End)
    over = last_round(state, record.events)
    assert over
    assert over.still_to_play == ()
    moves = [event for event in record.events if isinstance(event, e.Claim | e.TunnelFailed | e.Station | e.Draw)]
    assert moves[-1].player == over.began_by
    last_but_one = max(place for place, event in enumerate(record.events) if event == moves[-1])
    before = last_round(state, record.events[:last_but_one])
    assert before
    assert before.still_to_play == (over.began_by,)


@pytest.mark.parametrize("map_id", BOARDS)
def test_every_claim_is_paid_and_networks_hang_together(map_id: str) -> None:
    record, state = example_record(map_id), final(map_id)
    for claim in claims(record):
        assert claim.cards
        assert (claim.revealed is not None) == state.board.routes[claim.route].tunnel
    for player in record.players:
        parts = networkx.number_connected_components(route_graph(state.routes_of(player.colour)))
        assert parts <= 3, player


def claims(record: GameRecord) -> list[e.Claim]:
    return [event for event in record.events if isinstance(event, e.Claim)]


def test_each_shows_what_is_its_own() -> None:
    kinds = {map_id: Counter(event.type for event in example_record(map_id).events) for map_id in SYSTEMS}
    assert all(kinds[map_id]["tunnel_failed"] for map_id in ("europe", "switzerland", "nordic_countries"))
    assert kinds["europe"]["station"]
    assert any(score.borrowed for score in sheet("europe").players)
    assert any(ticket.reached for score in sheet("switzerland").players for ticket in score.tickets)
    assert any(score.lines["mandala"] for score in sheet("india").players)
    assert kinds["old_west"]["start_city"] == len(example_record("old_west").players)
    assert kinds["old_west"]["marker"]
    assert kinds["old_west"]["alvin"]
    nordic = {claim.route: claim for claim in claims(example_record("nordic_countries"))}
    longer = [
        one
        for one in nordic.values()
        if sum((one.cards or {}).values()) > board_of("nordic_countries").routes[one.route].length
    ]
    assert "lieksa--murmansk:grey" in {claim.route for claim in longer}  # NC-15
    assert any(board_of("nordic_countries").routes[claim.route].locomotives for claim in longer)  # NC-13
    assert (kinds["card_game"]["scoring"], kinds["card_game"]["pile"]) == (1, 8)
