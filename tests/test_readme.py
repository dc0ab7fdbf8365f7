"""The README says nothing that is not so."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from companion.cli import main

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
COMMANDS = [line.split("#")[0].strip() for language, block in BLOCKS if language == "sh" for line in block.splitlines()]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_works(command: str) -> None:
    done = subprocess.run(shlex.split(command), cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


HARDWARE = (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")
PRINTING = [line.split("#")[0].split() for line in HARDWARE.splitlines() if line.startswith("./deploy/run labels")]


@pytest.mark.parametrize("command", PRINTING, ids=" ".join)
def test_every_command_for_labels_works(command: list[str], tmp_path: Path) -> None:
    done = subprocess.run([str(ROOT / command[0]), *command[1:]], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "europe-labels.pdf").exists()


def test_the_sheet_shown_is_the_sheet_printed(capsys: pytest.CaptureFixture[str]) -> None:
    shown = next(block for language, block in BLOCKS if not language)
    assert main(["score", str(ROOT / "tests/examples/first.game.json")]) == 0
    assert capsys.readouterr().out == shown


def test_every_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        assert (ROOT / target).exists(), target
