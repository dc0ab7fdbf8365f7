"""Alvin in Old West, by touch and by scanner: the marker that is bought with his capture, and who has him when a
finished board is counted."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.screens.conftest import lay
from tests.screens.player import Hand, same_score, shown_totals
from tests.screens.table.test_counting import enter
from tests.screens.test_whole_games import Wire

# isort: split
from companion.game import events as e
from companion.screens.table.boardcheck import BoardCheck
from companion.screens.table.logdrawer import LogRow
from companion.screens.widgets import PushButton
from hardware.codes import Command, LabelKind, command, player

AtTable = Callable[..., Hand]
WEST = (
    "blue starts seattle",
    "red starts tucson",
    "red claims las-cruces--tucson:orange",
    "blue claims portland--seattle:green",
)
"""Anna's next claim, Las Cruces–Roswell, captures Alvin, and Las Cruces is free."""
COUNTED = ("red claims albuquerque--roswell:red", "blue claims las-cruces--tucson:orange")
MISSING = "It is not recorded who has Alvin (10 points), but Albuquerque–Roswell is claimed, so someone captured him."


def touch_city(hand: Hand, city: str, icon: str) -> None:
    """In the drawer after a claim: the city with Alvin's sign, or with the marker's."""
    hand.driver.tap(next(one for one in hand.driver.widgets(PushButton) if (one.text, one.icon) == (city, icon)))
    hand.driver.settle()


def log_lines(hand: Hand) -> list[str]:
    hand.touch("Log")
    lines = [row.text for row in hand.driver.widgets(LogRow)]
    hand.touch("Close")
    return lines


@pytest.mark.parametrize("marker_first", [True, False])
def test_pay_9_a_marker_is_offered_with_alvin_in_either_order(at_table: AtTable, marker_first: bool) -> None:
    hand = at_table("old_west", "red blue", *WEST, alvin=True)
    hand.claim("las-cruces--roswell:green")
    assert hand.driver.has("Anna captured Alvin: +10. Where does he go?")
    assert hand.driver.has("Anna: a city marker for 2 matching cards?")
    steps = [("Las Cruces", "marker"), ("Tucson", "alvin")]
    for city, icon in steps if marker_first else reversed(steps):
        touch_city(hand, city, icon)
    marker, alvin = e.Marker(player="red", city="las-cruces"), e.Alvin(player="red", city="tucson")
    assert hand.events[-2:] == ((marker, alvin) if marker_first else (alvin, marker))
    assert not hand.driver.has("a city marker for")
    assert hand.driver.has("Bo’s turn")
    assert {"Anna put a marker in Las Cruces", "Anna moved Alvin to Tucson"} <= set(log_lines(hand))
    screen = hand.finish()
    same_score(hand, screen)
    assert screen.sheet.players[0].lines["alvin"] == 20


def test_ow_a11_alvin_may_go_to_the_city_marked_in_the_same_turn(at_table: AtTable) -> None:
    hand = at_table("old_west", "red blue", *WEST, alvin=True)
    hand.claim("las-cruces--roswell:green")
    touch_city(hand, "Las Cruces", "marker")
    touch_city(hand, "Las Cruces", "alvin")
    assert hand.state.alvin is not None
    assert hand.state.alvin.city == "las-cruces"


def test_pay_9_the_marker_can_be_declined_after_alvin_has_moved(at_table: AtTable) -> None:
    hand = at_table("old_west", "red blue", *WEST, alvin=True)
    hand.claim("las-cruces--roswell:green")
    assert not hand.driver.has("No")
    touch_city(hand, "Tucson", "alvin")
    assert hand.driver.has("Anna: a city marker for 2 matching cards?")
    hand.touch("No")
    assert not hand.driver.has("a city marker for")
    hand.touch("Drew cards")
    assert hand.events[-1] == e.Draw(player="blue")


@pytest.mark.parametrize("marker_first", [True, False])
def test_pay_9_by_scanner_in_either_order(tmp_path: Path, marker_first: bool) -> None:
    lay(tmp_path / "data", "old_west", "red blue", *WEST, alvin=True)
    wire = Wire(tmp_path)
    wire.hand.touch("Continue")
    board = wire.hand.state.board
    wire.scan(player("red").text, wire.code(board, LabelKind.ROUTE, "las-cruces--roswell:green"))
    assert wire.hand.driver.has("Anna: scan one of your own cities for Alvin, or a free end of the route for a marker")
    cities = ["las-cruces", "tucson"]
    for city in cities if marker_first else reversed(cities):
        wire.scan(wire.code(board, LabelKind.CITY, city))
    marker, alvin = e.Marker(player="red", city="las-cruces"), e.Alvin(player="red", city="tucson")
    assert wire.hand.events[-2:] == ((marker, alvin) if marker_first else (alvin, marker))
    wire.scan(command(Command.FINISH).text, command(Command.FINISH).text)
    screen = wire.hand.to_sheet()
    same_score(wire.hand, screen)
    assert screen.sheet.players[0].lines["alvin"] == 20
    wire.stop()


def test_ow_11_a_counted_board_asks_who_has_alvin_after_the_scoring_track(at_table: AtTable) -> None:
    hand = at_table("old_west", "red blue", *COUNTED, alvin=True, counted=True)
    hand.touch("Scoring track")
    enter(hand, 40)
    enter(hand, 35)
    assert hand.driver.has("Who has Alvin at the end?")
    hand.touch("Bo")
    assert hand.driver.has("Tap the city where Alvin is.")
    hand.tap_city("tucson")
    assert hand.driver.has("Bo has Alvin at the end, in this city:")
    hand.touch("Tucson")
    assert hand.events[-1] == e.Alvin(player="blue", city="tucson")
    assert "Bo has Alvin in Tucson" in log_lines(hand)
    hand.touch("Finish")
    assert not hand.driver.has("It is not recorded who has Alvin")
    assert hand.driver.has("Alvin: Bo, in Tucson")
    hand.touch("End the game")
    screen = hand.to_sheet()
    same_score(hand, screen)
    assert shown_totals(hand.driver) == [40, 45]
    assert not any("Alvin" in str(warning) for warning in screen.sheet.warnings)


def test_ow_11_finish_says_that_alvin_is_missing_and_asks_again(at_table: AtTable) -> None:
    hand = at_table("old_west", "red blue", *COUNTED, "red shows 40", "blue shows 35", alvin=True, counted=True)
    hand.touch("Finish")
    assert hand.driver.has(MISSING)
    hand.touch("Alvin: nobody has him")
    hand.touch("Anna")
    hand.tap_city("albuquerque")
    hand.touch("Albuquerque")
    hand.touch("Finish")
    assert not hand.driver.has(MISSING)
    hand.touch("End the game")
    hand.to_sheet()
    assert shown_totals(hand.driver) == [50, 35]


def test_ow_11_a_skipped_question_stands_on_the_sheet(at_table: AtTable) -> None:
    hand = at_table("old_west", "red blue", *COUNTED, "red shows 40", "blue shows 35", alvin=True, counted=True)
    screen = hand.finish()
    assert shown_totals(hand.driver) == [40, 35]
    assert any("it is not recorded who has Alvin" in str(warning) for warning in screen.sheet.warnings)


def test_ow_a10_nobody_has_alvin_if_no_route_leads_to_him(at_table: AtTable) -> None:
    hand = at_table("old_west", "red blue", "blue claims las-cruces--tucson:orange", alvin=True, counted=True)
    hand.touch("Finish")
    assert not hand.driver.has("It is not recorded who has Alvin")
    hand.touch("Alvin: nobody has him")
    hand.touch("Nobody")
    assert hand.driver.has("Alvin: nobody has him")
    assert hand.state.alvin is not None
    assert hand.state.alvin.keeper is None


def test_ow_a10_nobody_takes_back_what_was_said_before(at_table: AtTable) -> None:
    hand = at_table("old_west", "red blue", *COUNTED, "red alvin tucson", alvin=True, counted=True)
    hand.touch("Finish")
    hand.touch("Alvin: Anna, in Tucson")
    hand.touch("Nobody")
    assert hand.driver.has(MISSING)
    assert not any(isinstance(event, e.Alvin) for event in hand.events)
    hand.touch("OK")
    hand.driver.tap(hand.driver.find(icon="undo"))
    hand.driver.settle()
    assert hand.state.alvin is not None
    assert hand.state.alvin.keeper == "red"


def test_without_alvin_nobody_is_asked(at_table: AtTable) -> None:
    hand = at_table("old_west", "red blue", *COUNTED, counted=True)
    hand.touch("Scoring track")
    enter(hand, 40)
    enter(hand, 35)
    assert not hand.driver.has("Alvin")
    hand.touch("Finish")
    assert isinstance(hand.driver.app.session.host.front, BoardCheck)
    assert not hand.driver.has("Alvin")


def test_ow_11_by_scanner_a_marked_city_again_is_where_alvin_is(tmp_path: Path) -> None:
    lay(tmp_path / "data", "old_west", "red blue", *COUNTED, "red shows 40", "blue shows 35", alvin=True, counted=True)
    wire = Wire(tmp_path)
    wire.hand.touch("Continue")
    board = wire.hand.state.board
    wire.scan(player("blue").text, wire.code(board, LabelKind.CITY, "tucson"), command(Command.FINISH).text)
    assert wire.hand.driver.has(f"Scan Finish again to end the game, or anything else to continue. {MISSING}")
    wire.scan(wire.code(board, LabelKind.CITY, "tucson"))
    assert wire.hand.events[-2:] == (e.Marker(player="blue", city="tucson"), e.Alvin(player="blue", city="tucson"))
    wire.scan(command(Command.FINISH).text)
    assert wire.hand.driver.has("Scan Finish again to end the game")
    assert not wire.hand.driver.has("It is not recorded")
    wire.scan(command(Command.FINISH).text)
    same_score(wire.hand, wire.hand.to_sheet())
    assert shown_totals(wire.hand.driver) == [40, 45]
    wire.stop()
