"""The house: which room may know which, and that the whole of it travels."""

import ast
import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.words.language import ENGLISH, languages

ROOT = Path(__file__).parents[1]
ABOVE = {
    "companion/words": {"companion.words"},
    "companion/boards": {"companion.words", "companion.boards"},
    "companion/game": {"companion.words", "companion.boards", "companion.game", "hardware.codes"},
    "companion/scoring": {"companion.words", "companion.boards", "companion.game", "companion.scoring"},
    "companion/exports": {
        "companion.words",
        "companion.palette",
        "companion.boards",
        "companion.game",
        "companion.scoring",
        "companion.exports",
    },
    "hardware": {"companion.words", "hardware"},
}
"""What each room may import of the project."""


def imports(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("room", ABOVE)
def test_a_room_knows_only_the_rooms_above_it(room: str) -> None:
    for file in (ROOT / room).rglob("*.py"):
        ours = {name for name in imports(file) if name.split(".")[0] in ("companion", "hardware")}
        strangers = {name for name in ours if not any(name.startswith(known) for known in ABOVE[room])}
        assert not strangers, f"{file.relative_to(ROOT)} imports {strangers}"


def test_screens_enter_a_game_by_its_one_door() -> None:
    """Moves go through `Play`, so that fingers and scanners share turn, guard and answer."""
    doors = re.compile(r"\.game\.(record|amend|undo|redo|add_before_end)\(")
    for file in (ROOT / "companion/screens").rglob("*.py"):
        assert not doors.search(file.read_text(encoding="utf-8")), file


def test_kivy_stays_in_the_screens() -> None:
    for file in [*(ROOT / "companion").rglob("*.py"), *(ROOT / "hardware").rglob("*.py")]:
        if "screens" not in file.parts:
            assert not any(name.split(".")[0] == "kivy" for name in imports(file)), file


def test_no_two_widgets_share_a_name() -> None:
    """Kivy's rules know widgets by their names alone, wherever they stand."""
    names = [
        node.name
        for file in (ROOT / "companion/screens").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and node.bases
    ]
    assert sorted(names) == sorted(set(names))


def loaded_by(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return {line.rsplit("|", 1)[1].strip() for line in done.stderr.splitlines() if "|" in line}


def test_scoring_loads_neither_kivy_nor_networkx() -> None:
    loaded = loaded_by("import companion.scoring")
    assert "companion.scoring.tally" in loaded
    assert not {name for name in loaded if name.split(".")[0] in ("kivy", "networkx")}


def test_help_loads_next_to_nothing() -> None:
    loaded = loaded_by("import companion.cli")
    assert not {
        name for name in loaded if name.split(".")[0] in ("babel", "pydantic", "networkx", "platformdirs", "kivy")
    }


def test_the_wheel_carries_maps_examples_and_languages_and_works_outside_the_checkout(tmp_path: Path) -> None:
    def run(*command: str | Path, cwd: Path = tmp_path) -> str:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=cwd)
        assert done.returncode == 0, done.stderr
        return done.stdout

    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path / "dist", cwd=ROOT)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    with ZipFile(wheel) as opened:
        catalogues = {name for name in opened.namelist() if name.endswith((".po", ".mo"))}
    assert catalogues == {f"companion/words/{language}.mo" for language in languages() if language != ENGLISH}
    outside = tmp_path / "outside"
    run(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", outside, wheel)
    start = f"import sys; sys.path.insert(0, {str(outside)!r}); import companion.cli as cli"
    out = run(sys.executable, "-c", f"{start}; print(cli.__file__); cli.main(['maps'])")
    systems = ["card_game", "europe", "india", "old_west", "switzerland", "usa"]
    assert out.splitlines()[0].startswith(str(outside))
    assert [line.split()[0] for line in out.splitlines()[1:]] == systems
    found = "from companion.examples import examples; print(*examples()); print(*examples().values())"
    names, files = run(sys.executable, "-c", f"{start}; {found}").splitlines()
    assert names.split() == systems
    assert all(file.startswith(str(outside)) for file in files.split())
    compiled = "print('babel.messages' in sys.modules)"
    danish = run(sys.executable, "-c", f"{start}; cli.main(['--language', 'da', 'maps']); {compiled}")
    assert danish.split()[:2] == ["card_game", "Kortspillet"]
    assert danish.split()[-1] == "False"
