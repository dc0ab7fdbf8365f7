"""Lines that people enter, by touch: asked at the end player by player, shown, changed, and never on other boards."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.screens.player import Hand

# isort: split
from companion.game import events as e
from companion.screens.score.pointspage import LineRow
from companion.screens.score.tallyshow import TallyShow
from companion.screens.table.boardcheck import BoardCheck
from companion.screens.table.logdrawer import LogRow
from companion.screens.widgets import NumberPad, PlayerChip, PushButton
from tests.made_up import FILE

AtTable = Callable[..., Hand]


@pytest.fixture
def hand(tmp_path: Path) -> Hand:
    """A game on the board with every figure, with its start cities."""
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / FILE.name).write_bytes(FILE.read_bytes())
    hand = Hand(tmp_path)
    hand.start_game("Made up", "purple white")
    hand.put_tickets_off()
    for player, city in (("white", "bravo"), ("purple", "alfa")):
        hand.tap_city(city)
        hand.touch(str(hand.state.board.place(city)))
        assert hand.state.markers_of(player) == (city,)
    return hand


def pad(hand: Hand) -> NumberPad:
    return list(hand.driver.widgets(NumberPad))[-1]


def press(hand: Hand, *keys: str) -> None:
    for key in keys:
        keyed = [w for w in pad(hand).walk(restrict=True) if isinstance(w, PushButton) and w.text == key]
        hand.driver.tap(keyed[0])


def enter(hand: Hand, *keys: str) -> None:
    press(hand, *keys)
    hand.touch("OK")


def figures(hand: Hand, line: str) -> list[str]:
    row = next(row for row in hand.driver.widgets(LineRow) if row.name == line)
    return [label.text for label in reversed(row.ids.figures.children)]


def test_they_are_asked_at_the_end_for_each_player_and_stand_on_the_sheet(hand: Hand) -> None:
    hand.claim("alfa--bravo:red")
    if hand.table.follow_up is not None and not hand.table.follow_up.closing:
        hand.touch("No")
    hand.touch("Finish")
    hand.touch("End the game")
    asked = []
    for keys in (("1", "2"), ("4", "0"), ("7",), (), ("±", "5"), ("3",)):
        asked.append(pad(hand).question)
        enter(hand, *keys)
    assert asked == [
        "Purple: Shares, 0 to 40",
        "White: Shares, 0 to 40",
        "Purple: Tolls, −20 to 0",
        "White: Tolls, −20 to 0",
        "Purple: Weather, −5 to 5",
        "White: Weather, −5 to 5",
    ]
    assert isinstance(hand.driver.app.session.host.screen, TallyShow)
    screen = hand.to_sheet()
    assert figures(hand, "Shares") == ["+12", "+40"]
    assert figures(hand, "Tolls") == ["−7", "0"]
    assert figures(hand, "Weather") == ["−5", "+3"]
    assert figures(hand, "Total") == [str(score.total) for score in screen.sheet.players]
    hand.stop()


def test_a_number_out_of_range_cannot_be_entered(hand: Hand) -> None:
    hand.touch("Finish")
    hand.touch("End the game")
    press(hand, "4", "1")
    assert pad(hand).value == 4, "41 is more than 40"
    press(hand, "0")
    assert pad(hand).value == 40
    hand.touch("OK")
    enter(hand, "1")
    press(hand, "2", "1")
    assert pad(hand).value == -2, "21 below 0 is less than 20 below"
    hand.stop()


def test_what_was_entered_is_kept_if_people_go_back_and_can_be_changed(hand: Hand) -> None:
    hand.touch("Finish")
    hand.touch("End the game")
    enter(hand, "9")
    hand.driver.tap((3, 240))  # beside the pad
    hand.driver.settle()
    assert isinstance(hand.driver.app.session.host.front, BoardCheck)
    assert hand.state.entered["shares"] == {"purple": 9}
    chip = next(chip for chip in hand.driver.widgets(PlayerChip) if chip.text == "9")
    hand.driver.tap(chip)
    hand.driver.settle()
    enter(hand, "8")
    assert hand.state.entered["shares"] == {"purple": 8}
    hand.back()
    hand.touch("Log")
    hand.driver.tap(next(row for row in hand.driver.widgets(LogRow) if row.text == "Shares for Purple: 8 points"))
    hand.driver.settle()
    hand.touch("Other points")
    enter(hand, "3", "0")
    assert hand.events[-1] == e.Entered(player="purple", line="shares", points=30)
    hand.touch("Undo")
    assert hand.state.entered["shares"] == {"purple": 8}
    hand.stop()


def test_a_board_without_them_never_asks(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", "red claims calgary--winnipeg:white")
    hand.touch("Finish")
    assert not any(chip.text == "–" for chip in hand.driver.widgets(PlayerChip))
    hand.touch("End the game")
    assert not list(hand.driver.widgets(NumberPad))
    assert isinstance(hand.driver.app.session.host.screen, TallyShow)
