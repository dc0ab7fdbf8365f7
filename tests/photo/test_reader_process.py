"""Reading as a process of its own: what it prints, what it refuses, and what becomes of it never take the app along."""

import os
from pathlib import Path
from threading import Thread

import pytest

from companion.boards.facts import board_from, whole_facts_of
from companion.photo.emptyphotos import EmptyPhoto, EmptyPhotos
from companion.photo.findings import Findings
from companion.photo.readerprocess import NEEDED_MB, PhotoReader, Unread
from companion.words.language import speak
from tests.photo.standin import calls, finds, reader
from tests.table import board

EMPTY = EmptyPhoto(Path("/data/europe.1.jpg"), Path("/data/europe.1.json"), Path("/data/europe.1.board"))
EUROPE = board("europe")
FOUND = finds("europe", {"brest--paris:black": "red"})


def read(folder: Path, **told: object) -> Findings | Unread:
    return reader(folder, **told).start(EUROPE, b"photo", EMPTY, ("red", "blue")).run()


def test_what_it_prints_is_what_was_found(tmp_path: Path) -> None:
    found = read(tmp_path, finds=FOUND)
    assert isinstance(found, Findings)
    assert found.routes["brest--paris:black"].owner == "red"
    assert found.routes["kharkov--moskva:grey"].owner is None


def test_it_is_called_as_the_contract_says_and_speaks_the_language_of_the_app(tmp_path: Path) -> None:
    speak("nb")
    read(tmp_path, finds=FOUND)
    ((command, map_id, photo, *options),) = calls(tmp_path)
    assert (command, map_id) == ("photo", "europe")
    assert not Path(photo).exists()  # what was only for the reader is gone
    assert options == [
        "--empty", str(EMPTY.photo), "--cities", str(EMPTY.cities), "--board", str(EMPTY.fitted),
        "--keep", str(Path(photo).with_name("fitted.board")), "--players", "red,blue",
        "--json", "--language", "nb", "--progress",
    ]  # fmt: skip


def test_a_game_whose_map_has_changed_since_is_read_with_its_own(tmp_path: Path) -> None:
    """The reader is given everything about the board of the game, with every printed space."""
    old = board_from(whole_facts_of(EUROPE), "changed")
    reader(tmp_path, finds=FOUND).start(old, b"photo", EMPTY, ()).run()
    ((_, meant, photo, *_),) = calls(tmp_path)
    assert meant == str(Path(photo).with_name("board.facts"))
    assert whole_facts_of(old) == whole_facts_of(EUROPE)
    assert (tmp_path / "handed over" / "board.facts").read_bytes() == whole_facts_of(EUROPE)


def test_the_empty_board_is_looked_at_before_it_is_kept(tmp_path: Path) -> None:
    found = reader(tmp_path, prints="written").check_empty(EUROPE, b"photo", b"{}").run()
    assert found == b"made of the empty board"
    ((command, map_id, *options),) = calls(tmp_path)
    assert (command, map_id) == ("photo", "europe")
    assert options[::2][:3] == ["--empty", "--cities", "--keep"]
    refused = reader(tmp_path, refuses="The tapped cities do not fit").check_empty(EUROPE, b"photo", b"{}").run()
    assert refused == Unread("The tapped cities do not fit")


def test_what_the_reader_has_to_make_again_is_kept(tmp_path: Path) -> None:
    """The empty board was kept where no photo could be read yet, or by another version."""
    taps = dict.fromkeys(list(EUROPE.cities)[:6], (1.0, 2.0))
    empty = EmptyPhotos(tmp_path).keep(EUROPE, b"photo", taps)
    assert not empty.fitted.exists()
    found = reader(tmp_path, finds=FOUND, makes=True).start(EUROPE, b"photo", empty, ()).run()
    assert isinstance(found, Findings)
    assert empty.fitted.read_bytes() == b"made of the empty board"


def test_a_disk_that_does_not_take_what_was_made_does_not_stop_the_reading(tmp_path: Path) -> None:
    assert not EMPTY.fitted.parent.exists()
    assert isinstance(read(tmp_path, finds=FOUND, makes=True), Findings)


def test_a_refusal_is_told_in_its_own_words(tmp_path: Path) -> None:
    assert read(tmp_path, refuses="The photo is too dark: turn on a lamp") == Unread(
        "The photo is too dark: turn on a lamp"
    )


@pytest.mark.parametrize("told", [{"dies": True}, {"prints": "[]"}, {"prints": '{"format": "other/1"}'}])
def test_a_reader_that_is_killed_or_talks_nonsense_is_told(tmp_path: Path, told: dict[str, object]) -> None:
    unread = read(tmp_path, **told)
    assert isinstance(unread, Unread)
    assert "stopped unexpectedly" in str(unread.sentence)


def test_a_program_that_is_not_there_is_told() -> None:
    unread = PhotoReader(["/nowhere/companion"]).start(EUROPE, b"", EMPTY, ()).run()
    assert isinstance(unread, Unread)


def test_a_reading_that_nobody_waits_for_is_ended(tmp_path: Path) -> None:
    reading = reader(tmp_path, waits=True).start(EUROPE, b"photo", EMPTY, ("red",))
    found: list[Findings | Unread] = []
    thread = Thread(target=lambda: found.append(reading.run()))
    thread.start()
    while reading.progress == 0:
        os.sched_yield()
    assert reading.progress == 0.25
    reading.stop()
    thread.join(30)
    assert len(found) == 1
    assert isinstance(found[0], Unread)


def memory(root: Path, free: int, total: int = 4000) -> Path:
    (root / "proc").mkdir()
    (root / "proc/meminfo").write_text(f"MemTotal: {total * 1024} kB\nMemFree: 10 kB\nMemAvailable: {free * 1024} kB\n")
    return root


def test_too_little_memory_is_said_before_it_begins(tmp_path: Path) -> None:
    obstacle = PhotoReader(["any"], root=memory(tmp_path, NEEDED_MB - 1)).obstacle()
    assert obstacle is not None
    assert f"only {NEEDED_MB - 1} MB" in str(obstacle)


def test_a_machine_that_is_too_small_is_not_told_to_restart(tmp_path: Path) -> None:
    obstacle = PhotoReader(["any"], root=memory(tmp_path, 300, total=466)).obstacle()
    assert obstacle is not None
    assert "Restart" not in str(obstacle)
    assert "Tap the routes" in str(obstacle)


def test_enough_memory_is_no_obstacle(tmp_path: Path) -> None:
    assert PhotoReader(["any"], root=memory(tmp_path, NEEDED_MB)).obstacle() is None


def test_packages_that_are_missing_are_named(tmp_path: Path) -> None:
    obstacle = PhotoReader(root=memory(tmp_path, NEEDED_MB), packages=("companion", "no_such_package")).obstacle()
    assert "the “photo” extra" in str(obstacle)
