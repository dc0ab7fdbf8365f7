"""Whatever lies on a stick, only plain files are read: no links, no pipes, nothing endless, nothing huge."""

import os
from pathlib import Path

import pytest

from companion.boards import BadMapError, Library, our_maps
from companion.boards.mapfile import LARGEST, read_map
from companion.boards.offered import MOST_MAPS, MOST_OWN, map_files, read_offer
from companion.plainfiles import MOST_NAMES, SkippedFileError, plain_files, read_plain
from companion.words.filenames import readable


def usa(map_id: str, name: str = "Mine") -> bytes:
    text = (our_maps() / "usa.toml").read_text(encoding="utf-8")
    return text.replace('id = "usa"', f'id = "{map_id}"', 1).replace('name = "USA"', f'name = "{name}"', 1).encode()


def said(skipped: object) -> list[str]:
    assert isinstance(skipped, list | tuple)
    return [str(sentence) for sentence in skipped]


def test_a_link_a_pipe_and_a_folder_are_no_maps(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(usa("mine"))
    (tmp_path / "link.toml").symlink_to("/etc/passwd")
    (tmp_path / "folder.toml").mkdir()
    os.mkfifo(tmp_path / "pipe.toml")
    found = map_files(tmp_path)
    assert [file.name for file in found.files] == ["mine.toml"]
    assert sorted(said(found.skipped)) == [
        "link.toml: is a link, and links are not followed",
        "pipe.toml: is not an ordinary file",
    ]


def test_a_folder_of_maps_that_is_a_link_is_not_entered(tmp_path: Path) -> None:
    stick, elsewhere = tmp_path / "stick", tmp_path / "elsewhere"
    stick.mkdir()
    elsewhere.mkdir()
    (elsewhere / "mine.toml").write_bytes(usa("mine"))
    (stick / "maps").symlink_to(elsewhere)
    found = map_files(stick)
    assert (found.files, said(found.skipped)) == ([], ["maps: is a link, and links are not followed"])
    with pytest.raises(SkippedFileError, match="is a link"):
        read_plain(stick / "maps" / "mine.toml", 1000)


def test_a_file_called_maps_is_no_folder_of_maps(tmp_path: Path) -> None:
    (tmp_path / "maps").write_text("")
    found = map_files(tmp_path)
    assert (found.files, found.skipped) == ([], [])


@pytest.mark.parametrize("kind", ["link", "pipe", "device", "folder", "missing"])
def test_what_has_become_something_else_meanwhile_is_not_read(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    match kind:
        case "link":
            file.symlink_to(our_maps() / "usa.toml")
        case "pipe":
            os.mkfifo(file)
        case "device":
            file = Path("/dev/zero")
        case "folder":
            file.mkdir()
    with pytest.raises(SkippedFileError, match=f"{file.name}: "):
        read_plain(file, 100)


def test_a_file_may_have_the_largest_size_and_no_more(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_bytes(bytes(5000))
    assert len(read_plain(file, 5000)) == 5000
    with pytest.raises(SkippedFileError, match=r"a\.toml: is too large: at most 4 kB"):
        read_plain(file, 4999)


def test_a_map_of_200_mb_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "huge.toml").open("wb") as file:
        file.truncate(200_000_000)
    offer = read_offer(map_files(tmp_path).files, Library())
    assert (offer.maps, said(offer.skipped)) == ((), ["huge.toml: is too large: at most 1,000 kB"])
    with pytest.raises(BadMapError, match="is too large for a map: at most 1,000 kB"):
        read_map(tmp_path / "huge.toml")
    assert LARGEST == 1_000_000


def test_of_300_maps_some_are_read_and_the_others_told(tmp_path: Path) -> None:
    for number in range(300):
        (tmp_path / f"map{number:03}.toml").write_bytes(b"nothing")
    found = map_files(tmp_path)
    assert [file.name for file in found.files] == [f"map{number:03}.toml" for number in range(MOST_MAPS)]
    assert said(found.skipped) == [f"{300 - MOST_MAPS} more files were left out: at most {MOST_MAPS}"]


def test_of_a_folder_with_many_names_only_the_first_are_looked_at(tmp_path: Path) -> None:
    for number in range(MOST_NAMES + 5):
        (tmp_path / f"{number}.txt").touch()
    (only,) = said(plain_files(tmp_path, ".toml", 10).skipped)
    assert "There are more than 2,000 files" in only


def test_a_name_that_is_not_utf_8_is_shown_replaced(tmp_path: Path) -> None:
    with open(os.path.join(os.fsencode(tmp_path), b"\xff\xfe.toml"), "wb") as file:
        file.write(usa("mine"))
    with open(os.path.join(os.fsencode(tmp_path), b"\xe5.toml"), "wb") as file:
        file.write(b"id = 3")
    offer = read_offer(map_files(tmp_path).files, Library())
    assert [one.board.id for one in offer.maps] == ["mine"]
    (bad,) = said(offer.skipped)
    assert bad.startswith("\N{REPLACEMENT CHARACTER}.toml: ")
    bad.encode("utf-8")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Blå stick", "Blå stick"),
        ("two\nlines", "two\N{REPLACEMENT CHARACTER}lines"),
        ("\u202eexe.lmot", "\N{REPLACEMENT CHARACTER}exe.lmot"),
        (os.fsdecode(b"BL\xc5"), "BL\N{REPLACEMENT CHARACTER}"),
    ],
)
def test_names_are_shown_on_one_line(name: str, shown: str) -> None:
    assert readable(name) == shown
    assert len(readable("x" * 300)) <= 60


def test_a_stick_may_not_fill_the_device_with_maps(tmp_path: Path) -> None:
    library = Library(tmp_path / "own")
    (tmp_path / "own").mkdir()
    for number in range(MOST_OWN):
        (tmp_path / "own" / f"m{number}.toml").write_bytes(b'id = "m"')
    (tmp_path / "mine.toml").write_bytes(usa("mine"))
    (tmp_path / "usa.toml").write_bytes(usa("usa"))
    offer = read_offer(map_files(tmp_path).files, library)
    assert [one.board.id for one in offer.maps] == ["usa"]
    assert said(offer.skipped) == ["mine.toml: you already have 100 of your own maps"]


def test_two_files_with_one_id(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(usa("mine", "A"))
    (tmp_path / "b.toml").write_bytes(usa("mine", "B"))
    offer = read_offer(map_files(tmp_path).files, Library())
    assert [one.board.called for one in offer.maps] == ["A"]
    assert said(offer.skipped) == ["b.toml: another file on the stick also has the map id mine"]


def test_what_a_map_would_replace_is_known(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_bytes(usa("usa", "Amerika"))
    (tmp_path / "b.toml").write_bytes(
        (our_maps() / "europe.toml").read_bytes().replace(b"longest = 10", b"longest = 99", 1)
    )
    offer = read_offer(map_files(tmp_path).files, Library())
    assert [(one.board.id, one.replaces and one.replaces.id) for one in offer.maps] == [
        ("usa", None),
        ("europe", "europe"),
    ]


def test_a_pipe_among_the_users_own_maps_is_passed_over(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    assert list(Library(tmp_path).files()) == list(Library().files())
