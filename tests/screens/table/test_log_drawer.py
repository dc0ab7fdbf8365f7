"""The log: everything in words, and a way to amend it."""

from collections.abc import Callable

import pytest

from tests.screens.player import Hand

# isort: split
from companion.game import events as e
from companion.screens.table.logdrawer import LogRow
from companion.screens.widgets import PlayerChip

AtTable = Callable[..., Hand]
THREE = ("red claims brest--paris:black", "blue claims roma--venezia:black", "red draws")


def rows(hand: Hand, struck: bool = False) -> list[str]:
    return [row.text for row in hand.driver.widgets(LogRow) if row.struck == struck]


def open_row(hand: Hand, text: str) -> None:
    """Opens the log, and what can be done about one of its lines."""
    hand.touch("Log")
    hand.driver.tap(next(row for row in hand.driver.widgets(LogRow) if row.text == text))
    hand.driver.settle()


def choose(hand: Hand, name: str) -> None:
    hand.driver.tap([chip for chip in hand.driver.widgets(PlayerChip) if chip.text == name][-1])
    hand.driver.settle()


def touch_card(hand: Hand, track: str) -> None:
    hand.driver.tap(next(card for card in hand.cards() if card.offer.route.id == track))
    hand.driver.settle()


def test_every_event_stands_there_in_words(at_table: AtTable) -> None:
    hand = at_table(
        "europe", "red blue", "red claims brest--paris:black", "blue fails paris--zurich:grey", "red builds moskva",
        "blue keeps athina--angora", "red keeps athina--wilno amsterdam--wilno", "blue draws",
    )  # fmt: skip
    hand.touch("Log")
    assert rows(hand) == [
        "Bo drew cards",
        "Anna kept 2 tickets",
        "Bo kept a ticket",
        "Anna built a station in Moskva",
        "Bo gave up the tunnel Paris–Zürich",
        "Anna claimed Brest–Paris",
    ]
    assert [row.number for row in hand.driver.widgets(LogRow)] == ["6", "5", "4", "3", "2", "1"]


def test_old_west_in_words(at_table: AtTable) -> None:
    hand = at_table(
        "old_west", "red blue", "blue starts denver", "red starts albuquerque", "red claims albuquerque--roswell:red",
        "red alvin albuquerque",
        alvin=True,
    )  # fmt: skip
    hand.touch("Log")
    assert rows(hand) == [
        "Anna moved Alvin to Albuquerque",
        "Anna claimed Albuquerque–Roswell",
        "Anna starts in Albuquerque",
        "Bo starts in Denver",
    ]


def test_an_empty_log_says_so(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    hand.touch("Log")
    assert hand.driver.has("Nothing yet.")
    hand.touch("Close")
    assert not hand.driver.has("Nothing yet.")


def test_a_long_log_shows_its_end_first(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", *["red draws", "blue draws"] * 25)
    hand.touch("Log")
    assert len(rows(hand)) == 40
    hand.touch("Show all 50")
    assert len(rows(hand)) == 50


def test_it_was_really_another_player(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *THREE)
    open_row(hand, "Anna claimed Brest–Paris")
    assert hand.driver.has("It was actually:")
    choose(hand, "Bo")
    assert [isinstance(event, e.ByPlayer) and event.player for event in hand.events] == ["blue", "blue", "red"]
    assert hand.state.trains_left("red") == 45
    assert set(hand.map.drawing._claims) == {("brest--paris:black", "blue"), ("roma--venezia:black", "blue")}


def test_it_was_really_another_route(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *THREE)
    open_row(hand, "Anna claimed Brest–Paris")
    hand.touch("A different route")
    assert hand.driver.has("tap the right route")
    hand.tap_track("brest--pamplona:pink")
    touch_card(hand, "brest--pamplona:pink")
    assert hand.events[0] == e.Claim(player="red", route="brest--pamplona:pink")
    assert len(hand.events) == 3
    assert not hand.driver.has("tap the right route")
    hand.claim("brest--paris:black")  # the next touch is a move again
    assert len(hand.events) == 4


def test_the_other_route_may_be_called_off(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *THREE)
    open_row(hand, "Anna claimed Brest–Paris")
    hand.touch("A different route")
    hand.tap_track("brest--pamplona:pink")
    hand.driver.tap(hand.driver.find(icon="close"))
    hand.driver.settle()
    assert not hand.driver.has("tap the right route")
    hand.claim("brest--pamplona:pink")
    assert len(hand.events) == 4
    assert hand.events[0] == e.Claim(player="red", route="brest--paris:black")


def test_undo_calls_the_other_route_off(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *THREE[:2])
    before = hand.events
    open_row(hand, "Bo claimed Roma–Venezia")
    hand.touch("A different route")
    hand.touch("Undo")
    assert not hand.driver.has("tap the right route")
    hand.claim("brest--pamplona:pink")  # nothing was taken back but the correction
    assert hand.events[:-1] == before
    assert isinstance(hand.events[-1], e.Claim)
    assert hand.events[-1].route == "brest--pamplona:pink"


def test_the_end_of_the_game_takes_the_place_of_no_claim(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *THREE)
    open_row(hand, "Anna claimed Brest–Paris")
    hand.touch("A different route")
    screen = hand.finish()
    assert len(screen.game.history.events) == 4
    assert screen.game.history.events[0] == e.Claim(player="red", route="brest--paris:black")


def test_an_event_can_be_left_as_it_is(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *THREE)
    before = hand.events
    open_row(hand, "Anna claimed Brest–Paris")
    hand.touch("Cancel")
    assert hand.events == before


def test_what_nothing_depends_on_is_taken_out_at_once(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *THREE)
    open_row(hand, "Anna claimed Brest–Paris")
    hand.touch("Remove it")
    assert len(hand.events) == 2
    assert hand.state.routes_of("red") == ()


def test_undo_of_a_change_says_what_comes_back(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *THREE)
    before = hand.events
    open_row(hand, "Anna claimed Brest–Paris")
    hand.touch("Remove it")
    hand.touch("Undo")
    assert hand.events == before
    assert hand.driver.has("Undone: Move 1 was removed")
    assert not hand.driver.has("Undone: Anna drew cards")


MARKED = (
    "blue starts denver", "red starts boise", "red claims boise--missoula:orange", "red marks missoula",
    "blue claims denver--pueblo:orange",
)  # fmt: skip


def test_taking_out_what_others_depend_on_asks_first(at_table: AtTable) -> None:
    hand = at_table("old_west", "red blue", *MARKED)
    open_row(hand, "Anna claimed Boise–Missoula")
    hand.touch("Remove it")
    assert hand.driver.has("Later moves would no longer be possible")
    assert hand.driver.has(
        "Anna put a marker in Missoula: Anna (red) can only buy a marker right after claiming a route"
    )
    hand.touch("Cancel")
    assert len(hand.events) == 5


def test_what_no_longer_fits_can_go_too(at_table: AtTable) -> None:
    hand = at_table("old_west", "red blue", *MARKED)
    open_row(hand, "Anna claimed Boise–Missoula")
    hand.touch("Remove it")
    hand.touch("Remove those too")
    assert [event.type for event in hand.events] == ["start_city", "start_city", "claim"]
    assert hand.state.markers_of("red") == ("boise",)


def test_a_change_that_a_rule_forbids_can_be_made_anyway(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *THREE)
    open_row(hand, "Bo claimed Roma–Venezia")
    hand.touch("A different route")
    hand.tap_track("brest--paris:black")
    touch_card(hand, "brest--paris:black")
    assert hand.driver.has("Brest–Paris is already claimed by Anna (red).")
    hand.touch("Record it anyway")
    assert hand.events[1] == e.Claim(player="blue", route="brest--paris:black", override=True)
    assert len(hand.events) == 3


def test_undo_and_redo_from_the_log_and_lines_struck_through(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *THREE)
    hand.touch("Log")
    assert hand.driver.find(text="Redo").disabled
    hand.touch("Undo")
    assert len(hand.events) == 2
    assert rows(hand) == ["Bo claimed Roma–Venezia", "Anna claimed Brest–Paris"]
    assert rows(hand, struck=True) == ["Anna drew cards"]
    struck = next(row for row in hand.driver.widgets(LogRow) if row.struck)
    assert struck.ids.words.strikethrough
    hand.touch("Redo")
    assert len(hand.events) == 3
    assert rows(hand, struck=True) == []


@pytest.mark.parametrize("text", ["Anna drew cards", "Bo built a station in Moskva"])
def test_only_a_claim_has_another_route(at_table: AtTable, text: str) -> None:
    hand = at_table("europe", "red blue", "red draws", "blue builds moskva")
    open_row(hand, text)
    assert not hand.driver.has("A different route")
    assert hand.driver.has("Remove it")
