"""Statistics of people over many games: games, wins, points, longest routes and tickets. Pure.

Points are kept per map: a hundred in India is not a hundred in Europe, so they are never averaged together.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.boards import PlayerColour
from companion.scoring.scoresheet import ScoreSheet


@dataclass(frozen=True, slots=True)
class Result:
    """One player's result in one game."""

    name: str
    colour: PlayerColour
    total: int
    rank: int
    longest: int | None
    """None if there is no board."""
    completed: int
    tickets: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game, small enough to keep for thousands of games."""

    map: str
    map_name: str
    """The name in the map file, before translation."""
    results: tuple[Result, ...]
    """In turn order."""
    decided_by: str

    @property
    def winners(self) -> tuple[Result, ...]:
        """Everyone in first place."""
        return tuple(result for result in self.results if result.rank == 1)


def outcome(sheet: ScoreSheet) -> Outcome:
    """Return the result that a score sheet shows."""
    results = tuple(
        Result(
            score.player.name,
            score.player.colour,
            score.total,
            score.rank,
            score.longest.length if score.longest else None,
            score.completed,
            len(score.tickets),
        )
        for score in sheet.players
    )
    return Outcome(sheet.board.id, sheet.board.called, results, sheet.decided_by)


@dataclass(frozen=True, slots=True)
class Played:
    """One player's part in one game. A shared victory counts as won."""

    result: Result
    shared: bool
    """Whether the first place was shared."""

    @property
    def won(self) -> bool:
        """Whether the player came first, alone or shared."""
        return self.result.rank == 1


@dataclass(frozen=True, slots=True)
class Statistics:
    """Some games of one player."""

    played: tuple[Played, ...]
    """In the order in which the games were given."""

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.played)

    @property
    def wins(self) -> int:
        """The number of games won, shared victories included."""
        return sum(one.won for one in self.played)

    @property
    def shared(self) -> int:
        """The number of shared victories."""
        return sum(one.won and one.shared for one in self.played)

    @property
    def longest(self) -> int | None:
        """The longest route in any of these games; None if none had a board."""
        return max((one.result.longest for one in self.played if one.result.longest is not None), default=None)

    @property
    def completed(self) -> int:
        """The number of tickets completed."""
        return sum(one.result.completed for one in self.played)

    @property
    def tickets(self) -> int:
        """The number of tickets held."""
        return sum(one.result.tickets for one in self.played)


@dataclass(frozen=True, slots=True)
class MapStatistics(Statistics):
    """A player's games on one map, at least one."""

    map: str
    name: str

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each game."""
        return tuple(one.result.total for one in self.played)

    @property
    def average(self) -> float:
        """The average points per game."""
        return sum(self.totals) / len(self.totals)

    @property
    def best(self) -> int:
        """The most points in a game."""
        return max(self.totals)


@dataclass(frozen=True, slots=True)
class PlayerStatistics(Statistics):
    """All games of one player, also per map, the most played map first."""

    name: str
    """The name as it was last written."""
    maps: tuple[MapStatistics, ...]


def person(name: str) -> str:
    """Return the key of a person: names that differ only in spaces or capitals are the same person."""
    return " ".join(name.split()).casefold()


def statistics(outcomes: Iterable[Outcome]) -> tuple[PlayerStatistics, ...]:
    """Return the statistics of everyone in these games, which are given oldest first. Most wins come first; with equal
    wins, fewer games."""
    played: dict[str, list[tuple[Outcome, Played]]] = {}
    for game in outcomes:
        shared = len(game.winners) > 1
        for result in game.results:
            part = Played(result, shared and result.rank == 1)
            played.setdefault(person(result.name), []).append((game, part))
    return tuple(sorted(map(_player, played.values()), key=lambda one: (-one.wins, one.games, person(one.name))))


def _player(parts: list[tuple[Outcome, Played]]) -> PlayerStatistics:
    by_map: dict[str, list[tuple[Outcome, Played]]] = {}
    for game, part in parts:
        by_map.setdefault(game.map, []).append((game, part))
    maps = [
        MapStatistics(tuple(part for _, part in games), map_id, games[-1][0].map_name)
        for map_id, games in by_map.items()
    ]
    return PlayerStatistics(
        tuple(part for _, part in parts),
        " ".join(parts[-1][1].result.name.split()),
        tuple(sorted(maps, key=lambda one: (-one.games, one.name))),
    )
