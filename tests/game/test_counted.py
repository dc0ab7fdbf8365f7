"""Counting a finished board: what lies there counts, when it came is unknown."""

from random import Random

import pytest

from companion.game import BadRecordError, Options, RefusedError, parse_record, play_events, replay
from companion.game.events import End
from companion.game.eventwords import tell
from companion.game.state import new_game
from companion.scoring import tally
from tests.games import random_game
from tests.table import Table, board, event, small_board, table


def west(colours: str = "red blue", alvin: bool = False) -> Table:
    return table("old_west", colours, alvin=alvin, counted=True)


def test_ow_2_routes_are_counted_before_any_start_city_and_apart_from_each_other() -> None:
    counted = west().play("red claims las-cruces--tucson:orange")
    assert counted.against("red claims albuquerque--roswell:red") == []
    assert counted.against("red starts tucson") == []
    assert counted.against("blue starts las-cruces") == []


def test_ow_3_a_marker_is_counted_without_the_claim_that_bought_it() -> None:
    assert west().against("red marks seattle") == []


def test_ow_2_ow_3_markers_are_one_to_a_city_and_three_to_a_box() -> None:
    counted = west().play("red marks seattle", "red starts tucson", "red marks denver")
    assert counted.against("blue marks seattle") == ["forbidden OW-2: Anna (red) already has a marker in Seattle"]
    assert counted.against("red marks fresno") == ["forbidden OW-3: Anna (red) has no markers left"]
    assert counted.against("red starts fresno") == ["forbidden OW-3: Anna (red) has no markers left"]


def test_gen_6_tracks_are_as_closed_as_in_any_game() -> None:
    counted = table("usa", counted=True).play("red claims denver--kansas-city:black")
    assert [one[:15] for one in counted.against("blue claims denver--kansas-city:black")] == ["forbidden GEN-6"]
    assert [one[:15] for one in counted.against("blue claims denver--kansas-city:orange")] == ["forbidden GEN-6"]
    assert [one[:15] for one in counted.against("red claims denver--kansas-city:orange")] == ["forbidden GEN-6"]


def test_gen_7_nobody_has_more_trains_than_a_box_holds() -> None:
    counted = table(small_board("a-b 8, b-c 8, c-d 8, d-e 8, e-f 8, f-g 6"), counted=True)
    counted = counted.play(*(f"red claims {route}" for route in ("a-b:0", "b-c:1", "c-d:2", "d-e:3", "e-f:4")))
    assert counted.against("red claims f-g:5") == ["forbidden GEN-7: F–G needs 6 trains, but Anna (red) has 5 left"]


def test_ow_9_no_claim_captures_alvin_and_nobody_has_to_move_him() -> None:
    counted = west(alvin=True).play("red claims las-cruces--roswell:green", "blue claims albuquerque--roswell:red")
    assert counted.state.alvin is not None
    assert counted.state.alvin.keeper is None
    assert counted.lines("alvin") == {"red": 0, "blue": 0}


def test_ow_11_whoever_has_alvin_at_the_end_says_so() -> None:
    counted = west(alvin=True).play("red alvin seattle")
    assert counted.lines("alvin") == {"red": 10, "blue": 0}
    assert counted.play("blue alvin denver").lines("alvin") == {"red": 0, "blue": 10}
    assert counted.against("blue alvin nowhere") == ["impossible : there is no city nowhere on Old West"]
    assert west().against("red alvin denver") == ["impossible OW-8: this game is played without Alvin"]


def test_ow_9_once_a_route_leads_to_roswell_somebody_has_alvin() -> None:
    missing = (
        "it is not recorded who has Alvin (10 points), but Albuquerque–Roswell is claimed, so someone captured him"
    )
    board = west(alvin=True).play("red claims las-cruces--tucson:orange", "red shows 2", "blue shows 0")
    assert board.sheet.warnings == ()  # OW-A10: he was never captured
    board = board.play("blue claims albuquerque--roswell:red")
    assert [str(warning) for warning in board.sheet.warnings] == [missing]
    told = board.play("red alvin las-cruces")
    assert told.sheet.warnings == ()
    assert [score.total for score in told.sheet.players] == [12, 0]
    assert west().play("blue claims albuquerque--roswell:red").sheet.warnings == ()  # without Alvin


def test_ow_8_roswell_carries_no_marker_when_alvin_plays() -> None:
    assert west(alvin=True).against("red marks roswell") == [
        "forbidden OW-8: nobody may put a marker in Roswell when Alvin is in the game"
    ]


def test_ow_5_routes_earn_what_the_score_track_shows() -> None:
    counted = west().play(
        "red starts tucson", "blue claims las-cruces--tucson:orange", "red shows 31", "blue shows 0", "end"
    )
    assert counted.lines("routes") == {"red": 31, "blue": 0}
    assert counted.score("red").warnings == counted.score("blue").warnings == ()


def test_ow_12_tickets_bonuses_and_alvin_are_added_to_the_score_track() -> None:
    counted = west(alvin=True).play(
        "red claims albuquerque--roswell:red", "red keeps seattle--denver", "red shows 62", "red alvin seattle"
    )
    assert counted.score("red").lines == {"routes": 62, "tickets": -17, "alvin": 10, "globetrotter": 0}


def test_ow_5_a_second_look_at_the_score_track_replaces_the_first() -> None:
    assert west().play("red shows 31", "blue shows 8", "red shows 13").lines("routes") == {"red": 13, "blue": 8}


def test_ow_5_a_missing_score_track_is_warned_about() -> None:
    counted = west().play("red claims las-cruces--tucson:orange", "blue shows 20")
    assert counted.lines("routes") == {"red": 0, "blue": 20}
    assert [str(warning) for warning in counted.score("red").warnings] == [
        "Anna (red)’s points on the scoring track are missing: Old West cannot be scored from the board alone"
    ]
    assert counted.score("blue").warnings == ()


def test_ow_5_a_score_track_is_for_counted_boards_that_need_it() -> None:
    assert table("old_west").against("red! shows 20") == [
        "impossible OW-5: this game is recorded move by move: "
        "the points on the scoring track are worked out from the claims"
    ]
    needless = "impossible OW-5: USA does not need the scoring track: the board shows what the routes earned"
    assert table("usa", counted=True).against("red shows 20") == [needless]
    assert table("usa").against("red shows 20") == [needless]


def test_usa_7_tickets_are_revealed_all_at_once() -> None:
    many = "red keeps seattle--new-york denver--el-paso dallas--new-york kansas-city--houston"
    assert table("usa").against(many) != []
    assert table("usa", counted=True).against(many) == []
    assert table("usa", counted=True).against("red keeps seattle--new-york") == []


@pytest.mark.parametrize("map_id", ["usa", "europe", "switzerland", "india", "nordic_countries"])
@pytest.mark.parametrize("seed", range(5))
def test_gen_2_a_counted_board_scores_as_it_was_played_whatever_the_order(map_id: str, seed: int) -> None:
    begun, events = random_game(map_id, Random(seed), turns=120)
    events = [one for one in events if not isinstance(one, End)]
    empty = new_game(begun.state.board, begun.state.players, Options(counted=True))
    played = tally(play_events(begun.state, events))
    counted = tally(play_events(empty, Random(seed).sample(events, len(events))))
    assert [(score.lines, score.rank) for score in counted.players] == [
        (score.lines, score.rank) for score in played.players
    ]


def test_what_was_counted_is_told() -> None:
    told = [str(tell(west(alvin=True).state, event(move))) for move in ("red shows 31", "blue alvin denver")]
    assert told == ["The scoring track shows 31 for Anna", "Bo has Alvin in Denver"]


RECORD = """{"format": "companion-game/1", "map": "old_west", "options": {"counted": %s},
  "players": [{"colour": "red", "name": "Anna"}, {"colour": "blue", "name": "Bo"}],
  "events": [{"type": "claim", "player": "red", "route": "las-cruces--tucson:orange"},
             {"type": "score_track", "player": "red", "points": %s}]}"""


def test_a_counted_board_as_a_record() -> None:
    record = parse_record((RECORD % ("true", 31)).encode())
    assert parse_record(record.model_dump_json().encode()) == record
    assert replay(record, board("old_west")).score_track == {"red": 31}


@pytest.mark.parametrize("points", [-1, 1001, '"31"', "null"])
def test_a_record_with_points_that_no_track_shows(points: object) -> None:
    with pytest.raises(BadRecordError, match=r"^event 2: points "):
        parse_record((RECORD % ("true", points)).encode())


def test_a_record_of_a_game_that_was_not_counted() -> None:
    with pytest.raises(RefusedError, match=r"^event 1: Anna \(red\) has no start city yet"):
        replay(parse_record((RECORD % ("false", 31)).encode()), board("old_west"))
