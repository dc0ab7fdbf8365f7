"""Games on the shelf, and every trouble that a disk can make."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from companion.boards import Library
from companion.game import GameRecord, play, replay
from companion.game.disk import BACKUPS, FILE, KEPT_BACKUPS
from companion.game.journal import Game, Journal
from companion.game.record import FORMAT
from companion.game.salvage import salvage
from companion.game.store import MIGRATIONS, StepRow, Store
from companion.game.trouble import (
    JournalError,
    JournalInUseError,
    NewerJournalError,
    NoSuchGameError,
    UnplayableGameError,
)
from companion.scoring import sheet_json, tally
from tests.games import SYSTEMS, random_game
from tests.table import board, event, players

BO_DRAWS = event("blue draws")


def begun(journal: Journal, map_id: str = "europe") -> Game:
    return journal.begin(board(map_id), players(["red", "blue"]))


def resumed(journal: Journal, number: int | None = None) -> Game:
    game = journal.resume(Library(), number)
    assert game is not None
    return game


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal(tmp_path)
    yield opened
    opened.close()


# --- the shelf -------------------------------------------------------------------------------------------------------


def test_the_last_game_open_is_the_one_to_go_on_with(journal: Journal) -> None:
    first, second = begun(journal), begun(journal, "usa")
    second.record(BO_DRAWS)
    assert (first.id, second.id) == (1, 2)
    assert resumed(journal).id == 2
    assert resumed(journal, 1).id == 1
    assert resumed(journal).id == 1


def test_a_finished_game_is_not_gone_on_with_until_its_end_is_undone(journal: Journal) -> None:
    begun(journal)
    begun(journal, "usa").record(event("end"))
    assert [(game.id, game.finished) for game in journal.games()] == [(2, True), (1, False)]
    assert resumed(journal).id == 1
    resumed(journal, 2).undo()
    assert [(game.id, game.finished) for game in journal.games()] == [(2, False), (1, False)]


def test_an_empty_shelf(journal: Journal) -> None:
    assert journal.games() == []
    assert journal.resume(Library()) is None
    with pytest.raises(NoSuchGameError, match="there is no game 7"):
        journal.resume(Library(), 7)


def test_delete_restore_and_empty_the_trash(journal: Journal) -> None:
    begun(journal)
    begun(journal, "usa").record(BO_DRAWS)
    journal.delete(2)
    assert [game.id for game in journal.games()] == [1]
    assert [game.id for game in journal.games(trash=True)] == [2]
    journal.restore(2)
    assert [game.id for game in journal.games()] == [2, 1]
    journal.delete(1)
    assert journal.empty_trash() == 1
    assert journal.games(trash=True) == []
    with pytest.raises(NoSuchGameError):
        journal.read(1, Library())
    with pytest.raises(NoSuchGameError, match="in the trash"):
        journal.restore(1)
    with pytest.raises(NoSuchGameError):
        journal.delete(1)


@pytest.mark.parametrize("map_id", SYSTEMS)
def test_a_record_exported_and_taken_in_again_scores_the_same(map_id: str, journal: Journal) -> None:
    start, events = random_game(map_id, Random(map_id), turns=80)
    game = journal.begin(start.state.board, start.state.players, start.state.options)
    for one in events:
        game.record(one)
    written = GameRecord.model_validate_json(game.as_record().model_dump_json(exclude_none=True))
    again = journal.read(journal.take_in(written, Library()), Library())
    assert sheet_json(tally(again.state)) == sheet_json(tally(play(start.state, events)))
    assert again.state == replay(written, start.state.board)
    assert {one.finished for one in journal.games()} == {game.state.ended}


def test_a_map_that_is_gone_does_not_cost_the_game(tmp_path: Path) -> None:
    own = tmp_path / "maps"
    own.mkdir()
    text = Library().files()["usa"].read_text(encoding="utf-8")
    (own / "home.toml").write_text(text.replace('id = "usa"', 'id = "home"'))
    library = Library(own)
    journal = Journal(tmp_path)
    journal.begin(library.load("home"), players(["red", "blue"])).record(BO_DRAWS)
    (own / "home.toml").unlink()
    journal.close()
    journal = Journal(tmp_path)
    with pytest.raises(UnplayableGameError, match="game 1 cannot be opened here, but is kept: there is no map home"):
        journal.resume(library)
    assert [game.map for game in journal.games()] == ["home"]
    journal.close()


def test_time_may_run_backwards(tmp_path: Path) -> None:
    now = datetime(2026, 11, 16, tzinfo=UTC)

    def a_year_back_each_time() -> datetime:
        nonlocal now
        now -= timedelta(days=365)
        return now

    journal = Journal(tmp_path, clock=a_year_back_each_time)
    begun(journal)
    second = begun(journal, "usa")
    for _ in range(3):
        second.record(BO_DRAWS)
    journal.close()
    again = Journal(tmp_path)
    assert (resumed(again).id, len(resumed(again).course.events)) == (2, 3)
    again.close()


# --- backups ---------------------------------------------------------------------------------------------------------


def test_the_last_five_finished_games_leave_a_backup_each(journal: Journal, tmp_path: Path) -> None:
    for _ in range(7):
        begun(journal).record(event("end"))
    copies = sorted((tmp_path / BACKUPS).iterdir())
    assert [copy.name for copy in copies] == [f"{number:04}.sqlite" for number in range(3, 8)]
    assert len(copies) == KEPT_BACKUPS
    newest = Store(copies[-1])
    assert len(newest.shelf()) == 7
    newest.close()
    assert journal.notices == []


def test_a_backup_that_fails_does_not_stop_the_game(journal: Journal, tmp_path: Path) -> None:
    (tmp_path / BACKUPS).write_text("a file where the folder should be")
    game = begun(journal)
    game.record(event("end"))
    assert game.saved
    assert "no backup could be made" in str(journal.notices[0])


# --- trouble ---------------------------------------------------------------------------------------------------------


def test_a_file_from_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    Store(tmp_path / FILE, migrations=(*MIGRATIONS, "CREATE TABLE future (x);")).close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(NewerJournalError, match=r"newer Companion \(version 2 .* update this one; nothing was changed"):
        Journal(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_an_older_file_is_brought_forward(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    begun(journal).record(BO_DRAWS)
    journal.close()
    newer = (*MIGRATIONS, "CREATE TABLE remarks (step INTEGER REFERENCES steps (id), text TEXT);")
    store = Store(tmp_path / FILE, newer)
    assert len(store.steps(1)) == 2
    store.close()
    with pytest.raises(NewerJournalError):
        Store(tmp_path / FILE)
    Store(tmp_path / FILE, newer).close()


def test_two_programs_on_one_folder(journal: Journal, tmp_path: Path) -> None:
    begun(journal).record(BO_DRAWS)
    with pytest.raises(JournalInUseError, match=rf"another Companion \(process {os.getpid()}\).*close it first"):
        Journal(tmp_path)
    reader = Journal(tmp_path, shared=True)
    assert [game.steps for game in reader.games()] == [1]
    with pytest.raises(JournalInUseError):
        reader.delete(1)
    reader.close()
    journal.close()
    Journal(tmp_path).close()


def test_a_program_that_died_does_not_hold_the_folder(tmp_path: Path) -> None:
    script = "import os, sys, pathlib, companion.game.journal as j; j.Journal(pathlib.Path(sys.argv[1])); os._exit(1)"
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False)
    Journal(tmp_path).close()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with little room; only root may make one."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=192k", "tmpfs", str(place)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip(
            "no file system can be mounted here; the limit of pages and the lost folder are tested all the same"
        )
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


FULL = "the disk is full: free some space. Until then the game is kept in memory only"


def test_a_disk_that_is_really_full(small_disk: Path) -> None:
    journal = Journal(small_disk)
    game = begun(journal)
    count = 0
    while game.saved:
        game.record(BO_DRAWS)
        count += 1
        assert count < 1000
    assert str(journal.trouble) == FULL
    for _ in range(5):
        game.record(BO_DRAWS)
    game.undo()
    assert len(game.course.events) == count + 4
    assert str(journal.trouble) == FULL
    subprocess.run(["mount", "-o", "remount,size=2m", str(small_disk)], check=True)
    assert journal.save()
    assert journal.trouble is None
    assert game.saved
    journal.close()
    again = Journal(small_disk)
    assert len(resumed(again).course.events) == count + 4
    again.close()


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    """The same through SQLite's own limit, where no file system can be mounted."""
    journal = Journal(tmp_path)
    game = begun(journal)
    journal._disk._opened(writes=True)._db.execute("PRAGMA max_page_count = 12")
    while game.saved:
        game.record(BO_DRAWS)
    assert str(journal.trouble) == FULL
    journal._disk._opened(writes=True)._db.execute("PRAGMA max_page_count = 1000")
    game.record(BO_DRAWS)
    assert game.saved
    assert journal.trouble is None
    journal.close()


@pytest.fixture
def folder_with_a_key(tmp_path: Path) -> Iterator[tuple[Path, Callable[[bool], None]]]:
    """A folder, and what makes it writable or not: root may write in any folder, but not on a read-only file system."""
    folder = tmp_path / "locked"
    folder.mkdir()
    if os.geteuid() == 0:
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(folder)], check=True)

    def make_writable(yes: bool) -> None:
        if os.geteuid() == 0:
            subprocess.run(["mount", "-o", f"remount,{'rw' if yes else 'ro'}", str(folder)], check=True)
        else:
            folder.chmod(0o755 if yes else 0o555)

    yield folder, make_writable
    if os.geteuid() == 0:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_folder_that_cannot_be_written_to(folder_with_a_key: tuple[Path, Callable[[bool], None]]) -> None:
    folder, make_writable = folder_with_a_key
    journal = Journal(folder)
    begun(journal).record(BO_DRAWS)
    journal.close()
    make_writable(False)
    journal = Journal(folder)
    assert str(journal.trouble) == (
        f"{folder} cannot be written to: make it writable. Until then the game is kept in memory only"
    )
    game = resumed(journal)
    assert len(journal.games()) == 1
    game.record(BO_DRAWS)
    assert not game.saved
    with pytest.raises(JournalError, match="cannot be written to"):
        journal.delete(1)
    make_writable(True)
    game.record(BO_DRAWS)
    assert game.saved
    assert journal.trouble is None
    assert [one.steps for one in journal.games()] == [3]
    journal.close()


def test_a_folder_that_disappears_in_the_middle_of_a_game(tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    journal = Journal(folder)
    game = begun(journal)
    game.record(BO_DRAWS)
    folder.rename(tmp_path / "gone")
    folder.write_text("something else has its name")
    game.record(BO_DRAWS)
    assert journal.trouble is not None
    assert not game.saved
    folder.unlink()
    (tmp_path / "gone").rename(folder)
    game.record(BO_DRAWS)
    assert game.saved
    assert [one.steps for one in journal.games()] == [3]
    journal.close()


def test_another_file_in_its_place_gets_the_whole_game(tmp_path: Path) -> None:
    """A different stick, with games of its own: nothing of it is touched, and the open game is written out whole."""
    other = Journal(tmp_path / "other")
    begun(other, "usa").record(event("red draws"))
    other.close()
    folder = tmp_path / "stick"
    journal = Journal(folder)
    game = begun(journal)
    game.record(BO_DRAWS)
    folder.rename(tmp_path / "gone")
    (tmp_path / "other").rename(folder)
    game.record(BO_DRAWS)
    assert game.saved
    assert {(one.id, one.map, one.steps) for one in journal.games()} == {(1, "usa", 1), (2, "europe", 2)}
    journal.close()


def test_a_file_that_is_no_file_of_games(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("Dear diary, " * 1000)
    journal = Journal(tmp_path)
    assert begun(journal).saved
    (notice,) = journal.notices
    assert str(notice).endswith("; games carried over: 0")
    (aside,) = tmp_path.glob("games-damaged-*.sqlite")
    assert aside.read_text() == "Dear diary, " * 1000
    journal.close()


def test_damage_found_in_the_middle_of_a_game_costs_nothing(tmp_path: Path) -> None:
    """What memory has is written again, even if the file has lost all of it."""
    journal = Journal(tmp_path)
    game = begun(journal)
    for _ in range(200):
        game.record(BO_DRAWS)
    journal.close()
    again = Journal(tmp_path)
    game = resumed(again)
    again.close()
    (tmp_path / FILE).write_bytes(b"x" * 50_000)
    game.record(BO_DRAWS)
    assert game.saved
    assert len(again.notices) == 1
    again.close()
    once_more = Journal(tmp_path)
    assert len(resumed(once_more).course.events) == 201
    once_more.close()


def test_steps_longer_than_a_page_are_salvaged_too(tmp_path: Path) -> None:
    rows = [StepRow(1, number, "x" * length, "now") for number, length in enumerate([10, 4000, 5000, 20_000], start=1)]
    store = Store(tmp_path / FILE)
    store.add_game("{}", "then")
    store.add_steps(rows, finished=False)
    whole = salvage(tmp_path / FILE)  # from the log
    store.close()
    with (tmp_path / FILE).open("r+b") as file:
        file.write(bytes(4096))
    headless = salvage(tmp_path / FILE)  # from the file, whose first page is gone
    assert whole.games() == headless.games() == [[StepRow(1, 0, "{}", "then"), *rows]]


# --- several games at once -------------------------------------------------------------------------------------------


def test_a_game_that_is_left_with_unsaved_steps_is_saved_later(small_disk: Path) -> None:
    journal = Journal(small_disk)
    first = begun(journal)
    while first.saved:
        first.record(BO_DRAWS)
    first.record(BO_DRAWS)
    kept = len(first.course.events)
    second = begun(journal, "usa")
    assert not second.saved
    assert resumed(journal, first.id) is first, "memory has more of it than the disk"
    assert journal.games() is not None
    assert journal.trouble is not None, "reading does not mean that the disk accepts again"
    subprocess.run(["mount", "-o", "remount,size=2m", str(small_disk)], check=True)
    assert journal.save()
    assert (first.saved, second.saved) == (True, True)
    journal.close()
    again = Journal(small_disk)
    assert len(resumed(again, first.id).course.events) == kept
    again.close()


def test_each_game_saves_itself_whichever_is_open(journal: Journal) -> None:
    first, second = begun(journal), begun(journal, "usa")
    first.record(BO_DRAWS)
    second.record(BO_DRAWS)
    first.record(BO_DRAWS)
    assert (first.saved, second.saved) == (True, True)
    assert {(game.id, game.steps) for game in journal.games()} == {(1, 2), (2, 1)}


def test_no_number_is_given_twice(journal: Journal) -> None:
    begun(journal)
    second = begun(journal)
    journal.delete(second.id or 0)
    journal.empty_trash()
    assert begun(journal).id == 3


def test_what_is_deleted_for_good_is_in_no_backup_either(journal: Journal, tmp_path: Path) -> None:
    for _ in range(3):
        begun(journal).record(event("end"))
    journal.delete(1)
    journal.empty_trash()
    (copy,) = (tmp_path / BACKUPS).iterdir()
    assert [steps[0].game for steps in salvage(copy).games()] == [2, 3]
    assert [steps[0].game for steps in salvage(tmp_path / FILE).games()] == [2, 3]


def test_short_games_on_a_lost_page_come_back_from_the_backup(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    for _ in range(40):
        begun(journal).record(event("end"))
    journal.close()
    data = (tmp_path / FILE).read_bytes()
    for page in range(len(data) // 4096):
        (tmp_path / FILE).write_bytes(data[: page * 4096] + bytes(4096) + data[(page + 1) * 4096 :])
        again = Journal(tmp_path)
        for number in range(1, 41):
            again.read(number, Library())
        assert len(again.games()) == 40
        again.close()


def test_a_disk_too_full_to_mend_leaves_the_damaged_file_alone(small_disk: Path) -> None:
    subprocess.run(["mount", "-o", "remount,size=8m", str(small_disk)], check=True)
    journal = Journal(small_disk)
    for _ in range(30):
        begun(journal).record(BO_DRAWS)
    journal.close()
    with (small_disk / FILE).open("r+b") as file:
        file.seek(4096)
        file.write(bytes(4096 * 3))
    room = os.statvfs(small_disk).f_bavail * os.statvfs(small_disk).f_frsize
    (small_disk / "ballast").write_bytes(bytes(room - 20_000))
    journal = Journal(small_disk)
    assert journal.trouble is not None
    assert (small_disk / FILE).read_bytes()[4096:16384] == bytes(4096 * 3)
    (small_disk / "ballast").unlink()
    assert len(journal.games()) == 30
    assert list(small_disk.glob("games-damaged-*"))
    journal.close()


def test_a_reader_goes_on_reading_after_a_change_was_refused(journal: Journal, tmp_path: Path) -> None:
    begun(journal)
    reader = Journal(tmp_path, shared=True)
    with pytest.raises(JournalInUseError):
        reader.delete(1)
    assert len(reader.games()) == 1
    reader.close()


def test_a_record_that_does_not_fit_on_the_disk_leaves_no_half_of_itself(small_disk: Path) -> None:
    journal = Journal(small_disk)
    long = GameRecord(format=FORMAT, map="usa", players=players(["red", "blue"]), events=(BO_DRAWS,) * 5000)
    with pytest.raises(JournalError, match="the disk is full: free some space"):
        journal.take_in(long, Library())
    assert journal.games() == []
    journal.close()


def test_a_game_of_an_unknown_kind_does_not_hide_the_others(journal: Journal, tmp_path: Path) -> None:
    begun(journal)
    journal.close()
    store = Store(tmp_path / FILE)
    store.add_game('{"map": "future", "dice": 3}', "now")
    store.close()
    again = Journal(tmp_path)
    assert [game.map for game in again.games()] == ["unknown", "europe"]
    again.close()


# --- what was found by trying ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rest", [b"", None])
def test_a_file_that_is_empty_or_gone_comes_back_from_the_backup(tmp_path: Path, rest: bytes | None) -> None:
    journal = Journal(tmp_path)
    begun(journal).record(event("end"))
    journal.close()
    (tmp_path / FILE).unlink()
    if rest is not None:
        (tmp_path / FILE).write_bytes(rest)
    again = Journal(tmp_path)
    assert [(game.id, game.steps, game.finished) for game in again.games()] == [(1, 1, True)]
    assert len(again.notices) == 1
    again.close()


def test_a_log_that_is_deleted_while_the_game_runs_costs_nothing(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    game = begun(journal)
    game.record(BO_DRAWS)
    (tmp_path / (FILE + "-wal")).unlink()
    game.record(BO_DRAWS)
    assert game.saved
    other = Journal(tmp_path, shared=True)
    assert [one.steps for one in other.games()] == [2]
    other.close()
    journal.close()


def test_a_lock_that_is_deleted_does_not_let_two_write(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    game = begun(journal)
    game.record(BO_DRAWS)
    (tmp_path / "games.lock").unlink()
    second = Journal(tmp_path)
    game.record(BO_DRAWS)
    assert not game.saved
    assert "another Companion" in str(journal.trouble)
    second.close()
    game.record(BO_DRAWS)
    assert game.saved
    assert journal.trouble is None
    journal.close()


def test_a_game_in_the_trash_is_not_played_on(journal: Journal) -> None:
    game = begun(journal)
    journal.delete(game.id or 0)
    with pytest.raises(NoSuchGameError, match="there is no game 1 on the shelf"):
        journal.resume(Library(), 1)


def test_reading_writes_what_the_file_turns_out_to_lack(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    game = begun(journal)
    for _ in range(5):
        game.record(BO_DRAWS)
    for part in tmp_path.glob("games.sqlite*"):
        part.unlink()
    assert [one.steps for one in journal.games()] in ([0], [5])
    assert game.saved
    assert journal.trouble is None
    assert [one.steps for one in journal.games()] == [5]
    journal.close()


def test_no_step_goes_into_a_strangers_game(tmp_path: Path) -> None:
    """Another stick is in; a game that was only looked at must not write into the one that has its number there."""
    other = Journal(tmp_path / "other")
    begun(other, "usa").record(event("red draws"))
    other.close()
    journal = Journal(tmp_path / "stick")
    first = begun(journal)
    first.record(BO_DRAWS)
    begun(journal, "india")
    (tmp_path / "stick").rename(tmp_path / "gone")
    (tmp_path / "other").rename(tmp_path / "stick")
    journal.games()
    first.record(BO_DRAWS)
    assert first.saved
    assert {(one.map, one.steps) for one in journal.games()} == {("usa", 1), ("europe", 2), ("india", 0)}
    journal.close()


def test_a_waiting_game_is_not_finished_before_its_end_is_written(small_disk: Path) -> None:
    journal = Journal(small_disk)
    game = begun(journal)
    while game.saved:
        game.record(BO_DRAWS)
    game.record(event("end"))
    row = StepRow(game.id or 0, game.written + 1, *game.steps[game.written])
    journal.close()
    subprocess.run(["mount", "-o", "remount,size=2m", str(small_disk)], check=True)
    store = Store(small_disk / FILE)
    store.add_steps([row], finished=False)
    assert store.last_running() == game.id
    store.close()
    assert journal.save()
    assert [one.finished for one in journal.games()] == [True]
    journal.close()


def test_a_folder_that_is_a_file_is_not_an_empty_shelf(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    journal = Journal(tmp_path / "file")
    with pytest.raises(JournalError, match="is gone: bring it back"):
        journal.games()
    journal.close()
