"""What the rules have against stations, markers and Alvin's moves."""

import pytest

from tests.table import Table, table


def test_one_station_in_a_city() -> None:
    europe = table("europe").play("blue builds dieppe")
    assert europe.against("red builds dieppe") == ["forbidden EU-3: Bo (blue) already has a station in Dieppe"]


def test_pay_8_two_stations_in_one_turn_are_a_gentle_question() -> None:
    built = table("europe").play("red builds dieppe")
    assert built.against("red builds paris") == [
        "question PAY-8: Anna (red) has just built a station in Dieppe, but a turn allows only one"
    ]
    assert built.against("blue builds paris") == []
    assert built.play("blue draws").against("red builds paris") == []
    assert built.play("red builds paris").lines("stations") == {"red": 4, "blue": 12}  # a record may have it
    assert table("europe", counted=True).play("red builds dieppe").against("red builds paris") == []


def test_three_stations_in_a_box() -> None:
    built = table("europe").play("red builds dieppe", "red builds paris", "red builds roma")
    assert built.against("red builds wien") == ["forbidden EU-3: Anna (red) has no stations left"]
    overridden = built.play("red! builds wien")
    assert overridden.lines("stations")["red"] == 0
    six = overridden.play("red! builds berlin", "red! builds essen")
    assert six.against("red! builds brest") == ["impossible EU-3: Anna (red) cannot have more than 6 stations"]


def test_stations_are_for_europe() -> None:
    assert table("usa").against("red builds miami") == ["impossible EU-3: there are no stations on USA"]
    assert table("europe").against("red builds pariss") == [
        "impossible : there is no city pariss on Europe; did you mean paris?"
    ]


def test_ow_2_one_start_city_each_and_one_marker_in_a_city() -> None:
    west = table("old_west").play("blue starts denver")
    assert west.against("red starts denver") == ["forbidden OW-2: Bo (blue) already has a marker in Denver"]
    assert west.against("blue starts tucson") == ["forbidden OW-2: Bo (blue) already has a start city: Denver"]


def test_ow_2_the_last_in_turn_chooses_first() -> None:
    assert table("old_west", "red blue green").against("red starts denver") == [
        "question OW-2: Cy (green) chooses a start city before Anna (red): the last player in turn order goes first"
    ]


def test_ow_2_a_start_city_comes_before_the_first_route() -> None:
    west = table("old_west").lay("red! claims albuquerque--roswell:red")
    assert (
        "forbidden OW-2: Anna (red) has already claimed a route, but the start city must be chosen first"
        in west.against("red starts roswell")
    )


def test_ow_2_a_start_city_that_comes_too_late_would_have_earned_a_route() -> None:
    west = table("old_west").play("blue starts st-george", "blue claims salt-lake-city--st-george:red")
    assert west.against("red starts salt-lake-city") == [
        "forbidden OW-2: start cities come before any claims: "
        "a marker in Salt Lake City would have earned the points for Salt Lake City–St. George (red)"
    ]
    assert west.against("red starts tucson") == []


def test_ow_3_a_marker_goes_on_an_end_of_the_route_just_claimed() -> None:
    west = table("old_west").play("blue starts denver", "red starts tucson", "red claims las-cruces--tucson:orange")
    assert west.against("red marks las-cruces") == []
    assert west.against("red marks seattle") == [
        "forbidden OW-3: Seattle is not at either end of Las Cruces–Tucson, which was just claimed"
    ]
    assert west.against("red marks tucson") == ["forbidden OW-2: Anna (red) already has a marker in Tucson"]
    late = west.play("blue draws")
    assert late.against("red marks las-cruces") == [
        "forbidden OW-3: Anna (red) can only buy a marker right after claiming a route"
    ]
    assert late.against("blue marks las-cruces") == [
        "forbidden OW-3: Bo (blue) can only buy a marker right after claiming a route"
    ]


def test_ow_3_three_markers_at_most() -> None:
    west = table("old_west").play(
        "blue starts seattle",
        "red starts tucson",
        "red claims las-cruces--tucson:orange",
        "red marks las-cruces",
        "red claims las-cruces--roswell:green",
        "red marks roswell",
        "red claims albuquerque--roswell:red",
    )
    assert west.against("red marks albuquerque") == ["forbidden OW-3: Anna (red) has no markers left"]


def test_markers_are_for_old_west() -> None:
    assert table("usa").against("red starts miami") == ["impossible OW-2: there are no city markers on USA"]
    assert table("usa").against("red marks miami") == ["impossible OW-2: there are no city markers on USA"]


def test_ow_8_nobody_owns_roswell_when_alvin_plays() -> None:
    assert table("old_west", alvin=True).against("blue starts roswell") == [
        "forbidden OW-8: nobody may put a marker in Roswell when Alvin is in the game"
    ]
    assert table("old_west").against("blue starts roswell") == []  # OW-A12


def alvin_caught() -> Table:
    return table("old_west", alvin=True).play(
        "blue starts albuquerque", "red starts las-cruces", "red claims las-cruces--roswell:green"
    )


def test_ow_9_the_captor_moves_alvin_to_an_own_city() -> None:
    caught = alvin_caught()
    assert caught.state.alvin is not None
    assert caught.state.alvin.keeper == "red"
    assert caught.against("red alvin las-cruces") == []
    assert caught.against("red alvin albuquerque") == [
        "forbidden OW-9: Anna (red) has no marker in Albuquerque, so Alvin cannot go there"
    ]
    assert caught.against("blue alvin albuquerque") == [
        "impossible OW-9: Bo (blue) can only move Alvin right after capturing him"
    ]


def test_ow_9_alvin_is_moved_before_anyone_plays_on() -> None:
    caught = alvin_caught()
    wait = "OW-9: Anna (red) captured Alvin and must first move him to one of their own cities"
    assert caught.against("blue claims albuquerque--roswell:red") == [f"forbidden {wait}"]
    assert caught.against("blue draws") == [f"forbidden {wait}"]
    assert caught.against("end") == [f"question {wait}"]
    assert caught.against("red keeps seattle--denver") != [f"forbidden {wait}"]


def test_ow_a11_a_marker_may_come_between_the_capture_and_alvins_move() -> None:
    west = table("old_west", alvin=True).play(
        "blue starts seattle",
        "red starts tucson",
        "red claims las-cruces--tucson:orange",
        "blue draws",
        "red claims las-cruces--roswell:green",
        "red marks las-cruces",
        "red alvin las-cruces",
    )
    assert west.state.alvin is not None
    assert (west.state.alvin.city, west.state.alvin.to_be_moved) == ("las-cruces", False)


def west_with_a_free_end() -> Table:
    """Anna's network reaches Las Cruces, where nobody has a marker."""
    return table("old_west", alvin=True).play(
        "blue starts seattle", "red starts tucson", "red claims las-cruces--tucson:orange", "blue draws"
    )


CAPTURE, MARKER, MOVE = "red claims las-cruces--roswell:green", "red marks las-cruces", "red alvin tucson"


def test_pay_9_a_marker_is_bought_with_the_claim_that_captured_alvin_before_or_after_his_move() -> None:
    before = west_with_a_free_end().play(CAPTURE, MARKER, MOVE)
    after = west_with_a_free_end().play(CAPTURE, MOVE, MARKER)
    assert before.state.markers == after.state.markers
    assert before.state.alvin == after.state.alvin
    assert before.lines("alvin") == after.lines("alvin") == {"red": 20, "blue": 0}


@pytest.mark.parametrize("tickets", ["red keeps seattle--denver", "blue keeps seattle--denver"])
def test_pay_9_tickets_may_be_recorded_between_the_claim_and_its_marker(tickets: str) -> None:
    assert west_with_a_free_end().play(CAPTURE, MOVE, tickets, MARKER).state.markers_of("red") == (
        "tucson",
        "las-cruces",
    )
    assert west_with_a_free_end().play(CAPTURE, tickets, MARKER, tickets.replace("denver", "roswell"), MOVE)


def test_pay_9_a_claim_buys_one_marker_at_its_own_ends_and_only_in_its_turn() -> None:
    too_late = ["forbidden OW-3: Anna (red) can only buy a marker right after claiming a route"]
    caught = west_with_a_free_end().play("red claims albuquerque--las-cruces:grey-2")
    assert caught.play("red marks las-cruces").against("red marks albuquerque") == too_late
    caught = west_with_a_free_end().play(CAPTURE, MOVE)
    assert caught.against("red marks albuquerque") == [
        "forbidden OW-3: Albuquerque is not at either end of Las Cruces–Roswell, which was just claimed"
    ]
    assert caught.play(MARKER).against("red marks albuquerque") == too_late
    assert caught.play("blue draws").against(MARKER) == too_late


def test_ow_a8_the_keeper_cannot_capture_him_again() -> None:
    west = alvin_caught().play("red alvin las-cruces", "red claims las-cruces--tucson:orange")
    assert west.state.alvin is not None
    assert west.state.alvin.captures == ("red",)


def test_alvin_must_have_been_agreed_on() -> None:
    assert table("old_west").against("red alvin denver") == ["impossible OW-8: this game is played without Alvin"]
