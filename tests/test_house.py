"""Tests of the architecture: which package may import which, and that the wheel is complete."""

import ast
import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.words.language import ENGLISH, languages

ROOT = Path(__file__).parents[1]
COMPANION = ("words", "boards", "game", "scoring", "exports", "photo", "screens", "cli")
"""The rooms of the application; each knows only the ones before it."""
SCREENS = ("widgets", "shell", "map")
"""The rooms of the screens that all others may know, each knowing the ones before it."""
PLACES = ("start", "table", "cardgame", "photo", "score", "past", "settings")
"""One room for each thing that people come to do; they never know each other."""
ALSO = {
    "companion.words": {"companion.files"},
    "companion.boards": {"companion.files", "companion.parsing", "companion.plainfiles"},
    "companion.game": {"companion.files", "companion.parsing", "hardware.codes"},
    "companion.scoring": {"companion.files"},
    "companion.exports": {"companion.files", "companion.palette"},
    "companion.photo": {"companion", "companion.files", "companion.parsing", "companion.plainfiles", "hardware.sticks"},
    "companion.screens": {"companion", "hardware"},
    "companion.cli": {"companion", "hardware"},
}
"""What rooms know beside that."""
KNOT = {"companion.screens.shell.host", "companion.screens.shell.session"}
"""The one exception from the rule that imports run one way, type-only ones included: a screen is given the session, and
the session holds the host that shows screens. Each needs the other's type."""


def name_of(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(file): file for room in ("companion", "hardware") for file in (ROOT / room).rglob("*.py")}


def imports(file: Path) -> set[str]:
    """Every import of a file, also those inside functions and those that only types need."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def modules_imported_by(module: str) -> set[str]:
    """The modules of the project that a module imports."""
    named = {name if name in MODULES else name.rpartition(".")[0] for name in imports(MODULES[module])}
    return {name for name in named if name in MODULES and name != module}


def is_in(module: str, room: str) -> bool:
    return module == room or module.startswith(f"{room}.")


@pytest.mark.parametrize("place", range(len(COMPANION)), ids=COMPANION)
def test_a_room_knows_only_the_rooms_before_it(place: int) -> None:
    room = f"companion.{COMPANION[place]}"
    known = {f"companion.{one}" for one in COMPANION[: place + 1]} | ALSO.get(room, set())
    for module in (name for name in MODULES if is_in(name, room)):
        strangers = {one for one in modules_imported_by(module) if not any(is_in(one, other) for other in known)}
        assert not strangers, f"{module} imports {strangers}"
        if room != "companion.cli":
            assert not {one for one in modules_imported_by(module) if is_in(one, "companion.cli")}, module


def test_hardware_knows_only_the_words() -> None:
    for module in (name for name in MODULES if is_in(name, "hardware")):
        ours = {one for one in modules_imported_by(module) if not is_in(one, "hardware")}
        assert all(is_in(one, "companion.words") for one in ours), f"{module} imports {ours}"


def test_a_room_of_the_screens_knows_widgets_shell_and_map_and_no_other() -> None:
    for module in (name for name in MODULES if is_in(name, "companion.screens")):
        room = module.removeprefix("companion.screens").lstrip(".").partition(".")[0]
        if room not in (*SCREENS, *PLACES):
            continue
        before = SCREENS[: SCREENS.index(room)] if room in SCREENS else SCREENS
        for one in modules_imported_by(module):
            if is_in(one, "companion.screens"):
                other = one.removeprefix("companion.screens").lstrip(".").partition(".")[0]
                assert other == room or other in before, f"{module} imports {one}"


def test_few_modules_lie_directly_in_the_screens() -> None:
    assert len(list((ROOT / "companion/screens").glob("*.py"))) <= 6


def test_no_import_leads_back_to_where_it_came_from() -> None:
    """Imports inside functions and those that only types need count too."""
    graph = {module: modules_imported_by(module) for module in MODULES}
    reached: dict[str, set[str]] = {}
    for module in graph:
        seen: set[str] = set()
        waiting = list(graph[module])
        while waiting:
            one = waiting.pop()
            if one not in seen:
                seen.add(one)
                waiting += graph[one]
        reached[module] = seen
    assert {module for module in graph if module in reached[module]} == KNOT


def test_no_two_modules_share_a_name() -> None:
    """Benches are named after what they measure."""
    files = [*MODULES.values(), *(ROOT / "deploy").rglob("*.py")]
    names = [file.stem for file in files if "benches" not in file.parts and not file.stem.startswith("__")]
    assert sorted(names) == sorted(set(names))


def test_screens_enter_a_game_by_its_one_door() -> None:
    """Moves go through `Play`, so that touches and scans share turn, double-touch guard and feedback."""
    doors = re.compile(r"\.game\.(record|amend|undo|redo|add_before_end)\(")
    for file in (ROOT / "companion/screens").rglob("*.py"):
        assert not doors.search(file.read_text(encoding="utf-8")), file


def test_kivy_stays_in_the_screens() -> None:
    for file in [*(ROOT / "companion").rglob("*.py"), *(ROOT / "hardware").rglob("*.py")]:
        if "screens" not in file.parts:
            assert not any(name.split(".")[0] == "kivy" for name in imports(file)), file


def test_no_two_widgets_share_a_name() -> None:
    """Kivy's rules identify widgets by class name alone, across all modules."""
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
    systems = ["card_game", "europe", "india", "nordic_countries", "old_west", "switzerland", "usa"]
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


def test_json_and_toml_are_parsed_in_one_place() -> None:
    """Python's own parsers raise RecursionError for thousands of brackets; `parsing` does not, and neither does
    pydantic."""
    for module, file in MODULES.items():
        if module != "companion.parsing":
            text = file.read_text(encoding="utf-8")
            assert "tomllib" not in text, module
            assert not re.search(r"\bjson\.loads?\(", text), module
