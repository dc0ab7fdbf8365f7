"""How the points came: the score track after each event, as everyone saw it, and the final score as its last point."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.boards import PlayerColour
from companion.game.apply import apply
from companion.game.events import Event
from companion.game.state import State
from companion.scoring.live import track
from companion.scoring.tally import tally


@dataclass(frozen=True, slots=True)
class Progress:
    """The points of each player from the first moment to the last."""

    tracks: tuple[Mapping[PlayerColour, int], ...]
    """Where the markers stood at the beginning, and after each event but the end."""
    totals: Mapping[PlayerColour, int]
    """What the game came to."""

    @property
    def highest(self) -> int:
        """The most points that anyone ever had."""
        return max(max(points.values()) for points in (*self.tracks, self.totals))

    @property
    def lowest(self) -> int:
        """The fewest that anyone ever had; below 0 only by failed tickets (GEN-A2)."""
        return min(min(points.values()) for points in (*self.tracks, self.totals))

    def of(self, colour: PlayerColour) -> tuple[int, ...]:
        """One player's points, the total last."""
        return (*(points[colour] for points in self.tracks), self.totals[colour])


def progress(beginning: State, events: Iterable[Event]) -> Progress:
    """The points after each of these events; nothing is checked, since they have all been played."""
    state, tracks = beginning, [_tracks(beginning)]
    for event in events:
        before, state = state, apply(state, event)
        if not state.ended:
            tracks.append(_tracks(state) if _moved(before, state) else tracks[-1])
    return Progress(tuple(tracks), {score.player.colour: score.total for score in tally(state).players})


def _moved(before: State, after: State) -> bool:
    """Whether any marker can have moved: most events leave the score track alone."""
    return (
        before.claims is not after.claims
        or before.alvin is not after.alvin
        or before.score_track is not after.score_track
    )


def _tracks(state: State) -> dict[PlayerColour, int]:
    return {player.colour: track(state, player) for player in state.players}
