"""`companion photo`, on a board of one's own: its map file, the group's photo of it empty, and six taps."""

import json
import re
import sys
from pathlib import Path

import cv2
import pytest

import companion.cli.photo as photo_module
from companion.boards import our_maps
from companion.cli import main
from tests.photo.drawnphotos import Shot, drawn_map, photograph, some_game, taps
from tests.photo.drawnreading import EMPTY, drawn_board

PLAYERS = ("red", "blue", "black")
OWNERS = some_game(drawn_board("switzerland"), PLAYERS, 6)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the map, the two photos, the taps, and the empty board that was kept."""
    folder = tmp_path_factory.mktemp("table")
    board = drawn_board("switzerland")
    text = (our_maps() / "switzerland.toml").read_text(encoding="utf-8")
    (folder / "our-valley.toml").write_text(drawn_map(text, board, "our-valley"), encoding="utf-8")
    cv2.imwrite(str(folder / "empty.jpg"), photograph(board, {}, EMPTY))
    cv2.imwrite(str(folder / "photo.jpg"), photograph(board, OWNERS, Shot(tilt=11, turned=85, seed=6)))
    (folder / "cities.json").write_text(json.dumps(taps(board, EMPTY)), encoding="utf-8")
    empty = ("--empty", str(folder / "empty.jpg"), "--cities", str(folder / "cities.json"))
    assert main(["photo", str(folder / "our-valley.toml"), *empty, "--keep", str(folder / "kept.board")]) == 0
    return folder


def run(table: Path, *options: str, photo: str = "photo.jpg", board: str = "kept.board") -> int:
    return main(["photo", str(table / "our-valley.toml"), str(table / photo), "--board", str(table / board), *options])


def test_a_board_of_ones_own_is_read(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the empty photo and the taps, as the contract has it; --progress tells how far it is."""
    options = ["--empty", str(table / "empty.jpg"), "--cities", str(table / "cities.json"), "--json", "--progress"]
    players = ["--players", ",".join(PLAYERS)]
    assert main(["photo", str(table / "our-valley.toml"), str(table / "photo.jpg"), *options, *players]) == 0
    printed = capsys.readouterr()
    read = json.loads(printed.out)
    assert read["format"] == "companion-photo/1"
    assert read["map"] == "our-valley"
    assert set(read["routes"]) == set(drawn_board("switzerland").routes)
    assert read["stations"] == {}
    right = [route for route, one in read["routes"].items() if one["owner"] == OWNERS.get(route)]
    assert len(right) >= 0.97 * len(read["routes"])
    for route, one in read["routes"].items():
        assert one["owner"] == OWNERS.get(route) or not one["sure"], route
        assert 0 <= one["confidence"] <= 1
        assert one["guesses"][0] == one["owner"]
        left, top, right_edge, bottom = one["box"]
        assert 0 <= left < right_edge <= read["photo"]["width"]
        assert 0 <= top < bottom <= read["photo"]["height"]
        assert len(one["spaces"]) == drawn_board("switzerland").routes[route].length
    told = [float(line.removeprefix("progress ")) for line in printed.err.splitlines()]
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0, 1)


def test_for_people_it_prints_who_has_what(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(table) == 0
    lines = capsys.readouterr().out.splitlines()
    trains = sum(drawn_board("switzerland").routes[route].length for route, owner in OWNERS.items() if owner == "red")
    assert any(re.match(rf"red: .* {trains}\b", line, re.IGNORECASE) for line in lines), lines


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["nowhere", "photo.jpg", "--board", "kept.board"], "nowhere"),
        (["card_game", "photo.jpg", "--board", "kept.board"], "has no board"),
        (["switzerland", "photo.jpg", "--board", "kept.board"], "kept for another map"),
        (["switzerland", "photo.jpg", "--board", "photo.jpg"], "not a kept board"),
        (["switzerland", "photo.jpg", "--board", "missing.board"], "missing.board"),
        (["switzerland", "photo.jpg"], "--empty and --cities"),
        (["switzerland", "photo.jpg", "--empty", "empty.jpg"], "--empty and --cities"),
        (["switzerland", "--board", "kept.board"], "--keep"),
        (["switzerland", "photo.jpg", "--board", "kept.board", "--players", "red,blu"], "did you mean blue"),
        (["switzerland", "photo.jpg", "--board", "kept.board", "--players", ","], "at least one colour"),
        (["switzerland", "photo.jpg", "--empty", "cities.json", "--cities", "cities.json"], "not a picture"),
        (["switzerland", "photo.jpg", "--empty", "empty.jpg", "--cities", "photo.jpg"], "has to look like"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_bad_input_is_one_line_and_status_2(
    table: Path, options: list[str], why: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(table)
    assert main(["photo", *options]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert len(printed.err.splitlines()) == 1
    assert why in printed.err


def test_without_the_extra_it_says_what_to_install(
    table: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cv2", None)
    assert run(table) == 2
    assert "companion[photo]" in capsys.readouterr().err


def test_with_too_little_memory_it_says_so_beforehand(
    table: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photo_module, "NEEDED", 10**15)
    assert run(table) == 2
    assert "too little free memory" in capsys.readouterr().err
