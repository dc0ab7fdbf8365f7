"""An error that nobody expected leaves a line in the log, which names no players."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.screens.player import Hand

# isort: split
from kivy.base import ExceptionManager

from companion.reports import FOLDER


def test_errors_are_logged_without_their_text(
    at_table: Callable[..., Hand], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    at_table("europe", "red blue")
    for _ in range(3):
        ExceptionManager.handle_exception(KeyError("Anna"))
    *errors, last = caplog.messages
    reports = sorted((tmp_path / FOLDER).iterdir())
    assert errors == [f"KeyError on TableScreen; report: {report}" for report in reports]
    assert last == "3 errors within 10 seconds: the app ends"
