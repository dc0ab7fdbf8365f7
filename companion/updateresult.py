"""What became of the last update, as the system service has left it, to be shown once."""

import logging
from dataclasses import dataclass
from pathlib import Path

from companion.files import put
from companion.parsing import parse_json
from companion.updates import FOLDER, READY
from companion.words import Sentence

RESULT = "opt/companion/update.json"
"""The file that the service writes, below the root of the system."""
TOLD = "update-told"
"""The file in the data folder with the id of the result that people have seen."""
_LARGEST = 10_000

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class UpdateResult:
    """How an update ended."""

    id: str
    is_good: bool
    sentence: Sentence


def unseen_result(root: Path, data: Path) -> UpdateResult | None:
    """Return the result of the last update if nobody has seen it yet."""
    try:
        with (root / RESULT).open("rb") as file:
            told = parse_json(file.read(_LARGEST))
        outcome, number = str(told["outcome"]), str(told["version"])
        sentence = _sentence(outcome, number, str(told["reason"]), str(told["file"]), str(told["detail"]))
        result = UpdateResult(str(told["id"]), outcome == "installed", sentence)
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    try:
        seen = (data / TOLD).read_text(encoding="utf-8", errors="replace")
    except OSError:
        seen = ""
    return None if seen == result.id else result


def mark_seen(result: UpdateResult, data: Path) -> None:
    """Remember that people have seen a result. If the disk fails, they see it once more."""
    try:
        put(data / TOLD, result.id.encode())
    except OSError as error:
        _log.warning("it is not noted that the result of the update was shown: %s", error)


def is_being_installed(data: Path) -> bool:
    """Return whether the system has not finished with an update yet."""
    return (data / FOLDER / READY).exists()


def _sentence(outcome: str, number: str, reason: str, file: str, detail: str) -> Sentence:
    if outcome == "installed":
        return Sentence("Version {number} is installed. All your games are there.", {"number": number})
    if outcome == "restored":
        pattern = "Version {number} did not start, so the previous version was restored. All your games are there."
        return Sentence(pattern, {"number": number})
    return Sentence("The update was not installed: {why}. Nothing has changed.", {"why": _why(reason, file, detail)})


def _why(reason: str, file: str, detail: str) -> Sentence | str:
    """Return why the system refused an update: our words for its reasons, or its own if we have none."""
    ours = {
        "no_key": Sentence("this device does not yet know whose updates to trust"),
        "unsigned": Sentence("it is not signed"),
        "forged": Sentence("it was made by someone else"),
        "link": Sentence("{file} is a link or a device, not a file", {"file": file}),
        "extra": Sentence("{file} does not belong to it", {"file": file}),
        "missing": Sentence("{file} is missing", {"file": file}),
        "damaged": Sentence("it is damaged, or has been changed"),
        "too_large": Sentence("it is far too large"),
        "older": Sentence("it is older than the installed version, and nobody confirmed going back to it"),
        "libraries": Sentence("it also needs {names}, which can only be fetched over a network", {"names": file}),
        "no_start": Sentence("it does not start on this device"),
        "loses_games": Sentence("it could not open all of your games"),
    }
    theirs = " ".join(detail.split())[:200].rstrip(".")
    return ours.get(reason, theirs)
