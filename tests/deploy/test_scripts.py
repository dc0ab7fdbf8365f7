"""Tests that shellcheck accepts every shell script in deploy."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy.wheels import ROOT

SHELLCHECK = shutil.which("shellcheck", path=str(Path(sys.executable).parent)) or shutil.which("shellcheck")
SCRIPTS = sorted(
    file
    for file in [*(ROOT / "deploy").iterdir(), *(ROOT / "deploy/files").iterdir()]
    if file.is_file() and file.read_text().startswith(("#!", "# Sourced by"))
)


def test_all_of_them_are_checked() -> None:
    names = {script.name for script in SCRIPTS}
    assert names >= {"bench", "bundle", "companion", "install", "pictures", "prepare", "run", "test", "uninstall"}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_shellcheck_is_content(script: Path) -> None:
    assert SHELLCHECK, "shellcheck is missing: it comes with the packages of ./deploy/test"
    done = subprocess.run([SHELLCHECK, "-x", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
