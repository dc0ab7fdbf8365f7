"""Our maps and the user's own."""

from pathlib import Path

import pytest

from companion.boards import BadMapError, Library, NoSuchMapError, our_maps


def copy_of_usa(folder: Path, map_id: str, name: str) -> Path:
    text = (our_maps() / "usa.toml").read_text(encoding="utf-8")
    file = folder / f"{map_id}.toml"
    file.write_text(text.replace('id = "usa"', f'id = "{map_id}"', 1).replace('name = "USA"', f'name = "{name}"', 1))
    return file


def test_a_map_of_the_users_own_stands_beside_ours(tmp_path: Path) -> None:
    copy_of_usa(tmp_path, "home", "Our street")
    library = Library(tmp_path)
    ours = "card_game europe india nordic_countries old_west switzerland usa"
    assert list(library.files()) == [*ours.split(), "home"]
    assert library.load("home").name == "Our street"


def test_a_corrected_copy_takes_the_place_of_ours(tmp_path: Path) -> None:
    copy_of_usa(tmp_path, "usa", "USA, corrected")
    assert Library(tmp_path).load("usa").name == "USA, corrected"


def test_a_map_changed_on_disk_is_read_again(tmp_path: Path) -> None:
    import os

    file = copy_of_usa(tmp_path, "home", "Before")
    assert Library(tmp_path).load("home").name == "Before"
    copy_of_usa(tmp_path, "home", "After")
    os.utime(file, ns=(1, 1))
    assert Library(tmp_path).load("home").name == "After"


def test_a_folder_that_does_not_exist_holds_no_maps(tmp_path: Path) -> None:
    assert list(Library(tmp_path / "none").files()) == list(Library().files())


def test_an_unknown_map(tmp_path: Path) -> None:
    with pytest.raises(NoSuchMapError, match="there is no map europa; did you mean europe"):
        Library(tmp_path).load("europa")


def test_a_file_may_have_any_name(tmp_path: Path) -> None:
    copy_of_usa(tmp_path, "home", "Home").rename(tmp_path / "Our street.toml")
    assert Library(tmp_path).load("home").name == "Home"


def test_a_file_without_an_id_goes_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "street.toml").write_text("nothing")
    with pytest.raises(BadMapError):
        Library(tmp_path).load("street")
