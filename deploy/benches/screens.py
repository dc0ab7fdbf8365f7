"""The app compared with an empty Kivy app on a virtual screen, each in its own processes."""

import json
import subprocess
import sys
from collections.abc import Iterator
from statistics import median

from benches.report import Table


def beside_an_empty_app(quick: bool) -> Iterator[Table]:
    """Measure start, a claim, an undo, panning Old West and memory; the ratio matters, since machines differ."""
    runs, rounds = (1, 20) if quick else (3, 1000)
    found = {kind: [probed(kind, rounds if run == 0 else 2) for run in range(runs)] for kind in ("empty", "companion")}
    table = Table("screens", "The app beside an empty Kivy app on a virtual screen of 800 x 480")
    for figure, key, aim in (
        ("start to home, the first frame with all buttons (CPU s)", "first", "1.4 times"),
        ("start to home, games opened and its picture painted (CPU s of all threads)", "usable", ""),
        ("a claim, touch to frame handed over (CPU ms)", "claim", "5 ms"),
        ("an undo, touch to frame handed over (CPU ms)", "undo", ""),
        ("a claim, painted by software (CPU ms of all threads)", "painted", ""),
        ("a frame while panning Old West, handed over (CPU ms)", "panned", ""),
        ("a frame while panning Old West, painted (CPU ms of all threads)", "panned_painted", ""),
        ("frames a second, panning Old West", "rate", "0.5 times"),
        ("memory at the table, at rest (MB)", "before", "1.6 times"),
    ):
        empty, ours = (median(run[key] for run in found[kind]) for kind in ("empty", "companion"))
        table.rows.append({"figure": figure, "empty app": empty, "companion": ours, "ratio": ours / empty, "aim": aim})
    yield table
    memory = Table("memory", f"Memory over {rounds:,} claims and as many undos (MB)")
    before, after = (found["companion"][0][key] for key in ("before", "after"))
    growth = {"before": before, "after": after, "growth": after - before}
    memory.rows.append({"empty app": found["empty"][0]["before"], **growth})
    yield memory


def probed(kind: str, rounds: int) -> dict[str, float]:
    """Return the figures of one app, measured in a process of its own."""
    command = [sys.executable, "-m", "benches.probe", kind, str(rounds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures
