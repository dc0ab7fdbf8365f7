"""The worked vectors of the rules, V1 to V22."""

import pytest

from companion.boards import PlayerColour, Ticket
from companion.scoring import longest_trail
from companion.scoring.mandala import loops, mandala_bonus, qualifies
from companion.scoring.piles import big_city_winners
from companion.scoring.ranking import leaders
from tests.table import board, small_board, table


def test_v1_gen_1_one_route_of_each_length() -> None:
    line = ", ".join(f"{a}-{b} {length}" for length, (a, b) in enumerate(zip("abcdefgh", "bcdefghi", strict=True), 1))
    everything = small_board(line)
    claims = [f"red claims {route}" for route in everything.routes]
    assert table(everything).play(*claims).lines("routes") == {"red": 1 + 2 + 4 + 7 + 10 + 15 + 18 + 21, "blue": 0}
    assert 1 + 2 + 4 + 7 + 10 + 15 + 18 + 21 == 78


def test_v2_gen_4_a_city_may_be_passed_twice() -> None:
    triangle_with_tail = [("ab", "a", "b", 2), ("bc", "b", "c", 3), ("ca", "c", "a", 4), ("ad", "a", "d", 5)]
    trail = longest_trail(triangle_with_tail)
    assert trail.length == 14
    assert sorted(trail.routes) == ["ab", "ad", "bc", "ca"]


def test_v3_gen_4_side_branches_do_not_count() -> None:
    star = [("long", "hub", "a", 6), ("middle", "hub", "b", 5), ("short", "hub", "c", 4)]
    assert longest_trail(star).length == 11


def test_v4_gen_5_everyone_tied_gets_the_bonus() -> None:
    assert leaders({"red": 20, "blue": 20, "green": 18}) == ("red", "blue")


def test_v5_eu_3_two_stations_built() -> None:
    position = table("europe").play("red builds dieppe", "red builds paris")
    assert position.lines("stations") == {"red": 4, "blue": 12}


@pytest.fixture
def one_station() -> str:
    return "longest = 10\n[rules.stations]\neach = 3\nunbuilt = 4\ncost = [1, 2, 3]\n"


def test_v6_eu_5_a_station_lends_one_route_to_all_tickets(one_station: str) -> None:
    # Red's station in a; blue has a-b and a-c. The ticket to b is worth 13, the one to c 8.
    small = small_board("a-b 1, a-c 1", "a-b 13, a-c 8", tables=f"[rules.bonus]\n{one_station}")
    position = table(small).play(
        "blue claims a-b:0", "blue claims a-c:1", "red builds a", "red keeps a-b:0 a-c:1"
    )  # fmt: skip
    red = position.score("red")
    assert red.lines["tickets"] == 13 - 8
    assert [(loan.station, loan.route.id) for loan in red.borrowed] == [("a", "a-b:0")]


def test_v7_eu_a9_equal_points_prefer_more_tickets(one_station: str) -> None:
    small = small_board("a-b 1, a-c 1, c-d 1", "a-b 13, a-c 8, a-d 5", tables=f"[rules.bonus]\n{one_station}")
    position = table(small).play(
        "blue claims a-b:0", "blue claims a-c:1", "red claims c-d:2", "red builds a", "red keeps a-b:0 a-c:1 a-d:2"
    )  # fmt: skip
    red = position.score("red")
    assert red.lines["tickets"] == 8 + 5 - 13
    assert red.completed == 2
    assert [loan.route.id for loan in red.borrowed] == ["a-c:1"]


def test_v8_ch_3_the_best_goal_reached_counts() -> None:
    position = table("switzerland", "red blue green").play(
        "red keeps chur--countries",
        "red claims vaduz--osterreich-vaduz:red",
        "red claims sargans--vaduz:orange",
        "red claims chur--sargans:white",
        "red claims chur--wassen:grey",
        "red claims bellinzona--wassen:grey-1",
        "red claims bellinzona--lugano:red",
        "red claims lugano--italia-lugano:white",
    )
    ticket = position.score("red").tickets[0]
    assert ticket.points == 5
    assert set(ticket.reached) == {"osterreich", "italia"}


def test_v9_ch_4_the_lowest_goal_is_lost_when_none_is_reached() -> None:
    position = table("switzerland").play("red keeps chur--countries")
    assert position.lines("tickets")["red"] == -3


def test_v10_ch_a1_a_country_cannot_be_travelled_through() -> None:
    position = table("switzerland").play(
        "red claims lugano--italia-lugano:white", "red claims locarno--italia-locarno:orange"
    )
    red = position.score("red")
    assert red.longest is not None
    assert red.longest.length == max(
        position.state.board.routes[route].length
        for route in ("lugano--italia-lugano:white", "locarno--italia-locarno:orange")
    )


@pytest.mark.parametrize(("qualifying", "bonus"), [(0, 0), (1, 5), (2, 10), (3, 20), (4, 30), (5, 40), (7, 40)])
def test_v11_in_5_the_mandala_is_read_once_from_its_table(qualifying: int, bonus: int) -> None:
    assert mandala_bonus(qualifying, board("india").rules.bonus.mandala) == bonus


def test_v12_in_4_two_loops_that_share_a_city() -> None:
    eight = small_board("a-b 1, b-c 1, c-a 1, c-d 1, d-e 1, e-c 1", "a-d 7")
    assert qualifies(eight, eight.tickets["a-d:0"], loops(eight.routes.values()))


ROUTE = "salt-lake-city--st-george:red"


def old_west(*moves: str, colours: str = "red blue green") -> dict[str, int]:
    """Award of blue's claim of Salt Lake City–St. George after these moves, by player."""
    before = table("old_west", colours).lay("blue starts tucson", *moves)
    after = before.lay(f"blue! claims {ROUTE}")
    earned = after.lines("routes")
    return {colour: earned[colour] - was for colour, was in before.lines("routes").items()}


def test_v13_ow_4_the_owner_of_the_city_earns_the_route() -> None:
    assert old_west("red starts salt-lake-city") == {"red": 7, "blue": 0, "green": 0}


def test_v14_ow_4_the_owner_of_both_ends_earns_it_twice() -> None:
    assert old_west("red starts salt-lake-city", "red! marks st-george") == {"red": 14, "blue": 0, "green": 0}


def test_v15_ow_4_two_owners_earn_it_both() -> None:
    assert old_west("red starts salt-lake-city", "green starts st-george") == {"red": 7, "blue": 0, "green": 7}


def test_v16_ow_4_the_claimant_earns_by_the_marker() -> None:
    position = table("old_west", "red blue").play(
        "blue starts st-george", "red starts salt-lake-city", f"blue claims {ROUTE}"
    )
    assert position.lines("routes") == {"red": 7, "blue": 7}


def test_v17_ow_a1_a_marker_bought_with_the_claim_comes_too_late() -> None:
    position = table("old_west", "red blue").play(
        "blue starts las-vegas",
        "red starts salt-lake-city",
        "blue claims las-vegas--st-george:blue",
        "blue claims " + ROUTE,
        "blue marks st-george",
    )
    st_george_to_las_vegas = position.state.board.points(position.state.board.routes["las-vegas--st-george:blue"])
    assert position.lines("routes") == {"red": 7, "blue": st_george_to_las_vegas}


def test_v18_ow_a1_the_own_second_marker_does_not_double_its_claim() -> None:
    position = table("old_west", "red blue").play(
        "blue starts salt-lake-city", "red starts tucson", f"blue claims {ROUTE}", "blue marks st-george"
    )
    assert position.lines("routes") == {"red": 0, "blue": 7}


def test_v19_ow_12_captures_of_alvin_in_turn() -> None:
    position = table("old_west", "red blue", alvin=True).play(
        "blue starts albuquerque",
        "red starts las-cruces",
        "red claims las-cruces--roswell:green",  # A captures him in Roswell
        "red alvin las-cruces",
        "blue claims albuquerque--las-cruces:grey-1",  # B comes to Las Cruces
        "blue alvin albuquerque",
        "red claims albuquerque--roswell:red",  # A comes to Albuquerque
        "red alvin las-cruces",
        "end",
    )
    assert position.lines("alvin") == {"red": 10 + 10 + 10, "blue": 10}


def test_v20_cg_7_everyone_tied_on_a_big_city_scores_it() -> None:
    cards = board("card_game")
    assert cards.rules.piles is not None
    new_york = next(card for card in cards.rules.piles.big_cities if card.city == "new-york")
    assert new_york.points == 15
    naming = [ticket for ticket in cards.tickets.values() if "new-york" in (ticket.start, ticket.to)]
    completed: dict[PlayerColour, list[Ticket]] = {"red": naming[:3], "blue": naming[3:6], "green": naming[6:7]}
    assert big_city_winners(new_york, completed) == ("red", "blue")


def test_v21_cg_2_a_locomotive_stands_for_any_colour() -> None:
    position = table("card_game").play(
        "red keeps los-angeles--pittsburgh", "red piles white 1 blue 1 pink 1 locomotive 1"
    )
    ticket = position.score("red").tickets[0]
    assert (ticket.completed, ticket.points) == (True, 18)


def test_v22_cg_5_a_ticket_may_wait_for_the_second_scoring() -> None:
    fourteen = next(ticket for ticket in board("card_game").tickets.values() if ticket.points == 14)
    pile = " ".join(f"{colour} {count}" for colour, count in fourteen.cards.items())
    position = table("card_game", "red blue green yellow").play(
        f"red keeps {fourteen.id}", "red piles locomotive 0", "scoring", f"red piles {pile}", "end"
    )
    assert position.lines("tickets")["red"] == 14
