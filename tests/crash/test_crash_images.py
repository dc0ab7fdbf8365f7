"""A pulled plug loses nothing: what was recorded write by write is stopped anywhere and opened again."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.game.gamesfolder import FILE
from companion.game.journal import Journal
from tests.crash.conftest import Recorded, visible
from tests.crash.images import images


def check_image(image: Path, acknowledged: list[str]) -> None:
    """Open a crash image. Everything that counted is there, what was deleted for good is not, and nobody is alarmed.

    There is one exception: a game that is taken in is one transaction of many steps. If the plug comes out then, its
    half in the log looks like a whole one that was damaged. It is taken for that, since so nothing can be lost.
    """
    journal = Journal(image)
    assert journal.trouble is None
    journal.games()
    journal.check()
    journal.wait()
    assert journal.notices == [] or acknowledged[-1:] == ["taking in"]
    journal.close()
    seen = {f"{row.game} {row.number} {row.check}" for row in visible(image / FILE)}
    going = {line.split()[1] for line in acknowledged if line.startswith("going")}
    steps = {line for line in acknowledged if line[0].isdigit() and line.split()[0] not in going}
    assert steps <= seen, f"lost: {sorted(steps - seen)}"
    for gone in (line.split()[1] for line in acknowledged if line.startswith("gone")):
        assert not any(line.split()[0] == gone for line in seen)


def test_the_plug_comes_out_anywhere(
    evening: Recorded, quick_disk: Path, pytestconfig: pytest.Config, record_property: Callable[[str, object], None]
) -> None:
    many = 4000 if pytestconfig.getoption("--long") else 120
    rng = Random("plug")
    moments = [rng.randrange(1, len(evening.changes) + 1) for _ in range(many)]
    for image, acknowledged in images(evening.folder, evening.changes, moments, quick_disk):
        before = {part.name: part.stat().st_size for part in image.rglob("*") if part.is_file()}
        try:
            check_image(image, acknowledged)
        except BaseException as error:
            error.add_note(f"{image.name} had {before}, {len(acknowledged)} lines were acknowledged")
            raise
    record_property("crash images opened", many)
