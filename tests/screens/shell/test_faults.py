"""The fault table: what can befall the machine, and that no game is lost by it. Each row is a test.

| fault                          | what happens                                                   |
| ------------------------------ | -------------------------------------------------------------- |
| killed (SIGKILL)               | every move that was shown is there afterwards                  |
| told to end (SIGTERM)          | ends in good order, and another program may have the games     |
| disk full                      | the game goes on in memory and says so; all of it is kept later |
| data folder gone               | the same; it is written anew                                   |
| clock set back by a year       | games keep their order, the last one is continued              |
| scanner noise                  | is answered in words, and changes nothing                      |
| 200 touches a second           | no error, no move that nobody meant                            |
| map file deleted while it is open | the game goes on, afterwards too: it keeps its board        |
"""

import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from companion.screens.virtual import Finger
from tests.screens.conftest import lay
from tests.screens.player import Hand
from tests.screens.test_whole_games import Wire

# isort: split
from companion.boards import Library
from companion.game import events as e
from companion.game.journal import Journal
from tests.journals import resumed
from tests.table import board, players

AtTable = Callable[..., Hand]
ROOT = Path(__file__).parents[3]
PLAYS = """
import sys
from pathlib import Path
from tests.screens.player import Hand
hand = Hand(Path(sys.argv[1]))
hand.touch("Continue")
for track in ("brest--paris:black", "berlin--danzig:grey", "kharkov--rostov:green"):
    hand.claim(track)
    print(track, flush=True)
sys.stdin.read()
"""


def playing(folder: Path) -> "subprocess.Popen[str]":
    """The app in a process of its own, after its third claim."""
    lay(folder, "europe", "red blue")
    app = subprocess.Popen(
        [sys.executable, "-c", PLAYS, str(folder)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip
    assert app.stdout
    for _ in range(3):
        assert app.stdout.readline()
    return app


def test_killed(tmp_path: Path) -> None:
    app = playing(tmp_path)
    app.kill()
    app.communicate()
    journal = Journal(tmp_path)
    game = resumed(journal)
    assert [claim.route.id for claim in game.state.claims][-1] == "kharkov--rostov:green"
    assert len(game.state.claims) == 3
    journal.close()


def test_told_to_end(tmp_path: Path) -> None:
    app = playing(tmp_path)
    app.send_signal(signal.SIGTERM)
    app.communicate()
    journal = Journal(tmp_path)  # nobody holds it any more
    assert len(resumed(journal).state.claims) == 3
    journal.close()


def test_data_folder_gone(at_table: AtTable, tmp_path: Path) -> None:
    hand = at_table("europe", "red blue", "red claims brest--paris:black")
    shutil.rmtree(tmp_path)
    hand.claim("berlin--danzig:grey")
    hand.claim("kharkov--rostov:green")
    assert len(hand.state.claims) == 3
    hand.restart()
    hand.touch("Continue")
    assert len(hand.state.claims) == 3


def always(at: datetime) -> Callable[[], datetime]:
    """A clock that stands."""
    return lambda: at


def test_clock_set_back_by_a_year(tmp_path: Path, hands: list[Hand]) -> None:
    this_year, last_year = datetime(2026, 11, 16, 20, tzinfo=UTC), datetime(2025, 11, 16, 20, tzinfo=UTC)
    for at, map_id in ((this_year, "usa"), (last_year, "europe")):
        journal = Journal(tmp_path, clock=always(at))
        game = journal.begin(board(map_id), players(["red", "blue"]))
        game.record(e.Draw(player="red"))
        journal.close()
    hand = Hand(tmp_path)
    hands.append(hand)
    assert hand.driver.has("Europe: Anna, Bo")  # the one that was played last
    hand.touch("Continue")
    assert hand.state.board.id == "europe"
    assert len(hand.events) == 1


def test_scanner_noise(tmp_path: Path) -> None:
    lay(tmp_path / "data", "europe", "red blue", "red claims brest--paris:black")
    wire = Wire(tmp_path)
    wire.hand.touch("Continue")
    before, rng = wire.hand.events, Random(4)
    for _ in range(12):
        wire.scan("".join(chr(rng.randint(33, 126)) for _ in range(rng.randint(1, 60))))
    assert wire.hand.events == before
    wire.stop()


def test_two_hundred_touches_a_second(at_table: AtTable) -> None:
    """Small hands on a whole screen for three seconds: nothing is recorded that nobody confirmed twice."""
    hand = at_table("europe", "red blue", "red claims brest--paris:black")
    rng, driver = Random(2), hand.driver
    down: list[Finger] = []
    for _ in range(600):
        finger = Finger(rng.uniform(20, 540), rng.uniform(100, 400))  # on the map
        finger.send("begin")
        down.append(finger)
        if len(down) > 5:
            down.pop(0).send("end")
        if rng.random() < 0.3:
            driver.frames()
    for finger in down:
        finger.send("end")
    driver.wait(1)
    driver.settle()
    new = hand.events[1:]
    assert all(isinstance(event, e.Claim | e.Station) for event in new)
    assert len(new) <= 3 * 4  # at most one move in a quarter of a second
    while hand.table.play.game.history.can_undo:
        hand.table.undo()
    assert hand.events == ()


def test_map_file_deleted_while_its_game_is_open(tmp_path: Path, hands: list[Hand]) -> None:
    own = tmp_path / "maps"
    own.mkdir(parents=True)
    text = (ROOT / "maps/europe.toml").read_text(encoding="utf-8").replace('id = "europe"', 'id = "mine"', 1)
    (own / "mine.toml").write_text(text, encoding="utf-8")
    journal = Journal(tmp_path)
    journal.begin(Library(own).load("mine"), players(["red", "blue"]))
    journal.close()
    hand = Hand(tmp_path)
    hands.append(hand)
    hand.touch("Continue")
    (own / "mine.toml").unlink()
    hand.claim("brest--paris:black")
    assert len(hand.state.claims) == 1
    hand.restart()
    hand.touch("Continue")
    hand.claim("berlin--danzig:grey")
    assert len(hand.state.claims) == 2
