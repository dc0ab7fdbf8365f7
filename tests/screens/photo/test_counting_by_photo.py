"""A finished board is counted from a photo: what is clear is painted, what is doubtful is asked, people have the last
word."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.screens.player import Hand, same_score, shown_totals

# isort: split
from companion.boards import Library, our_maps
from companion.boards.facts import board_from
from companion.game import events as e
from companion.photo.readerprocess import NEEDED_MB, PhotoReader
from companion.scoring import tally
from companion.screens.photo.readingscreen import ReadingScreen
from companion.screens.photo.reviewscreen import ReviewScreen, TrainsLeft
from companion.screens.photo.takescreen import TakeScreen
from companion.screens.shell import navigation
from companion.screens.table.boardcheck import BoardCheck
from companion.screens.table.tablescreen import TableScreen
from companion.screens.virtual import Finger
from companion.screens.widgets import PlayerChip
from companion.screens.widgets.photoview import PhotoView
from tests.photo.standin import calls, finds, reader, snapshot
from tests.screens.photo.photographer import (
    equip,
    front,
    keep,
    know_empty_board,
    review,
    take_from_stick,
    take_with_camera,
    tap_cities,
    unread,
    wait_for,
)
from tests.screens.table.test_counting import enter
from tests.table import board, table

AtTable = Callable[..., Hand]
CALGARY, MIAMI, HELENA = "calgary--winnipeg:white", "miami--new-orleans:red", "helena--seattle:yellow"
FOUND = finds("usa", {CALGARY: "red", HELENA: "red"}, {MIAMI: "red"})


def answer(hand: Hand, name: str) -> None:
    hand.driver.tap(next(chip for chip in hand.driver.widgets(PlayerChip) if chip.text == name))
    hand.driver.settle()


def begin(hand: Hand, told: PhotoReader, camera: bool = True) -> Path:
    """At the table of a board that is being counted, with all that a photo needs."""
    file = hand.folder / "sees.jpg"
    file.write_bytes(snapshot())
    stick = equip(hand, told, file if camera else None)
    know_empty_board(hand, hand.state.board)
    return stick


def test_the_whole_way_from_the_empty_board_to_the_tally(home: Hand, tmp_path: Path) -> None:
    hand, sees = home, tmp_path / "sees.jpg"
    sees.write_bytes(snapshot((900, 600)))
    stick = equip(hand, reader(tmp_path, finds=FOUND), sees)
    (stick / "board.jpg").write_bytes(snapshot(turned=6))
    hand.touch("Score a finished game")
    hand.driver.tap(hand.driver.find(name="USA"))
    hand.driver.settle()
    for colour in ("red", "blue"):
        hand.driver.tap(hand.driver.find(colour=colour, text="", disabled=False))
        hand.driver.settle()
    hand.touch("Take a photo")
    assert hand.driver.has("First the empty board")
    hand.touch("Photo of the empty board")
    take_with_camera(hand)
    tap_cities(hand, board("usa"))
    keep(hand)
    take_from_stick(hand, "board.jpg")
    screen = review(hand)
    assert hand.driver.has("2 routes can be seen clearly. One place needs checking.")
    hand.touch("Look at it")
    assert hand.driver.has("Miami–New Orleans: whose is it?")
    answer(hand, "Blue")
    hand.touch("That is right, record it")
    assert front(hand) is hand.table
    assert hand.driver.has("3 routes are recorded.")
    assert screen.parent is None
    claims = {(claim.player, claim.route.id) for claim in hand.state.claims}
    assert claims == {("red", CALGARY), ("red", HELENA), ("blue", MIAMI)}
    *_, call = calls(tmp_path)  # the first one looked at the empty board
    assert call[:2] == ["photo", "usa"]
    sheet = hand.finish()
    same_score(hand, sheet)
    played = table("usa", "red blue").play(f"red claims {CALGARY}", f"red claims {HELENA}", f"blue claims {MIAMI}")
    assert shown_totals(hand.driver) == [score.total for score in tally(played.state).players]


def test_nothing_is_recorded_before_people_say_so(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", counted=True)
    begin(hand, reader(hand.folder, finds=finds("usa", {CALGARY: "red"}, {MIAMI: "red", HELENA: "red"})))
    hand.touch("Photo")
    take_with_camera(hand)
    review(hand)
    hand.touch("Look at all 2")
    first = front(hand).heading
    answer(hand, "Anna")
    assert hand.events == ()
    assert front(hand).heading != first
    hand.back()
    assert front(hand).heading == first  # the answer can be changed
    hand.back()
    hand.back()
    assert hand.driver.has("Nothing from the photo is recorded yet.")
    hand.touch("Leave without recording")
    assert isinstance(front(hand), TableScreen)
    assert hand.events == ()


def test_what_people_marked_stays_and_what_the_photo_shows_instead_is_asked_at_the_end(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", f"blue claims {CALGARY}", counted=True)
    begin(hand, reader(hand.folder, finds=FOUND))
    hand.touch("Photo")
    take_with_camera(hand)
    review(hand)
    hand.touch("Record what is clear")
    assert [(claim.player, claim.route.id) for claim in hand.state.claims] == [("blue", CALGARY), ("red", HELENA)]
    hand.touch("Finish")
    assert isinstance(front(hand), BoardCheck)
    assert hand.driver.has("Move 1: did Anna claim Calgary–Winnipeg?")


def test_a_game_whose_map_was_replaced_since_is_read_with_its_own(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", counted=True)
    text = (our_maps() / "usa.toml").read_text(encoding="utf-8")
    Library(hand.folder / "maps").put("usa", text.replace(f'id = "{CALGARY}"', 'id = "elsewhere"').encode())
    hand.restart()
    hand.touch("Continue")
    assert CALGARY in hand.state.board.routes
    begin(hand, reader(hand.folder, finds=FOUND))
    hand.touch("Photo")
    take_with_camera(hand)
    review(hand)
    ((_, meant, *_),) = calls(hand.folder)
    assert Path(meant).name == "board.facts"
    handed_over = board_from((hand.folder / "handed over" / "board.facts").read_bytes())
    assert handed_over.routes == hand.state.board.routes


def test_the_question_comes_with_its_piece_of_the_photo_and_takes_one_touch(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", counted=True)
    begin(hand, reader(hand.folder, finds=FOUND))
    hand.touch("Photo")
    take_with_camera(hand)
    screen = review(hand)
    hand.touch("Look at it")
    (piece,) = [one for one in screen.ids.body.children if isinstance(one, PhotoView)]
    assert piece.shown
    guess = next(chip for chip in hand.driver.widgets(PlayerChip) if chip.chosen)
    assert guess.text == "Anna"
    before = Finger.count()
    hand.driver.tap(guess)
    hand.driver.settle()
    assert Finger.count() == before + 1
    assert screen.draft.questions == ()


def test_what_a_rule_forbids_takes_a_second_touch(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue green yellow", counted=True)
    found = finds("europe", {"berlin--warszawa:pink": "red"}, {"berlin--warszawa:yellow": "blue"})
    begin(hand, reader(hand.folder, finds=found))
    hand.touch("Photo")
    take_with_camera(hand)
    screen = review(hand)
    hand.touch("Look at it")
    answer(hand, "Anna")
    assert screen.draft.questions
    hand.touch("Record it anyway")
    hand.touch("That is right, record it")
    assert [event.override for event in hand.events if isinstance(event, e.Claim)] == [False, True]


def test_any_route_on_the_map_can_be_changed(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", counted=True)
    begin(hand, reader(hand.folder, finds=FOUND))
    hand.touch("Photo")
    take_with_camera(hand)
    screen = review(hand)
    space = screen.map.shape.spaces[CALGARY][3]
    hand.driver.tap(screen.map.to_window(*screen.map.on_screen(space.x, space.y)))
    hand.driver.settle()
    assert hand.driver.has("Calgary–Winnipeg: whose is it?")
    hand.touch("Nobody")
    assert hand.driver.has("One route can be seen clearly. One place needs checking.")


def test_trains_are_compared_with_those_that_are_left_all_the_while(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", counted=True)
    begin(hand, reader(hand.folder, finds=FOUND))
    hand.touch("Photo")
    take_with_camera(hand)
    review(hand)
    assert [one.figure for one in hand.driver.widgets(TrainsLeft)] == ["33", "45"]
    hand.driver.tap(next(hand.driver.widgets(TrainsLeft)))
    hand.driver.settle()
    enter(hand, 27)
    assert hand.driver.has("Anna: 27 trains left, but 33 according to the photo.")
    hand.touch("Look at it")
    answer(hand, "Anna")
    assert [one.figure for one in hand.driver.widgets(TrainsLeft)] == ["27", "45"]
    assert not any(one.differs for one in hand.driver.widgets(TrainsLeft))


def test_a_refused_photo_says_why_and_offers_another(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", counted=True)
    begin(hand, reader(hand.folder, refuses="the photo is too dark: turn on a lamp"))
    hand.touch("Photo")
    take_with_camera(hand)
    unread(hand)
    assert hand.driver.has("The photo is too dark: turn on a lamp")
    hand.driver.app.session.photo_reader = reader(hand.folder, finds=FOUND)
    hand.touch("Take another photo")
    take_with_camera(hand)
    review(hand)


def test_a_reader_that_is_killed_takes_nothing_along(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", f"red claims {CALGARY}", counted=True)
    begin(hand, reader(hand.folder, dies=True))
    hand.touch("Photo")
    take_with_camera(hand)
    unread(hand)
    hand.back()
    assert isinstance(front(hand), TableScreen)
    assert len(hand.state.claims) == 1


def test_a_reading_can_be_cancelled(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", counted=True)
    begin(hand, reader(hand.folder, waits=True))
    hand.touch("Photo")
    take_with_camera(hand)
    screen = front(hand)
    assert isinstance(screen, ReadingScreen)
    hand.driver.wait_for(lambda: screen._bar.share == 0.25)
    hand.touch("Cancel")
    assert isinstance(front(hand), TableScreen)
    process = screen._reading._process
    assert process is not None
    hand.driver.wait_for(lambda: process.poll() is not None)


@pytest.mark.parametrize("free", [100, 100_000])
def test_a_machine_that_cannot_read_photos_says_what_is_missing(at_table: AtTable, free: int) -> None:
    hand = at_table("usa", "red blue", counted=True)
    root = hand.folder / "machine"
    (root / "proc").mkdir(parents=True)
    (root / "proc/meminfo").write_text(f"MemAvailable: {free * 1024} kB\n")
    packages = ("no_such_package",) if free > NEEDED_MB else ()
    hand.driver.app.session.photo_reader = PhotoReader(root=root, packages=packages)
    hand.touch("Photo")
    assert hand.driver.has("100 MB" if free == 100 else "the “photo” extra")
    hand.touch("OK")
    assert isinstance(front(hand), TableScreen)


def test_without_a_camera_and_a_stick_it_says_what_to_do(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", counted=True)
    begin(hand, reader(hand.folder, finds=FOUND), camera=False)
    hand.touch("Photo")
    assert isinstance(front(hand), TakeScreen)
    assert hand.driver.has("No camera was found.")
    hand.back()
    assert isinstance(front(hand), TableScreen)


def test_another_copy_of_the_board_is_photographed_empty_first(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", counted=True)
    begin(hand, reader(hand.folder, finds=FOUND))
    before = hand.driver.app.session.empty_photos.of(hand.state.board)
    hand.touch("Photo")
    hand.touch("New photo of the empty board")
    take_with_camera(hand)
    tap_cities(hand, hand.state.board)
    keep(hand)
    assert hand.driver.app.session.empty_photos.of(hand.state.board) != before
    take_with_camera(hand)
    review(hand)


def test_a_broken_picture_on_the_stick_is_told(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", counted=True)
    stick = begin(hand, reader(hand.folder, finds=FOUND), camera=False)
    (stick / "board.jpg").write_bytes(b"no picture")
    hand.touch("Photo")
    wait_for(hand, "board.jpg")
    hand.touch("board.jpg")
    wait_for(hand, "board.jpg: This is not a picture that can be read here")
    assert not isinstance(front(hand), ReviewScreen)


def test_a_scan_meanwhile_changes_nothing(at_table: AtTable) -> None:
    from hardware.codes import Scan, player

    hand = at_table("usa", "red blue", counted=True)
    begin(hand, reader(hand.folder, finds=FOUND))
    hand.touch("Photo")
    hand.driver.app.session.hear(Scan(player("blue").text, player("blue")))
    assert hand.driver.has("Finish with the photo first, then scan.")
    assert isinstance(front(hand), TakeScreen)


@pytest.mark.parametrize("leave", ["the app ends", "another screen is shown"])
def test_the_camera_is_given_back_however_the_screen_is_left(at_table: AtTable, leave: str) -> None:
    hand = at_table("usa", "red blue", counted=True)
    begin(hand, reader(hand.folder, finds=FOUND))
    hand.touch("Photo")
    wait_for(hand, "Take the photo")
    taking = front(hand)
    assert isinstance(taking, TakeScreen)
    live = taking._live
    assert live is not None
    if leave == "the app ends":
        hand.stop()
    else:
        navigation.show(hand.driver.app.session, "home")
    live.wait()
    assert not live._thread.is_alive()
