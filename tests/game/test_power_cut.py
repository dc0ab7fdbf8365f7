"""The plug comes out: nothing that was acknowledged is lost."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.boards import Library
from companion.game.gamesfolder import FILE
from companion.game.journal import Journal
from companion.game.steprows import StepRow
from companion.game.store import Store
from tests.recorder import nth_event, recorded

ROOT = Path(__file__).parents[2]


def record_until_killed(folder: Path, acknowledged: int, meanwhile: Callable[[], None] = lambda: None) -> int:
    """Runs a recorder and kills it after so many events; how many it had acknowledged in all."""
    command = [sys.executable, "-m", "tests.recorder", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as recorder:
        assert recorder.stdout is not None
        already = int(recorder.stdout.readline().split()[1])
        for number in range(acknowledged):
            recorder.stdout.readline()
            if number == acknowledged // 2:
                meanwhile()
        recorder.send_signal(signal.SIGKILL)
        more = recorder.stdout.read().split("\n")[:-1]  # before the signal came; the last may be cut off
    return int(more[-1]) if more else already + acknowledged


def kept(folder: Path) -> tuple[list[object], Journal]:
    journal = Journal(folder)
    game = journal.resume(Library())
    return (list(recorded(game)) if game else []), journal


def test_every_acknowledged_event_is_there_in_order_and_none_twice(tmp_path: Path) -> None:
    rng = Random("power cut")
    for _ in range(25):
        acknowledged = record_until_killed(tmp_path, rng.randint(0, 60))
        events, journal = kept(tmp_path)
        assert journal.trouble is None
        assert journal.notices == []
        assert acknowledged <= len(events) <= acknowledged + 1  # one may have been written but not yet acknowledged
        assert events == [nth_event(number) for number in range(len(events))]
        journal.close()


def test_somebody_looks_at_the_games_while_one_is_recorded(tmp_path: Path) -> None:
    """A reader that comes and goes must not take the log away from under the program that writes."""

    def look() -> None:
        for arguments in (["games"], ["doctor"], ["games", "show", "1"]):
            done = subprocess.run(
                [sys.executable, "-m", "companion", "--data-dir", str(tmp_path), *arguments],
                capture_output=True,
                cwd=ROOT,
            )
            assert done.returncode == 0, done.stderr

    acknowledged = record_until_killed(tmp_path, 40, look)
    events, journal = kept(tmp_path)
    assert acknowledged <= len(events) <= acknowledged + 1
    assert journal.notices == []
    journal.close()


@pytest.fixture(scope="module")
def after_a_kill(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    """A folder as a killed recorder left it, its log still unmerged, and the number of events acknowledged."""
    folder = tmp_path_factory.mktemp("killed")
    acknowledged = record_until_killed(folder, 700)
    return folder, acknowledged


def copy_of(folder: Path, to: Path) -> Path:
    shutil.copytree(folder, to, dirs_exist_ok=True)
    return to


def assert_prefix_is_kept(folder: Path, acknowledged: int) -> int:
    """What is there is the beginning of what was recorded, the game goes on, and a damaged file was kept."""
    events, journal = kept(folder)
    assert events == [nth_event(number) for number in range(len(events))]
    if len(events) < acknowledged:
        assert journal.notices, "events are missing and nobody was told"
        assert list(folder.glob("games-damaged-*.sqlite*"))
    if journal.game:
        journal.game.record(nth_event(len(events)))
        assert journal.game.saved
    journal.close()
    return len(events)


@pytest.mark.parametrize("part", [FILE, FILE + "-wal"])
def test_a_file_cut_off_anywhere(after_a_kill: tuple[Path, int], part: str, tmp_path: Path) -> None:
    folder, acknowledged = after_a_kill
    rng = Random(part)
    size = (folder / part).stat().st_size
    for attempt in range(20):
        here = copy_of(folder, tmp_path / str(attempt))
        os.truncate(here / part, rng.choice([0, rng.randrange(size), rng.randrange(size // 4096) * 4096]))
        # A log that is cut off is what a power cut leaves behind; SQLite itself takes what is whole of it.
        assert_prefix_is_kept(here, acknowledged if part == FILE else 0)


def merged(folder: Path) -> Path:
    """The same folder after a clean start and stop: everything in the one file."""
    _, journal = kept(folder)
    journal.close()
    assert not (folder / (FILE + "-wal")).exists()
    return folder


def test_a_merged_file_cut_off_anywhere(after_a_kill: tuple[Path, int], tmp_path: Path) -> None:
    folder, acknowledged = after_a_kill
    whole = merged(copy_of(folder, tmp_path / "whole"))
    size = (whole / FILE).stat().st_size
    rng = Random("merged")
    lengths = set()
    for attempt in range(30):
        here = copy_of(whole, tmp_path / str(attempt))
        os.truncate(here / FILE, rng.randrange(size))
        lengths.add(assert_prefix_is_kept(here, acknowledged))
    assert max(lengths) > 100, "nothing worth mentioning was ever saved"


@pytest.mark.parametrize("with_what", ["zeros", "noise"])
def test_a_page_overwritten(after_a_kill: tuple[Path, int], with_what: str, tmp_path: Path) -> None:
    folder, acknowledged = after_a_kill
    whole = merged(copy_of(folder, tmp_path / "whole"))
    pages = (whole / FILE).stat().st_size // 4096
    rng = Random(with_what)
    lengths = []
    for page in [0, 1, 2, *rng.sample(range(3, pages), min(20, pages - 3))]:
        here = copy_of(whole, tmp_path / str(page))
        with (here / FILE).open("r+b") as file:
            file.seek(page * 4096)
            damage = bytes(4096) if with_what == "zeros" else rng.randbytes(4096)
            file.write(damage)
        lengths.append(assert_prefix_is_kept(here, acknowledged))
        for aside in here.glob("games-damaged-*.sqlite"):
            assert aside.read_bytes()[page * 4096 : (page + 1) * 4096] == damage
    assert sum(not length for length in lengths) <= 1, "only the page with the beginning of the game can cost all of it"
    assert lengths.count(acknowledged) + lengths.count(acknowledged + 1) > 3, "pages without steps cost nothing"


def test_a_single_byte_that_the_disk_changed(after_a_kill: tuple[Path, int], tmp_path: Path) -> None:
    """Wherever it is, nothing is raised but what a journal may say, and the game goes on from what can be read."""
    folder, _ = after_a_kill
    whole = merged(copy_of(folder, tmp_path / "whole"))
    data = (whole / FILE).read_bytes()
    rng = Random("a byte")
    known = [18, 19, 47, 3937, 4111, 8192, 8199, 12288, 16384, 16627, 20480, 24580]
    for place in [*known, *(rng.randrange(len(data)) for _ in range(60))]:
        here = tmp_path / str(place)
        here.mkdir(exist_ok=True)
        (here / FILE).write_bytes(data[:place] + bytes([data[place] ^ rng.randint(1, 255)]) + data[place + 1 :])
        journal = Journal(here)
        journal.games()
        game = journal.resume(Library())
        if game:
            before = recorded(game)
            assert before == [nth_event(number) for number in range(len(before))]
            game.record(nth_event(len(before)))
            assert game.saved, journal.trouble
        journal.close()


def test_a_backup_fills_in_what_a_damaged_page_held(after_a_kill: tuple[Path, int], tmp_path: Path) -> None:
    folder, acknowledged = after_a_kill
    whole = merged(copy_of(folder, tmp_path / "whole"))
    journal = Journal(whole)
    journal.back_up()
    journal.close()
    data = bytearray((whole / FILE).read_bytes())
    for page in range(1, len(data) // 4096):
        here = copy_of(whole, tmp_path / str(page))
        (here / FILE).write_bytes(data[: page * 4096] + bytes(4096) + data[(page + 1) * 4096 :])
        events, reopened = kept(here)
        assert len(events) >= acknowledged
        reopened.close()


def test_the_plug_comes_out_while_a_damaged_file_is_mended(after_a_kill: tuple[Path, int], tmp_path: Path) -> None:
    """The damaged file was moved away, its log was not, and the rebuilt one is not in its place yet."""
    folder, acknowledged = after_a_kill
    here = copy_of(folder, tmp_path / "here")
    whole = merged(copy_of(folder, tmp_path / "whole"))
    shutil.copy(whole / FILE, here / "games-rebuilt.sqlite")
    (here / FILE).rename(here / "games-damaged-20261116-120000.sqlite")
    events, journal = kept(here)
    assert len(events) >= acknowledged
    assert events == [nth_event(number) for number in range(len(events))]
    assert journal.trouble is None
    journal.close()


def test_a_step_that_arrives_while_the_file_is_looked_at_is_no_damage(tmp_path: Path) -> None:
    writer = Store(tmp_path / FILE)
    game = writer.add_game("{}", "now")
    reader = Store(tmp_path / FILE)
    steps = iter(range(1, 100))

    def add_one(_query: str) -> None:
        writer.add_steps([StepRow(game, next(steps), "{}", "now")], finished=False)

    reader._db.set_trace_callback(add_one)  # before each of its queries the writer is quicker
    reader.check(thoroughly=False)
    assert next(steps) > 3
    reader._db.set_trace_callback(None)
    reader.close()
    writer.close()
