"""Whose turn it is, and the last round."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.boards import Board
from companion.game import apply
from companion.game import events as e
from companion.game.turns import LastRound, last_round, next_player, turns
from tests.games import SYSTEMS, random_game
from tests.table import Table, board, event, small_board, table

DEAL = ("red keeps a-b:0", "blue keeps b-c:1", "green keeps c-d:2")


def boxes_of(trains: int, board: Board) -> Board:
    """The same board, with this many trains in each box."""
    return replace(board, rules=board.rules.model_copy(update={"trains": trains}))


def line(rules: str = "") -> Board:
    return small_board("a-b 4, b-c 4, c-d 4, d-e 1", "a-b 1, b-c 1, c-d 1, d-e 1, a-e 1", rules)


def turn(begun: Table, *moves: str) -> str:
    """Whose turn it is after these moves."""
    return next_player(begun.lay(*moves).state, [event(move) for move in moves])


def ending(begun: Table, *moves: str) -> LastRound | None:
    """The last round after these moves."""
    return last_round(begun.lay(*moves).state, [event(move) for move in moves])


def three(trains: int = 45) -> Table:
    return table(boxes_of(trains, line()), "red blue green")


def test_the_first_player_begins() -> None:
    assert turn(three()) == "red"


@pytest.mark.parametrize("move", ["claims a-b:0", "draws", "fails a-b:0", "builds a"])
def test_every_turn_passes_it_on(move: str) -> None:
    assert turn(three(), f"red {move}") == "blue"
    assert turn(three(), "red draws", f"blue {move}") == "green"
    assert turn(three(), f"green {move}") == "red"


def test_the_order_of_turns_is_only_suggested() -> None:
    assert turn(three(), "blue draws", "red draws") == "blue"


def test_the_deal_is_no_turn() -> None:
    assert turn(three(), *DEAL) == "red"
    assert turn(three(), *reversed(DEAL)) == "red"
    assert turn(three(), "red keeps a-b:0", "red keeps b-c:1") == "red"


def test_a_deal_recorded_after_play_began_is_no_turn_either() -> None:
    assert turn(three(), "red draws", "green keeps c-d:2") == "blue"
    assert turn(three(), "red draws", "green keeps c-d:2", "green keeps d-e:3") == "blue"


def test_tickets_drawn_later_are_a_turn() -> None:
    assert turn(three(), *DEAL, "red draws", "blue keeps d-e:3") == "green"


def test_tickets_scanned_one_by_one_are_one_turn() -> None:
    drawn = (*DEAL, "red draws", "blue keeps d-e:3", "blue keeps a-e:4")
    assert turn(three(), *drawn) == "green"


DEALT = ("red keeps a-b:0 b-c:1", "blue keeps c-d:2 d-e:3")
"""Everyone's deal, from the ticket list; two of three must be kept."""


def two() -> Table:
    tickets = ", ".join(f"a-{end} 1" for end in "bcdebcdebcde")
    return table(small_board("a-b 4, b-c 4, c-d 4, d-e 1", tickets), "red blue")


def deal(*order: str) -> tuple[str, ...]:
    """Two tickets for each, one by one, as a scanner reads them."""
    tickets = iter(two().state.board.tickets)
    return tuple(f"{colour} keeps {next(tickets)}" for colour in order for _ in range(2))


NEXT_TICKET = "a-e:7"


def test_pay_10_tickets_drawn_in_the_first_turn_are_a_turn() -> None:
    begun = three()
    dealt = (*DEALT, "green keeps a-e:4")
    assert turn(table(line(), "red blue"), *DEALT, "red keeps a-e:4") == "blue"
    assert turn(begun, *dealt, "red draws tickets") == "blue"
    assert turn(two(), *deal("red", "blue"), f"red keeps {NEXT_TICKET}") == "blue"
    assert turn(two(), *deal("red", "blue"), f"red keeps {NEXT_TICKET}", "red keeps a-b:8") == "blue"
    assert turn(two(), *deal("red", "blue"), f"red keeps {NEXT_TICKET}", "blue keeps a-b:8") == "red"


def test_pay_10_the_first_player_may_have_the_last_deal() -> None:
    """Tickets from the list are a whole choice. One by one, as many as were dealt are the deal."""
    listed = tuple(reversed(DEALT))
    assert turn(table(line(), "red blue"), *listed) == "red"
    assert turn(table(line(), "red blue"), *listed, "red keeps a-e:4") == "blue"
    scanned = (*deal("blue", "red"), "red keeps a-b:4")
    assert turn(two(), *scanned) == "red"
    assert turn(two(), *scanned, f"red keeps {NEXT_TICKET}") == "blue"


def test_pay_10_a_deal_goes_on_until_enough_are_kept() -> None:
    assert turn(two(), "red keeps a-b:0", "blue keeps a-c:1", "red keeps a-d:2", "blue keeps a-e:3") == "red"
    assert turn(two(), *deal("red"), "red keeps a-e:7") == "red"  # Bo's deal is still to come
    assert turn(two(), *deal("red", "blue"), "blue keeps a-e:7") == "red"  # it is not his turn
    assert turn(two(), *deal("red", "blue"), "red keeps returning a-e:7") == "red"  # a card of the deal


def test_pay_10_tickets_that_nobody_named_are_a_turn() -> None:
    assert turn(three(), "red draws tickets") == "blue"
    assert turn(three(), "red draws tickets", "blue draws tickets", "green draws tickets") == "red"


def test_pay_10_tickets_named_right_after_drawing_them_are_the_same_turn() -> None:
    drawn = (*DEAL, "red draws tickets", "red keeps d-e:3", "red keeps a-e:4")
    assert turn(three(), *drawn) == "blue"
    begun, trigger = three(6), (*DEAL, "red claims a-b:0", "blue draws tickets", "blue keeps d-e:3")
    assert ending(begun, *trigger) == LastRound("red", ("green", "red"))


def test_gen_7_tickets_that_nobody_named_may_be_the_last_turn() -> None:
    begun, trigger = three(6), "red claims a-b:0"
    assert ending(begun, trigger, "blue draws tickets") == LastRound("red", ("green", "red"))
    assert ending(begun, trigger, "blue draws tickets", "green draws tickets", "red draws") == LastRound("red", ())


def test_pay_10_tickets_revealed_at_the_end_are_no_turn() -> None:
    begun, trigger = three(6), ("red claims a-b:0", "blue draws tickets", "green draws")
    revealed = tuple(f"blue keeps {ticket}" for ticket in line().tickets)
    assert ending(begun, *trigger, *revealed[:1], "red keeps d-e:3") == LastRound("red", ("red",))
    assert turn(begun, *trigger, *revealed) == "red"


Step = tuple[str, int]
"""What a player does in a turn, and how many tickets they then name one by one."""


@given(
    st.integers(2, 4),
    st.booleans(),
    st.integers(0, 3),
    st.lists(st.tuples(st.sampled_from(["draws", "claims", "keeps", "draws tickets"]), st.integers(1, 3)), max_size=12),
)
@settings(max_examples=150)
def test_pay_10_whose_turn_it_is_follows_a_plain_count(many: int, scanned: bool, deals: int, steps: list[Step]) -> None:
    """The model: a deal for each or for nobody, then one turn after another. It is told what is a turn."""
    colours = ["red", "blue", "green", "yellow"][:many]
    ends = [f"{one}-{other} 1" for one in "abcd" for other in "efghijklmnopqrst"]
    begun = table(small_board(", ".join(ends), ", ".join(ends)), " ".join(colours))
    tickets, routes = iter(begun.state.board.tickets), iter(begun.state.board.routes)
    events: list[e.Event] = []

    def keep(colour: str, count: int, one_by_one: bool) -> None:
        named = [next(tickets) for _ in range(count)]
        moves = [[ticket] for ticket in named] if one_by_one else [named]
        events.extend(event(f"{colour} keeps {' '.join(move)}") for move in moves)

    if deals:
        for colour in colours:
            keep(colour, max(2, deals), scanned)
    state = begun.state
    for number, (step, count) in enumerate(steps):
        mover = colours[number % many]
        if step == "keeps" and deals:
            keep(mover, count, scanned)
        elif step == "draws tickets":
            events.append(event(f"{mover} draws tickets"))
            if deals and count < 3:
                keep(mover, count, scanned)
        else:
            events.append(event(f"{mover} claims {next(routes)}" if step == "claims" else f"{mover} draws"))
        state = begun.state
        for one in events:
            state = apply(state, one)
        assert next_player(state, events) == colours[(number + 1) % many]
        assert len(list(turns(state, events))) == number + 1


def test_ow_2_start_cities_are_due_in_reverse_order() -> None:
    west = table("old_west", "red blue green")
    assert turn(west) == "green"
    assert turn(west, "green starts denver") == "blue"
    assert turn(west, "red starts tucson", "green starts denver") == "blue"
    assert turn(west, "green starts denver", "blue starts seattle", "red starts tucson") == "red"


def test_ow_2_whoever_claims_without_a_start_city_goes_without() -> None:
    west = table("old_west")
    assert turn(west, "blue starts denver", "red! claims las-cruces--tucson:orange") == "blue"


CAPTURE = ("blue starts albuquerque", "red starts las-cruces", "red claims las-cruces--roswell:green")


def test_ow_9_alvins_captor_moves_him_before_the_next_turn() -> None:
    west = table("old_west", alvin=True)
    assert turn(west, *CAPTURE) == "red"
    assert turn(west, *CAPTURE, "red alvin las-cruces") == "blue"


def test_ow_3_a_marker_belongs_to_the_claim_before_it() -> None:
    west = table("old_west")
    assert turn(west, *CAPTURE) == turn(west, *CAPTURE, "red marks roswell") == "blue"


def test_a_board_that_is_counted_has_no_turns() -> None:
    counted = table(line(), "red blue green", counted=True)
    assert turn(counted) == "red"
    assert turn(counted, "blue claims a-b:0") == "blue"
    assert turn(table("old_west", counted=True), "red shows 40") == "red"


def test_gen_7_the_last_round_has_not_begun() -> None:
    assert ending(three(6)) is None
    assert ending(three(7), "red claims a-b:0") is None


@pytest.mark.parametrize("trains", [4, 5, 6])
def test_gen_7_two_trains_or_fewer_begin_the_last_round_and_all_play_once_more(trains: int) -> None:
    begun = three(trains)
    assert ending(begun, "red draws", "blue claims a-b:0") == LastRound("blue", ("green", "red", "blue"))
    assert turn(begun, "red draws", "blue claims a-b:0") == "green"


def test_gen_7_the_one_who_began_it_plays_last() -> None:
    begun, trigger = three(6), "red claims a-b:0"
    assert ending(begun, trigger, "blue draws") == LastRound("red", ("green", "red"))
    assert ending(begun, trigger, "blue draws", "green fails c-d:2") == LastRound("red", ("red",))
    assert ending(begun, trigger, "blue draws", "green draws", "red draws") == LastRound("red", ())


def test_gen_7_another_who_falls_to_two_trains_changes_nothing() -> None:
    begun = three(6)
    fallen = ("red claims a-b:0", "blue claims b-c:1", "green claims c-d:2")
    assert ending(begun, *fallen) == LastRound("red", ("red",))
    assert ending(begun, *fallen, "red draws", "blue draws") == LastRound("red", ())


def test_gen_7_a_last_turn_is_taken_whatever_the_order() -> None:
    begun, trigger = three(6), "blue claims a-b:0"
    assert ending(begun, trigger, "red draws") == LastRound("blue", ("green", "blue"))
    assert ending(begun, trigger, "red draws", "red draws") == LastRound("blue", ("green", "blue"))


def test_gen_7_tickets_may_be_the_last_turn_but_a_late_deal_is_not() -> None:
    begun, trigger = three(6), (*DEAL[:2], "red claims a-b:0")
    assert ending(begun, *trigger, "blue keeps d-e:3", "blue keeps a-e:4") == LastRound("red", ("green", "red"))
    assert ending(begun, *trigger, "green keeps c-d:2") == LastRound("red", ("blue", "green", "red"))


def test_ow_3_a_marker_is_no_last_turn() -> None:
    west = table(boxes_of(4, board("old_west")))
    assert ending(west, *CAPTURE, "red marks roswell") == LastRound("red", ("blue", "red"))


def test_gen_7_the_figure_is_that_of_the_map() -> None:
    begun = table(boxes_of(6, line("last_round_at = 1")), "red blue green")
    assert ending(begun, "red claims a-b:0") is None
    assert ending(begun, "red claims a-b:0", "red claims d-e:3") == LastRound("red", ("blue", "green", "red"))


def test_gen_7_no_trains_no_last_round() -> None:
    assert ending(table("card_game"), "red draws", "blue draws") is None


def test_gen_7_a_board_that_is_counted_has_no_last_round() -> None:
    assert ending(table(boxes_of(4, line()), "red blue green", counted=True), "red claims a-b:0") is None


@pytest.mark.parametrize("map_id", SYSTEMS)
@pytest.mark.parametrize("seed", range(3))
def test_gen_7_the_last_round_begins_once_and_only_gets_shorter(map_id: str, seed: int) -> None:
    begun, events = random_game(map_id, Random(seed), turns=200)
    before: LastRound | None = None
    state = begun.state
    for count, one in enumerate(events, start=1):
        state = apply(state, one)
        assert state.plays(next_player(state, events[:count]))
        found = last_round(state, events[:count])
        if before:
            assert found is not None
            assert found.began_by == before.began_by
            assert set(found.still_to_play) <= set(before.still_to_play)
        elif found:
            assert state.trains_left(found.began_by) <= state.board.rules.last_round_at
        before = found
    few = map_id != "card_game" and any(state.trains_left(player.colour) <= 2 for player in state.players)
    assert (before is not None) == few


@given(st.sampled_from(["usa", "europe", "switzerland", "india"]), st.randoms(use_true_random=False))
@settings(max_examples=20)
def test_looking_at_the_last_events_only_makes_no_difference(map_id: str, rng: Random) -> None:
    begun, events = random_game(map_id, rng, turns=120)
    state, colours = begun.state, [player.colour for player in begun.state.players]
    left, first = dict.fromkeys(colours, state.board.rules.trains), None
    for number, move in enumerate(events, start=1):
        state = apply(state, move)
        taken = list(turns(begun.state, events[:number]))
        after = colours[(colours.index(taken[-1].player) + 1) % len(colours)] if taken else colours[0]
        assert next_player(state, events[:number]) == after
        if isinstance(move, e.Claim):
            left[move.player] -= state.board.routes[move.route].length
            if left[move.player] <= state.board.rules.last_round_at:
                first = first or move.player
        found = last_round(state, events[:number])
        assert (found and found.began_by) == first
