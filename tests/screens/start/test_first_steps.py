"""The first day, wholly by touch; and a game that plays itself."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.screens.virtual import Driver, panel
from tests.screens.player import Hand

# isort: split
from kivy.core.window import Window

from companion.boards import Library
from companion.game import replay
from companion.game.events import End
from companion.game.record import FORMAT, GameRecord
from companion.scoring import tally
from companion.screens.demofilm import film
from companion.screens.score.sheetscreen import ScoreSheetScreen
from companion.screens.score.tallyshow import TallyShow
from companion.screens.shell import navigation
from companion.screens.shell.app import CompanionApp
from companion.screens.shell.firstlanguage import first_rotation
from companion.screens.shell.preferences import Preferences, write
from companion.screens.start.demo import Demo
from companion.screens.start.firststeps import FirstSteps, TouchCheck, WayUp
from companion.screens.start.home import HomeScreen
from companion.screens.table.tablescreen import TableScreen
from hardware.codes import Command, Scan, command, parse
from tests.games import random_game


def opened(folder: Path, size: tuple[int, int] = (800, 480)) -> Driver:
    panel(size)
    app = CompanionApp(folder, opens=navigation.show_beginning)
    app.session.host.still = True
    driver = Driver(app, size).start()
    driver.settle()
    return driver


@pytest.fixture
def first_day(tmp_path: Path) -> Iterator[Driver]:
    driver = opened(tmp_path)
    yield driver
    driver.stop()


def press(driver: Driver, text: str) -> None:
    driver.touch(text)
    driver.settle()


def test_the_first_day_begins_with_first_steps(first_day: Driver) -> None:
    assert isinstance(first_day.app.session.host.screen, FirstSteps)
    assert first_day.has("1 of ")


def facing(driver: Driver, turned: int) -> None:
    """Touch the words that are turned by this angle."""
    driver.tap(next(tile for tile in driver.widgets(WayUp) if tile.turned == turned))
    driver.settle()


@pytest.mark.parametrize("turned", [90, 180, 270])
def test_an_upright_panel_asks_which_way_up_and_turns_touches_as_well(tmp_path: Path, turned: int) -> None:
    driver = opened(tmp_path, (720, 1280))
    assert driver.has("Is this the right way up?")
    assert driver.has("1 of 6")
    facing(driver, turned)
    assert (Window.rotation, driver.app.session.preferences.facing) == (turned, turned)
    assert (Window.width > Window.height) == (turned != 180)
    assert driver.has("Is this the right way up?")
    facing(driver, 0)  # the one that is upright now: a touch where it is seen
    assert driver.has("Which language would you like?")
    press(driver, "Svenska")
    assert driver.has("2 av 6"), "a language does not begin from the beginning"
    assert Window.rotation == turned
    driver.stop()
    driver = opened(tmp_path, (720, 1280))
    assert isinstance(driver.app.session.host.screen, HomeScreen)
    assert Window.rotation == turned
    assert first_rotation(tmp_path) == turned, "not even the first frame is on its side"
    driver.stop()


def test_a_clumsy_finger_beside_the_words_turns_nothing(tmp_path: Path) -> None:
    driver = opened(tmp_path, (720, 1280))
    tiles = list(driver.widgets(WayUp))
    assert all(tile.width >= 100 * driver.density for tile in tiles)
    for tile in tiles:
        driver.tap((tile.x - 5, tile.y - 5))
    driver.tap((Window.width / 2, tiles[1].center_y))
    driver.settle()
    assert Window.rotation == 0
    assert driver.has("Is this the right way up?")
    press(driver, "Next")
    assert driver.has("Which language would you like?")
    press(driver, "Back")
    assert driver.has("Is this the right way up?")
    driver.stop()


def test_the_picture_can_be_turned_again_in_the_settings(tmp_path: Path) -> None:
    write(tmp_path, Preferences(facing=90))
    driver = opened(tmp_path, (720, 1280))
    assert Window.rotation == 90
    press(driver, "Settings")
    press(driver, "Rotate the screen")
    assert (Window.rotation, driver.app.session.preferences.facing) == (180, 180)
    driver.stop()


@pytest.mark.parametrize("settings", [b"", b"[]", b'{"facing": 45}', b'{"facing": "90"}', b'{"facing": true}'])
def test_damaged_settings_turn_nothing(tmp_path: Path, settings: bytes) -> None:
    (tmp_path / "settings.json").write_bytes(settings)
    assert first_rotation(tmp_path) == 0


def test_the_first_steps_come_again_if_the_plug_was_pulled_before_they_were_done(tmp_path: Path) -> None:
    """Someone only wanted to see whether the machine starts."""
    driver = opened(tmp_path)
    assert driver.app.session.journal.games() == []
    driver.stop()
    driver = opened(tmp_path)
    try:
        assert isinstance(driver.app.session.host.screen, FirstSteps)
    finally:
        driver.stop()


def test_it_speaks_the_language_that_is_touched(first_day: Driver) -> None:
    press(first_day, "Norsk bokmål")
    assert not first_day.has("Welcome!")
    assert first_day.app.session.preferences.language == "nb"
    press(first_day, "English")
    assert first_day.has("Welcome!")


def test_fingers_are_checked_on_four_marks(first_day: Driver) -> None:
    press(first_day, "Next")
    check = next(first_day.widgets(TouchCheck))
    first_day.tap((400, 240))  # beside all of them
    assert check.stray
    for mark in check.marks:
        first_day.tap(mark)
    first_day.settle()
    assert first_day.has("You hit all four.")


def test_the_scanner_is_heard(first_day: Driver) -> None:
    press(first_day, "Next")
    press(first_day, "Next")
    assert first_day.has("you can do everything by tapping")
    text = command(Command.LOOK_UP).text
    first_day.app.session.hear(Scan(text, parse(text)))
    first_day.settle()
    assert first_day.has("Got it! The scanner works.")


def test_names_are_kept_and_offered(tmp_path: Path) -> None:
    driver = opened(tmp_path)
    press(driver, "Next")
    press(driver, "Next")
    press(driver, "Next")
    press(driver, "Add a name")
    for letter in ("A", "s", "e"):
        press(driver, letter)
    press(driver, "OK")
    assert driver.has("Ase")
    press(driver, "Next")
    press(driver, "Start")
    assert isinstance(driver.app.session.host.screen, HomeScreen)
    driver.stop()
    driver = opened(tmp_path)
    assert isinstance(driver.app.session.host.screen, HomeScreen)  # only the first day has first steps
    assert driver.app.session.preferences.names == ("Ase",)
    driver.stop()


def test_a_name_is_removed_only_after_a_question(tmp_path: Path) -> None:
    write(tmp_path, Preferences(names=("Anna", "Bo")))
    driver = opened(tmp_path)
    navigation.show(driver.app.session, "first_steps")
    driver.settle()
    for _ in range(3):
        press(driver, "Next")
    press(driver, "Bo")
    assert driver.has("Remove the name Bo?")
    assert driver.app.session.preferences.names == ("Anna", "Bo"), "nothing is removed yet"
    press(driver, "Keep it")
    assert driver.app.session.preferences.names == ("Anna", "Bo")
    press(driver, "Bo")
    press(driver, "Remove it")
    assert driver.app.session.preferences.names == ("Anna",)
    assert not driver.has("Bo")
    driver.stop()


def a_record() -> GameRecord:
    begun, events = random_game("europe", Random(3), turns=20)
    events = [event for event in events if event.type != "end"]
    state = begun.state
    return GameRecord(format=FORMAT, map="europe", players=state.players, events=(*events, End()))


def test_the_demo_plays_a_whole_game_and_keeps_nothing(home: Hand) -> None:
    record = a_record()
    session = home.driver.app.session
    demo = Demo(session, record, seconds=30.0).start()
    assert isinstance(session.host.screen, TableScreen)
    home.driver.wait(60)
    assert not demo.on
    assert isinstance(session.host.screen, TallyShow)
    assert session.journal.games() == []
    home.driver.wait(120)
    home.touch("Score sheet")
    sheet = session.host.screen
    assert isinstance(sheet, ScoreSheetScreen)
    wanted = tally(replay(record, Library().load("europe")))
    assert [score.total for score in sheet.sheet.players] == [score.total for score in wanted.players]


def test_a_touch_leaves_the_demo(home: Hand) -> None:
    session = home.driver.app.session
    demo = Demo(session, a_record(), seconds=60.0).start()
    home.driver.wait(5)
    home.driver.tap((300, 240))
    home.driver.settle()
    assert home.driver.has("This is a demo game.")
    moves = len(demo.game.history.events)
    home.driver.wait(10)
    assert len(demo.game.history.events) == moves  # it waits for the answer
    home.touch("Keep watching")
    home.driver.wait(5)
    assert len(demo.game.history.events) > moves
    home.driver.tap((300, 240))
    home.driver.settle()
    home.touch("Leave the demo")
    assert isinstance(session.host.screen, HomeScreen)


def test_without_a_screen_the_demo_leaves_pictures_and_the_sheet(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    filmed = film(a_record(), (800, 480), tmp_path, lambda done, of: told.append((done, of)))
    made = filmed.files
    assert [path.suffix for path in made[-3:]] == [".pdf", ".png", ".json"]
    assert len(made) > 10
    assert all(path.stat().st_size > 1000 for path in made)
    moves = len(a_record().events)
    assert told == sorted(told)
    assert told[-1] == (moves, moves)
    assert filmed.sheet.final
