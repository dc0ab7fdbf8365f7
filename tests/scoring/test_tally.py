"""The whole sheet, on every system."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import play_events
from companion.scoring import sheet_json, tally
from tests.games import SYSTEMS, random_game
from tests.table import small_board, table

LINES = {
    "usa": {"routes", "tickets", "longest"},
    "europe": {"routes", "tickets", "stations", "longest"},
    "switzerland": {"routes", "tickets", "longest"},
    "india": {"routes", "tickets", "longest", "mandala"},
    "old_west": {"routes", "tickets", "globetrotter"},
    "card_game": {"tickets", "big_cities"},
    "nordic_countries": {"routes", "tickets", "globetrotter"},
}


@pytest.mark.parametrize("map_id", SYSTEMS)
def test_exactly_the_lines_of_the_system(map_id: str) -> None:
    assert all(set(score.lines) == LINES[map_id] for score in table(map_id).sheet.players)


def test_alvin_has_a_line_when_he_plays() -> None:
    assert set(table("old_west", alvin=True).score("red").lines) == LINES["old_west"] | {"alvin"}


@given(st.sampled_from(SYSTEMS), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_laws_of_every_sheet(map_id: str, rng: Random) -> None:
    begun, events = random_game(map_id, rng, turns=120)
    state = play_events(begun.state, events)
    sheet = tally(state)
    assert sheet == tally(state)
    found = sheet_json(sheet)
    assert found["final"] is state.ended
    best = max(player["total"] for player in found["players"])
    for score, player in zip(sheet.players, found["players"], strict=True):
        assert player["total"] == sum(player["lines"].values())
        assert player["lines"]["tickets"] == sum(ticket["points"] for ticket in player["tickets"])
        assert player["completed"] == sum(ticket["completed"] for ticket in player["tickets"])
        assert sorted(ticket["id"] for ticket in player["tickets"]) == sorted(state.hand(score.player.colour))
        assert (player["rank"] == 1) == (score.player.colour in found["winners"])
        assert player["total"] == best or player["rank"] > 1
        if state.board.routes:
            own = {route.id: route.length for route in state.routes_of(score.player.colour)}
            assert sum(own[route] for route in player["longest_routes"]) == player["longest_length"]
            borrowed = {loan["route"] for loan in player.get("borrowed", [])}
            for ticket in player["tickets"]:
                assert set(ticket["routes"]) <= set(own) | borrowed
                assert bool(ticket["routes"]) == ticket["completed"]
    if state.board.rules.markers:  # OW-4: every claim pays its value once, or twice where two markers stand
        value = {claim: state.board.points(claim.route) for claim in state.claims}
        paid = sum(value[claim] * max(1, sum(map(bool, claim.owners))) for claim in state.claims)
        assert paid == sum(player["lines"]["routes"] for player in found["players"])


def test_ow_7_everyone_tied_is_a_globetrotter_but_not_for_nothing() -> None:
    small = small_board("a-b 1, b-c 1, c-d 1", "a-b 5, c-d 5, a-d 9", tables="[rules.bonus]\nmost_tickets = 15")
    begun = table(small)
    assert begun.lines("globetrotter") == {"red": 0, "blue": 0}  # GEN-A3
    tied = begun.play("red claims a-b:0", "red keeps a-b:0", "blue claims c-d:2", "blue keeps c-d:1 a-d:2")
    assert tied.lines("globetrotter") == {"red": 15, "blue": 15}


def test_ow_a6_the_longest_route_is_shown_but_not_paid() -> None:
    west = table("old_west").play("blue starts denver", "red starts tucson", "red claims las-cruces--tucson:orange")
    red = west.score("red")
    assert red.longest is not None
    assert red.longest.length > 0
    assert "longest" not in red.lines


def test_ow_a9_alvins_points_go_to_the_claimant_and_the_routes_to_the_owner() -> None:
    west = table("old_west", alvin=True).play(
        "blue starts albuquerque",
        "red starts las-cruces",
        "red claims las-cruces--roswell:green",
        "red alvin las-cruces",
        "blue claims albuquerque--las-cruces:grey-1",
        "blue alvin albuquerque",
    )
    value = west.state.board.points(west.state.board.routes["albuquerque--las-cruces:grey-1"])
    before = west.state.board.points(west.state.board.routes["las-cruces--roswell:green"])
    assert west.lines("routes") == {"red": before + value, "blue": value}
    assert west.lines("alvin") == {"red": 10, "blue": 20}


def test_ow_a10_nobody_captured_alvin() -> None:
    assert table("old_west", alvin=True).play("end").lines("alvin") == {"red": 0, "blue": 0}


def test_gen_a2_a_total_may_be_below_zero() -> None:
    assert table("usa").play("red keeps seattle--new-york").score("red").total == -22


def test_gen_a7_a_game_that_nobody_could_end_is_warned_about() -> None:
    assert [str(warning) for warning in table("usa").play("end").sheet.warnings] == [
        "the game was ended while everyone still had more than 2 trains left"
    ]
    assert table("usa").sheet.warnings == ()


def test_a_running_game_scores_as_if_it_ended_now() -> None:
    running = table("usa").play("red keeps seattle--new-york", "red claims atlanta--charleston:grey")
    assert running.sheet.final is False
    assert running.score("red").lines == {"routes": 2, "tickets": -22, "longest": 10}
