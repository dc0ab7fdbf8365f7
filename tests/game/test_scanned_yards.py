"""Rail yards of the Card Game that are followed by scanning."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.boards import PlayerColour
from companion.game import events as e
from companion.game.objection import FORBIDDEN
from companion.game.outcome import Refused
from hardware.codes import Code, Command, command, player
from tests.game.scanned import BLUE, FINISH, RED, UNDO, Played, opened
from tests.game.yardtable import YardTable

YARD, NEXT, DREW = command(Command.YARD), command(Command.NEXT), command(Command.DREW_CARDS)
DREW_TICKETS, LAST_CARD = command(Command.DREW_TICKETS), command(Command.LAST_CARD)


@pytest.fixture
def cards(tmp_path: Path) -> Iterator[Played]:
    played = Played(tmp_path, "card_game", yards="hidden")
    yield played
    played.journal.close()


def reds(played: Played, *copies: int) -> list[Code]:
    return [played.card("red", copy) for copy in copies]


def test_badge_rail_yard_cards_next_is_a_laying(cards: Played) -> None:
    assert cards.scan(RED) == "Anna: scan Rail yard, Drew cards, Drew tickets or a ticket"
    assert cards.scan(YARD) == "Anna: scan the cards for the rail yard (0 so far), then Next"
    assert cards.scan(cards.card("red", 7)) == (
        "Red card 7. Anna: scan the cards for the rail yard (1 so far), then Next"
    )
    cards.scan(cards.card("locomotive", 2))
    assert cards.scan(NEXT) == "Anna laid 1 red and 1 locomotive in the rail yard"
    assert cards.play.events == (e.Yard(player="red", cards=("red", "locomotive"), copies=(7, 2)),)
    assert cards.expects == "Bo: scan Rail yard, Drew cards, Drew tickets or a ticket"


def test_the_yard_label_alone_is_the_laying_of_the_player_whose_turn_it_is(cards: Played) -> None:
    cards.scan(YARD, *reds(cards, 1, 2))
    assert cards.scan(YARD) == "Anna laid 2 red in the rail yard"  # the same label again records it
    assert cards.scan(YARD) == "Bo: scan the cards for the rail yard (0 so far), then Next"
    assert cards.scan(YARD) == "Bo: scan the cards for the rail yard (0 so far), then Next"


def test_another_badge_records_the_laying_too(cards: Played) -> None:
    cards.scan(RED, YARD, *reds(cards, 1, 2))
    assert cards.scan(BLUE) == "Anna laid 2 red in the rail yard"
    assert cards.scan(DREW) == "Bo drew cards"


def test_cg_16_a_laying_out_of_turn_says_whose_turn_it_is(cards: Played) -> None:
    assert cards.scan(BLUE, YARD) == (
        "it is Anna (red)’s turn. Bo: scan the cards for the rail yard (0 so far), then Next"
    )


def test_cg_19_a_robbery_is_said_before_it_is_recorded(cards: Played) -> None:
    cards.scan(YARD, *reds(cards, 1, 2), NEXT, YARD)
    assert cards.scan(*reds(cards, 3, 4)).endswith("scan the cards for the rail yard (2 so far), then Next")
    assert cards.scan(cards.card("red", 5)) == "Red card 5. Bo: these cards rob Anna. Scan more, or Next"
    assert cards.scan(NEXT) == "Bo laid 3 red in the rail yard and robbed Anna"
    assert cards.play.state.yards is not None
    assert cards.play.state.yards.of("red") == ()


def test_cg_19_what_is_forbidden_is_said_and_the_cards_can_be_taken_back(cards: Played) -> None:
    cards.scan(YARD, *reds(cards, 1, 2), NEXT, YARD, *reds(cards, 3, 4))
    refused = cards.play.take(NEXT)
    assert isinstance(refused, Refused)
    assert str(refused.sentence) == "Anna (red) has 2 red cards in the rail yard: lay at least 3"
    assert refused.objection is not None
    assert refused.objection.kind is FORBIDDEN
    assert cards.scan(cards.card("red", 5), NEXT) == "Bo laid 3 red in the rail yard and robbed Anna"


def test_undo_takes_off_the_last_card_then_the_laying_then_the_last_turn(cards: Played) -> None:
    cards.scan(YARD, *reds(cards, 1, 2), NEXT, YARD, *reds(cards, 3))
    assert cards.scan(UNDO).startswith("Red card 3 was removed. Bo: scan the cards for the rail yard (0 so far)")
    assert cards.scan(UNDO) == "Bo lays no cards in the rail yard"
    assert cards.scan(UNDO) == "Undone: Anna laid 2 red in the rail yard"
    assert cards.scan(RED, YARD, *reds(cards, 1)).startswith("Red card 1. ")  # it is free again


def test_cg_13_a_card_lies_in_one_place_also_after_a_restart(cards: Played) -> None:
    cards.scan(YARD, *reds(cards, 1, 2), NEXT)
    cards.play = opened(cards.play.game)
    cards.scan(YARD)
    assert cards.scan(cards.card("red", 2)) == "no: red card 2 is already in Anna (red)’s rail yard or on the track"
    assert cards.scan(cards.card("red", 3), cards.card("red", 3)) == "no: red card 3 has already been laid"
    assert cards.scan(cards.card("red", 11)) == "no: Card Game has no red card 11"


def test_a_card_without_the_yard_label_lays_and_counts_nothing(cards: Played) -> None:
    assert cards.scan(RED, cards.card("red", 1)) == "no: that is red card 1; to lay cards, scan Rail yard first"
    assert cards.play.pile is None


def test_the_labels_of_the_yards_do_nothing_where_they_are_not_followed(tmp_path: Path) -> None:
    plain = Played(tmp_path, "card_game")
    plain.scan(RED)
    for label in (YARD, LAST_CARD):
        assert plain.scan(label).endswith("does nothing right now. Anna: scan a ticket, or the cards in the pile")
    plain.journal.close()


def test_cg_16_drawn_tickets_are_a_turn_and_those_scanned_after_it_belong_to_it(cards: Played) -> None:
    cards.scan(RED, cards.ticket("chicago--dallas"), BLUE, cards.ticket("chicago--montreal"), BLUE)
    assert cards.scan(DREW_TICKETS) == "Bo drew tickets"  # out of turn, by his badge
    cards.scan(UNDO, RED)
    assert cards.scan(DREW_TICKETS) == "Anna drew tickets"
    cards.scan(cards.ticket("new-york--miami"), cards.ticket("seattle--dallas"))
    assert cards.play.state.hand("red") == ("chicago--dallas", "new-york--miami", "seattle--dallas")
    assert cards.scan(DREW) == "Bo drew cards"


def test_cg_12_and_cg_20_the_last_card_is_a_label(cards: Played) -> None:
    assert cards.scan(RED, LAST_CARD) == "Anna drew the last card"
    cards.scan(DREW)
    assert cards.expects == "Anna: scan Rail yard, Drew cards, Drew tickets or a ticket"
    cards.scan(DREW)
    assert cards.expects == "Everyone has had their last turn: scan Finish to score the piles"
    assert cards.scan(YARD).startswith("no: Rail yard does nothing right now.")


def test_cg_20_the_last_card_can_be_added_to_a_draw_that_was_just_scanned(cards: Played) -> None:
    cards.scan(RED, DREW, RED, LAST_CARD)
    assert cards.play.events == (e.Draw(player="red", last_card=True),)
    assert cards.play.player == "blue"


def test_finish_records_what_was_followed_as_the_piles(cards: Played) -> None:
    cards.scan(RED, cards.ticket("chicago--dallas"), YARD)
    cards.scan(cards.card("yellow", 1), cards.card("green", 1), cards.card("black", 1), NEXT, DREW, DREW)
    assert cards.scan(FINISH) == (
        "Scan Finish again to end the game, or anything else to continue. No tickets recorded for Bo."
    )
    assert cards.scan(FINISH) == "The game ended"
    piles = [event for event in cards.play.events if isinstance(event, e.Pile)]
    assert piles == [e.Pile(player="red", cards={"yellow": 1, "green": 1, "black": 1}), e.Pile(player="blue", cards={})]


def test_cg_5_and_cg_21_finish_scores_the_first_deck_and_the_second_begins_left_of_the_last_turn(
    tmp_path: Path,
) -> None:
    four = Played(tmp_path, "card_game", "red blue green yellow", yards="hidden")
    four.scan(YARD, *reds(four, 1, 2), NEXT, DREW, DREW, DREW, LAST_CARD, DREW, DREW, DREW, DREW)
    assert four.scan(FINISH) == "Scan Finish again to score the first deck, or anything else to continue"
    assert four.scan(FINISH) == "The piles were scored for the first time"
    assert four.play.player == "blue"  # Anna had the last turn
    assert four.scan(YARD, *reds(four, 1)).startswith("Red card 1. Bo: ")  # all cards were shuffled
    four.journal.close()


@settings(max_examples=15)
@given(st.integers(0, 2**32), st.integers(2, 4))
def test_cg_14_to_cg_20_a_deck_that_is_only_scanned_ends_in_the_piles_counted_by_hand(
    tmp_path_factory: pytest.TempPathFactory, seed: int, seats: int
) -> None:
    rng, colours = Random(seed), ["red", "blue", "green", "yellow"][:seats]
    played = Played(tmp_path_factory.mktemp("deck"), "card_game", " ".join(colours), yards="hidden")
    real = YardTable(colours, rng)
    turns = count()
    left: int | None = None
    while left is None or left:
        mover = colours[next(turns) % seats]
        left = left - 1 if left else None
        if rng.random() < 0.5:
            played.scan(player(mover))  # without a badge it is the same player
        real.start_turn(mover)
        sets = real.layable(mover)
        had = len(real.deck)
        if sets and rng.random() < 0.7:
            cards = rng.choice(sets)
            real.lay(mover, cards)
            rng.shuffle(cards)
            scans = [played.card(*card) for card in cards]
            if rng.random() < 0.3:  # a card too much, taken off again
                scans += [scans[-1], UNDO, scans[-1]]
            played.scan(YARD, *scans, rng.choice((NEXT, YARD)))
        else:
            real.draw(mover, 2)
            last = had > 0 and not real.deck
            played.scan(LAST_CARD if last else DREW)
            left = seats if last else left
    assert played.play.state.yards is not None
    assert played.play.state.yards.turn is None
    played.scan(FINISH, FINISH)
    first = played.play.state.first_scoring
    for colour in cast("list[PlayerColour]", colours):
        pile = first[colour].pile if first else played.play.state.piles[colour]
        assert dict(pile or {}) == real.pile(colour)
    played.journal.close()
