"""Tests that the version is defined in one place only."""

import re
import tomllib
from pathlib import Path

from companion.updates import this_version

ROOT = Path(__file__).parents[1]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
CHANGELOG = "deploy/CHANGELOG.md"
HEADING = re.compile(r"^## \[(.+?)\](?: - (\d{4}-\d{2}-\d{2}))?$", re.MULTILINE)


def test_no_other_file_repeats_it() -> None:
    """The changelog lists every version, and the constraints those of other packages."""
    may = {ROOT / CHANGELOG, ROOT / "deploy/constraints.txt"}
    number = re.compile(rf"(?<![\d.]){re.escape(VERSION)}(?![\d.])")
    folders = (ROOT / name for name in ("companion", "hardware", "maps", "deploy", "tests"))
    files = [ROOT / "README.md", *(file for folder in folders for file in folder.rglob("*") if file.is_file())]
    texts = {file: file.read_text(encoding="utf-8", errors="ignore") for file in files if file.suffix != ".pyc"}
    assert [file for file, text in texts.items() if number.search(text) and file not in may] == []


def test_what_runs_knows_it() -> None:
    assert this_version() == VERSION


def test_the_changelog_has_it_under_what_is_unreleased() -> None:
    headings = HEADING.findall((ROOT / CHANGELOG).read_text(encoding="utf-8"))
    assert headings[0] == ("Unreleased", "")
    assert headings[1][0] == VERSION
    assert all(day for _, day in headings[1:])
