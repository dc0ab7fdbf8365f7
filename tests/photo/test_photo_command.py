"""`companion photo`, on a board of one's own: its map file, the group's photo of it empty, and six taps."""

import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import pytest

import companion.cli.photo as photo_module
import companion.photo.keptboard as keptboard_module
from companion.boards import our_maps, read_map
from companion.boards.facts import whole_facts_of
from companion.cli import main
from companion.photo.keptboard import read_kept_board, source_of
from companion.photo.refusal import RefusedPhotoError
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
    (folder / "broken.facts").write_bytes(b"nothing")
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
        (["switzerland", "photo.jpg", "--board", "kept.board", "--keep", "again.board"], "--empty and --cities"),
        (["broken.facts", "photo.jpg", "--board", "kept.board"], "broken.facts"),
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


def kept_again(table: Path, tmp_path: Path, kept: Path, valley: str = "our-valley.toml") -> bytes | None:
    """What is kept after a reading with this kept board; None if it was used as it is."""
    given = ["--empty", str(table / "empty.jpg"), "--cities", str(table / "cities.json"), "--board", str(kept)]
    made = tmp_path / "made.board"
    assert main(["photo", str(table / valley), str(table / "photo.jpg"), *given, "--keep", str(made)]) == 0
    return made.read_bytes() if made.exists() else None


def damaged(content: bytes) -> list[bytes]:
    """A kept board that the disk has changed, cut off, or emptied."""
    random = Random(3)
    changed = []
    for place in random.sample(range(len(content)), 20):
        changed.append(content[:place] + bytes([content[place] ^ 0x40]) + content[place + 1 :])
    return [b"", b"nothing", content[: len(content) // 2], *changed]


def test_a_kept_board_that_is_damaged_is_noticed(table: Path, tmp_path: Path) -> None:
    board = read_map(table / "our-valley.toml")
    content = (table / "kept.board").read_bytes()
    file = tmp_path / "damaged.board"
    for one in damaged(content):
        file.write_bytes(one)
        with pytest.raises(RefusedPhotoError, match="not a kept board"):
            read_kept_board(file, board)


def test_a_kept_board_that_is_damaged_is_made_again(table: Path, tmp_path: Path) -> None:
    content = (table / "kept.board").read_bytes()
    file = tmp_path / "damaged.board"
    file.write_bytes(content[:-100])
    assert kept_again(table, tmp_path, file) == content


def test_a_kept_board_is_made_of_one_map_one_photo_its_cities_and_this_program(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = read_map(table / "our-valley.toml")
    photo, cities = (table / "empty.jpg").read_bytes(), taps(board, EMPTY)
    source = source_of(board, photo, cities)
    read_kept_board(table / "kept.board", board, source)
    route = next(iter(board.routes.values()))
    moved = route.model_copy(update={"spaces": ((1.0, 1.0, 0.0), *route.spaces[1:])})
    others = [
        source_of(replace(board, routes={**board.routes, route.id: moved}), photo, cities),
        source_of(board, photo + b" ", cities),
        source_of(board, photo, cities | {"bern": (1.0, 2.0)}),
    ]
    monkeypatch.setattr(keptboard_module, "_MAKERS", ("photo/patches",))  # as another version would have them
    others.append(source_of(board, photo, cities))
    for other in others:
        assert other != source
        with pytest.raises(RefusedPhotoError, match="another map"):
            read_kept_board(table / "kept.board", board, other)


def test_a_kept_board_is_used_as_it_is_also_for_a_game_that_has_its_own_map(table: Path, tmp_path: Path) -> None:
    """The map may have changed since: then the app hands over the game's own, with everything that is printed on it."""
    (table / "game.facts").write_bytes(whole_facts_of(read_map(table / "our-valley.toml")))
    assert kept_again(table, tmp_path, table / "kept.board", "game.facts") is None


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
