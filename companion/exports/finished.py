"""A finished game as it goes home: its record, its score, how it went and when it was played."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from companion.game.journal import Game
from companion.game.record import GameRecord, begin
from companion.scoring import ScoreSheet, tally
from companion.scoring.progress import Progress, progress

_LONGEST_MINUTES = 6 * 60
"""What took longer was put aside in between."""


@dataclass(frozen=True)
class FinishedGame:
    """Everything that a sheet tells. It holds no more than values, so that another thread may write it down."""

    record: GameRecord
    sheet: ScoreSheet
    begun: datetime
    ended: datetime

    @property
    def title(self) -> str:
        """What was played."""
        return self.sheet.board.name

    @property
    def names(self) -> Sequence[str]:
        """Everyone, in turn order."""
        return [score.player.name for score in self.sheet.players]

    @property
    def has_map(self) -> bool:
        """Whether there is a board to draw; the Card Game has none."""
        return self.sheet.board.size is not None

    @property
    def has_course(self) -> bool:
        """Whether it is known how the points came: not of a board that was counted, nor of the Card Game, which has no
        score track."""
        return self.has_map and not self.record.options.counted and len(self.progress.tracks) > 1

    @property
    def minutes(self) -> int | None:
        """How long it took, if it was played in one go with Companion beside it."""
        minutes = round((self.ended - self.begun).total_seconds() / 60)
        played = not self.record.options.counted and 0 < minutes <= _LONGEST_MINUTES
        return minutes if played else None

    @cached_property
    def progress(self) -> Progress:
        """How the points came."""
        state = self.sheet.state
        return progress(begin(state.board, state.players, state.options), self.record.events)


def finished(game: Game) -> FinishedGame:
    """A game of the journal, scored as it stands. Times are those of the clock on the wall."""
    begun, ended = (datetime.fromisoformat(at).astimezone() for at in (game.begun, game.last))
    return FinishedGame(game.as_record(), tally(game.state), begun, ended)
