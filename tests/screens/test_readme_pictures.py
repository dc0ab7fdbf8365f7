"""The pictures of the README show the app as it is today."""

import json
import re
from pathlib import Path

import pytest

from tests.screens.readmetour import LABELS, draw

# isort: split
from tests.pictures import FOLDER, differences

ROOT = Path(__file__).parents[2]
KEPT: dict[str, list[str]] = json.loads((FOLDER / LABELS).read_text(encoding="utf-8"))
ANEW = "run ./deploy/pictures --readme, look at them, and keep them"


@pytest.fixture(scope="module")
def today(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the pictures as they are drawn today."""
    folder = tmp_path_factory.mktemp("pictures")
    draw(folder)
    return folder


def test_what_stands_on_them_is_what_stands_there_today(today: Path) -> None:
    assert json.loads((today / LABELS).read_text(encoding="utf-8")) == KEPT, ANEW


@pytest.mark.parametrize("name", KEPT)
def test_they_look_as_the_app_looks_today(name: str, today: Path) -> None:
    assert not differences(today / f"{name}.png", FOLDER / f"{name}.png"), ANEW


def test_the_readme_shows_all_of_them_and_no_others() -> None:
    shown = re.findall(r"tests/pictures/([\w-]+)\.png", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(KEPT)
