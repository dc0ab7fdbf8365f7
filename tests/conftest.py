"""Every test begins in English, whatever this machine speaks; and what tests counted is said at the end, whichever
process counted it."""

import os
from collections import Counter
from collections.abc import Generator, Iterator

import pytest

from companion.words.language import ENGLISH, speak

os.environ["LANGUAGE"] = ENGLISH  # also for the processes that tests start


def pytest_addoption(parser: pytest.Parser) -> None:
    """Checks that take too long for every day."""
    long = "every screen of every board, on both panels, in every language and size of text, touched all over"
    parser.addoption("--long", action="store_true", help=f"also what takes hours: {long}; a missing tool is a failure")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With `--long` there is time: a test may take an hour."""
    if config.getoption("--long"):
        for item in items:
            item.add_marker(pytest.mark.timeout(3600))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """With `--long` nothing is skipped: whatever a check needs has to be there."""
    report = yield
    if report.skipped and item.config.getoption("--long"):
        report.outcome = "failed"
        report.longrepr = f"skipped, though --long leaves nothing out: {report.longrepr}"
    return report


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
