"""The sheet of a finished game: read, touched, and taken home."""

import csv
import errno
import io
import os
from collections.abc import Callable
from pathlib import Path
from threading import Event, get_ident
from typing import Unpack

import pypdfium2
import pytest
import zxingcpp
from PIL import Image

from tests.screens.conftest import lay
from tests.screens.player import Hand, HandOptions, shown_totals

# isort: split
from companion.boards import Library, our_maps
from companion.exports.bgstats import bgstats_link
from companion.exports.result import result_text
from companion.game import Player, parse_record, replay
from companion.game.journal import Journal
from companion.scoring import tally
from companion.screens.past.gamelist import GameRow
from companion.screens.score.mappage import LitCaption, MapPage
from companion.screens.score.pointspage import LineRow, PlayerHead
from companion.screens.score.sharing import CodeCard, CodeScreen
from companion.screens.score.sheetscreen import ScoreSheetScreen
from companion.screens.score.ticketspage import AccountRow
from companion.screens.shell import background
from companion.screens.virtual import PANELS
from companion.screens.widgets import PushButton
from companion.screens.widgets.linechart import LineChart
from tests.exports.finishedgames import LONG_NAMES, six
from tests.table import NAMES, board, event

AtTable = Callable[..., Hand]

EUROPE = (
    "red claims brest--paris:black", "blue claims marseille--paris:grey", "red builds marseille",
    "red keeps brest--marseille brest--petrograd", "blue draws",
)  # fmt: skip


@pytest.fixture
def sheet_of(tmp_path: Path, hands: list[Hand]) -> Callable[..., Hand]:
    """Opens the sheet of a game from the shelf."""

    def opened(map_id: str, colours: str, *moves: str, counted: bool = False, **options: Unpack[HandOptions]) -> Hand:
        lay(tmp_path, map_id, colours, *moves, "end", counted=counted)
        return _opened(tmp_path, hands, **options)

    return opened


def _opened(folder: Path, hands: list[Hand], **options: Unpack[HandOptions]) -> Hand:
    hands.append(Hand(folder, **options))
    hands[-1].touch("Past games")
    hands[-1].driver.tap(next(hands[-1].driver.widgets(GameRow)))
    hands[-1].driver.settle()
    hands[-1].touch("Open the score sheet")
    return hands[-1]


def screen_of(hand: Hand) -> ScoreSheetScreen:
    screen = hand.driver.app.session.host.screen
    assert isinstance(screen, ScoreSheetScreen)
    return screen


def row(hand: Hand, name: str) -> AccountRow:
    return next(row for row in hand.driver.widgets(AccountRow) if row.name.replace(" – ", "–") == name)


# Points


def test_the_end_of_a_game_is_its_sheet(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", *EUROPE)
    hand.finish()
    assert hand.driver.has("Bo wins with 29 points")
    assert shown_totals(hand.driver) == [4 + 7 - 20 + 8, 7 + 12 + 10]
    assert [(head.name, head.place) for head in hand.driver.widgets(PlayerHead)] == [("Anna", "2."), ("Bo", "1.")]
    assert [line.name for line in hand.driver.widgets(LineRow)] == [
        "Routes", "Tickets", "Stations", "Longest route", "Total",
    ]  # fmt: skip


def test_past_games_open_the_same_sheet(sheet_of: Callable[..., Hand]) -> None:
    hand = sheet_of("europe", "red blue", *EUROPE)
    assert shown_totals(hand.driver) == [-1, 29]


def test_a_line_tells_what_it_is_made_of(sheet_of: Callable[..., Hand]) -> None:
    hand = sheet_of("europe", "red blue", *EUROPE)
    hand.driver.tap(next(line for line in hand.driver.widgets(LineRow) if line.name == "Stations"))
    hand.driver.settle()
    assert hand.driver.has("Anna: 2 not built")
    assert hand.driver.has("Bo: 3 not built")
    hand.touch("Close")
    hand.driver.tap(next(line for line in hand.driver.widgets(LineRow) if line.name == "Tickets"))
    hand.driver.settle()
    assert hand.driver.has("Anna: 1 of 2 completed")
    assert hand.driver.has("Bo: No tickets")


def test_what_is_odd_is_a_touch_away(sheet_of: Callable[..., Hand]) -> None:
    hand = sheet_of("usa", "red blue", "red claims calgary--winnipeg:white", "blue! claims calgary--winnipeg:white")
    hand.driver.tap(hand.driver.find(icon="note"))
    hand.driver.settle()
    assert hand.driver.has("Calgary–Winnipeg is already claimed by Anna (red).")
    assert hand.driver.has("The game was ended while everyone still had more than 2 trains left")


def test_a_game_that_was_ended_early_is_no_warning(sheet_of: Callable[..., Hand]) -> None:
    hand = sheet_of("europe", "red blue", *EUROPE)
    assert not [button for button in hand.driver.widgets(PushButton) if button.icon == "note"]
    hand.driver.tap(hand.driver.find(icon="info"))
    hand.driver.settle()
    assert hand.driver.has("The game was ended while everyone still had more than 2 trains left")


def test_going_on_takes_the_end_back(sheet_of: Callable[..., Hand]) -> None:
    hand = sheet_of("europe", "red blue", *EUROPE)
    hand.touch("Continue playing")
    assert not hand.state.ended
    assert len(hand.events) == len(EUROPE)


def test_counting_goes_on_too(sheet_of: Callable[..., Hand]) -> None:
    hand = sheet_of("usa", "red blue", "red claims calgary--winnipeg:white", counted=True)
    hand.touch("Continue scoring")
    assert hand.table.play.counting


# Tickets and the map


def test_touching_a_player_tells_every_ticket(sheet_of: Callable[..., Hand]) -> None:
    hand = sheet_of("europe", "red blue", *EUROPE)
    hand.driver.tap(next(hand.driver.widgets(PlayerHead)))
    hand.driver.settle()
    told = [(one.name, one.words, one.points, one.well) for one in hand.driver.widgets(AccountRow)]
    assert told[0] == ("Brest – Marseille", "Brest – Paris – Marseille", "+7", True)
    assert told[1][0] == "Brest – Petrograd"
    assert told[1][1].startswith("17 trains short: ")
    assert told[1][2:] == ("−20", False)
    assert ("Station in Marseille", "Uses Marseille–Paris", "", True) in told
    hand.touch("Bo")
    assert hand.driver.has("No tickets were recorded.")


def test_a_ticket_is_lit_on_the_map(sheet_of: Callable[..., Hand]) -> None:
    hand = sheet_of("europe", "red blue", *EUROPE)
    hand.driver.tap(next(hand.driver.widgets(PlayerHead)))
    hand.driver.settle()
    hand.driver.tap(row(hand, "Brest–Marseille"))
    hand.driver.settle()
    (caption,) = hand.driver.widgets(LitCaption)
    assert (caption.colour, caption.name) == ("red", "Brest – Marseille  +7")
    (page,) = hand.driver.widgets(MapPage)
    assert page.view is not None
    lit = len(page.view.drawing._lit_layer.children)
    assert lit > 0
    hand.touch("Whole map")
    assert len(page.view.drawing._lit_layer.children) < lit
    assert not list(hand.driver.widgets(LitCaption))


def test_the_map_shows_each_players_longest_route(sheet_of: Callable[..., Hand]) -> None:
    hand = sheet_of("europe", "red blue", *EUROPE)
    hand.touch("Map")
    hand.touch("Bo")
    (caption,) = hand.driver.widgets(LitCaption)
    assert caption.name == "Longest route: 4 trains  +10"
    assert caption.words == "Marseille – Paris"


def test_the_map_can_be_zoomed_and_stays_in_its_frame(sheet_of: Callable[..., Hand]) -> None:
    hand = sheet_of("europe", "red blue", *EUROPE)
    hand.touch("Map")
    (page,) = hand.driver.widgets(MapPage)
    before = beside(hand, page)
    assert page.view is not None
    at = page.view.to_window(*page.view.center)
    hand.driver.tap(at)
    hand.driver.tap(at)
    hand.driver.settle()
    assert not page.view.is_whole
    assert beside(hand, page) == before


def beside(hand: Hand, page: MapPage) -> bytes:
    """The pixels of all that is right of the map."""
    picture = Image.open(hand.driver.picture(hand.folder / "map.png"))
    assert page.view is not None
    return picture.crop((int(page.view.right) + 1, 0, *picture.size)).tobytes()


# The course


def test_the_course_ends_with_names_and_totals(sheet_of: Callable[..., Hand]) -> None:
    hand = sheet_of("europe", "red blue", *EUROPE)
    hand.touch("Timeline")
    assert list(hand.driver.widgets(LineChart))
    assert hand.driver.has("29  Bo")
    assert hand.driver.has("−1  Anna")


def test_a_counted_board_has_no_course_and_the_card_game_no_map(sheet_of: Callable[..., Hand]) -> None:
    hand = sheet_of("usa", "red blue", "red claims calgary--winnipeg:white", counted=True)
    assert not hand.driver.has("Timeline")
    assert hand.driver.has("Map")


def test_the_card_game_has_points_and_tickets_only(sheet_of: Callable[..., Hand]) -> None:
    hand = sheet_of("card_game", "red blue", "red keeps los-angeles--miami", "red piles red 1")
    assert not hand.driver.has("Map")
    assert not hand.driver.has("Timeline")
    hand.touch("Tickets")
    hand.touch("Anna")
    assert row(hand, "Los Angeles–Miami").words.startswith("Missing: ")


# Codes


def scanned(hand: Hand, card: int) -> tuple[str, int]:
    """What another program reads off a picture of the screen, and how wide a module is there."""
    hand.driver.tap(list(hand.driver.widgets(CodeCard))[card])
    hand.driver.settle()
    picture = Image.open(hand.driver.picture(hand.folder / "code.png"))
    (found,) = zxingcpp.read_barcodes(picture)
    screen = hand.driver.app.session.host.front
    assert isinstance(screen, CodeScreen)
    module = screen.code.module
    hand.touch("Close")
    return found.text, module


@pytest.mark.parametrize("panel", PANELS)
def test_the_codes_hold_what_they_claim(panel: str, sheet_of: Callable[..., Hand]) -> None:
    hand = sheet_of("europe", "red blue", *EUROPE, size=PANELS[panel])
    hand.touch("Save & share")
    game = screen_of(hand).finished
    text, coarse = scanned(hand, 0)
    assert text == result_text(game)
    assert "1. Bo 29" in text
    link, fine = scanned(hand, 1)
    assert link == bgstats_link(game)
    assert link.startswith("bgstats://app.bgstatsapp.com/createPlay.html?data=")
    assert coarse >= fine >= 4 * PANELS[panel][1] // 480


@pytest.mark.parametrize("panel", PANELS)
def test_codes_of_many_people_with_long_names_are_read_too(panel: str, tmp_path: Path, hands: list[Hand]) -> None:
    journal = Journal(tmp_path)
    people = [Player(colour=colour, name=name) for colour, name in zip(NAMES, LONG_NAMES[:5], strict=False)]
    game = journal.begin(board("usa"), people)
    for move in ("red claims calgary--winnipeg:white", "end"):
        game.record(event(move))
    journal.close()
    hand = _opened(tmp_path, hands, size=PANELS[panel])
    hand.touch("Save & share")
    assert scanned(hand, 0)[0] == result_text(screen_of(hand).finished)
    link, module = scanned(hand, 1)
    assert link == bgstats_link(screen_of(hand).finished)
    assert module >= 3


def test_the_code_of_six_people_with_24_letters_is_read_off_the_smallest_panel(home: Hand) -> None:
    link = bgstats_link(six(LONG_NAMES))
    screen = CodeScreen(home.driver.app.session, "For BG Stats", "", link)
    home.driver.app.session.host.cover(screen)
    home.driver.settle()
    (found,) = zxingcpp.read_barcodes(Image.open(home.driver.picture(home.folder / "code.png")))
    assert found.text == link
    assert screen.code.module >= 3


# Files


def take(hand: Hand, what: str) -> str:
    """Touches a button, waits until it is written, and answers with what the screen says."""
    hand.touch("Save & share")
    hand.touch(what)
    page = screen_of(hand).take_home
    hand.driver.wait_for(lambda: not page.busy)
    hand.driver.settle()
    assert hand.driver.has(page.answer)
    return str(page.answer)


def plug_in(hand: Hand, name: str = "FAMILY") -> Path:
    """A stick is mounted."""
    root = hand.folder / "root"
    stick = root / "media" / "pi" / name
    stick.mkdir(parents=True)
    (root / "proc").mkdir(exist_ok=True)
    (root / "proc" / "mounts").write_text(f"/dev/sda1 /media/pi/{name} vfat rw 0 0\n")
    hand.driver.app.session.mounts = root
    return stick


@pytest.fixture
def hand(sheet_of: Callable[..., Hand], tmp_path: Path) -> Hand:
    """A sheet on a machine that has no stick."""
    opened = sheet_of("europe", "red blue", *EUROPE)
    opened.driver.app.session.mounts = tmp_path / "nothing"
    return opened


def test_without_a_stick_files_stay_in_the_data_folder(hand: Hand) -> None:
    answer = take(hand, "All of these")
    folder = hand.folder / "exports"
    files = sorted(file.suffix for file in folder.iterdir())
    assert files == [".csv", ".json", ".pdf", ".png"]
    assert str(folder) in answer
    (record,) = folder.glob("*.game.json")
    game = parse_record(record.read_bytes())
    assert [score.total for score in tally(replay(game, Library().load("europe"))).players] == [-1, 29]


def test_a_stick_is_seen_when_it_is_plugged_in_and_takes_the_pages(hand: Hand) -> None:
    hand.touch("Save & share")
    assert hand.driver.has("Plug in a USB stick, or save on this device")
    stick = plug_in(hand)
    hand.driver.wait_for(lambda: hand.driver.has("Save to the stick FAMILY"))
    answer = take(hand, "Document (PDF)")
    (file,) = stick.iterdir()
    assert file.name.endswith(" Europe Anna Bo.pdf")
    assert answer == f"{file.name} is on the stick FAMILY."
    assert len(pypdfium2.PdfDocument(file.read_bytes())) >= 1
    assert not (hand.folder / "exports").exists()


def test_taken_twice_is_there_twice(hand: Hand) -> None:
    stick = plug_in(hand)
    take(hand, "Table (CSV)")
    take(hand, "Table (CSV)")
    names = sorted(file.name for file in stick.iterdir())
    assert len(names) == 2
    assert any(name.endswith(" (2).csv") for name in names)
    table = list(csv.DictReader(io.StringIO((stick / names[0]).read_text("utf-8-sig"))))
    assert sum(int(line["points"]) for line in table if line["kind"] == "category") == 28


def test_a_stick_that_does_not_answer_holds_nobody_up(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    stick = plug_in(hand)
    asked, answers, threads = Event(), Event(), set()
    really = os.fsync

    def fsync(handle: int) -> None:
        if os.readlink(f"/proc/self/fd/{handle}").startswith(str(stick)):  # not what the journal writes meanwhile
            threads.add(get_ident())
            asked.set()
            assert answers.wait(30)
        really(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(background, "PATIENCE", 0.0)
    hand.touch("Save & share")
    page = screen_of(hand).take_home
    hand.driver.touch("Table (CSV)")
    hand.driver.wait_for(asked.is_set)
    hand.driver.wait_for(lambda: hand.driver.has("This is taking a long time."))
    assert not page.busy
    assert get_ident() not in threads
    hand.touch("Points")
    answers.set()
    hand.driver.wait_for(lambda: "is on the stick FAMILY" in page.answer)
    assert len(list(stick.iterdir())) == 1


def test_a_game_on_a_map_that_has_changed_says_so(hand: Hand) -> None:
    """And its points are those of the map it was played on."""
    before = shown_totals(hand.driver)
    text = (our_maps() / "europe.toml").read_text(encoding="utf-8")
    Library(hand.folder / "maps").put("europe", text.replace("unbuilt = 4", "unbuilt = 90", 1).encode())
    hand.restart()
    hand.touch("Past games")
    hand.driver.tap(next(hand.driver.widgets(GameRow)))
    hand.driver.settle()
    hand.touch("Open the score sheet")
    assert shown_totals(hand.driver) == before
    hand.driver.tap(hand.driver.find(icon="info"))
    hand.driver.settle()
    assert hand.driver.has("The map Europe has changed since this game: it is scored with the map it was played on.")


def test_a_stick_that_refuses_is_told_in_words(hand: Hand, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: int) -> None:
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))

    stick = plug_in(hand)
    stick.rmdir()
    stick.write_text("what a broken mount looks like")
    hand.driver.app.session.mounts = hand.folder / "root"
    take(hand, "Picture")
    assert (hand.folder / "exports").exists()  # what is no folder is no stick
    stick.unlink()
    stick.mkdir()
    monkeypatch.setattr(os, "fsync", refuse)
    answer = take(hand, "Picture")
    assert answer == "The stick FAMILY did not accept the file: device or resource busy."
    assert list(stick.iterdir()) == []
    assert "Traceback" not in answer
    assert not screen_of(hand).take_home.busy
