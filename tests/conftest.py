"""What can be asked of all tests; and what they counted is said at the end, whichever process counted it."""

from collections import Counter

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """What takes too long for every day."""
    parser.addoption(
        "--all-looks", action="store_true", help="every screen in every size of text and both sets of colours"
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Adds up every figure that tests gave with `record_property`."""
    counted: Counter[str] = Counter()
    for report in terminalreporter.stats.get("passed", []):
        for name, figure in report.user_properties:
            if isinstance(figure, int):
                counted[name] += figure
    for name, figure in counted.items():
        terminalreporter.write_line(f"{name}: {figure:,}")
