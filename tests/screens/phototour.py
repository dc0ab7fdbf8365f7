"""A walk from a photo to a counted board: where it comes from, the empty board, the reading, the questions, and the
photo as a second witness."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from companion.screens.virtual import Driver

# isort: split
from companion.boards import Library, PlayerColour
from companion.game import Player
from companion.game import events as e
from companion.game.journal import Journal
from companion.game.state import Options
from companion.photo.sixcities import cities_to_tap
from companion.screens.photo.citiesscreen import CitiesScreen
from companion.screens.photo.reviewscreen import ReviewScreen
from companion.screens.photo.takescreen import TakeScreen
from companion.screens.table.boardcheck import BoardCheck, SuspectRow
from companion.words import say
from hardware.cameras import picture_camera
from tests.photo.standin import finds, reader, snapshot
from tests.screens.trouble import plug_in

if TYPE_CHECKING:
    from tests.screens.tour import Tourist

Stops = Iterator[tuple[str, Driver]]
MAP = "europe"
PEOPLE: dict[PlayerColour, str] = {"red": "Anna", "blue": "Bo", "green": "Cecilie", "yellow": "Dag", "black": "Eva"}


def photo_tour(call: Callable[[Path], "Tourist"]) -> Stops:
    """Yields each stop by its name, with the screen as it is there."""
    for stops in (_empty_board, _count, _second_witness):
        with tempfile.TemporaryDirectory() as folder:
            yield from stops(call(Path(folder)))


def _begin(guide: "Tourist", counted: bool, *events: e.Event) -> None:
    journal = Journal(guide.folder)
    people = [Player(colour=colour, name=name) for colour, name in PEOPLE.items()]
    game = journal.begin(Library().load(MAP), people, Options(counted=counted))
    for event in events:
        game.record(event)
    journal.close()


def _start(guide: "Tourist", **told: object) -> Driver:
    """The app with a reader, a camera and a stick."""
    sees = guide.folder / "sees.jpg"
    sees.write_bytes(snapshot((1200, 800)))
    driver = guide.start()
    session = driver.app.session
    session.photo_reader = reader(guide.folder, **told)
    session.cameras = lambda: [picture_camera(sees)]
    session.mounts = guide.folder / "root"
    stick = plug_in(session.mounts)
    for name in ("IMG_2015.jpg", "board.jpg"):
        (stick / name).write_bytes(snapshot())
    return driver


def _take(guide: "Tourist") -> Stops:
    """The live picture, and the photo that was taken."""
    driver = guide.driver
    screen = driver.app.session.host.front
    assert isinstance(screen, TakeScreen)
    driver.wait_for(lambda: screen._view.shown and driver.has("board.jpg"))
    driver.settle()
    yield "live picture", driver
    guide.press("Take the photo")
    driver.wait_for(lambda: driver.has(say("Use this photo")))
    driver.settle()
    yield "photo", driver
    guide.press("Use this photo")


def _quietly(stops: Stops) -> None:
    """Go past stops that were seen before."""
    for _ in stops:
        pass


def _empty_board(guide: "Tourist") -> Stops:
    driver = _start(guide, waits=True)
    try:
        guide.press("New game")
        driver.tap(driver.find(name=Library().load(MAP).name))
        driver.settle()
        yield "board set up", driver
        driver.tap(driver.find(icon="camera"))
        driver.settle()
        yield from _take(guide)
        screen = driver.app.session.host.front
        assert isinstance(screen, CitiesScreen)
        driver.wait_for(lambda: screen._picture.shown)
        driver.settle()
        yield "first city", driver
        picture = screen._picture
        for number in range(len(cities_to_tap(Library().load(MAP)))):
            driver.tap(picture.to_window(*picture.on_glass(0.1 + 0.15 * number, 0.2 + 0.1 * (number % 3))))
            driver.settle()
        yield "six cities", driver
        guide.press("Keep it")
        yield "doubtful city", driver
        guide.press("It is right")
        yield "board being looked for", driver
        assert screen._checking is not None
        screen._checking.stop()
        driver.wait_for(lambda: driver.has(say("Tap all six again")))
        driver.settle()
        yield "board not found", driver
    finally:
        driver.stop()


def _know_board(driver: Driver) -> None:
    board = Library().load(MAP)
    taps = {city: (10.0 * number, 7.0 * number) for number, city in enumerate(cities_to_tap(board))}
    driver.app.session.empty_photos.keep(board, snapshot(), taps)


def _count(guide: "Tourist") -> Stops:
    _begin(guide, True)
    driver = _start(guide, waits=True)
    try:
        guide.press("Continue")
        guide.press("Photo")
        yield "no empty board", driver
        guide.press("Tap the routes")
        _know_board(driver)
        guide.press("Photo")
        _quietly(_take(guide))
        yield "reading a photo", driver
        guide.press("Cancel")
        driver.app.session.photo_reader = reader(guide.folder, refuses="…")
        guide.press("Photo")
        _quietly(_take(guide))
        driver.wait_for(lambda: driver.has(say("This photo cannot be read")))
        driver.settle()
        yield "unread photo", driver
        sure = {"brest--paris:black": "red", "berlin--danzig:grey": "blue", "berlin--warszawa:pink": "red"}
        sure["berlin--warszawa:yellow"] = "red"
        found = finds(MAP, sure, {"bruxelles--frankfurt:blue": "green"}, {"dieppe": "red"})
        driver.app.session.photo_reader = reader(guide.folder, finds=found)
        guide.press("Take another photo")
        _quietly(_take(guide))
        yield from _review(guide)
    finally:
        driver.stop()


def _review(guide: "Tourist") -> Stops:
    driver = guide.driver
    driver.wait_for(lambda: isinstance(driver.app.session.host.front, ReviewScreen))
    screen = driver.app.session.host.front
    assert isinstance(screen, ReviewScreen)
    driver.wait_for(lambda: screen._pieces is not None)
    driver.settle()
    yield "photo read", driver
    driver.tap(driver.find(icon="search"))
    driver.settle()
    yield "doubtful route", driver
    screen._answer("green")
    driver.settle()
    screen._answer("red")
    driver.settle()
    yield "forbidden route", driver
    guide.press("Cancel")
    screen._has_left("red", 9)
    screen._answer(None)
    driver.settle()
    yield "photo complete", driver
    guide.back()
    yield "photo not recorded", driver
    guide.press("Stay here")
    guide.press("That is right, record it")
    yield "photo recorded", driver


def _second_witness(guide: "Tourist") -> Stops:
    _begin(
        guide,
        False,
        e.Claim(player="red", route="brest--paris:black"),
        e.Claim(player="blue", route="berlin--danzig:grey"),
    )
    driver = _start(guide, finds=finds(MAP, {"brest--paris:black": "blue", "frankfurt--kobenhavn:grey": "red"}))
    _know_board(driver)
    try:
        guide.press("Continue")
        guide.press("Finish")
        guide.press("Check with a photo")
        _quietly(_take(guide))
        driver.wait_for(lambda: isinstance(driver.app.session.host.front, BoardCheck))
        check = driver.app.session.host.front
        assert isinstance(check, BoardCheck)
        driver.wait_for(lambda: check._pieces is not None)
        driver.settle()
        yield "photo differs", driver
        driver.tap(next(driver.widgets(SuspectRow)))
        driver.settle()
        yield "difference", driver
    finally:
        driver.stop()
