"""What the rules have against a claim."""

from companion.boards import Route
from tests.table import table


def test_a_free_route_is_free() -> None:
    assert table("europe").against("red claims brest--paris:black") == []


def test_a_route_is_claimed_once() -> None:
    taken = table("europe").play("blue claims brest--paris:black")
    assert taken.against("red claims brest--paris:black") == [
        "forbidden GEN-6: Brest–Paris is already claimed by Bo (blue)"
    ]
    assert taken.against("blue claims brest--paris:black") == [
        "impossible GEN-6: Brest–Paris is already claimed by Bo (blue)"
    ]


def test_no_such_route() -> None:
    assert table("europe").against("red claims brest--paris:blac") == [
        "impossible : there is no route brest--paris:blac on Europe; did you mean brest--paris:black?"
    ]


def test_nobody_of_that_colour() -> None:
    assert table("europe").against("green claims brest--paris:black") == [
        "impossible : nobody is playing green; the colours in this game are red, blue"
    ]


def test_gen_6_one_track_of_a_connection_with_two_or_three_players() -> None:
    taken = table("europe", "red blue green").play("blue claims dieppe--london:grey-1")
    assert taken.against("red claims dieppe--london:grey-2") == [
        "forbidden GEN-6: Dieppe–London (grey 2) is closed: Bo (blue) has Dieppe–London (grey 1), "
        "and with 3 players only one of the two may be claimed"
    ]


def test_gen_6_both_tracks_with_four_players_but_never_for_one() -> None:
    taken = table("europe", "red blue green yellow").play("blue claims dieppe--london:grey-1")
    assert taken.against("red claims dieppe--london:grey-2") == []
    assert taken.against("blue claims dieppe--london:grey-2") == [
        "forbidden GEN-6: Bo (blue) already has Dieppe–London (grey 1), "
        "and so cannot claim Dieppe–London (grey 2) as well"
    ]


def test_ch_a6_both_tracks_with_three_players_in_switzerland() -> None:
    three = table("switzerland", "red blue green").play("blue claims bellinzona--lugano:red")
    two = table("switzerland", "red blue").play("blue claims bellinzona--lugano:red")
    assert three.against("red claims bellinzona--lugano:yellow") == []
    assert len(two.against("red claims bellinzona--lugano:yellow")) == 1


def test_all_three_tracks_of_old_west_with_four_players() -> None:
    four = table("old_west", "red blue green yellow")
    triple = [route for route in four.state.board.routes.values() if len(four.state.board.parallel(route)) == 2][:1]
    first, (second, third) = triple[0], four.state.board.parallel(triple[0])
    laid = four.lay(f"red! claims {first.id}", f"blue! claims {second.id}")
    assert not any("GEN-6" in reason for reason in laid.against(f"green claims {third.id}"))
    assert any("GEN-6" in reason for reason in laid.against(f"red claims {third.id}"))


def test_the_supply_of_trains() -> None:
    europe = table("europe")
    long = sorted(europe.state.board.routes.values(), key=lambda route: -route.length)
    chosen: list[Route] = []
    for route in long:  # 8 + 6 + 6 … up to 42 trains
        if sum(r.length for r in chosen) + route.length <= 42 and not europe.state.board.parallel(route):
            chosen.append(route)
    nearly_out = europe.play(*(f"red claims {route.id}" for route in chosen))
    left = nearly_out.state.trains_left("red")
    assert left == 3
    four = next(r for r in long if r.length == 4 and r not in chosen and not europe.state.board.parallel(r))
    (reason,) = nearly_out.against(f"red claims {four.id}")
    assert reason.startswith("forbidden GEN-7: ")
    assert reason.endswith("needs 4 trains, but Anna (red) has 3 left")


def test_an_override_is_recorded_and_remembered() -> None:
    taken = table("europe").play("blue claims dieppe--london:grey-1")
    laid = taken.play("red! claims dieppe--london:grey-2")
    assert len(laid.state.overridden) == 1
    (warning,) = laid.score("red").warnings
    assert "with 2 players only one of the two may be claimed" in str(warning)
    assert laid.score("blue").warnings == ()
    assert laid.lines("routes") == {"red": 2, "blue": 2}


def test_nothing_follows_the_end() -> None:
    over = table("europe").play("end")
    assert over.against("red draws") == ["impossible GEN-7: the game is over; nothing more can be added"]
    assert over.against("end") != []


def test_ow_2_the_first_route_leaves_the_start_city() -> None:
    west = table("old_west").play("blue starts denver", "red starts tucson")
    assert west.against("red claims las-cruces--tucson:orange") == []
    assert west.against("red claims albuquerque--roswell:red") == [
        "forbidden OW-2: Anna (red)’s first route must start in Tucson, and Albuquerque–Roswell does not"
    ]


def test_ow_2_every_later_route_touches_the_network() -> None:
    west = table("old_west").play("blue starts denver", "red starts tucson", "red claims las-cruces--tucson:orange")
    assert west.against("red claims las-cruces--roswell:green") == []
    assert west.against("red claims albuquerque--roswell:red") == [
        "forbidden OW-2: Albuquerque–Roswell does not connect to Anna (red)’s network"
    ]


def test_ow_2_no_claim_before_the_start_city() -> None:
    assert table("old_west").against("red claims albuquerque--roswell:red") == [
        "forbidden OW-2: Anna (red) has no start city yet"
    ]


def test_the_card_game_has_no_routes() -> None:
    assert table("card_game").against("red claims a") == [
        "impossible CG-1: Card Game has no board, so there are no routes to claim"
    ]
