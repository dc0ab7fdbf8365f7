"""The empty board is photographed where it is set up, once for each copy: six cities are tapped on it."""

import json
from collections.abc import Callable
from pathlib import Path

from companion.screens.virtual import Finger
from tests.screens.player import Hand

# isort: split
from companion.photo.sixcities import cities_to_tap
from companion.screens.photo.citiesscreen import CitiesScreen
from companion.screens.start.newgame import NewGameScreen
from tests.photo.standin import finds, reader, snapshot
from tests.screens.photo.photographer import equip, front, keep, take_with_camera, tap_cities, tap_on_photo
from tests.table import board

AtTable = Callable[..., Hand]


def set_up(hand: Hand) -> None:
    """A new game on USA, before it begins."""
    sees = hand.folder / "sees.jpg"
    sees.write_bytes(snapshot((900, 600)))
    equip(hand, reader(hand.folder, finds=finds("usa", {})), sees)
    hand.touch("New game")
    hand.driver.tap(hand.driver.find(name="USA"))
    hand.driver.settle()


def test_it_is_offered_until_it_is_done(home: Hand) -> None:
    set_up(home)
    home.touch("Photo of the empty board")
    take_with_camera(home)
    tap_cities(home, board("usa"))
    keep(home)
    assert isinstance(front(home), NewGameScreen)
    assert not any("Photo of the empty board" in text for text in home.driver.labels())
    kept = home.driver.app.session.empty_photos.of(board("usa"))
    assert kept is not None
    assert kept.fitted.read_bytes() == b"made of the empty board"
    taps = json.loads(kept.cities.read_bytes())
    assert list(taps) == list(cities_to_tap(board("usa")))
    width, height = board("usa").size or (0, 0)
    city = board("usa").cities["miami"]
    assert abs(taps["miami"][0] / 900 - (city.x or 0) / width) < 0.01
    assert abs(taps["miami"][1] / 600 - (city.y or 0) / height) < 0.01


def test_it_is_offered_in_words_on_an_upright_screen_too(tmp_path: Path, hands: list[Hand]) -> None:
    hand = Hand(tmp_path, (720, 1280))
    hands.append(hand)
    set_up(hand)
    hand.touch("Photo of the empty board")
    take_with_camera(hand)
    screen = front(hand)
    assert isinstance(screen, CitiesScreen)
    tap_cities(hand, board("usa"))
    keep(hand)
    assert isinstance(front(hand), NewGameScreen)
    assert not any("Photo of the empty board" in text for text in hand.driver.labels())


def photographed(home: Hand) -> CitiesScreen:
    """The page on which cities are tapped, with the photo that the camera has taken."""
    set_up(home)
    home.touch("Photo of the empty board")
    take_with_camera(home)
    screen = front(home)
    assert isinstance(screen, CitiesScreen)
    home.driver.wait_for(lambda: screen._picture.shown)
    home.driver.settle()
    return screen


def test_the_map_beside_the_photo_names_the_city_that_is_asked_for_and_no_other(home: Hand) -> None:
    screen = photographed(home)
    for number in (1, 2):
        assert list(screen.map.names.on_screen()) == [screen.next_city]
        tap_on_photo(home, 0.2 * number, 0.3)


def test_the_finger_aims_and_the_city_is_where_it_is_lifted(home: Hand) -> None:
    screen = photographed(home)
    picture = screen._picture
    finger = Finger(*picture.to_window(*picture.on_glass(0.3, 0.3)))
    finger.send("begin")
    home.driver.frames(2)
    assert screen.taps == {}
    finger.move_to(*picture.to_window(*picture.on_glass(0.5, 0.6)))
    home.driver.frames(2)
    finger.send("end")
    home.driver.settle()
    ((across, down),) = screen.taps.values()
    assert abs(across - 0.5) < 0.01
    assert abs(down - 0.6) < 0.01
    home.driver.tap(home.driver.find(icon="undo"))
    home.driver.settle()
    assert screen.taps == {}


def test_beside_the_photo_nothing_is_tapped(home: Hand) -> None:
    screen = photographed(home)
    home.driver.tap(screen._picture.to_window(screen._picture.x + 3, screen._picture.y + 3))
    home.driver.settle()
    assert screen.taps == {}


def test_a_tap_on_the_wrong_city_is_doubted(home: Hand) -> None:
    set_up(home)
    home.touch("Photo of the empty board")
    take_with_camera(home)
    on = board("usa")
    width, height = on.size or (1, 1)
    for city in cities_to_tap(on):
        where = on.cities["miami" if city == "montreal" else city]
        tap_on_photo(home, (where.x or 0) / width, (where.y or 0) / height)
    home.touch("Keep it")
    assert home.driver.has("Montréal is not where the other cities put it.")
    home.touch("Tap it again")
    assert home.driver.has("Tap Montréal")
    tap_on_photo(home, (on.cities["montreal"].x or 0) / width, (on.cities["montreal"].y or 0) / height)
    keep(home)
    assert home.driver.app.session.empty_photos.of(on) is not None


def test_a_photo_on_which_the_board_is_not_found_is_not_kept(home: Hand) -> None:
    set_up(home)
    home.driver.app.session.photo_reader = reader(home.folder, refuses="the tapped cities do not fit the board")
    home.touch("Photo of the empty board")
    take_with_camera(home)
    tap_cities(home, board("usa"))
    home.touch("Keep it")
    home.driver.wait_for(lambda: home.driver.has("The tapped cities do not fit the board"))
    home.driver.settle()
    home.touch("Tap all six again")
    assert home.driver.has("Tap Vancouver")
    assert home.driver.app.session.empty_photos.of(board("usa")) is None
