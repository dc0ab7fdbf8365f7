"""A card that damages what was written: no journal opens with fewer steps than its files hold without saying so."""

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.boards import Library
from companion.game.gamesfolder import FILE, GamesFolder
from companion.game.journal import Journal
from companion.game.journalerrors import JournalError
from companion.game.mending import Way
from companion.game.steprows import StepRow
from tests.crash.conftest import Recorded, visible
from tests.crash.damages import DAMAGES, Damage, missing_file
from tests.crash.images import ACKNOWLEDGED, run

NEED_THE_LOG = {"flip_in_log", "flip_in_log_head", "missing_log"}


@pytest.fixture(scope="session")
def steps(evening: Recorded) -> set[StepRow]:
    """Every step of the evening, without the game that was deleted for good."""
    return visible(shutil.copytree(evening.folder, evening.folder.with_name("whole")) / FILE)


@pytest.fixture(scope="session")
def closed(evening: Recorded) -> Path:
    """The folder after the app was closed: everything is in the one file."""
    folder = shutil.copytree(evening.folder, evening.folder.with_name("closed"))
    Journal(folder).close()
    return folder


def held(folder: Path, steps: set[StepRow]) -> set[StepRow]:
    """Return the steps that the files of a folder hold, as anybody can see: their bytes are there."""
    files = GamesFolder(folder)
    data = b"".join(part.read_bytes() for part in (files.file, files.log, *files.backups()) if part.exists())
    return {step for step in steps if _bytes_of(step) in data}


def _bytes_of(step: StepRow) -> bytes:
    check = step.check
    size = next(size for size in (1, 2, 3, 4, 6) if -(1 << 8 * size - 1) <= check < 1 << 8 * size - 1)
    return (step.what + step.at).encode() + check.to_bytes(size, "big")


def opened(folder: Path) -> tuple[list[str], Journal]:
    """Open a journal as the app does, have it checked as the app does in a quiet moment, and read everything. Return
    what people were told."""
    journal = Journal(folder, background=True)
    journal.wait()
    journal.save()
    if journal.refusal is None:
        for trash in (False, True):
            for game in _listed(journal, trash):
                _read(journal, game)
        journal.wait()
        journal.save()
        journal.check()
        journal.wait()
        journal.save()
    told = [*map(str, journal.notices), *([str(journal.refusal)] if journal.refusal else [])]
    return told, journal


def _listed(journal: Journal, trash: bool) -> list[int]:
    try:
        return [game.id for game in journal.games(trash)]
    except JournalError:
        return []


def _read(journal: Journal, game: int) -> None:
    try:
        journal.read(game, Library())
    except JournalError:
        return


def check_damage(folder: Path, steps: set[StepRow]) -> tuple[bool, int]:
    """Open a damaged journal. Return whether people were told, and how many steps are lost that the files held."""
    expected = held(folder, steps)
    told, journal = opened(folder)
    if journal.refusal:
        for way in (Way.READABLE, Way.BACKUP, Way.NEW):
            try:
                journal.go_on_with(way)
                journal.wait()
            except JournalError:
                continue
            if journal.refusal is None:
                break
        journal.save()
    assert journal.refusal is None, "there is no way out"
    assert journal.trouble is None
    journal.forget_notices()
    journal.close()
    by_content = {(row.number, row.what, row.at) for row in visible(folder / FILE)}
    lost = {step for step in expected if (step.number, step.what, step.at) not in by_content}
    assert told or not lost, f"{len(lost)} steps are lost, and nobody was told"
    again, journal = opened(folder)  # and from now on all is well
    journal.close()
    assert again == []
    return bool(told), len(lost)


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_damage(
    damage: Damage,
    evening: Recorded,
    closed: Path,
    steps: set[StepRow],
    quick_disk: Path,
    pytestconfig: pytest.Config,
    record_property: Callable[[str, object], None],
) -> None:
    many = 150 if pytestconfig.getoption("--long") else 8
    told = lost = 0
    for attempt in range(many):
        rng = Random(f"{damage.__name__} {attempt}")
        base = closed if damage.__name__ not in NEED_THE_LOG and attempt % 2 else evening.folder
        folder = shutil.copytree(base, quick_disk / str(attempt))
        (folder / ACKNOWLEDGED).unlink()
        damage(folder, rng, evening.changes)
        try:
            was_told, missing = check_damage(folder, steps)
        except BaseException as error:
            error.add_note(f"{damage.__name__}, attempt {attempt}")
            raise
        told, lost = told + was_told, lost + missing
        shutil.rmtree(folder)
    record_property("damaged journals opened", many)
    record_property("of these told", told)
    record_property("steps lost, all of them told", lost)


def test_a_repair_is_cut_off_anywhere(
    evening: Recorded,
    steps: set[StepRow],
    quick_disk: Path,
    pytestconfig: pytest.Config,
    record_property: Callable[[str, object], None],
) -> None:
    """Whatever is killed before any of its changes is repeated by the next start, and nothing is lost by it."""
    kills, attempt = 0, 0
    every = 1 if pytestconfig.getoption("--long") else 40
    for damage in (missing_file, DAMAGES[0]):
        die_at: int = Random(damage.__name__).randrange(every)
        while True:
            folder = shutil.copytree(evening.folder, quick_disk / str(attempt))
            (folder / ACKNOWLEDGED).unlink()
            damage(folder, Random(f"killed {damage.__name__}"), evening.changes)
            expected = held(folder, steps)
            done = run(evening.library, folder, "tests.crash.opening", folder, die_at=die_at)
            assert done.returncode in (0, 99), done.stderr
            told, journal = opened(folder)
            journal.close()
            by_content = {(row.number, row.what, row.at) for row in visible(folder / FILE)}
            assert {(row.number, row.what, row.at) for row in expected} <= by_content, f"killed before {die_at}"
            assert told, f"killed before {die_at}, nobody was told"
            shutil.rmtree(folder)
            attempt += 1
            if done.returncode == 0:
                break
            kills, die_at = kills + 1, die_at + every
    assert kills > 3
    record_property("repairs cut off", kills)
