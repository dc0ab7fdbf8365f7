"""Before the tally: the boxes on the table against the record, and corrections by touch."""

from collections.abc import Callable

from tests.screens.player import Hand

# isort: split
from companion.game import events as e
from companion.screens.score.tallyshow import TallyShow
from companion.screens.table.boardcheck import BoardCheck, BoxFigure, SuspectRow
from companion.screens.table.tablescreen import TableScreen

AtTable = Callable[..., Hand]
MOVES = ("red claims brest--paris:black", "blue claims berlin--danzig:grey", "red builds dieppe")


def figures(hand: Hand) -> list[str]:
    return [figure.figure for figure in hand.driver.widgets(BoxFigure)]


def enter(hand: Hand, place: int, number: str) -> None:
    """What someone counted, into one of the boxes."""
    hand.driver.tap(list(hand.driver.widgets(BoxFigure))[place])
    hand.driver.settle()
    for digit in number:
        hand.touch(digit)
    hand.touch("OK")


def test_finish_shows_what_should_be_in_each_box(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *MOVES)
    hand.touch("Finish")
    assert figures(hand) == ["42", "2", "41", "3"]
    assert hand.driver.has("No tickets recorded for Anna, Bo.")
    hand.touch("End the game")
    assert isinstance(hand.driver.app.session.host.screen, TallyShow)


def test_the_way_back_leads_to_the_table(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *MOVES)
    hand.touch("Finish")
    hand.back()
    assert isinstance(hand.driver.app.session.host.front, TableScreen)
    assert not hand.state.ended


def test_a_claim_of_the_wrong_player_is_found_and_corrected(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *MOVES)
    hand.touch("Finish")
    enter(hand, 0, "38")
    enter(hand, 2, "45")
    assert hand.driver.has("Anna: 38 trains left, but the log says 42.")
    first = next(hand.driver.widgets(SuspectRow))
    assert first.text == "Move 2: did Anna claim Berlin–Danzig?"
    hand.driver.tap(first)
    hand.driver.settle()
    hand.touch("Yes, correct it")
    assert hand.state.claims[1].player == "red"
    check = hand.driver.app.session.host.front
    assert isinstance(check, BoardCheck)
    assert check.fits
    assert not list(hand.driver.widgets(SuspectRow))


def test_a_forgotten_claim_is_added(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *MOVES)
    hand.touch("Finish")
    enter(hand, 0, "41")
    row = next(row for row in hand.driver.widgets(SuspectRow) if row.text == "Did Anna also claim Dieppe–Paris?")
    hand.driver.tap(row)
    hand.driver.settle()
    hand.touch("Yes, correct it")
    assert hand.events[-1] == e.Claim(player="red", route="dieppe--paris:pink")


def test_a_station_that_is_not_on_the_table_is_taken_out(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *MOVES)
    hand.touch("Finish")
    enter(hand, 1, "3")
    hand.driver.tap(next(hand.driver.widgets(SuspectRow)))
    hand.driver.settle()
    hand.touch("Yes, correct it")
    assert hand.state.stations == ()
    assert figures(hand) == ["42", "3", "41", "3"]


def test_what_still_differs_is_asked_about_once_more(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *MOVES)
    hand.touch("Finish")
    enter(hand, 0, "40")
    hand.touch("End the game")
    assert not hand.state.ended
    hand.touch("Check again")
    hand.touch("End the game")
    hand.touch("End the game anyway")
    assert isinstance(hand.driver.app.session.host.screen, TallyShow)
