"""Home: the running game is one touch or one scan away."""

from pathlib import Path

from tests.screens.conftest import lay
from tests.screens.player import Hand

# isort: split
from companion.screens.table.tablescreen import TableScreen
from hardware.codes import Scan, parse, player

BADGE = player("blue").text


def test_a_scan_takes_up_the_running_game(tmp_path: Path, hands: list[Hand]) -> None:
    lay(tmp_path, "europe", "red blue")
    hands.append(Hand(tmp_path))
    session = hands[0].driver.app.session
    session.hear(Scan(BADGE, parse(BADGE)))
    hands[0].driver.settle()
    assert isinstance(session.host.screen, TableScreen)
    assert session.host.screen.play.player == "blue"


def test_a_scan_without_a_game_is_answered(home: Hand) -> None:
    home.driver.app.session.hear(Scan(BADGE, parse(BADGE)))
    assert home.driver.has("Open a game first")
