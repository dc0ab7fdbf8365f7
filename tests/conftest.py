"""Every test begins in English, whatever this machine speaks; and what tests counted is said at the end, whichever
process counted it."""

import os
from collections import Counter
from collections.abc import Iterator

import pytest

from companion.words.language import ENGLISH, speak

os.environ["LANGUAGE"] = ENGLISH  # also for the processes that tests start


def pytest_addoption(parser: pytest.Parser) -> None:
    """A check that takes too long for every day."""
    every = "look at every screen of every board, on both panels, in every language and size of text"
    parser.addoption("--all-looks", action="store_true", help=every)


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Whatever a test speaks, the next one speaks English."""
    speak(ENGLISH)
    yield
    speak(ENGLISH)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Adds up every figure that tests gave with `record_property`."""
    counted: Counter[str] = Counter()
    for report in terminalreporter.stats.get("passed", []):
        for name, figure in report.user_properties:
            if isinstance(figure, int):
                counted[name] += figure
    for name, figure in counted.items():
        terminalreporter.write_line(f"{name}: {figure:,}")
