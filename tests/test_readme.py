"""Tests of the documentation: commands work, the output shown is real, links are valid."""

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.examples import examples

ROOT = Path(__file__).parents[1]
PAGES = (
    "README.md", "companion/README.md", "deploy/CHANGELOG.md", "hardware/README.md", "maps/README.md",
    "tests/examples/README.md",
)  # fmt: skip
TEXT = {page: (ROOT / page).read_text(encoding="utf-8") for page in PAGES}
README, ENGINEERS = TEXT["README.md"], TEXT["companion/README.md"]


def blocks(text: str) -> list[tuple[str, str]]:
    """Return the language and content of each code block of a page."""
    return re.findall(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def commands(text: str) -> list[str]:
    """Return the commands in the code blocks of a page."""
    rows = [row for language, block in blocks(text) if language == "sh" for row in block.splitlines()]
    return [row.split("#")[0].strip() for row in rows]


def in_passing(text: str) -> list[str]:
    """Return the commands in the running text."""
    return [found for found in re.findall(r"`((?:sudo )?\./deploy/[^`]+)`", text) if not re.search(r"[A-Z]{3}", found)]


BLOCKED = commands(README)
OPENING = [command for command in (*BLOCKED, *in_passing(README)) if "--demo" in command or "--app" in command]
ENDING = [
    *(command for command in BLOCKED if command not in OPENING),
    *(command for command in in_passing(README) if command.startswith("./deploy/run ") and command not in OPENING),
]


@pytest.fixture
def stranger(tmp_path: Path) -> dict[str, str]:
    """Return the environment of a new user: no games, no settings, an invisible screen."""
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    return os.environ | home | {"SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy"}


@pytest.mark.parametrize("command", ENDING)
def test_every_command_works(command: str, stranger: dict[str, str]) -> None:
    done = subprocess.run(shlex.split(command), cwd=ROOT, env=stranger, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", ["./deploy/run", *OPENING])
def test_every_command_that_opens_the_app_opens_it(command: str, stranger: dict[str, str]) -> None:
    """A failure would end it at once, so it only has to be open after a while."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        shlex.split(command), cwd=ROOT, env=stranger, stdin=pipe, stdout=pipe, stderr=pipe, text=True, process_group=0
    ) as app:
        try:
            _, said = app.communicate(timeout=6)
        except subprocess.TimeoutExpired:
            said = ""
        assert app.poll() is None, f"it closed: {said}"
        os.killpg(app.pid, signal.SIGINT)  # the same as Ctrl-C
        _, said = app.communicate(timeout=60)
    assert "Traceback" not in said


SCRIPTS = {word for text in TEXT.values() for word in re.findall(r"\./deploy/\w+", text)}


@pytest.mark.parametrize("script", sorted(SCRIPTS))
def test_every_script_that_a_page_names_is_there(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)


def test_the_sheet_shown_is_the_sheet_printed(stranger: dict[str, str]) -> None:
    pages = blocks(README)
    place = next(place for place, (_, block) in enumerate(pages) if block.startswith("./deploy/run score"))
    (file,) = re.findall(r"score (\S+)", pages[place][1])
    assert ROOT / file in examples().values()
    done = subprocess.run(shlex.split(pages[place][1]), cwd=ROOT, env=stranger, capture_output=True, text=True)
    assert done.stdout == pages[place + 1][1]


PRINTING = [command.split() for command in commands(TEXT["hardware/README.md"]) if " labels " in command]


@pytest.mark.parametrize("command", PRINTING, ids=" ".join)
def test_every_command_for_labels_works(command: list[str], tmp_path: Path) -> None:
    done = subprocess.run([str(ROOT / command[0]), *command[1:]], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "europe-labels.pdf").exists()


HELP = {
    "./deploy/bench": ("benches", "deploy"),
    "./deploy/pictures": ("tests.screens.tour", "deploy"),
    "./deploy/test": ("pytest", "."),
}


@pytest.mark.parametrize("command", commands(ENGINEERS))
def test_what_engineers_are_told_to_run_is_there(command: str) -> None:
    """These commands take minutes, so only their options and files are checked."""
    script, *arguments = command.split()
    module, folder = HELP[script]
    path = os.pathsep.join([str(ROOT / folder), str(ROOT)])
    helped = subprocess.run(
        [sys.executable, "-m", module, "--help"],
        cwd=ROOT, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    for argument in arguments:
        if argument.startswith("--"):
            assert argument in helped
        if argument.startswith("tests/"):
            assert (ROOT / argument).is_file()


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", TEXT[page]):
        assert ((ROOT / page).parent / target).exists(), target


@pytest.mark.parametrize(("name", "file"), re.findall(r"`(\w+)` in \[`[^`]+`\]\(([^)]+)\)", ENGINEERS))
def test_every_name_that_engineers_look_for_is_in_its_file(name: str, file: str) -> None:
    assert re.search(rf"\b{name}\b", (ROOT / "companion" / file).read_text(encoding="utf-8"))


def test_the_engineers_page_names_the_rooms_that_there_are() -> None:
    rooms = {folder.name for folder in (ROOT / "companion").iterdir() if (folder / "__init__.py").exists()}
    named = set(re.findall(r"^\| \[`(\w+)`\]", ENGINEERS, re.MULTILINE))
    assert named == rooms - {"examples"} | {"hardware"}


CASES = {
    "networks for the longest route": (
        ("test_trails", "test_gen_4_as_long_as_the_longest_walk"),
        ("test_trails", "test_gen_4_loops_apart_that_only_a_costly_way_joins"),
    ),
    "positions with stations": (("test_stations", "test_eu_a9_no_assignment_is_worth_more"),),
    "networks for the Mandala": (("test_mandala", "test_in_4_two_ways_that_share_no_train"),),
    "piles of cards": (("test_piles", "test_cg_a6_no_subset_is_worth_more"),),
    "boards for what a failed ticket is missing": (("test_tickets", "test_the_cheapest_missing_link"),),
}


@pytest.mark.parametrize("what", CASES)
def test_as_many_cases_are_judged_as_the_readme_says(what: str) -> None:
    said = re.search(rf"([\d,]+)\s+{what}", README)
    assert said
    judged = 0
    for file, test in CASES[what]:
        text = (ROOT / "tests" / "scoring" / f"{file}.py").read_text(encoding="utf-8")
        found = re.search(rf"max_examples=(\d+)[^@]*?def {test}\b", text)
        assert found
        judged += int(found[1])
    assert int(said[1].replace(",", "")) == judged
