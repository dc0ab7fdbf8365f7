"""A disk that refuses never stops a game, and the table is told."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.screens.player import Hand

# isort: split
from companion.boards import Library
from companion.game import events as e
from companion.game.journal import Journal
from companion.game.journalerrors import JournalError
from tests.journals import fill_shelf, record, resumed
from tests.screens.trouble import write_by_newer_version
from tests.table import players

AtTable = Callable[..., Hand]
KEPT = "Until then, new moves are not saved."


def test_the_game_goes_on_while_the_disk_refuses_and_all_of_it_is_kept(tmp_path: Path, at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", "red draws", "blue draws")
    aside = tmp_path.with_name(f"{tmp_path.name} aside")
    tmp_path.rename(aside)  # the stick is pulled out, and something else has its name
    tmp_path.write_text("no folder")
    hand.claim("marseille--pamplona:red")
    assert len(hand.events) == 3
    assert hand.driver.has(KEPT)
    hand.claim("kyiv--smolensk:red")
    assert [claim.player for claim in hand.state.claims] == ["red", "blue"]
    assert hand.driver.has(KEPT)
    tmp_path.unlink()
    aside.rename(tmp_path)
    hand.touch("Drew cards")
    assert hand.table.play.game.saved
    assert hand.driver.app.session.journal.trouble is None
    hand.stop()
    journal = Journal(tmp_path)
    assert len(resumed(journal).history.events) == 5
    journal.close()


def test_a_full_disk_is_said_in_a_sentence(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    store = hand.driver.app.session.journal._disk._opened(writes=True)
    store._db.execute("PRAGMA max_page_count = 1")
    for _ in range(60):
        hand.table.record(e.Draw(player=hand.table.play.player))
        hand.driver.wait(0.3)  # sooner it would be a slip of the finger
    hand.driver.settle()
    assert hand.driver.has("The storage is full: free up some space.")
    assert len(hand.events) == 60
    store._db.execute("PRAGMA max_page_count = 1000")
    hand.touch("Drew cards")
    assert hand.table.play.game.saved


def test_a_damaged_file_of_games_is_told_at_home(tmp_path: Path, hands: list[Hand]) -> None:
    (tmp_path / "games.sqlite").write_text("Dear diary, " * 1000)
    hands.append(Hand(tmp_path))
    driver = hands[0].driver
    driver.wait_for(lambda: driver.has("games recovered: 0"))
    assert driver.has("No game in progress.")
    hands[0].touch("OK")
    assert not driver.has("games recovered")
    assert not (tmp_path / "games.notes").exists()


def read_all(journal: Journal, many: int) -> None:
    for number in range(1, many + 1):
        journal.read(number, Library())


def test_a_repair_shows_how_far_it_is_and_the_game_goes_on_meanwhile(tmp_path: Path, hands: list[Hand]) -> None:
    fill_shelf(tmp_path, [record("usa", ["Anna", "Bo"], *["red draws", "blue draws"] * 20, "end")] * 60)
    data = bytearray((tmp_path / "games.sqlite").read_bytes())
    data[4096 * 9 : 4096 * 10] = bytes(4096)
    (tmp_path / "games.sqlite").write_bytes(data)
    hands.append(Hand(tmp_path))
    driver, journal = hands[0].driver, hands[0].driver.app.session.journal
    with pytest.raises(JournalError):  # the damage is found, and the repair begins
        read_all(journal, 60)
    assert journal.mending is not None
    game = journal.begin(Library().load("usa"), players(["red", "blue"]))
    assert not game.saved
    game.record(e.Draw(player="red"))
    driver.wait_for(lambda: driver.has("games recovered: "))
    assert game.saved
    assert journal.trouble is None
    assert len(journal.games()) >= 58


def test_a_file_from_a_newer_version_offers_ways_out(tmp_path: Path, hands: list[Hand]) -> None:
    journal = Journal(tmp_path)
    journal.begin(Library().load("usa"), players(["red", "blue"])).record(e.Draw(player="red"))
    journal.close()
    write_by_newer_version(tmp_path)
    hands.append(Hand(tmp_path))
    driver = hands[0].driver
    assert driver.has("Your games cannot be opened")
    hands[0].touch("Try again")
    assert driver.has("was saved by a newer version")
    hands[0].touch("Past games")  # every other screen opens too
    hands[0].back()
    hands[0].touch("Other ways to go on")
    hands[0].touch("Use what can be read")
    driver.tap(driver.find(text="Use what can be read"))
    driver.wait_for(lambda: driver.has("games recovered: 1"))
    hands[0].touch("OK")
    assert driver.has("One move so far")
    assert list(tmp_path.glob("games-damaged-*.sqlite"))


def test_another_program_has_the_games(tmp_path: Path, hands: list[Hand]) -> None:
    other = Journal(tmp_path)
    hands.append(Hand(tmp_path))
    assert hands[0].driver.has("Another copy of Companion")
    other.close()
    hands[0].touch("Try again")
    assert hands[0].driver.has("No game in progress.")
