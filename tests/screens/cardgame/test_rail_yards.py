"""The Card Game with followed rail yards on the real app: by touch, and wholly by scanner on a pseudo-terminal."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.screens.cardgame.test_card_game import Capture, Cards, scored, totals_of
from tests.screens.player import Hand
from tests.screens.test_whole_games import Wire

# isort: split
from companion.cli import main
from companion.game import events as e
from companion.screens.cardgame.cardtable import YardRow
from companion.screens.cardgame.layingscreen import LayingCount, LayingScreen
from companion.screens.cardgame.pilescreen import PileScreen
from hardware.codes import Command, LabelKind, card, command, player
from tests.game.yardtable import YardTable
from tests.screens.conftest import lay

DEALT = ("red keeps chicago--dallas", "blue keeps los-angeles--pittsburgh")


class Yards(Cards):
    """A hand at a Card Game whose rail yards are followed."""

    def lay(self, *colours: str) -> None:
        """Opens the screen, and touches these cards."""
        self.touch("Lay cards")
        assert isinstance(self.front, LayingScreen)
        self.add(*colours)

    def add(self, *colours: str) -> None:
        for colour in colours:
            self.tap(self.box(colour).card)

    def box(self, colour: str) -> LayingCount:
        return next(box for box in self.driver.widgets(LayingCount) if box.colour == colour)

    def yard(self, name: str) -> list[list[str]]:
        """The rows that are seen in a player's yard."""
        return [list(row.cards) for row in self.seat(name).walk(restrict=True) if isinstance(row, YardRow)]


@pytest.fixture
def yards(tmp_path: Path, hands: list[Hand]) -> Callable[..., Yards]:
    """Opens the app on a Card Game with followed yards."""

    def sit_down(colours: str, *moves: str, which: Any = "hidden") -> Yards:
        lay(tmp_path, "card_game", colours, *moves, yards=which)
        hand = Yards(tmp_path)
        hands.append(hand)
        hand.touch("Continue")
        return hand

    return sit_down


def test_a_whole_game_with_rail_yards_by_touch(tmp_path: Path, hands: list[Hand], capsys: Capture) -> None:
    hand = Yards(tmp_path)
    hands.append(hand)
    hand.touch("New game")
    hand.tap(hand.driver.find(name="Card Game"))
    for colour in ("red", "blue"):
        hand.tap(hand.driver.find(colour=colour, text="", disabled=False))
    hand.touch("Rail yards")
    hand.touch("Start")
    assert hand.state.options.yards == "hidden"
    hand.keep("Red", "chicago--dallas")
    hand.keep("Blue", "los-angeles--pittsburgh")
    assert hand.driver.has("Red’s turn")
    hand.lay("yellow", "green", "black")
    hand.touch("Lay")
    assert hand.front is hand.table
    assert hand.yard("Red") == [["yellow"], ["green"], ["black"]]
    hand.lay("green", "locomotive")  # CG-19: Blue robs Red's green
    assert hand.driver.has("This robs Red: that row is discarded.")
    hand.touch("Lay")
    assert hand.driver.has("Red discards 1 green card.")
    assert hand.driver.has("Blue laid 1 green and 1 locomotive in the rail yard and robbed Red")
    # CG-14: Red's turn begins, and the screen says what goes onto the track.
    assert hand.driver.has("Red first puts 1 yellow and 1 black face down onto the track.")
    assert hand.yard("Red") == []
    assert hand.driver.has("2 on the track")
    hand.touch("Drew tickets")  # CG-16, and nobody names any
    hand.back()
    assert hand.driver.has("Blue’s turn")
    hand.touch("Last card")
    hand.touch("Blue, this turn")
    assert hand.driver.has("Last turn for Red.")
    hand.touch("Drew cards")
    hand.touch("Drew cards")
    assert hand.driver.has("Everyone has had their last turn. Tap Score.")
    hand.touch("Score")
    hand.touch("Score the piles")
    assert hand.state.piles == {"red": {"yellow": 1, "black": 1}, "blue": {"green": 1, "locomotive": 1}}
    hand.turn_over()
    shown = hand.totals()
    sheet = hand.end(capsys)
    assert shown == totals_of(sheet) == {"Red": "−6", "Blue": "−18"}
    record = json.loads((tmp_path / "exported.game.json").read_text())
    assert record["options"]["yards"] == "hidden"
    assert [one["type"] for one in record["events"]].count("yard") == 2


def test_without_the_choice_at_a_new_game_everything_is_as_before(tmp_path: Path, hands: list[Hand]) -> None:
    hand = Yards(tmp_path)
    hands.append(hand)
    hand.new_game("Card Game", "red blue")
    assert hand.state.yards is None
    assert not hand.driver.has("Lay cards")
    assert hand.driver.has("Count the piles")


def test_cg_17_to_cg_19_what_is_forbidden_is_said_before_it_is_laid(yards: Callable[..., Yards]) -> None:
    hand = yards("red blue", *DEALT, "red lays red red red")
    hand.lay("red", "red")
    assert (hand.box("red").owner, hand.box("red").lying) == ("red", 3)
    assert hand.driver.has("Anna (red) has 3 red cards in the rail yard: lay at least 4.")
    hand.touch("Lay")
    hand.touch("Cancel")
    assert len(hand.events) == 3
    hand.add("red", "red")
    assert hand.driver.has("This robs Anna: that row is discarded.")
    hand.add("blue")
    assert hand.driver.has("Lay two or more cards of one colour, or exactly three of three colours.")
    hand.touch("Lay")
    hand.touch("Record it anyway")  # it happened at the table
    last = hand.events[-1]
    assert isinstance(last, e.Yard)
    assert last.override
    assert hand.front is hand.table


def test_a_laying_that_is_left_is_not_recorded_and_a_card_can_be_taken_off(yards: Callable[..., Yards]) -> None:
    hand = yards("red blue", *DEALT)
    hand.lay("red", "red")
    hand.tap(next(w for w in hand.box("red").children if getattr(w, "icon", "") == "minus"))
    assert hand.box("red").count == 1
    hand.back()
    assert len(hand.events) == 2
    assert hand.table.play.laying is None


def test_undo_and_redo_put_a_robbed_row_back_and_take_it_again(yards: Callable[..., Yards]) -> None:
    hand = yards("red blue", *DEALT, "red lays red red", "blue lays red red red")
    assert hand.yard("Anna") == []
    hand.touch("Undo")
    assert hand.yard("Anna") == [["red", "red"]]
    hand.touch("Redo")
    assert hand.yard("Anna") == []
    hand.touch("Log")
    assert hand.driver.has("Bo laid 3 red in the rail yard and robbed Anna")


def test_cg_15_nothing_of_the_colours_on_the_track_is_seen_before_the_scoring(yards: Callable[..., Yards]) -> None:
    moves = (*DEALT, "red lays yellow green black", "blue draws", "red draws")
    hand = yards("red blue", *moves)
    assert hand.driver.has("3 on the track")
    assert hand.yard("Anna") == []
    hand.tap(hand.seat("Anna"))
    hand.back()
    assert not [label for label in hand.driver.labels() if "yellow" in label and "laid" not in label]


def test_cg_15_a_group_may_let_all_look_through_their_own_pile(yards: Callable[..., Yards]) -> None:
    hand = yards("red blue", *DEALT, "red lays yellow green black", "blue draws", "red draws", which="open")
    hand.tap(hand.seat("Anna"))
    assert hand.driver.has("On the track: 1 yellow, 1 green and 1 black.")


def test_a_pile_that_was_followed_can_still_be_corrected_by_counting(yards: Callable[..., Yards]) -> None:
    hand = yards("red blue", *DEALT, "red lays yellow green black", "blue draws", "red draws")
    hand.touch("Score")
    assert hand.driver.has("The last card of the deck has not been drawn yet.")
    hand.touch("Score the piles")
    hand.tap(hand.seat("Anna"))
    assert isinstance(hand.front, PileScreen)
    hand.pile("blue 1")
    hand.touch("Done")
    assert hand.state.piles["red"] == {"yellow": 1, "green": 1, "black": 1, "blue": 1}


def test_cg_20_the_last_card_can_be_told_after_the_draw(yards: Callable[..., Yards]) -> None:
    hand = yards("red blue", *DEALT)
    hand.touch("Drew cards")
    hand.touch("Last card")
    hand.touch("Anna, just now")
    assert hand.events[-1] == e.Draw(player="red", last_card=True)
    assert not hand.driver.has("Last card")


def test_the_rules_of_the_yards_are_in_the_help(yards: Callable[..., Yards]) -> None:
    hand = yards("red blue", *DEALT)
    hand.tap(hand.driver.find(icon="help"))
    assert hand.driver.has("Or lay exactly three cards of three colours, without locomotives.")


def test_rail_yards_wholly_by_scan_end_in_the_piles_counted_by_hand(tmp_path: Path, capsys: Capture) -> None:
    wire = Wire(tmp_path, Yards)
    hand: Any = wire.hand
    hand.touch("New game")
    hand.tap(hand.driver.find(name="Card Game"))
    for colour in ("red", "blue"):
        hand.tap(hand.driver.find(colour=colour, text="", disabled=False))
    hand.touch("Rail yards")
    hand.touch("Start")
    board, game = hand.state.board, hand.table.play.game
    wire.scan(player("red").text, wire.code(board, LabelKind.TICKET, "chicago--dallas"))
    wire.scan(player("blue").text, wire.code(board, LabelKind.TICKET, "los-angeles--pittsburgh"))
    yard, following, drew = (command(one).text for one in (Command.YARD, Command.NEXT, Command.DREW_CARDS))
    rng = Random(7)
    real, robbed, turn, left = YardTable(["red", "blue"], rng), 0, 0, None
    del real.deck[40:]  # a short evening
    while left is None or left:
        mover, turn = ["red", "blue"][turn % 2], turn + 1
        left = left - 1 if left else None
        real.start_turn(mover)
        sets, had = real.layable(mover), len(real.deck)
        if sets and rng.random() < 0.7:
            other = real.yards["red" if mover == "blue" else "blue"]
            cards = max(sets, key=lambda cards: sum(colour in other for colour, _ in cards))  # a robbery, if possible
            robbed += len(real.lay(mover, cards))
            wire.scan(yard, *(card("C", *one).text for one in cards))
            assert isinstance(hand.front, LayingScreen)
            wire.scan(following)
            assert hand.front is hand.table
        else:
            real.draw(mover, 2)
            last = had > 0 and not real.deck
            wire.scan(command(Command.LAST_CARD).text if last else drew)
            left = 2 if last else left
    assert robbed
    wire.scan(command(Command.FINISH).text, command(Command.FINISH).text)
    assert game.state.ended
    assert game.state.piles == {colour: real.pile(colour) for colour in ("red", "blue")}
    followed = scored(tmp_path, game, capsys)
    record = json.loads((tmp_path / "exported.game.json").read_text())
    kept = [one for one in record["events"] if one["type"] in ("tickets", "pile", "end")]
    by_hand = tmp_path / "by-hand.game.json"
    by_hand.write_text(json.dumps({**record, "options": {}, "events": kept}))
    capsys.readouterr()
    assert main(["score", "--json", str(by_hand)]) == 0
    assert json.loads(capsys.readouterr().out)["players"] == followed["players"]
    wire.stop()
