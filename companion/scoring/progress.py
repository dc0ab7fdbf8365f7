"""The score after each event: the public score track, and the final score at the end."""

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
    """The points of each player throughout a game."""

    tracks: tuple[Mapping[PlayerColour, int], ...]
    """The score track at the beginning, and after each event but the end."""
    totals: Mapping[PlayerColour, int]
    """The final scores."""

    @property
    def highest(self) -> int:
        """The most points that anyone had at any time."""
        return max(max(points.values()) for points in (*self.tracks, self.totals))

    @property
    def lowest(self) -> int:
        """The fewest points that anyone had at any time; below 0 only through failed tickets (GEN-A2)."""
        return min(min(points.values()) for points in (*self.tracks, self.totals))

    def of(self, colour: PlayerColour) -> tuple[int, ...]:
        """Return one player's points over time, the final score last."""
        return (*(points[colour] for points in self.tracks), self.totals[colour])


def progress(beginning: State, events: Iterable[Event]) -> Progress:
    """Return the points after each of these events. The events are not checked, since they were when recorded."""
    state, tracks = beginning, [_tracks(beginning)]
    for event in events:
        before, state = state, apply(state, event)
        if not state.ended:
            tracks.append(_tracks(state) if _moved(before, state) else tracks[-1])
    return Progress(tuple(tracks), {score.player.colour: score.total for score in tally(state).players})


def _moved(before: State, after: State) -> bool:
    """Return whether any score marker can have moved. Most events do not change the score track."""
    return (
        before.claims is not after.claims
        or before.alvin is not after.alvin
        or before.score_track is not after.score_track
    )


def _tracks(state: State) -> dict[PlayerColour, int]:
    return {player.colour: track(state, player) for player in state.players}
