"""Damaged games and games that cannot be opened: the start screen can always be left, and every finger is forgiven."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.screens.virtual import Driver, Finger
from tests.screens.player import Hand

# isort: split
from companion.game import events as e
from companion.screens.past.pastgames import PastGamesScreen
from companion.screens.start.home import HomeScreen
from companion.screens.table.tablescreen import TableScreen
from companion.screens.widgets import PushButton
from companion.screens.widgets.bars import Filling
from tests.screens import trouble


@pytest.fixture
def backup(tmp_path: Path) -> Iterator[trouble.SilentBackup]:
    """A file of games that is damaged, and a repair that waits for this backup."""
    trouble.play_some(tmp_path)
    trouble.overwrite(tmp_path)
    silent = trouble.SilentBackup(tmp_path)
    yield silent
    silent.let_go()


@pytest.fixture
def repairing(tmp_path: Path, backup: trouble.SilentBackup, hands: list[Hand]) -> Iterator[Hand]:
    """The start screen during a repair. It is over before the app is closed, which waits for it."""
    hand = Hand(tmp_path)
    hands.append(hand)
    assert hand.driver.has("Repairing your games")
    yield hand
    backup.let_go()


@pytest.fixture
def refused(tmp_path: Path, hands: list[Hand]) -> Hand:
    """The start screen of games that a newer version has written."""
    trouble.play_some(tmp_path)
    trouble.write_by_newer_version(tmp_path)
    hands.append(Hand(tmp_path))
    assert hands[0].driver.has("Your games cannot be opened")
    return hands[0]


def screen(hand: Hand) -> object:
    return hand.driver.app.session.host.front


def double_tap(driver: Driver, spot: tuple[float, float]) -> None:
    """Two touches as fast as a hand can make them."""
    for _ in range(2):
        finger = Finger(*spot)
        finger.send("begin")
        driver.frames(1)
        finger.send("end")
        driver.frames(2)
    driver.settle()


def beside(button: PushButton) -> list[tuple[float, float]]:
    """Places just outside of a button."""
    x, y = button.to_window(*button.pos)
    return [(button.center_x, y - 3), (button.center_x, y + button.height + 3), (x - 3, button.center_y)]


# A repair


def test_every_screen_opens_during_a_repair_and_leads_back(repairing: Hand) -> None:
    for name in ("New game", "Score a finished game", "Past games", "Settings"):
        repairing.touch(name)
        assert not isinstance(screen(repairing), HomeScreen)
        repairing.back()
        assert isinstance(screen(repairing), HomeScreen)
        assert repairing.driver.has("Repairing your games")


def test_a_repair_shows_how_far_it_is(repairing: Hand) -> None:
    repairing.driver.wait_for(lambda: next(repairing.driver.widgets(Filling)).share > 0.4)
    assert next(repairing.driver.widgets(Filling)).share < 1


def test_the_blank_part_of_a_repair_does_nothing(repairing: Hand) -> None:
    bar = next(repairing.driver.widgets(Filling))
    double_tap(repairing.driver, bar.to_window(*bar.center))
    double_tap(repairing.driver, (bar.center_x, 30))
    assert isinstance(screen(repairing), HomeScreen)
    assert repairing.driver.has("Repairing your games")


def test_a_game_begun_during_a_repair_can_be_left_and_continued(repairing: Hand, backup: trouble.SilentBackup) -> None:
    repairing.new_game("USA", "red blue")
    repairing.touch("Drew cards")
    repairing.back()
    assert repairing.driver.has("Repairing your games")
    repairing.touch("Continue")
    assert len(repairing.events) == 1
    repairing.touch("Drew cards")
    backup.answer()
    journal = repairing.driver.app.session.journal
    repairing.driver.wait_for(lambda: journal.mending is None and journal.trouble is None)
    assert repairing.table.play.game.saved
    assert len(repairing.events) == 2


def test_past_games_are_shown_as_soon_as_they_are_repaired(repairing: Hand, backup: trouble.SilentBackup) -> None:
    repairing.touch("Past games")
    assert repairing.driver.has("Your games are being repaired")
    backup.answer()
    repairing.driver.wait_for(lambda: repairing.driver.has("No games yet."))
    assert isinstance(screen(repairing), PastGamesScreen)
    repairing.back()
    repairing.driver.wait_for(lambda: repairing.driver.has("games recovered: 0"))
    repairing.touch("OK")
    assert repairing.driver.has("No game in progress.")


def test_the_plug_is_pulled_during_a_repair(repairing: Hand, backup: trouble.SilentBackup) -> None:
    """Closing cancels the repair; the next start does it again, with what it finds."""
    journal = repairing.driver.app.session.journal
    backup.await_repair()
    journal._disk.mending.cancel()
    backup.answer()
    repairing.restart()
    repairing.driver.wait_for(lambda: repairing.driver.has("games recovered: 0"))


# Games that cannot be opened


def test_a_double_tap_opens_the_ways_out_once_and_chooses_none(refused: Hand, tmp_path: Path) -> None:
    host = refused.driver.app.session.host
    button = refused.driver.find(text="Other ways to go on")
    double_tap(refused.driver, button.to_window(*button.center))
    for _ in range(2):
        assert len(host.drawers) <= 1
        host.close_drawers()
        refused.driver.settle()
    assert not list(tmp_path.glob("games-damaged-*"))
    assert refused.driver.has("Your games cannot be opened")


def test_a_finger_beside_the_buttons_of_the_ways_out_changes_nothing(refused: Hand, tmp_path: Path) -> None:
    for text in ("Try again", "Other ways to go on"):
        for spot in beside(refused.driver.find(text=text)):
            refused.driver.tap(spot)
            refused.driver.settle()
            assert not refused.driver.app.session.host.drawers
    for text in ("Use what can be read", "Use the backup", "Start with no games"):
        refused.touch("Other ways to go on")
        for spot in beside(refused.driver.find(text=text)):
            refused.driver.tap(spot)
            refused.driver.settle()
        refused.touch("Close")
    assert not list(tmp_path.glob("games-damaged-*"))
    assert refused.driver.has("Your games cannot be opened")


@pytest.mark.parametrize("way", ["Use what can be read", "Use the backup", "Start with no games"])
def test_a_way_out_is_asked_for_and_taken_once_however_often_it_is_tapped(
    refused: Hand, tmp_path: Path, way: str
) -> None:
    refused.touch("Other ways to go on")
    refused.touch(way)
    assert refused.driver.has(f"{way}?")
    answer = refused.driver.find(text=way, kind="main")
    double_tap(refused.driver, answer.to_window(*answer.center))
    refused.driver.wait_for(lambda: refused.driver.app.session.journal.trouble is None)
    refused.driver.app.session.host.close_drawers()  # the second tap may have answered the next message, or gone on
    refused.driver.settle()
    if not isinstance(screen(refused), HomeScreen):
        refused.back()
    assert isinstance(screen(refused), HomeScreen)
    assert not refused.driver.has("Your games cannot be opened")
    assert len(list(tmp_path.glob("games-damaged-*.sqlite"))) == 1


def test_a_game_goes_on_though_the_others_cannot_be_opened(refused: Hand) -> None:
    refused.new_game("USA", "red blue")
    refused.touch("Drew cards")
    refused.back()
    assert refused.driver.has("Your games cannot be opened")
    refused.touch("Continue")
    assert len(refused.events) == 1
    refused.back()
    for text in ("Other ways to go on", "Use what can be read"):
        refused.touch(text)
    refused.driver.tap(refused.driver.find(text="Use what can be read", kind="main"))
    refused.driver.wait_for(lambda: refused.driver.has("games recovered: 3"))
    refused.touch("OK")
    refused.touch("Continue")
    assert [type(event) for event in refused.events] == [e.Draw]
    assert refused.table.play.game.saved


def test_a_game_goes_on_though_the_storage_is_gone(at_table: Callable[..., Hand], tmp_path: Path) -> None:
    hand = at_table("usa", "red blue", "red draws")
    aside = tmp_path.with_name(f"{tmp_path.name} aside")
    tmp_path.rename(aside)
    tmp_path.write_text("no folder")
    hand.touch("Drew cards")
    hand.back()
    hand.touch("Continue")
    assert isinstance(screen(hand), TableScreen)
    assert len(hand.events) == 2
    tmp_path.unlink()
    aside.rename(tmp_path)
    hand.touch("Drew cards")
    assert hand.table.play.game.saved


def test_what_cannot_be_repaired_says_so_again_and_can_be_left(tmp_path: Path, hands: list[Hand]) -> None:
    trouble.overwrite(tmp_path)
    trouble.forbid_repair(tmp_path)
    hand = Hand(tmp_path)
    hands.append(hand)
    hand.driver.wait_for(lambda: hand.driver.has("Your games cannot be opened"))
    for way in ("Use what can be read", "Use the backup", "Start with no games"):
        hand.driver.wait_for(lambda: hand.driver.has("Other ways to go on"))
        hand.driver.settle()
        hand.touch("Other ways to go on")
        hand.touch(way)
        hand.driver.tap(hand.driver.find(text=way, kind="main"))
    hand.driver.wait_for(lambda: hand.driver.has("Other ways to go on"))
    hand.driver.settle()
    hand.touch("Settings")
    hand.back()
    assert isinstance(screen(hand), HomeScreen)
