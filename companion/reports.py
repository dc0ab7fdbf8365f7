"""Crash reports for developers: traceback and versions, no names of players."""

import logging
import platform
import traceback
from datetime import datetime
from pathlib import Path

from companion.files import make_folder, put

FOLDER = "reports"
_KEPT = 20

_log = logging.getLogger(__name__)


def _version_of(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version  # not above: it would slow down the start

    try:
        return version(package)
    except PackageNotFoundError:
        return "?"


def report_of(error: BaseException, screen: str, when: datetime) -> str:
    """Return the text of a report: versions, machine, screen and traceback."""
    trace = "".join(traceback.format_exception(error))
    machine = f"{platform.platform()}, Python {platform.python_version()}"
    packages = ", ".join(f"{name} {_version_of(name)}" for name in ("companion", "kivy", "pydantic"))
    return f"Companion, {when:%Y-%m-%d %H:%M:%S}\n{packages}\n{machine}\nscreen: {screen}\n\n{trace}"


def keep_report(folder: Path, text: str, when: datetime) -> Path | None:
    """Write a report to the data folder and delete all but the newest few; return None if the disk fails."""
    reports = folder / FOLDER
    try:
        make_folder(reports)
        path = reports / f"report-{when:%Y%m%d-%H%M%S-%f}.txt"
        put(path, text.encode("utf-8", "backslashreplace"))
        for old in sorted(reports.glob("report-*.txt"))[:-_KEPT]:
            old.unlink()
    except OSError as error:
        _log.warning("the report is not kept: %s", error)
        return None
    return path
