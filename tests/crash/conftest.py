"""The recorded evening: made once for all checks of crash images and of damage."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.game.steprows import StepRow
from companion.game.store import Store
from tests.crash.images import ACKNOWLEDGED, Change, read_changes, recorder, run


@dataclass(frozen=True)
class Recorded:
    """A folder as the evening left it, its log not merged, and every change that was made to it."""

    folder: Path
    library: Path
    changes: list[Change]

    def acknowledged(self) -> list[str]:
        """Return all that counted."""
        return (self.folder / ACKNOWLEDGED).read_text().splitlines()


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    place = tmp_path_factory.mktemp("evening")
    folder, log = place / "games", place / "log"
    folder.mkdir()
    library = recorder(place)
    done = run(library, folder, "tests.crash.evening", folder, to=log)
    assert done.returncode == 0, done.stderr
    return Recorded(folder, library, read_changes(log))


def visible(file: Path) -> set[StepRow]:
    """Return every step that SQLite sees in a file."""
    store = Store(file)
    try:
        return {row for game in store.places() for row in store.steps(game)}
    finally:
        store.close()


@pytest.fixture
def quick_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, if there is such a file system: thousands of journals are opened and synced in it."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else tmp_path) as folder:
        yield Path(folder)
