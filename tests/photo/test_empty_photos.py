"""The photo of the empty board is kept with its cities: both, or those before, whenever the power goes out."""

import json
from pathlib import Path

import pytest

from companion.photo.emptyphotos import FOLDER, EmptyPhotos
from tests.diskmodel import images_of
from tests.table import board

CITIES = {"edinburgh": (10.0, 20.0), "petrograd": (600.0, 22.5), "erzurum": (610.0, 400.0), "lisboa": (12.0, 410.0)}
OTHERS = {city: (x + 1, y) for city, (x, y) in CITIES.items()}


def test_a_kept_photo_is_found_again(tmp_path: Path) -> None:
    assert EmptyPhotos(tmp_path).of(board("europe")) is None
    EmptyPhotos(tmp_path).keep(board("europe"), b"photo", CITIES)
    kept = EmptyPhotos(tmp_path).of(board("europe"))
    assert kept is not None
    assert kept.photo.read_bytes() == b"photo"
    assert json.loads(kept.cities.read_bytes())["petrograd"] == [600.0, 22.5]
    assert EmptyPhotos(tmp_path).of(board("usa")) is None


def test_another_copy_of_the_board_replaces_it(tmp_path: Path) -> None:
    photos = EmptyPhotos(tmp_path)
    photos.keep(board("europe"), b"old", CITIES, b"made of the old")
    photos.keep(board("europe"), b"new", OTHERS, b"made of the new")
    kept = photos.of(board("europe"))
    assert kept is not None
    assert kept.photo.read_bytes() == b"new"
    assert kept.fitted.read_bytes() == b"made of the new"
    assert len(list((tmp_path / FOLDER).iterdir())) == 3


def test_a_power_cut_leaves_the_photo_before_or_the_new_one_with_its_own_cities(tmp_path: Path) -> None:
    photos = EmptyPhotos(tmp_path)
    photos.keep(board("europe"), b"old", CITIES)
    during, after = images_of(tmp_path, lambda: photos.keep(board("europe"), b"new", OTHERS))
    for image in (*during, *after):
        found = kept_in(image)
        assert found in ((b"old", 10.0), (b"new", 11.0)), image
    assert {kept_in(image) for image in after} == {(b"new", 11.0)}


def kept_in(image: dict[str, bytes]) -> tuple[bytes, float]:
    """What would be found after this power cut: the last photo with its cities."""
    numbers = sorted(int(name.split(".")[1]) for name in image if name.endswith(".json"))
    cities = image[f"{FOLDER}/europe.{numbers[-1]}.json"]
    return image[f"{FOLDER}/europe.{numbers[-1]}.jpg"], json.loads(cities)["edinburgh"][0]


@pytest.mark.parametrize(
    "cities", [b"", b"[]", b'{"edinburgh": [1, 2]}', b'{"a": [1,2], "b": [1,2], "c": [1,2], "d": [1,2]}']
)
def test_cities_that_are_damaged_or_of_another_map_count_as_none(tmp_path: Path, cities: bytes) -> None:
    kept = EmptyPhotos(tmp_path).keep(board("europe"), b"photo", CITIES)
    kept.cities.write_bytes(cities)
    assert EmptyPhotos(tmp_path).of(board("europe")) is None
