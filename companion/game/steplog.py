"""The steps of one game as they are stored, and how many of them are on disk."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple

from companion.game.keptboards import KeptBoard
from companion.game.steprows import StepRow


class LoggedStep(NamedTuple):
    """One step: what it did as JSON, when, and whether the game was finished after it."""

    what: str
    at: str
    finished: bool


@dataclass(slots=True)
class StepLog:
    """Everything about one game that goes into the file. Only the journal changes it."""

    head: str
    """How the game began, as JSON."""
    begun: str
    board: KeptBoard
    """The board that the game keeps."""
    id: int | None = None
    """The number in the file; None until the disk has accepted the game."""
    steps: list[LoggedStep] = field(default_factory=list)
    on_disk: int = 0
    """The number of steps on disk."""
    days: list[str] = field(default_factory=list)
    """The notes about the day of the game; see `gamedays.py`."""
    days_on_disk: int = 0
    """The number of these notes on disk."""

    @property
    def is_saved(self) -> bool:
        """Whether everything is on disk."""
        return self.id is not None and self.on_disk == len(self.steps)

    @property
    def last(self) -> str:
        """When the last step was taken."""
        return self.steps[-1].at if self.steps else self.begun

    @property
    def unwritten_days(self) -> list[str]:
        """The notes about the day that are missing on disk."""
        return self.days[self.days_on_disk :]

    @property
    def content(self) -> str:
        """What identifies the content of the game: it changes with every step."""
        last = StepRow(self.id or 0, len(self.steps), *(self.steps[-1][:2] if self.steps else (self.head, self.begun)))
        return content_of(StepRow(self.id or 0, 0, self.head, self.begun), last)

    def unwritten(self) -> Iterator[tuple[StepRow, bool]]:
        """Yield each row that is missing on disk, and whether the game is finished after it."""
        assert self.id is not None, "the game itself is written first"
        for number in range(self.on_disk, len(self.steps)):
            step = self.steps[number]
            yield StepRow(self.id, number + 1, step.what, step.at), step.finished

    def compare(self, rows: list[StepRow], days: list[str]) -> None:
        """Update how much of the game is on disk from the rows and the notes in a file: all of it, a part, or none."""
        known = [(row.what, row.at) for row in rows]
        ours = [(self.head, self.begun), *((step.what, step.at) for step in self.steps)]
        if known and ours[: len(known)] == known:
            self.on_disk = len(known) - 1
            self.days_on_disk = len(days) if self.days[: len(days)] == days else 0
        else:
            self.id, self.on_disk, self.days_on_disk = None, 0, 0


def content_of(beginning: StepRow, last: StepRow) -> str:
    """Return what identifies the content of a game. Its number, its beginning and its last step are enough, because
    steps are only ever appended, each with its time."""
    parts = (beginning.game, beginning.what, beginning.at, last.number, last.what, last.at)
    return blake2b("\0".join(map(str, parts)).encode("utf-8", "replace"), digest_size=12).hexdigest()
