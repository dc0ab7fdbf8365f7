"""A disk that refuses never stops a game, and the table is told."""

from collections.abc import Callable
from pathlib import Path

from tests.screens.player import Hand

# isort: split
from companion.game import events as e
from companion.game.journal import Journal
from tests.journals import resumed

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
    assert hands[0].driver.has("games recovered: 0")
    assert hands[0].driver.has("No game in progress.")
