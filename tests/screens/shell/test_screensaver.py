"""The screen rests when nobody touches it, and the touch that wakes it presses nothing."""

from collections.abc import Callable
from pathlib import Path

from tests.screens.player import Hand

# isort: split
from companion.screens.start.home import HomeScreen
from companion.screens.start.newgame import NewGameScreen
from hardware.backlight import Backlight
from hardware.codes import Command, Scan, command, parse

AtTable = Callable[..., Hand]


def backlight(folder: Path, most: int = 200) -> Path:
    light = folder / "light" / "panel"
    light.mkdir(parents=True)
    (light / "max_brightness").write_text(f"{most}\n")
    (light / "brightness").write_text(f"{most}\n")
    return light


def test_it_dims_then_goes_dark(home: Hand) -> None:
    rest = home.driver.app.screensaver
    home.driver.wait(4 * 60)
    assert rest.depth == 0
    home.driver.wait(70)
    assert rest.depth == 1
    home.driver.wait(5 * 60)
    assert rest.depth == 2


def test_the_waking_touch_presses_nothing(home: Hand) -> None:
    home.driver.wait(11 * 60)
    home.touch("New game")
    assert home.driver.app.screensaver.depth == 0
    assert isinstance(home.driver.app.session.host.screen, HomeScreen)
    home.touch("New game")
    assert isinstance(home.driver.app.session.host.screen, NewGameScreen)


def test_a_scan_wakes_it_and_is_heard(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", "red claims brest--paris:black")
    hand.driver.wait(11 * 60)
    text = command(Command.UNDO).text
    hand.driver.app.session.hear(Scan(text, parse(text)))
    assert hand.driver.app.screensaver.depth == 0
    assert hand.state.claims == ()


def test_never_in_the_middle_of_a_tunnel_or_a_tally(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.tap_track("paris--zurich:grey")
    hand.driver.tap(next(card for card in hand.cards() if card.offer.route.id == "paris--zurich:grey"))
    hand.driver.wait(20 * 60)
    assert hand.driver.app.screensaver.depth == 0
    hand.touch("Paid")
    hand.touch("Finish")
    hand.touch("End the game")
    hand.driver.tap(hand.driver.find(icon="pause", kind="plain"))
    hand.driver.wait(20 * 60)
    assert hand.driver.app.screensaver.depth == 0


def test_never_is_never(home: Hand) -> None:
    home.touch("Settings")
    home.touch("Device")
    home.touch("never")
    home.driver.wait(60 * 60)
    assert home.driver.app.screensaver.depth == 0


def test_the_backlight_follows(home: Hand, tmp_path: Path) -> None:
    panel = backlight(tmp_path)
    home.driver.app.session.light = Backlight(tmp_path / "light")
    home.touch("Settings")
    home.touch("Device")
    home.touch("50 %")
    assert (panel / "brightness").read_text() == "100"
    home.driver.wait(11 * 60)
    assert (panel / "brightness").read_text() == "0"
    home.driver.tap((400, 240))
    assert (panel / "brightness").read_text() == "100"


def test_a_machine_without_a_light_to_dim_does_not_mind(tmp_path: Path) -> None:
    assert not Backlight(tmp_path).is_there
    assert not Backlight(tmp_path).shine(0.5)
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "brightness").write_text("1")
    assert not Backlight(tmp_path).shine(0.5)  # it does not say how bright it can be
