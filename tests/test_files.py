"""Files are put in place in one way: whole or not at all, in every image that a power cut can leave."""

import ast
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

import companion.screens.virtual  # noqa: F401

# isort: split
from companion.boards import Library, our_maps
from companion.cli import main
from companion.exports.writing import Place, write
from companion.files import make_folder, put
from companion.reports import keep_report
from companion.screens.shell.preferences import Preferences
from companion.screens.shell.preferences import write as write_preferences
from tests.diskmodel import TORN, images_of, versions

ROOT = Path(__file__).parents[1]


def test_a_replaced_file_is_the_old_one_or_the_new_one(tmp_path: Path) -> None:
    (tmp_path / "map.toml").write_bytes(b"old")
    during, after = images_of(tmp_path, lambda: put(tmp_path / "map.toml", b"new"))
    assert set(versions(during, "map.toml")) == {b"old", b"new"}
    assert set(versions(after, "map.toml")) == {b"new"}
    assert [file.name for file in tmp_path.iterdir()] == ["map.toml"]


def test_a_rename_without_its_syncs_loses_both_versions(tmp_path: Path) -> None:
    """The model is a judge: the way in which maps used to be copied fails before it."""

    def as_before() -> None:
        fresh = tmp_path / "map.new"
        fresh.write_bytes(b"new")
        fresh.replace(tmp_path / "map.toml")

    (tmp_path / "map.toml").write_bytes(b"old")
    _, after = images_of(tmp_path, as_before)
    assert TORN in set(versions(after, "map.toml"))


def test_a_file_that_is_not_renamed_may_be_torn(tmp_path: Path) -> None:
    _, after = images_of(tmp_path, lambda: (tmp_path / "map.toml").write_bytes(b"new"))
    assert set(versions(after, "map.toml")) == {TORN, None}


def test_folders_are_there_with_what_is_in_them(tmp_path: Path) -> None:
    def deep() -> None:
        make_folder(tmp_path / "a" / "b")
        put(tmp_path / "a" / "b" / "c", b"new")

    during, after = images_of(tmp_path, deep)
    assert set(versions(during, "a/b/c")) == {None, b"new"}
    assert set(versions(after, "a/b/c")) == {b"new"}


def taken_map(folder: Path) -> None:
    Library(folder / "maps").put("usa", (our_maps() / "usa.toml").read_bytes())


def exported(folder: Path) -> None:
    write(Place(folder / "exports", "This device", ours=True), "sheet", ".pdf", b"content")


def settings(folder: Path) -> None:
    write_preferences(folder, Preferences(still=True))


def report(folder: Path) -> None:
    keep_report(folder, "text", datetime(2026, 1, 1, tzinfo=UTC))


def new_map(folder: Path) -> None:
    main(["maps", "new", str(folder / "mine.toml")])


def drawn_map(folder: Path) -> None:
    main(["maps", "draw", "usa", "-o", str(folder / "usa.png")])


def labels(folder: Path) -> None:
    main(["labels", "usa", "--what", "players", "-o", str(folder / "labels.pdf")])


@pytest.mark.parametrize(
    "writes", [taken_map, exported, settings, report, new_map, drawn_map, labels], ids=lambda one: one.__name__
)
def test_everything_that_is_written_is_whole_in_every_image(writes: Callable[[Path], None], tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    during, after = images_of(folder, lambda: writes(folder))
    (file,) = (str(one.relative_to(folder)) for one in folder.rglob("*") if one.is_file())
    content = (folder / file).read_bytes()
    assert set(versions(during, file)) == {None, content}
    assert set(versions(after, file)) == {content}


def test_a_link_laid_in_the_way_is_not_followed(tmp_path: Path) -> None:
    """A stick may hold links to anything."""
    victim = tmp_path / "games.sqlite"
    victim.write_bytes(b"games")
    stick = tmp_path / "stick"
    stick.mkdir()
    (stick / "sheet.pdf").symlink_to(victim)
    assert write(Place(stick, "The stick"), "sheet", ".pdf", b"new").name == "sheet (2).pdf"
    put(stick / "sheet.pdf", b"new")
    assert victim.read_bytes() == b"games"


def test_what_is_named_as_output_may_be_a_link_or_a_device(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "out.png").symlink_to(tmp_path / "behind.png")
    assert main(["maps", "draw", "usa", "-o", str(tmp_path / "out.png")]) == 0
    assert (tmp_path / "out.png").is_symlink()
    assert (tmp_path / "behind.png").read_bytes().startswith(b"\x89PNG")
    assert main(["labels", "usa", "--what", "players", "-o", os.devnull]) == 0
    assert Path(os.devnull).is_char_device()
    assert main(["labels", "usa", "--what", "players", "-o", str(tmp_path)]) == 2
    assert "is a directory" in capfd.readouterr().err


ELSEWHERE = {
    "companion/files.py": "the one way",
    "companion/cli/commandline.py": "pipes and devices that are named as an output",
    "companion/cli/__init__.py": "the null device, once nobody reads the output any more",
    "companion/game/disk.py": "a temporary copy of a file that cannot be opened in place",
    "companion/game/gameslock.py": "the lock",
    "companion/game/gamesfolder.py": "complete files that are synced and renamed, and damaged ones that are set aside",
    "companion/game/inspection.py": "a journal of SQLite that belongs to nothing is set aside",
    "companion/scoring/results.py": "a cache that may be lost: lines are appended without waiting for the disk",
    "companion/screens/shell/preferences.py": "damaged settings are set aside",
    "companion/game/store.py": "SQLite syncs by itself",
    "companion/updates.py": "a bundle is checked after it has been copied",
    "companion/screens/shell/sounds.py": "a sound, in a temporary folder",
    "companion/screens/virtual.py": "pictures of the virtual screen, for developers",
    "companion/photo/readerprocess.py": "not a file: which process the system ends first",
    "hardware/backlight.py": "not a file: the brightness of the screen",
    "hardware/simulator.py": "a link to a pseudo-terminal",
}
"""Where else something is written, and why that is no file that could be lost."""

WRITES = {"write_text", "write_bytes", "rename", "touch", "symlink_to", "hardlink_to", "link", "symlink", "mkfifo"}
COPIES = {"copy", "copy2", "copyfile", "copyfileobj", "copytree", "move"}
OPENS_TO_WRITE = {"O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND"}


def ways_of_writing(code: str) -> list[str]:
    """Return each call that writes a file, other than through `companion.files`."""
    found = []
    for call in (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        owner = getattr(getattr(call.func, "value", None), "id", "")
        words = {node.attr for argument in call.args for node in ast.walk(argument) if isinstance(node, ast.Attribute)}
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        modes = [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        if (
            (name in WRITES and (name != "touch" or owner != "machine"))
            or (owner == "shutil" and name in COPIES)
            or (owner == "sqlite3" and name == "connect")
            or (name == "replace" and (owner == "os" or (len(call.args) == 1 and not call.keywords)))
            or (name in ("open", "fdopen") and (words & OPENS_TO_WRITE or any(is_mode(mode) for mode in modes)))
            or (name == "save" and owner != "self" and call.args and not is_in_memory(call.args[0]))
        ):
            found.append(f"line {call.lineno}: {ast.unparse(call)}")
    return found


def is_mode(text: str) -> bool:
    return 0 < len(text) <= 3 and set(text) <= set("rwaxbt+") and bool(set(text) & set("wax+"))


def is_in_memory(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in ("into", "drawn")


@pytest.mark.parametrize(
    "code",
    [
        "path.write_text('x')",
        "path.write_bytes(b'x')",
        "open(path, 'w')",
        "path.open('ab')",
        "path.open(mode='x')",
        "os.open(path, os.O_WRONLY | os.O_CREAT)",
        "shutil.copy(a, b)",
        "fresh.replace(target)",
        "os.replace(fresh, target)",
        "fresh.rename(target)",
        "picture.save(path)",
    ],
)
def test_every_other_way_of_writing_is_found(code: str) -> None:
    assert ways_of_writing(code)


@pytest.mark.parametrize("code", ["text.replace('a', 'b')", "replace(score, rank=1)", "path.open('rb')", "open(path)"])
def test_what_only_reads_is_not_taken_for_writing(code: str) -> None:
    assert not ways_of_writing(code)


@pytest.mark.parametrize("room", ["companion", "hardware"])
def test_files_are_written_in_one_way_only(room: str) -> None:
    strangers = {
        name: found
        for file in sorted((ROOT / room).rglob("*.py"))
        if (name := str(file.relative_to(ROOT))) not in ELSEWHERE
        and (found := ways_of_writing(file.read_text(encoding="utf-8")))
    }
    assert strangers == {}


def test_no_exception_is_listed_that_writes_nothing() -> None:
    for name in ELSEWHERE:
        assert ways_of_writing((ROOT / name).read_text(encoding="utf-8")), name
