"""Which release a bundle or an installed version is: its number and when it was built."""

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

FILE = "files/release.json"
"""The path in the deploy folder of a bundle or a version."""
_NUMBER = re.compile(r"(\d{1,6}(?:\.\d{1,6}){0,3})(?:(a|b|rc|\.dev)(\d{1,6}))?")
_DAY = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@dataclass(frozen=True, slots=True)
class Release:
    """The number of a release, such as `0.2.0rc1`, and when it was built, as `2026-11-17T20:00:00Z`."""

    version: str
    built: str

    def is_older_than(self, other: "Release") -> bool:
        """Return whether the other one has a higher number, or the same number and was built later."""
        return (_order(self.version), self.built) < (_order(other.version), other.built)


def _order(version: str) -> tuple[tuple[int, ...], int, int]:
    """Return what a number is sorted by: 1.0.dev1 comes before 1.0a1, 1.0b1, 1.0rc1 and 1.0."""
    found = _NUMBER.fullmatch(version)
    if not found:
        return (), 0, 0
    numbers = [int(part) for part in found[1].split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers), (".dev", "a", "b", "rc", None).index(found[2]), int(found[3] or 0)


def write_release(deploy: Path, version: str) -> None:
    """Write into a deploy folder that this release is built now."""
    now = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    (deploy / FILE).write_text(json.dumps({"version": version, "built": now}) + "\n", encoding="utf-8")


def read_release(deploy: Path, version: str) -> Release:
    """Return which release a deploy folder belongs to; without a date if it comes from before there were any."""
    try:
        about = json.loads((deploy / FILE).read_text(encoding="utf-8"))
        built = about["built"] if _DAY.fullmatch(about["built"]) else ""
    except (OSError, ValueError, LookupError, TypeError):
        built = ""
    return Release(version, built)
