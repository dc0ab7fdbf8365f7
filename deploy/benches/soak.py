"""Soak test: hours of play in one process, with memory and frame time, and a check of the journal at the end."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

from benches.report import Table


def hours_of_play(quick: bool) -> Iterator[Table]:
    """Perform ten thousand random actions and report memory and frame time at ten points."""
    from tests.screens.soak import Soak

    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(Path(folder))
        try:
            found = soak.run(500 if quick else 10_000)
        finally:
            soak.stop()
        games = soak.check_journal()
    what = f"{found.moves:,} moves among random touches, scans and screens; {games} games read back whole"
    table = Table("soak", what)
    for number, (memory, frame) in enumerate(zip(found.memory, found.frames, strict=True), start=1):
        table.rows.append({"part": number, "memory (MB)": memory, "frame (ms)": frame})
    yield table
