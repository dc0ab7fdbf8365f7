"""The virtual screen comes before anything else that loads Kivy; and a hand that is always taken off the screen."""

import gc
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Literal, Unpack

import pytest

import companion.screens.virtual  # noqa: F401

# isort: split
from companion.game import Options
from companion.game.journal import Journal
from companion.screens.shell import memory, preparing
from tests.screens.player import Hand, HandOptions
from tests.table import board, event, players

# An app leaves hundreds of thousands of objects behind. Collecting them now and then is less work than whenever Python,
# or the app in a pause of virtual time, believes that it is worth it.
gc.set_threshold(100_000, 50, 1000)
memory._OFTEN, memory._QUIET = (100_000, 50, 1001), 600.0
_TESTS_BETWEEN = 8
"""How many tests are run before what they left behind is collected."""
_run = count(1)


@pytest.fixture(autouse=True)
def _collected() -> Iterator[None]:
    """Collect what apps have left behind."""
    yield
    if next(_run) % _TESTS_BETWEEN == 0:
        gc.collect()


@pytest.fixture(autouse=True)
def _prepared(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Prepare screens before they are opened only in the tests of the whole app, which are in this folder: it takes
    longer than most of the others."""
    if request.path.parent != Path(__file__).parent:
        monkeypatch.setattr(preparing, "_QUIET", 600.0)


def lay(
    folder: Path,
    map_id: str,
    colours: str,
    *moves: str,
    alvin: bool = False,
    counted: bool = False,
    yards: Literal["hidden", "open"] | None = None,
) -> None:
    """A running game in a folder, with these moves made."""
    journal = Journal(folder)
    game = journal.begin(board(map_id), players(colours.split()), Options(alvin=alvin, counted=counted, yards=yards))
    for move in moves:
        game.record(event(move))
    journal.close()


@pytest.fixture
def hands() -> Iterator[list[Hand]]:
    """Hands on the screen; each is taken off in the end, whatever happened."""
    used: list[Hand] = []
    yield used
    for hand in used:
        hand.stop()


@pytest.fixture
def home(tmp_path: Path, hands: list[Hand]) -> Hand:
    """The app as it is on its first day."""
    hands.append(Hand(tmp_path))
    return hands[0]


@pytest.fixture
def at_table(tmp_path: Path, hands: list[Hand]) -> Callable[..., Hand]:
    """Opens the app on a game: `at_table("europe", "red blue", "red draws")`."""

    def sit_down(
        map_id: str,
        colours: str,
        *moves: str,
        alvin: bool = False,
        counted: bool = False,
        **options: Unpack[HandOptions],
    ) -> Hand:
        lay(tmp_path, map_id, colours, *moves, alvin=alvin, counted=counted)
        hand = Hand(tmp_path, **options)
        hands.append(hand)
        hand.touch("Continue")
        return hand

    return sit_down
