"""Shared setup: every test starts in English, and figures are summed over all workers."""

import os
from collections import Counter
from collections.abc import Generator, Iterator

import pytest
from hypothesis import settings

from companion.words.language import ENGLISH, speak

os.environ["LANGUAGE"] = ENGLISH  # inherited by processes that tests start
settings.register_profile("no timings", deadline=None)
settings.load_profile("no timings")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--long`, for checks that are too slow to run every time."""
    long = "every screen of every board, on both panels, in every language and size of text, touched all over"
    parser.addoption("--long", action="store_true", help=f"also what takes hours: {long}; a missing tool is a failure")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Allow each test an hour with `--long`."""
    if config.getoption("--long"):
        for item in items:
            item.add_marker(pytest.mark.timeout(3600))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn skips into failures with `--long`: all the tools that checks need must be installed."""
    report = yield
    if report.skipped and item.config.getoption("--long"):
        report.outcome = "failed"
        report.longrepr = f"skipped, though --long leaves nothing out: {report.longrepr}"
    return report


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Reset the language to English before and after each test."""
    speak(ENGLISH)
    yield
    speak(ENGLISH)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the sums of all figures that tests reported with `record_property`."""
    counted: Counter[str] = Counter()
    for report in terminalreporter.stats.get("passed", []):
        for name, figure in report.user_properties:
            if isinstance(figure, int):
                counted[name] += figure
    for name, figure in counted.items():
        terminalreporter.write_line(f"{name}: {figure:,}")
