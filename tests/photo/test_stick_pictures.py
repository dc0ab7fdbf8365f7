"""Pictures on a stick: those of people and those of cameras, the newest first; nothing else is opened."""

import os
from pathlib import Path

from companion.photo.stickpictures import StickPicture, pictures_on_sticks, read_picture, thumbnail
from companion.words import Sentence
from tests.photo.standin import snapshot
from tests.screens.trouble import plug_in


def put(file: Path, day: int, content: bytes = b"") -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content or snapshot())
    os.utime(file, (day * 86_400, day * 86_400))


def test_the_newest_comes_first_and_what_is_no_picture_is_left_out(tmp_path: Path) -> None:
    stick = plug_in(tmp_path)
    put(stick / "board.jpg", 1)
    put(stick / "DCIM/100PHONE/IMG_1.JPG", 3)
    put(stick / "evening.png", 2)
    put(stick / "letter.txt", 4)
    put(stick / "holiday/beach.jpg", 5)
    (stick / "link.jpg").symlink_to("/etc/passwd")
    assert [picture.name for picture in pictures_on_sticks(tmp_path)] == ["IMG_1.JPG", "evening.png", "board.jpg"]


def test_without_a_stick_there_are_none(tmp_path: Path) -> None:
    assert pictures_on_sticks(tmp_path) == ()


def test_a_picture_is_read_upright(tmp_path: Path) -> None:
    put(tmp_path / "board.jpg", 1, snapshot(turned=6))
    picture = StickPicture(tmp_path / "board.jpg", 1)
    assert isinstance(read_picture(picture), bytes)
    small = thumbnail(picture, 64)
    assert small is not None
    assert (small.width, small.height) == (64, 48)


def test_what_cannot_be_read_is_told_with_its_name(tmp_path: Path) -> None:
    put(tmp_path / "board.jpg", 1, b"no picture")
    told = read_picture(StickPicture(tmp_path / "board.jpg", 1))
    assert isinstance(told, Sentence)
    assert str(told).startswith("board.jpg: ")
    assert thumbnail(StickPicture(tmp_path / "board.jpg", 1), 64) is None
    assert isinstance(read_picture(StickPicture(tmp_path / "gone.jpg", 1)), Sentence)
