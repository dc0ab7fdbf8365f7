"""The rail yards of the Card Game: what may be laid, what goes onto the track, robberies, and the last turns."""

import json
from collections.abc import Mapping

import pytest

from companion.boards import CardColour, CardCounts
from companion.game import BadRecordError, Options, begin, objections, play_events
from companion.game import events as e
from companion.game.eventwords import tell
from companion.game.record import GameRecord, parse_record, replay
from companion.scoring import tally
from tests.table import Table, board, event, players, table

FOUR = "red blue green yellow"


def yard(colours: str = "red blue", *moves: str) -> Table:
    """A Card Game in which the yards are followed."""
    return table("card_game", colours, yards="hidden").play(*moves)


def lying(position: Table, player: str) -> dict[str, int]:
    """The rows in a player's yard, with the number of cards."""
    assert position.state.yards is not None
    return {row.colour: row.count for row in position.state.yards.of(position.state.player(player).colour)}


def on_track(position: Table, player: str) -> CardCounts:
    assert position.state.yards is not None
    return position.state.yards.pile(position.state.player(player).colour)


# CG-14: one card of every row goes onto the track


def test_cg_14_a_turn_begins_with_one_card_of_every_row_going_onto_the_track() -> None:
    position = yard("red blue", "red lays red red red", "blue draws")
    assert (lying(position, "red"), on_track(position, "red")) == ({"red": 3}, {})
    position = position.play("red lays blue blue", "blue draws")
    assert (lying(position, "red"), on_track(position, "red")) == ({"red": 2, "blue": 2}, {"red": 1})
    position = position.play("red draws")
    assert (lying(position, "red"), on_track(position, "red")) == ({"red": 1, "blue": 1}, {"red": 2, "blue": 1})
    position = position.play("blue draws tickets", "red draws tickets")
    assert (lying(position, "red"), on_track(position, "red")) == ({}, {"red": 3, "blue": 2})
    assert on_track(position, "blue") == {}


def test_cg_14_the_top_card_goes_first_and_locomotives_lie_on_top() -> None:
    position = yard("red blue", "red lays locomotive red red", "blue draws", "red draws")
    assert on_track(position, "red") == {"locomotive": 1}
    assert lying(position, "red") == {"red": 2}


def test_cg_1_what_is_still_in_the_yard_does_not_count() -> None:
    position = yard("red blue", "red keeps chicago--dallas", "red lays yellow green black", "blue draws")
    assert not position.score("red").completed
    assert position.play("red draws").score("red").completed  # yellow and green are on the track now


# CG-16: whose turn it is


def test_cg_16_every_draw_and_every_laying_is_a_turn() -> None:
    position = yard("red blue green")
    for move, following in (
        ("red draws", "blue"),
        ("blue lays red red", "green"),
        ("green draws tickets", "red"),
        ("red draws", "blue"),
    ):
        position = position.play(move)
        assert position.state.yards is not None
        assert position.state.yards.turn == following


def test_cg_16_a_turn_out_of_order_is_asked_about() -> None:
    asked = ["question CG-16: it is Anna (red)’s turn"]
    assert yard().against("blue draws") == asked
    assert yard().against("blue lays red red") == asked
    assert yard().against("red draws") == []


def test_cg_16_tickets_kept_after_drawing_them_are_no_second_turn() -> None:
    position = yard("red blue", "red draws tickets", "red keeps chicago--dallas", "red keeps chicago--montreal")
    assert position.state.yards is not None
    assert position.state.yards.turn == "blue"


def test_cg_16_tickets_of_the_player_whose_turn_it_is_take_the_turn_unless_they_are_the_deal() -> None:
    dealt = yard("red blue", "red keeps chicago--dallas", "red keeps chicago--montreal", "red lays red red")
    dealt = dealt.play("blue keeps new-york--miami", "blue keeps chicago--new-york")  # Bo's deal, recorded late
    assert dealt.state.yards is not None
    assert dealt.state.yards.turn == "blue"
    later = dealt.play("blue draws", "red keeps seattle--dallas", "red keeps miami--las-vegas")
    assert later.state.yards is not None
    assert later.state.yards.turn == "blue"
    assert on_track(later, "red") == {"red": 1}  # one turn, though the tickets came one by one


# CG-17: what may be laid


@pytest.mark.parametrize("cards", ["red red", "red locomotive", "red red red locomotive locomotive", "red blue green"])
def test_cg_17_two_or_more_of_one_colour_or_three_of_three_colours(cards: str) -> None:
    assert yard().against(f"red lays {cards}") == []


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("red", "one card alone cannot be laid: lay two or more of one colour, or three of different colours"),
        ("red blue", "lay two or more cards of one colour, or exactly three of three colours"),
        ("red red blue", "lay two or more cards of one colour, or exactly three of three colours"),
        ("red blue green white", "lay two or more cards of one colour, or exactly three of three colours"),
        ("red blue locomotive", "no locomotive can be laid with cards of different colours"),
        ("red blue green locomotive", "no locomotive can be laid with cards of different colours"),
        ("locomotive locomotive", "locomotives are laid together with at least one card of a colour"),
    ],
)
def test_cg_17_nothing_else_may_be_laid(cards: str, why: str) -> None:
    assert yard().against(f"red lays {cards}") == [f"forbidden CG-17: {why}"]


def test_cg_17_what_was_laid_against_the_rules_lies_as_it_lies() -> None:
    position = yard("red blue", "red! lays red locomotive blue", "blue draws")
    assert lying(position, "red") == {"red": 2, "blue": 1}
    assert on_track(position.play("red draws"), "red") == {"locomotive": 1, "blue": 1}
    assert [str(one.sentence) for one in position.state.overridden] == [
        "no locomotive can be laid with cards of different colours"
    ]


# CG-18: one's own colours


def test_cg_18_a_colour_in_ones_own_yard_is_not_laid_again_before_it_is_gone() -> None:
    position = yard("red blue", "red lays red red red", "blue draws")
    assert position.against("red lays red red") == ["forbidden CG-18: Anna (red) still has red cards in the rail yard"]
    position = position.play("red draws", "blue draws", "red draws", "blue draws")
    assert position.against("red lays red red") == []  # the last one goes onto the track first


# CG-19: train robbery


def test_cg_19_more_cards_of_a_colour_rob_another_player() -> None:
    position = yard("red blue", "red lays red red red", "blue lays red red red locomotive")
    assert lying(position, "red") == {}
    assert on_track(position, "red") == {}
    assert lying(position, "blue") == {"red": 4}
    robbing = position.state.last
    assert robbing is not None
    assert str(tell(position.state, robbing)) == "Bo laid 3 red and 1 locomotive in the rail yard and robbed Anna"


@pytest.mark.parametrize("cards", ["red red", "red locomotive locomotive", "red blue green"])
def test_cg_19_as_many_cards_or_fewer_are_forbidden(cards: str) -> None:
    position = yard("red blue", "red lays red red locomotive")
    assert position.against(f"blue lays {cards}") == [
        "forbidden CG-19: Anna (red) has 3 red cards in the rail yard: lay at least 4"
    ]


def test_cg_19_cards_on_the_track_cannot_be_robbed() -> None:
    position = yard("red blue", "red lays red red red", "blue draws", "red draws", "blue lays red red red")
    assert lying(position, "red") == {}  # two of them are discarded
    assert on_track(position, "red") == {"red": 1}


def test_cg_19_only_the_row_of_that_colour_is_discarded() -> None:
    position = yard("red blue green", "red lays red blue green", "blue lays red red", "green lays blue blue")
    assert lying(position, "red") == {"green": 1}
    assert lying(position, "blue") == {"red": 2}


def test_cg_19_a_robbery_is_told_only_of_the_laying_that_caused_it() -> None:
    again = ["blue draws", "red draws", "blue draws", "red draws"]
    position = yard("red blue", "red lays red red", *again, "blue lays red red red", "red lays blue blue")
    assert str(tell(position.state, event("red lays red red"))) == "Anna laid 2 red in the rail yard"


# CG-12, CG-20: the last turns


def test_cg_12_after_the_last_card_everyone_has_one_more_turn() -> None:
    position = yard("red blue green", "red draws", "blue draws last")
    yards = position.state.yards
    assert yards is not None
    assert yards.still_to_play == ("green", "red", "blue")  # the one who drew it comes last
    position = position.play("green lays red red", "red draws")
    assert position.against("red draws") == ["forbidden CG-12: Anna (red) has had their last turn with this deck"]
    assert position.against("blue draws last") == ["forbidden CG-20: the last card of this deck was already drawn"]
    position = position.play("blue draws tickets")
    assert position.state.yards is not None
    assert position.state.yards.turn is None
    assert position.against("green draws") == ["forbidden CG-12: everyone has had their last turn with this deck"]
    assert position.play("green keeps chicago--dallas").state.yards == position.state.yards  # not a turn any more


def test_cg_20_the_last_train_card_is_not_drawn_with_tickets() -> None:
    odd = e.Draw(player="red", of="tickets", last_card=True)
    assert _against(yard(), odd) == ["the last train card cannot be drawn with tickets"]


# CG-5, CG-21: the second deck


def test_cg_5_the_second_deck_begins_with_empty_yards_and_cg_21_left_of_the_last_turn() -> None:
    position = yard(FOUR, "red keeps chicago--dallas", "red lays yellow green black", "blue lays red red")
    position = position.play("green draws last", "yellow draws", "red draws", "blue draws", "green draws")
    piled = position.play("red piles yellow 1 green 1 black 1", "blue piles red 1", "green piles", "yellow piles")
    assert piled.against("yellow draws") == ["forbidden CG-12: the piles of this deck are already counted"]
    second = piled.play("scoring")
    yards = second.state.yards
    assert yards is not None
    assert (yards.rows, yards.tracks, yards.still_to_play) == ({}, {}, None)
    assert yards.turn == "yellow"
    assert second.score("red").completed == 1


# CG-13: the cards that there are


def test_cg_13_no_more_cards_lie_on_the_table_than_there_are() -> None:
    position = yard("red blue", "red lays red red red red red red", "blue draws")
    assert position.against("red lays blue blue") == []
    assert position.against(f"blue lays {'red ' * 7}") == [
        "forbidden CG-13: that would be 13 red cards on the table, but there are only 10",
        "question CG-16: it is Anna (red)’s turn",
    ]


def test_cg_13_a_scanned_card_lies_in_one_place() -> None:
    first = e.Yard(player="red", cards=("red", "red"), copies=(1, 2))
    position = Table(play_events(yard().state, [first]))
    refused: tuple[tuple[tuple[CardColour, ...], tuple[int, ...], str], ...] = (
        (("red", "red", "red"), (2, 3, 4), "red card 2 is already in Anna (red)’s rail yard or on the track"),
        (("blue", "blue"), (3, 3), "blue card 3 has already been laid"),
        (("blue", "blue"), (3, 11), "Card Game has no blue card 11"),
        (("blue", "blue"), (3,), "there must be as many copies as cards"),
    )
    for cards, copies, why in refused:
        assert _against(position, e.Yard(player="blue", cards=cards, copies=copies)) == [why]
    robbed = Table(play_events(position.state, [e.Yard(player="blue", cards=("red",) * 3, copies=(3, 4, 0))]))
    assert lying(robbed, "red") == {}


# Records


def test_a_record_without_yards_scores_as_before_and_one_with_them_from_what_was_followed() -> None:
    head = {"format": "companion-game/1", "map": "card_game"}
    seats = [{"colour": "red", "name": "Anna"}, {"colour": "blue", "name": "Bo"}]
    events = [
        {"type": "tickets", "player": "red", "kept": ["chicago--dallas"]},
        {"type": "yard", "player": "red", "cards": ["yellow", "green", "black"]},
        {"type": "draw", "player": "blue"},
        {"type": "draw", "player": "red", "last_card": True},
        {"type": "draw", "player": "blue", "of": "tickets"},
        {"type": "end"},
    ]
    record = {**head, "players": seats, "options": {"yards": "hidden"}, "events": events}
    scored = tally(replay(_read(record), board("card_game")))
    assert [one.completed for one in scored.players] == [1, 0]
    with pytest.raises(BadRecordError, match="event 2: this game does not keep track of the rail yards"):
        replay(_read({**record, "options": {}}), board("card_game"))


def test_a_counted_pile_replaces_what_was_followed() -> None:
    position = yard("red blue", "red keeps chicago--dallas", "red lays red red", "blue draws", "red draws")
    assert position.play("red piles yellow 1 green 1").score("red").completed == 1


def test_only_the_card_game_has_rail_yards() -> None:
    with pytest.raises(BadRecordError, match="options: USA is played without rail yards"):
        begin(board("usa"), players(["red", "blue"]), Options(yards="hidden"))


def _read(record: Mapping[str, object]) -> GameRecord:
    return parse_record(json.dumps(record).encode())


def _against(position: Table, move: e.Event) -> list[str]:
    return [str(objection) for objection in objections(position.state, move)]
