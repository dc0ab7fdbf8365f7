"""The whole way with the real reader, on a board of people's own: drawn, photographed, tapped, read, asked, scored."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.screens.player import Hand

# isort: split
from companion.boards import Board, our_maps, read_map
from companion.parsing import parse_toml
from companion.photo.readerprocess import PhotoReader
from companion.photo.sixcities import cities_to_tap
from tests.photo.drawnphotos import Camera, Shot, as_drawn, photograph
from tests.screens.photo.photographer import equip, keep, review, take_from_stick, take_with_camera, tap_on_photo

EMPTY = Shot(tilt=4, around=200, turned=-2, seed=9)
FULL = Shot(tilt=9, around=60, turned=176, warmth=0.05, seed=4)
"""Taken from the other side of the table."""


def toml(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f'"{key}" = {toml(one)}' for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value) if isinstance(value, int | float) else '"' + str(value).replace('"', '\\"') + '"'


def own_board(folder: Path) -> Board:
    """Switzerland as we draw it, which is a board of people's own in their folder of maps."""
    source = our_maps() / "switzerland.toml"
    drawn = as_drawn(read_map(source))
    content = parse_toml(source.read_text(encoding="utf-8")) | {"id": "drawn", "name": "Drawn"}
    for route in content["printed"]["routes"]:
        for old in ("track", "bends", "angle"):
            route.pop(old, None)
        route["spaces"] = [list(space) for space in drawn.routes[route["id"]].spaces]
    (folder / "maps").mkdir(parents=True)
    file = folder / "maps" / "drawn.toml"
    file.write_text("\n".join(f"{key} = {toml(value)}" for key, value in content.items()), encoding="utf-8")
    return read_map(file)


def some_routes(board: Board) -> dict[str, str]:
    """Routes of two players, without two tracks of a pair, and with trains left over."""
    owners: dict[str, str] = {}
    left = dict.fromkeys(("red", "blue"), board.rules.trains)
    for number, route in enumerate(board.routes.values()):
        owner = ("red", "blue")[number // 3 % 2]
        if number % 3 and left[owner] >= route.length and not any(one.id in owners for one in board.parallel(route)):
            owners[route.id] = owner
            left[owner] -= route.length
    return owners


def write(file: Path, photo: "np.typing.NDArray[np.uint8]") -> None:
    assert cv2.imwrite(str(file), photo)


def test_a_board_of_ones_own_is_counted_from_a_photo(tmp_path: Path, hands: list[Hand]) -> None:
    board = own_board(tmp_path)
    owners = some_routes(board)
    hand = Hand(tmp_path)
    hands.append(hand)
    sees = tmp_path / "sees.jpg"
    write(sees, photograph(board, {}, EMPTY))
    stick = equip(hand, PhotoReader(root=tmp_path, folder=tmp_path), sees)
    write(stick / "board.jpg", photograph(board, owners, FULL))
    hand.touch("Score a finished game")
    hand.driver.tap(hand.driver.find(name="Drawn"))
    hand.driver.settle()
    for colour in ("red", "blue"):
        hand.driver.tap(hand.driver.find(colour=colour, text="", disabled=False))
        hand.driver.settle()
    hand.touch("Take a photo")
    hand.touch("Photo of the empty board")
    take_with_camera(hand)
    camera = Camera(board, EMPTY)
    for city in cities_to_tap(board):
        x, y = camera.seen(np.array([[board.cities[city].x or 0, board.cities[city].y or 0, 0.0]]))[0]
        tap_on_photo(hand, float(x) / camera.width, float(y) / camera.height)
    keep(hand)
    take_from_stick(hand, "board.jpg")
    screen = review(hand)
    while screen.draft.questions:  # what is asked is answered as it lies there
        screen._ask_next()
        assert screen.asked is not None
        screen._take_answer(owners.get(screen.asked.route or ""))  # type: ignore[arg-type]
    screen._show_all()
    hand.driver.settle()
    hand.touch("That is right, record it")
    assert {claim.route.id: claim.player for claim in hand.state.claims} == owners
    same_score_of_own_map(hand)


def same_score_of_own_map(hand: Hand) -> None:
    """The score on the screen is that of the record."""
    sheet = hand.finish().sheet
    assert [score.player.colour for score in sheet.players] == ["red", "blue"]
    assert all(score.lines["routes"] > 0 for score in sheet.players)
