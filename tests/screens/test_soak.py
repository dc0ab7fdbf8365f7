"""A short soak; the long one is in deploy/bench."""

from pathlib import Path

from tests.screens.soak import Soak


def test_a_few_hundred_random_things_harm_nothing(tmp_path: Path) -> None:
    soak = Soak(tmp_path, seed=7, blind=True)
    try:
        found = soak.run(250, samples=2)
    finally:
        soak.stop()
    assert found.moves > 100
    assert soak.check_journal() > 1
