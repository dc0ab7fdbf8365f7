"""Games that wait for the disk, files that were swapped, deleted or damaged while a game was open."""

import os
import subprocess
from pathlib import Path

import pytest

from companion.boards import Library
from companion.game import GameRecord
from companion.game.gamesfolder import BACKUPS, FILE
from companion.game.journal import Journal
from companion.game.journalerrors import (
    JournalError,
    JournalInUseError,
    NoSuchGameError,
)
from companion.game.record import FORMAT
from companion.game.salvage import salvage
from companion.game.store import Store
from tests.journals import BO_DRAWS, begun, resumed
from tests.table import event, players


def test_a_game_that_is_left_with_unsaved_steps_is_saved_later(small_disk: Path) -> None:
    journal = Journal(small_disk)
    first = begun(journal)
    while first.saved:
        first.record(BO_DRAWS)
    first.record(BO_DRAWS)
    kept = len(first.history.events)
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
    assert len(resumed(again, first.id).history.events) == kept
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


def test_what_is_deleted_for_good_stays_so_though_someone_still_looks_at_it(journal: Journal) -> None:
    looked_at = begun(journal)
    assert looked_at.id == 1
    begun(journal)
    journal.delete(1)
    journal.empty_trash()
    journal.close()  # the file is opened anew by whoever asks next
    assert [game.id for game in journal.games()] == [2]
    assert looked_at.state.players


def test_what_was_in_the_trash_is_there_again_after_mending(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    for _ in range(40):
        begun(journal).record(event("end"))
    journal.delete(3)
    journal.delete(5)
    journal.restore(5)
    journal.close()
    data = (tmp_path / FILE).read_bytes()
    mended = 0
    for page in range(len(data) // 4096):
        (tmp_path / FILE).write_bytes(data[: page * 4096] + bytes(4096) + data[(page + 1) * 4096 :])
        again = Journal(tmp_path)
        listed, trash = ({game.id for game in again.games(trash)} for trash in (False, True))
        for number in range(1, 41):
            again.read(number, Library())  # may find the damage
        assert listed | trash == set(range(1, 41))
        listed, trash = ({game.id for game in again.games(trash)} for trash in (False, True))
        assert listed | trash == set(range(1, 41))
        assert not listed & trash
        assert trash <= {3}  # never a game that was on the shelf
        mended += bool(again.notices) and trash == {3}
        again.close()
    assert mended >= 3  # only where the tables of shelf and trash are hit themselves, the trash is forgotten


def test_the_backup_knows_the_trash_where_the_file_is_gone(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    begun(journal).record(event("end"))
    journal.delete(1)
    begun(journal).record(event("end"))  # makes a backup
    journal.close()
    (tmp_path / FILE).unlink()
    again = Journal(tmp_path)
    assert [game.id for game in again.games()] == [2]
    assert [game.id for game in again.games(trash=True)] == [1]
    again.close()


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
    with pytest.raises(JournalError, match="the storage is full: free up some space"):
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
    assert "another copy of Companion" in str(journal.trouble)
    second.close()
    game.record(BO_DRAWS)
    assert game.saved
    assert journal.trouble is None
    journal.close()


def test_a_game_in_the_trash_is_not_played_on(journal: Journal) -> None:
    game = begun(journal)
    journal.delete(game.id or 0)
    with pytest.raises(NoSuchGameError, match=r"there is no game 1$"):
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
    (row, _), *_ = game.log.unwritten()
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
    with pytest.raises(JournalError, match="is gone: restore it"):
        journal.games()
    journal.close()
