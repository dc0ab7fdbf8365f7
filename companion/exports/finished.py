"""A finished game, ready for export: its record, its score, how it progressed and when it was played."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from companion.game.gamedays import Played, is_timed, local_day, played
from companion.game.journal import Game
from companion.game.record import GameRecord, begin
from companion.scoring import ScoreSheet, tally
from companion.scoring.progress import Progress, progress

_LONGEST_MINUTES = 6 * 60
"""A longer game was interrupted in between."""


@dataclass(frozen=True)
class FinishedGame:
    """Everything that an export needs. It holds only values, so that another thread may write it."""

    record: GameRecord
    sheet: ScoreSheet
    begun: datetime
    ended: datetime
    """When it ended, according to a clock that may have been wrong."""
    notes: Sequence[str] = ()
    """The notes of the journal about the day of the game."""

    @property
    def played(self) -> Played:
        """When the game ended, as far as that is known."""
        return played(self.notes, self.ended.isoformat())

    @property
    def day(self) -> date | None:
        """The day on which the game ended; None if nobody knows it."""
        return local_day(self.played)

    @property
    def title(self) -> str:
        """The name of the board."""
        return self.sheet.board.name

    @property
    def names(self) -> Sequence[str]:
        """The names of the players, in turn order."""
        return [score.player.name for score in self.sheet.players]

    @property
    def has_map(self) -> bool:
        """Whether there is a board to draw; the Card Game has none."""
        return self.sheet.board.size is not None

    @property
    def has_course(self) -> bool:
        """Whether the points over time are known: not if a board was only counted, nor in the Card Game."""
        return self.has_map and not self.record.options.counted and len(self.progress.tracks) > 1

    @property
    def minutes(self) -> int | None:
        """The duration, if the game was recorded while it was played and in one go, else None."""
        minutes = round((self.ended - self.begun).total_seconds() / 60)
        in_one_go = 0 < minutes <= _LONGEST_MINUTES and is_timed(self.notes)
        return minutes if in_one_go and not self.record.options.counted else None

    @cached_property
    def progress(self) -> Progress:
        """The points of each player over time."""
        state = self.sheet.state
        return progress(begin(state.board, state.players, state.options), self.record.events)


def finished(game: Game) -> FinishedGame:
    """Return a game of the journal with its score. Times are in the local time zone."""
    begun, ended = (datetime.fromisoformat(at).astimezone() for at in (game.begun, game.last))
    return FinishedGame(game.as_record(), tally(game.state), begun, ended, tuple(game.log.days))
