"""What is not read is said in one sentence, with what to do."""

import json
import struct
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

import companion.photo.pictures as pictures_module
from companion.photo.citytaps import read_taps
from companion.photo.pictures import read_picture
from companion.photo.refusal import RefusedPhotoError
from tests.photo.drawnphotos import Shot, photograph
from tests.photo.drawnreading import drawn_board, read

Picture = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]


def blank() -> Picture:
    return (np.full((1000, 1400, 3), 225.0) + np.random.default_rng(1).normal(0, 2, (1000, 1400, 3))).astype(np.uint8)


def something_else() -> Picture:
    """A table full of coloured discs and letters."""
    random = np.random.default_rng(2)
    picture = np.full((1200, 1600, 3), 120, np.uint8)
    for _ in range(400):
        at, colour = random.integers(0, 1600, 2).tolist(), random.integers(0, 255, 3).tolist()
        cv2.circle(picture, at, int(random.integers(5, 60)), colour, -1)
        cv2.putText(picture, chr(int(random.integers(65, 90))), at, cv2.FONT_HERSHEY_COMPLEX, 1.5, colour[::-1], 2)
    return picture


def another_map() -> Picture:
    return photograph(drawn_board("usa"), {}, Shot())


def another_printing() -> Picture:
    """Every city and every route a little elsewhere."""
    random = np.random.default_rng(3)
    board = drawn_board("switzerland")
    cities = {}
    for city in board.cities.values():
        dx, dy = random.normal(0, 3, 2)
        cities[city.id] = city.model_copy(update={"x": (city.x or 0) + dx, "y": (city.y or 0) + dy})
    routes = {}
    for route in board.routes.values():
        dx, dy = random.normal(0, 3, 2)
        spaces = tuple((x + dx, y + dy, turn) for x, y, turn in route.spaces)
        routes[route.id] = route.model_copy(update={"spaces": spaces})
    return photograph(replace(board, cities=cities, routes=routes), {}, Shot())


def black_and_white() -> Picture:
    photo = photograph(drawn_board("switzerland"), {}, Shot())
    return cv2.cvtColor(cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)  # type: ignore[return-value]


def of_this_board(**how: float) -> Callable[[], Picture]:
    return lambda: photograph(drawn_board("switzerland"), {}, Shot(**how))  # type: ignore[arg-type]


REFUSED: dict[str, tuple[Callable[[], Picture], str]] = {
    "another map": (another_map, "not in this photo"),
    "another printing": (another_printing, "another printing"),
    "a blank page": (blank, "not in this photo"),
    "something else": (something_else, "not in this photo"),
    "a black picture": (lambda: np.zeros((1000, 1400, 3), np.uint8), "too dark"),
    "black and white": (black_and_white, "hardly any colour"),
    "a dark room": (of_this_board(light=0.1), "too dark"),
    "a shaking hand": (of_this_board(blur=9.0), "blurred"),
    "from the other end of the room": (of_this_board(fills=0.2), "too small"),
    "half of it": (of_this_board(fills=1.5), "out of the picture"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_photo_is_refused(what: str) -> None:
    taken, why = REFUSED[what]
    with pytest.raises(RefusedPhotoError, match=why):
        read("switzerland", taken())


def picture_file(folder: Path, size: tuple[int, int] = (900, 700), **options: object) -> Path:
    file = folder / "picture.jpg"
    left = Image.new("RGB", size, "white")
    left.paste((200, 0, 0), (0, 0, size[0] // 2, size[1] // 2))
    left.save(file, **options)  # type: ignore[arg-type]
    return file


@pytest.mark.parametrize(
    ("orientation", "red_corner"), [(1, (0, 0)), (3, (-1, -1)), (6, (0, -1)), (8, (-1, 0))], ids=str
)
def test_a_picture_is_turned_as_its_camera_says(tmp_path: Path, orientation: int, red_corner: tuple[int, int]) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    image = read_picture(picture_file(tmp_path, exif=exif)).image
    assert image.shape[:2] == ((700, 900) if orientation < 5 else (900, 700))
    corner = image[red_corner[0], red_corner[1]]
    assert corner[2] > 150 > corner[0]


def test_a_large_picture_is_made_smaller(tmp_path: Path) -> None:
    photo = read_picture(picture_file(tmp_path, (5600, 2000)))
    assert photo.image.shape[1] == 2800
    assert photo.factor == 0.5


def huge_png(width: int, height: int) -> bytes:
    """A picture that says it is this large, and has no pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (huge_png(20_000, 10_000), "too large"),
        (huge_png(60_000, 60_000), "too large"),
        (huge_png(7000, 5000), "too large"),
        (huge_png(1200, 900), "damaged"),
        (huge_png(200, 150), "too small"),
        (b"", "not a picture"),
        (b"%PDF-1.4 not a photo", "not a picture"),
        (b"\xff\xd8\xff\xe0" + bytes(500), "damaged|not a picture"),
    ],
    ids=["200 megapixels", "a bomb", "a large PNG", "no pixels", "tiny", "empty", "a document", "a torn JPEG"],
)
def test_a_file_is_refused(tmp_path: Path, content: bytes, why: str) -> None:
    file = tmp_path / "photo.png"
    file.write_bytes(content)
    with pytest.raises(RefusedPhotoError, match=why) as refused:
        read_picture(file)
    assert "photo.png" in str(refused.value)


def test_a_file_that_is_not_there_or_too_long_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RefusedPhotoError, match=r"photo\.jpg"):
        read_picture(tmp_path / "photo.jpg")
    monkeypatch.setattr(pictures_module, "_MOST_BYTES", 1000)
    with pytest.raises(RefusedPhotoError, match="too large"):
        read_picture(picture_file(tmp_path))


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("[1, 2]", "has to look like"),
        ("{", "has to look like"),
        ("[" * 5000, "has to look like"),
        (json.dumps({"bern": [1, "x"]}), "has to look like"),
        (json.dumps({"bern": [1, 2, 3]}), "has to look like"),
        ('{"bern": [NaN, 2]}', "has to look like"),
        (json.dumps({"zurch": [1, 2]}), "no city zurch; did you mean zurich"),
        (json.dumps({"bern": [1, 2]}), "at least 4"),
        (json.dumps({"bern": [0, 0], "zurich": [10, 0], "basel": [20, 0], "lugano": [30, 1]}), "on a line"),
    ],
    ids=["a list", "torn", "deep", "a word", "three numbers", "no number", "misspelt", "too few", "on a line"],
)
def test_tapped_cities_are_refused(tmp_path: Path, content: str, why: str) -> None:
    file = tmp_path / "cities.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(RefusedPhotoError, match=why):
        read_taps(file, drawn_board("switzerland"))
