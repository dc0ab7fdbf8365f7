"""The score sheet: every line and ticket, the ranks, and what decided the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.boards import Board
from companion.game.state import Player, State
from companion.scoring.gaps import Gaps
from companion.scoring.stations import Loan
from companion.scoring.tickets import TicketScore
from companion.scoring.trails import Trail
from companion.words import Sentence

FORMAT = "companion-score/1"


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """One player's part of the sheet."""

    player: Player
    lines: Mapping[str, int]
    """Points by line; exactly the lines that this board has."""
    rank: int
    tickets: tuple[TicketScore, ...]
    longest: Trail | None = None
    """Present for every game with a board, even if there is no bonus for it."""
    trains_left: int | None = None
    stations_left: int | None = None
    borrowed: tuple[Loan, ...] = ()
    big_cities: tuple[str, ...] = ()
    """The big-city cards that the player has."""
    warnings: tuple[Sentence, ...] = ()

    @property
    def total(self) -> int:
        """The sum of the lines; penalties may take it below zero (GEN-A2)."""
        return sum(self.lines.values())

    @property
    def completed(self) -> int:
        """The number of completed tickets; two copies count as two (GEN-A6)."""
        return sum(ticket.completed for ticket in self.tickets)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The score of all players."""

    state: State
    """The position that was scored."""
    players: tuple[PlayerScore, ...]
    decided_by: str
    warnings: tuple[Sentence, ...] = ()
    """Warnings that concern no single player."""

    @property
    def board(self) -> Board:
        """The board that was played on."""
        return self.state.board

    @property
    def final(self) -> bool:
        """Whether the game is over. If not, it is scored as if it ended now."""
        return self.state.ended

    def gaps(self, score: PlayerScore) -> Gaps:
        """Return a query for what this player's failed tickets lack."""
        return Gaps(self.state, score.player.colour, tuple(loan.route for loan in score.borrowed))

    @property
    def winners(self) -> tuple[PlayerScore, ...]:
        """Everyone in first place."""
        return tuple(score for score in self.players if score.rank == 1)


def sheet_json(sheet: ScoreSheet) -> dict[str, Any]:
    """Return the sheet in the JSON format that other programs rely on."""
    return {
        "format": FORMAT,
        "map": sheet.board.id,
        "final": sheet.final,
        "players": [_player_json(sheet, score) for score in sheet.players],
        "winners": [score.player.colour for score in sheet.winners],
        "decided_by": sheet.decided_by,
        "warnings": [str(warning) for warning in sheet.warnings],
    }


def _player_json(sheet: ScoreSheet, score: PlayerScore) -> dict[str, Any]:
    rules, gaps = sheet.board.rules, sheet.gaps(score)
    found: dict[str, Any] = {
        "colour": score.player.colour,
        "name": score.player.name,
        "total": score.total,
        "rank": score.rank,
        "lines": dict(score.lines),
    }
    if score.longest is not None:
        found |= {"longest_length": score.longest.length, "longest_routes": list(score.longest.routes)}
        found["trains_left"] = score.trains_left
    found["completed"] = score.completed
    found["tickets"] = [_ticket_json(sheet.board, ticket, gaps) for ticket in score.tickets]
    if rules.stations:
        found["stations_left"] = score.stations_left
        found["borrowed"] = [{"station": loan.station, "route": loan.route.id} for loan in score.borrowed]
    if rules.piles:
        found["big_cities"] = list(score.big_cities)
    found["warnings"] = [str(warning) for warning in score.warnings]
    return found


def _ticket_json(board: Board, score: TicketScore, gaps: Gaps) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": score.ticket.id,
        "points": score.points,
        "completed": score.completed,
        "routes": list(score.routes),
    }
    if board.rules.bonus.mandala:
        found["mandala"] = score.mandala
    if board.countries:
        found["reached"] = list(score.reached)
    if score.missing_cards:
        found["missing"] = {"cards": dict(score.missing_cards)}
    elif not score.completed and (gap := gaps.of(score.ticket)):
        found["missing"] = {"trains": gap.trains, "routes": list(gap.routes)}
    return found
