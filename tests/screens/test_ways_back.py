"""Every way leads back to where people came from."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.screens.conftest import lay
from tests.screens.player import Hand

# isort: split
from companion.game import events as e
from companion.screens.past.gamelist import GameRow
from companion.screens.past.pastgames import PastGamesScreen
from companion.screens.score.sheetscreen import ScoreSheetScreen
from companion.screens.settings.device import DeviceScreen
from companion.screens.settings.settings import SettingsScreen
from companion.screens.shell.host import Screen
from companion.screens.start.home import HomeScreen
from companion.screens.table.logdrawer import LogDrawer, LogRow
from companion.screens.widgets import PushButton
from companion.screens.widgets.playertile import PlayerTile
from companion.screens.widgets.toast import Toast

AtTable = Callable[..., Hand]
SIZES = pytest.mark.parametrize("size", [(800, 480), (1280, 720), (480, 800)], ids=["small", "large", "upright"])


def front(hand: Hand) -> Screen:
    screen = hand.driver.app.session.host.front
    assert isinstance(screen, Screen)
    return screen


def test_a_score_sheet_opened_in_past_games_leads_back_to_past_games(tmp_path: Path, hands: list[Hand]) -> None:
    lay(tmp_path, "usa", "red blue", "red draws", "end")
    hand = Hand(tmp_path)
    hands.append(hand)
    hand.touch("Past games")
    hand.driver.tap(next(hand.driver.widgets(GameRow)))
    hand.driver.settle()
    hand.touch("Open the score sheet")
    assert isinstance(front(hand), ScoreSheetScreen)
    hand.back()
    assert isinstance(front(hand), PastGamesScreen)
    hand.back()
    assert isinstance(front(hand), HomeScreen)


# The log


def rows(hand: Hand) -> list[tuple[str, bool]]:
    return [(row.text, row.struck) for row in hand.driver.widgets(LogRow)]


@SIZES
def test_undo_and_redo_in_the_log_stay_in_the_log(at_table: AtTable, size: tuple[int, int]) -> None:
    hand = at_table("usa", "red blue", "red draws", "blue draws", size=size)
    hand.touch("Log")
    assert rows(hand) == [("Bo drew cards", False), ("Anna drew cards", False)]
    log = next(hand.driver.widgets(LogDrawer))
    hand.touch("Undo")
    hand.touch("Undo")
    assert not log.closing
    assert rows(hand) == [("Bo drew cards", True), ("Anna drew cards", True)]
    assert not hand.events
    assert not list(hand.driver.widgets(Toast))  # the log shows it
    hand.touch("Redo")
    assert hand.events == (e.Draw(player="red"),)
    assert rows(hand)[-1] == ("Anna drew cards", False)
    hand.touch("Redo")
    assert [button.disabled for button in hand.driver.widgets(PushButton) if button.text == "Redo"] == [True]
    hand.touch("Close")
    assert hand.table.play.player == "red"


def test_a_redone_end_leads_from_the_log_to_the_final_scoring(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", "red draws")
    hand.table.record(e.End())
    hand.driver.settle()
    hand.to_sheet()
    hand.touch("Continue playing")
    hand.touch("Log")
    hand.touch("Redo")
    assert hand.driver.app.session.host.drawers == []
    hand.to_sheet()


def test_what_may_follow_a_redone_claim_waits_until_the_log_is_closed(at_table: AtTable) -> None:
    """OW-4: a marker may be bought with the claim just before it."""
    hand = at_table("old_west", "red blue", "blue starts seattle", "red starts albuquerque")
    hand.table.record(e.Claim(player="red", route="albuquerque--durango:white"))
    hand.driver.settle()
    assert hand.driver.has("a city marker")
    hand.touch("No")
    hand.touch("Log")
    hand.touch("Undo")
    hand.touch("Redo")
    assert not hand.driver.has("a city marker")
    hand.touch("Close")
    assert hand.driver.has("a city marker")


# Settings


@pytest.mark.parametrize("map_id", ["europe", "old_west", "card_game"])
def test_settings_are_reached_from_the_table_and_lead_back_to_it(at_table: AtTable, map_id: str) -> None:
    hand = at_table(map_id, "red blue")
    table = type(front(hand))
    show_help(hand)
    hand.touch("Settings")
    assert isinstance(front(hand), SettingsScreen)
    hand.touch("Device")
    assert isinstance(front(hand), DeviceScreen)
    hand.back()
    hand.touch("Large")  # builds the screen again
    hand.back()
    assert type(front(hand)) is table
    hand.driver.tap(hand.driver.find(icon="back", kind="quiet"))
    hand.driver.settle()
    hand.touch("Settings")
    hand.back()
    assert isinstance(front(hand), HomeScreen)


def show_help(hand: Hand) -> None:
    hand.driver.tap(hand.driver.find(icon="help"))
    hand.driver.settle()


# Whose turn it is


@SIZES
def test_the_table_can_be_told_whose_turn_it_is_and_records_nothing(at_table: AtTable, size: tuple[int, int]) -> None:
    hand = at_table("europe", "red blue green", "red draws", size=size)
    assert hand.driver.has("Bo’s turn")
    hand.driver.tap(tile_of(hand, "green"))
    hand.driver.settle()
    hand.touch("It is Cy’s turn")
    assert hand.table.play.player == "green"
    assert hand.driver.has("Cy’s turn")
    assert hand.events == (e.Draw(player="red"),)
    hand.touch("Drew cards")
    assert hand.events[-1] == e.Draw(player="green")
    assert hand.driver.has("Anna’s turn")


def test_the_player_whose_turn_it_is_needs_no_such_button(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.driver.tap(tile_of(hand, "red"))
    hand.driver.settle()
    assert not hand.driver.has("It is Anna’s turn")


def tile_of(hand: Hand, colour: str) -> PlayerTile:
    return next(tile for tile in hand.driver.widgets(PlayerTile) if tile.colour == colour)


# Station mode


@pytest.mark.parametrize(
    ("map_id", "moves", "name"),
    [("europe", (), "Station"), ("old_west", ("blue starts seattle", "red starts albuquerque"), "Marker")],
)
def test_a_mode_shows_that_it_is_on_and_its_button_leaves_it(
    at_table: AtTable, map_id: str, moves: tuple[str, ...], name: str
) -> None:
    hand = at_table(map_id, "red blue", *moves)
    button = hand.driver.find(text=name)
    said = hand.table.status.said
    assert button.kind == "plain"
    hand.touch(name)
    assert button.kind == "main"
    assert hand.table.status.said == f"Tap the city that gets the {name.lower()}."
    hand.touch(name)
    assert button.kind == "plain"
    assert hand.table.status.said == said
    if name == "Station":
        hand.tap_city("frankfurt")
        assert hand.cards()  # routes again


def test_station_mode_is_off_when_the_station_is_built(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.place("Station", "kharkov")
    assert hand.driver.find(text="Station").kind == "plain"
