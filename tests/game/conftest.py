"""A journal in a folder of its own, and a disk with little room."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game.journal import Journal


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with little room; only root may make one."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=192k", "tmpfs", str(place)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here; a file that may not grow is tested all the same")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)
