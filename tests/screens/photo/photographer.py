"""Somebody who photographs boards on the real app, with a stick, a stand-in for a camera and one for the reader."""

from pathlib import Path

from tests.screens.player import Hand

# isort: split
from companion.boards import Board
from companion.photo.readerprocess import PhotoReader
from companion.photo.sixcities import cities_to_tap
from companion.photo.upright import Pieces
from companion.screens.photo.citiesscreen import CitiesScreen
from companion.screens.photo.readingscreen import ReadingScreen
from companion.screens.photo.reviewscreen import ReviewScreen
from companion.screens.photo.takescreen import TakeScreen
from companion.screens.shell.host import Screen
from hardware.cameras import picture_camera
from tests.photo.standin import snapshot
from tests.screens.trouble import plug_in


def equip(hand: Hand, reader: PhotoReader, camera: Path | None = None) -> Path:
    """Give the app a reader, a stick, whose folder is returned, and a camera that sees a file."""
    session = hand.driver.app.session
    session.photo_reader = reader
    session.mounts = hand.folder / "root"
    session.cameras = lambda: [picture_camera(camera)] if camera is not None else []
    return plug_in(session.mounts)


def know_empty_board(hand: Hand, board: Board) -> None:
    """Have photographed the empty board some other day."""
    taps = {city: (10.0 * number, 7.0 * number * number) for number, city in enumerate(cities_to_tap(board))}
    hand.driver.app.session.empty_photos.keep(board, snapshot(), taps)


def front(hand: Hand) -> Screen:
    screen = hand.driver.app.session.host.front
    assert isinstance(screen, Screen)
    return screen


def wait_for(hand: Hand, text: str) -> None:
    hand.driver.wait_for(lambda: hand.driver.has(text))
    hand.driver.settle()


def take_with_camera(hand: Hand) -> None:
    """Aim, take, and use it."""
    screen = front(hand)
    assert isinstance(screen, TakeScreen)
    hand.driver.wait_for(lambda: screen._view.shown)  # the live picture
    hand.touch("Take the photo")
    wait_for(hand, "Use this photo")
    hand.touch("Use this photo")


def take_from_stick(hand: Hand, name: str) -> None:
    """Choose, look, and use it."""
    wait_for(hand, name)
    hand.touch(name)
    wait_for(hand, "Use this photo")
    hand.touch("Use this photo")


def tap_on_photo(hand: Hand, across: float, down: float) -> None:
    """Touch the photo of the empty board, at a place in shares of it."""
    screen = front(hand)
    assert isinstance(screen, CitiesScreen)
    picture = screen._picture
    hand.driver.wait_for(lambda: picture.shown)
    hand.driver.settle()
    hand.driver.tap(picture.to_window(*picture.on_glass(across, down)))
    hand.driver.settle()


def tap_cities(hand: Hand, board: Board) -> None:
    """Touch each city that is asked for, where it is on a photo that shows the board and nothing else."""
    assert board.size is not None
    for city in cities_to_tap(board):
        assert hand.driver.has(f"Tap {board.place(city)}")
        tap_on_photo(hand, (board.cities[city].x or 0) / board.size[0], (board.cities[city].y or 0) / board.size[1])


def keep(hand: Hand) -> None:
    """Keep the empty board, and wait until it was looked at."""
    screen = front(hand)
    hand.touch("Keep it")
    hand.driver.wait_for(lambda: front(hand) is not screen, 120)
    hand.driver.settle()


def review(hand: Hand) -> ReviewScreen:
    """Wait until the photo is read; the real reader takes a while on a busy machine."""
    hand.driver.wait_for(lambda: not isinstance(front(hand), ReadingScreen) or hand.driver.has("cannot be read"), 180)
    hand.driver.settle()
    screen = front(hand)
    assert isinstance(screen, ReviewScreen), hand.driver.labels()
    hand.driver.wait_for(lambda: isinstance(screen._pieces, Pieces))
    return screen


def unread(hand: Hand) -> ReadingScreen:
    """Wait until the reader has refused."""
    wait_for(hand, "This photo cannot be read")
    screen = front(hand)
    assert isinstance(screen, ReadingScreen)
    return screen
