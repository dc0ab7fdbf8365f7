"""On which day a game was played, if the clock may have been wrong meanwhile."""

import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from companion.boards import Library
from companion.deviceclock import DeviceClock
from companion.exports.bgstats import bgstats_link
from companion.exports.finished import finished
from companion.exports.result import result_text
from companion.exports.spreadsheet import csv_bytes
from companion.exports.writing import file_name
from companion.game.gamedays import BY_CLOCK, UNKNOWN, is_timed, note_for_step, played
from companion.game.gamesfolder import FILE
from companion.game.journal import Game, Journal
from companion.game.rebuild import rebuild
from companion.game.salvage import salvage
from companion.game.store import Store
from tests.journals import begun, record
from tests.machines import Machine
from tests.table import event

EVENING = "2026-11-15 19:10"
THE_DAY = datetime(2026, 11, 15, 19, 10, tzinfo=UTC)


class Evening:
    """A device, its games, and people who may say that its clock is right."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.machine = folder, Machine(EVENING)
        self.open()

    def open(self) -> None:
        """Start the app."""
        self.clock = DeviceClock(self.folder, self.machine, lambda: None)
        self.journal = Journal(self.folder, self.clock.now, is_right=self.clock.is_right)

    def be_off(self, **time: float) -> Game:
        """Pull the plug, put it back in, and go on with the last game."""
        self.journal.close()
        self.machine.be_off(**time)
        self.open()
        game = self.journal.resume(Library())
        assert game is not None
        return game


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def rows(folder: Path) -> list[tuple[int, int, str]]:
    with closing(sqlite3.connect(folder / FILE)) as db:
        return db.execute("SELECT game, number, day FROM game_days ORDER BY id").fetchall()


def test_a_game_under_a_clock_that_is_right_is_written_as_ever(evening: Evening) -> None:
    evening.clock.confirm()
    game = begun(evening.journal)
    game.record(event("red draws"))
    assert game.played == THE_DAY
    assert evening.journal.games()[0].played == THE_DAY
    assert rows(evening.folder) == []


def test_a_game_under_a_clock_that_nobody_confirmed_has_no_day(evening: Evening) -> None:
    game = begun(evening.journal)
    game.record(event("red draws"))
    game.record(event("blue draws"))
    assert game.played is None
    assert evening.journal.games()[0].played is None
    assert rows(evening.folder) == [(1, 0, UNKNOWN)]
    assert evening.be_off(hours=1).played is None


def test_a_clock_that_is_set_in_the_middle_of_a_game_tells_its_day(evening: Evening) -> None:
    game = begun(evening.journal)
    game.record(event("red draws"))
    evening.clock.set_time(THE_DAY + timedelta(days=1))
    game.record(event("blue draws"))
    assert game.played == THE_DAY + timedelta(days=1)
    assert rows(evening.folder) == [(1, 0, UNKNOWN), (1, 1, BY_CLOCK)]
    assert evening.be_off(hours=1).played == THE_DAY + timedelta(days=1)


def test_a_pulled_plug_does_not_cost_a_game_its_day(evening: Evening) -> None:
    evening.clock.confirm()
    game = begun(evening.journal)
    game.record(event("red draws"))
    evening.machine.pass_time(hours=1)
    game = evening.be_off(minutes=1)
    evening.machine.pass_time(hours=1)
    game.record(event("blue draws"))
    assert game.played == THE_DAY, "the last time that is known"
    assert evening.be_off(minutes=1).played == THE_DAY


def test_people_correct_the_day(evening: Evening) -> None:
    game = begun(evening.journal)
    game.record(event("red draws"))
    evening.journal.set_day(1, date(2026, 11, 16))
    assert game.played == date(2026, 11, 16)
    evening.journal.set_day(1, date(2026, 11, 17))
    assert evening.journal.games()[0].played == date(2026, 11, 17)
    game = evening.be_off(hours=1)
    assert game.played == date(2026, 11, 17)
    game.record(event("blue draws"))
    assert game.played == date(2026, 11, 17), "an unset clock knows nothing better"
    evening.clock.confirm()
    game.record(event("red draws"))
    assert game.played == evening.machine.now


def test_the_day_of_an_imported_game_is_known_only_if_the_clock_is_right(evening: Evening) -> None:
    taken = record("usa", ["Anna", "Bo"], "red draws", "end")
    evening.journal.take_in(taken, Library())
    evening.clock.confirm()
    evening.journal.take_in(taken, Library())
    assert {game.id: game.played for game in evening.journal.games()} == {1: None, 2: THE_DAY}


def test_a_game_that_is_deleted_for_good_leaves_nothing(evening: Evening) -> None:
    begun(evening.journal).record(event("red draws"))
    evening.journal.delete(1)
    evening.journal.empty_trash()
    assert rows(evening.folder) == []


def test_the_newest_game_is_the_one_written_last(evening: Evening) -> None:
    assert evening.journal.newest() is None
    begun(evening.journal)
    evening.machine.pass_time(hours=1)
    begun(evening.journal, "usa").record(event("red draws"))
    assert evening.journal.newest() == THE_DAY + timedelta(hours=1)


# A disk that fails


def test_days_are_salvaged_from_a_damaged_file(evening: Evening, tmp_path: Path) -> None:
    begun(evening.journal).record(event("red draws"))
    begun(evening.journal, "usa").record(event("red draws"))
    evening.journal.set_day(2, date(2026, 11, 16))
    evening.journal.close()
    found = salvage(tmp_path / FILE)
    assert (found.days.of(1), found.days.of(2)) == ([UNKNOWN], [UNKNOWN, "2026-11-16"])
    new = tmp_path / "new.sqlite"
    rebuild(new, found)
    with closing(Store(new)) as store:
        assert store.days() == {1: [UNKNOWN], 2: [UNKNOWN, "2026-11-16"]}


def test_a_day_that_the_disk_has_changed_is_noticed(evening: Evening, tmp_path: Path) -> None:
    begun(evening.journal).record(event("red draws"))
    evening.journal.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute("UPDATE game_days SET day = '2027-01-01'")
    with closing(Store(tmp_path / FILE)) as store, pytest.raises(sqlite3.DatabaseError, match="day of a game"):
        store.days()


def test_a_game_in_memory_writes_its_day_when_the_disk_is_back(evening: Evening, tmp_path: Path) -> None:
    """Another file has taken the place of the one that was open."""
    game = begun(evening.journal)
    game.record(event("red draws"))
    for file in tmp_path.glob(f"{FILE}*"):
        file.unlink()
    game.record(event("blue draws"))
    assert rows(tmp_path) == [(1, 0, UNKNOWN)]
    assert evening.journal.games()[0].played is None


# The rules


def test_what_is_noted_with_a_step() -> None:
    at = THE_DAY.isoformat()
    assert note_for_step((), True, at) is None
    assert note_for_step((), False, None) == UNKNOWN
    assert note_for_step((), False, at) == at
    assert note_for_step([UNKNOWN], False, at) is None
    assert note_for_step([UNKNOWN], True, at) == BY_CLOCK
    assert note_for_step([UNKNOWN, BY_CLOCK], True, at) is None
    assert note_for_step([UNKNOWN, BY_CLOCK], False, at) == at
    assert note_for_step(["2026-11-16"], False, at) is None


def test_a_note_of_a_newer_version_only_means_that_the_day_is_not_known() -> None:
    assert played(["some day"], THE_DAY.isoformat()) is None


def test_how_long_a_game_took_is_known_only_if_its_clock_was_not_set_meanwhile() -> None:
    assert is_timed([])
    assert is_timed([UNKNOWN])
    assert is_timed([UNKNOWN, "2026-11-16"])
    assert not is_timed([UNKNOWN, BY_CLOCK])
    assert not is_timed([THE_DAY.isoformat()])


# What is saved and shared


def played_out(evening: Evening) -> Game:
    game = begun(evening.journal)
    game.record(event("red draws"))
    evening.machine.pass_time(minutes=45)
    game.record(event("end"))
    return game


def test_exports_say_that_the_day_is_not_known(evening: Evening) -> None:
    game = finished(played_out(evening))
    assert file_name(game) == "Europe Anna Bo"
    assert result_text(game).splitlines()[0] == "Europe, date not known"
    assert csv_bytes(game).decode("utf-8-sig").splitlines()[1].startswith("Europe,,Anna")
    assert "playDate" not in bgstats_link(game)
    assert game.minutes == 45


def test_exports_have_the_day_that_people_gave(evening: Evening) -> None:
    played = played_out(evening)
    evening.journal.set_day(1, date(2026, 11, 16))
    game = finished(played)
    assert file_name(game) == "2026-11-16 Europe Anna Bo"
    assert result_text(game).splitlines()[0] == "Europe, 16/11/2026"
    assert "2026-11-16" in csv_bytes(game).decode("utf-8-sig").splitlines()[1]
    assert "%22playDate%22:%222026-11-16%20" in bgstats_link(game)
