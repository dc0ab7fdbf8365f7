"""One finished game for each of the seven systems, for demos, replays and tests."""

from collections.abc import Mapping
from pathlib import Path

from companion.game.record import GameRecord, read_record

_ENDING = ".game.json"


def examples() -> Mapping[str, Path]:
    """Return the file of each example by the id of its map."""
    return {file.name.removesuffix(_ENDING): file for file in sorted(_folder().glob(f"*{_ENDING}"))}


def example_record(map_id: str) -> GameRecord:
    """Return the finished game of a system. Raise KeyError for a map that has none."""
    return read_record(examples()[map_id])


def _folder() -> Path:
    """Return the folder of the records: beside this file in the installed package, under tests in a checkout."""
    here = Path(__file__).parent
    return here if any(here.glob(f"*{_ENDING}")) else here.parents[1] / "tests" / "examples"
