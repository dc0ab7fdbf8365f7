"""Benchmark of what each screen costs to open, beside an empty Kivy app; each screen is opened in processes of its own.

It counts the CPU time of the thread that builds and submits the frame, so that a busy machine blurs it less.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from statistics import median

from benches.report import Table
from benches.screens import probed

AIM = 55
"""CPU milliseconds to the first frame, on a calm machine."""
ALONE = 6
"""Seconds for which the app is left alone before a screen is opened for the first time."""
SCREENS = (
    *("home", "settings", "device", "past games", "past game", "replay", "statistics", "score sheet"),
    *("new game", "players", "table", "tracks", "log", "tickets", "board check", "help"),
)


def openings(quick: bool) -> Iterator[Table]:
    """Measure the CPU time from the tap to the first frame, in the middle of a game."""
    processes, rounds = (1, 2) if quick else (3, 6)
    table = Table("openings", f"From a tap to the first frame, Europe, 800 x 480 (CPU ms; aim {AIM}, machine calm)")
    button = probed("empty", 20)["claim"]
    for screen in SCREENS:
        at_once = [_opened(screen, 0, 0) for _ in range(processes)]
        alone = [_opened(screen, ALONE, rounds) for _ in range(processes)]
        first, again = (median(run[key] for run in alone) for key in ("first", "again"))
        table.rows.append(
            {
                "screen": screen,
                "first, just after the start": median(run["first"] for run in at_once),
                f"first, {ALONE} s later": first,
                "again": again,
                "until nothing changes": median(run["whole again"] for run in alone),
                "within the aim": max(first, again) <= AIM,
                "buttons of an empty app": first / button,
            }
        )
    yield table


def _opened(screen: str, alone: float, rounds: int) -> dict[str, float]:
    command = [sys.executable, "-m", "benches.opening", screen, str(alone), str(rounds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures
