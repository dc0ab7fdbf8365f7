"""Tests of writing files: complete or absent, never over another file, with names valid on every stick."""

import errno
import json
import os
import re
from pathlib import Path

import pytest

from companion.boards import Library
from companion.exports.formats import KINDS, take
from companion.exports.writing import NotWrittenError, Place, clean, file_name, write
from companion.game import parse_record, replay
from companion.scoring import sheet_json, tally
from tests.exports.finishedgames import LONG_NAMES, ended, played


def test_a_name_tells_day_map_and_people() -> None:
    assert file_name(ended("europe", "red draws")) == f"{ended('europe', 'red draws').ended:%Y-%m-%d} Europe Anna Bo"


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ('a<b>c:d"e/f\\g|h?i*j', "a b c d e f g h i j"),
        ("Anna\tBo\n", "Anna Bo"),
        ("Bo... ", "Bo"),
        ("../../etc/passwd", "etc passwd"),
        ("con", "_con"),
        ("LPT1.old", "_LPT1.old"),
        ("Console", "Console"),
        ("...", "_"),
        ("Åse Øverå", "Åse Øverå"),
    ],
)
def test_names_are_cleaned_for_fat(name: str, cleaned: str) -> None:
    assert clean(name) == cleaned


def test_a_name_is_never_too_long_for_a_file_system() -> None:
    for name in ("x" * 400, "å" * 400, " ".join(LONG_NAMES)):
        assert len(f"{clean(name)} (99).game.json".encode()) < 255
        assert not re.search(r"[ .]$", clean(name))


def test_a_second_file_gets_a_number(tmp_path: Path) -> None:
    place = Place(tmp_path, "The stick")
    files = [write(place, "Europe", ".pdf", text) for text in (b"one", b"two", b"three")]
    assert [file.name for file in files] == ["Europe.pdf", "Europe (2).pdf", "Europe (3).pdf"]
    assert [file.read_bytes() for file in files] == [b"one", b"two", b"three"]


def test_our_own_folder_is_made_but_a_stick_is_not(tmp_path: Path) -> None:
    assert write(Place(tmp_path / "a" / "exports", "This device", ours=True), "x", ".csv", b"").exists()
    with pytest.raises(NotWrittenError, match=r"The stick FAMILY cannot be found\. Plug it in"):
        write(Place(tmp_path / "FAMILY", "The stick FAMILY"), "x", ".csv", b"")
    assert not (tmp_path / "FAMILY").exists()


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (errno.ENOSPC, "The stick is full. Free up some space on it and try again"),
        (errno.EROFS, "The stick cannot be written to: it is write-protected. Unlock it, or use another one"),
        (errno.EIO, "The stick cannot be found. Plug it in and try again"),
        (errno.EBUSY, "The stick did not accept the file: device or resource busy"),
    ],
)
def test_what_went_wrong_is_said_and_nothing_is_left(
    code: int, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: int) -> None:
        raise OSError(code, os.strerror(code))

    (tmp_path / "sheet.pdf").write_bytes(b"an older one")
    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(NotWrittenError) as refused:
        write(Place(tmp_path, "The stick"), "sheet", ".pdf", b"new")
    assert str(refused.value.sentence) == words
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("sheet.pdf", b"an older one")]


def test_a_stick_that_fills_up_in_the_middle(tmp_path: Path) -> None:
    """A real limit on the file size stands in for a full stick."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(NotWrittenError, match="The stick is full"):
            write(Place(tmp_path, "The stick"), "sheet", ".pdf", bytes(5000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list(tmp_path.iterdir()) == []


def test_everything_is_taken_and_the_record_scores_the_same(tmp_path: Path) -> None:
    game = played("europe", 8)
    files = take(game, KINDS, Place(tmp_path, "The stick"))
    assert [file.name.removeprefix(file_name(game)) for file in files] == [".pdf", ".png", ".csv", ".game.json"]
    record = parse_record(files[-1].read_bytes())
    assert json.loads(files[-1].read_bytes())["format"] == "companion-game/1"
    assert sheet_json(tally(replay(record, Library().load(record.map)))) == sheet_json(game.sheet)
