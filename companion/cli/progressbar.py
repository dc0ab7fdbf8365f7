"""A progress bar in the terminal."""

import sys
from collections.abc import Callable

_WIDTH = 30


def progress_bar(words: Callable[[int, int], str]) -> Callable[[int, int], None]:
    """Return a function that draws how many of all are done, with these words; on a terminal only."""

    def draw(done: int, of: int) -> None:
        if sys.stderr.isatty():
            filled = _WIDTH * done // of
            end = "\n" if done == of else ""
            bar = "█" * filled + "░" * (_WIDTH - filled)
            print(f"\r{bar} {words(done, of)}", end=end, file=sys.stderr, flush=True)

    return draw
