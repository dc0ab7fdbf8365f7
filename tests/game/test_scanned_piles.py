"""Tests of piles of the Card Game that are counted by scanning."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.events import Pile
from companion.game.objection import FORBIDDEN
from companion.game.outcome import Refused
from hardware.codes import (
    Command,
    card,
    command,
    player,
)
from tests.game.scanned import BLUE, FINISH, RED, UNDO, Played, opened


@pytest.fixture
def cards(tmp_path: Path) -> Iterator[Played]:
    played = Played(tmp_path, "card_game")
    yield played
    played.journal.close()


NEXT = command(Command.NEXT)


def test_cg_1_a_card_after_a_badge_begins_the_count_of_a_pile(cards: Played) -> None:
    assert cards.scan(RED) == "Anna: scan a ticket, or the cards in the pile"
    cards.scan(cards.ticket("chicago--dallas"))
    assert cards.scan(cards.card("red", 7)) == "Red card 7. Anna: scan the cards in the pile (1 so far), then Next"
    cards.scan(cards.card("locomotive", 16), cards.card("red", 2))
    assert cards.play.pile is not None
    assert cards.play.pile.cards == {"red": 2, "locomotive": 1}
    assert cards.scan(FINISH) == "Anna counted a pile of 3 cards"
    assert cards.play.pile is None
    assert cards.play.state.piles == {"red": {"red": 2, "locomotive": 1}}


def test_without_a_badge_nobody_knows_whose_pile_it_is(cards: Played) -> None:
    assert cards.scan(cards.card("red", 7)) == "no: that is red card 7; to count a pile, scan a player’s badge first"


def test_cg_3_a_card_lies_in_one_pile_once(cards: Played) -> None:
    cards.scan(RED, cards.card("red", 7))
    assert cards.scan(cards.card("red", 7)) == "no: red card 7 has already been counted"
    cards.scan(BLUE)
    assert cards.scan(cards.card("red", 7)) == "no: red card 7 has already been counted in Anna’s pile"
    cards.scan(cards.card("red", 8), FINISH)
    assert cards.play.state.piles == {"red": {"red": 1}, "blue": {"red": 1}}


def test_cg_3_a_pile_that_was_taken_back_lets_go_of_its_cards(cards: Played) -> None:
    cards.scan(RED, cards.card("red", 7), FINISH, UNDO, BLUE)
    assert cards.scan(cards.card("red", 7)).startswith("Red card 7. Bo: ")


def test_cg_5_the_second_deck_has_the_same_cards_again(tmp_path: Path) -> None:
    four = Played(tmp_path, "card_game", "red blue green yellow")
    four.scan(RED, four.card("red", 7), FINISH)
    assert four.scan(FINISH) == "Scan Finish again to score the first deck, or anything else to continue"
    assert four.scan(FINISH) == "The piles were scored for the first time"
    assert four.scan(BLUE, four.card("red", 7)).startswith("Red card 7. Bo: ")
    four.scan(FINISH)
    assert four.scan(FINISH) == (
        "Scan Finish again to end the game, or anything else to continue. No tickets recorded for Anna, Bo, Cy, Dag."
    )
    four.journal.close()


def test_cg_a10_cards_that_cannot_be_there(cards: Played) -> None:
    cards.scan(RED)
    assert cards.scan(cards.card("red", 11)) == "no: Card Game has no red card 11"
    cards.play.change_pile(cards.play.count_pile("red").counted("red", 10))
    assert cards.scan(cards.card("red", 3)) == "Red card 3: 11 red cards, but there are only 10: count again"
    refused = cards.play.take(FINISH)
    assert isinstance(refused, Refused)
    assert str(refused.sentence) == "Anna (red)’s pile has 11 red cards, but there are only 10"
    assert refused.objection is not None
    assert refused.objection.kind is FORBIDDEN
    assert cards.scan(UNDO, FINISH) == "Anna counted a pile of 10 cards"
    assert cards.scan(BLUE, cards.card("red", 3)) == (
        "Red card 3: all piles together have 11 red cards, but there are only 10"
    )


def test_undo_takes_cards_off_the_pile_one_by_one(cards: Played) -> None:
    cards.scan(RED, cards.card("red", 7), cards.card("blue", 1))
    assert cards.scan(UNDO).startswith("Blue card 1 was removed. Anna: scan the cards in the pile (1 so far)")
    cards.scan(UNDO)
    assert cards.scan(UNDO) == "The count of Anna’s pile was cancelled"
    assert cards.play.events == ()


def test_next_goes_to_the_next_pile_and_a_badge_to_another(tmp_path: Path) -> None:
    three = Played(tmp_path, "card_game", "red blue green")
    three.scan(RED, three.ticket("chicago--dallas"), player("green"), three.ticket("chicago--montreal"))
    assert three.scan(RED, three.card("red", 1), NEXT) == (
        "Anna counted a pile of one card. Cy: scan the cards in the pile (0 so far), then Next"
    )  # Bo has no tickets, so his pile is worth nothing
    assert three.scan(three.card("blue", 1), BLUE).startswith("Cy counted a pile of one card. Bo: ")
    assert three.scan(three.ticket("chicago--dallas")).startswith(
        "no: a ticket does nothing right now. Bo: scan the cards"
    )
    assert three.scan(three.card("blue", 2), NEXT) == "Bo counted a pile of one card"
    three.journal.close()


def test_a_pile_is_counted_again_from_what_is_recorded(cards: Played) -> None:
    cards.scan(RED, cards.card("red", 1), FINISH)
    assert cards.scan(cards.card("red", 2)).startswith("Red card 2. Anna: scan the cards in the pile (2 so far)")
    cards.scan(FINISH)
    cards.play.game.record(Pile(player="red", cards={"blue": 4}))
    assert cards.play.count_pile("red").cards == {"blue": 4}


def test_cards_of_other_games_are_refused(cards: Played) -> None:
    assert cards.scan(RED, card("E", "red", 1)) == (
        "no: that is a train card from Europe, but this game is on Card Game"
    )


def test_no_scan_says_which_ticket_someone_holds(cards: Played) -> None:
    dallas = cards.ticket("chicago--dallas")
    said = [cards.scan(dallas), cards.scan(RED, dallas), cards.scan(dallas)]
    cards.play = opened(cards.play.game)  # after a restart
    said.append(cards.scan(RED, dallas))
    assert said == [
        "no: scan a player’s badge first: tickets are secret",
        "Anna kept a ticket",
        "no: that ticket is already recorded",
        "no: that ticket is already recorded for Anna",
    ]
