"""Marking the routes of a finished board: one tap takes a track that the finger is plainly on, a finger drawn along
tracks takes them all, and both remove what is marked already."""

from collections.abc import Callable, Sequence

from kivy.metrics import dp

from companion.boards import Board
from companion.game.outcome import Outcome
from companion.game.play import Play
from companion.screens.map.fingers import Alike, Stroke, plain_track
from companion.screens.map.mapview import MapView, Point
from companion.screens.widgets import theme

BLUR_DP = 7.2
"""How far a finger misses that marks a board, in dp as a standard deviation: 1.4 mm. People aim better when they go
through a board track by track, and see at once what a tap did."""


class Marking:
    """The fingers of one who marks routes. `answer` shows the outcome of a move."""

    def __init__(self, play: Play, answer: Callable[[Outcome], object]) -> None:
        self._play, self._answer = play, answer
        self._alike = alike_on(play.state.board)
        self._stroke: Stroke | None = None
        self._tapped = False

    def tap(self, board: MapView, place: Point) -> bool:
        """Mark the track that was plainly meant, or remove it. Return False if it is doubtful what was meant."""
        self._tapped = self._take(plain_track(board.shape, *place, _blur(board), self._alike))
        return self._tapped

    def take_tap_back(self) -> bool:
        """Undo the last tap, which turned out to be half of a double tap. Return whether there was one."""
        tapped, self._tapped = self._tapped, False
        if tapped:
            self._play.undo()
        return tapped

    def draw(self, board: MapView, place: Point | None, lifted: bool) -> None:
        """Follow a finger, and when it is lifted mark all tracks that it was drawn along. If all of them are marked
        already, remove them. With None, forget what was drawn."""
        if place is None:
            self._stroke = None
            board.light({})
            return
        if self._stroke is None:
            self._stroke = Stroke(board.shape, *place, _blur(board))
        self._stroke.draw_to(*place)
        found = self._stroke.tracks(self._alike)
        if not lifted:
            colour = theme.PLAYERS[self._play.player]
            board.light({self._own(tracks) or self._free(tracks) or tracks[0]: colour for tracks in found})
            return
        self._stroke, self._tapped = None, False
        board.light({})
        own = [self._own(tracks) for tracks in found]
        if own and all(own):
            for track in own:
                self._play.take_off(str(track))
            return
        free = [self._free(tracks) for tracks, held in zip(found, own, strict=True) if not held]
        self._mark([track for track in free if track])

    def _take(self, tracks: Sequence[str]) -> bool:
        own, free = self._own(tracks), self._free(tracks)
        if own:
            self._play.take_off(own)
        elif free:
            self._mark([free])
        return bool(own or free)

    def _mark(self, tracks: Sequence[str]) -> None:
        for outcome in self._play.mark(tracks):
            self._answer(outcome)

    def _own(self, tracks: Sequence[str]) -> str | None:
        """Return the track that the player has marked already, if any."""
        held = {route.id for route in self._play.state.routes_of(self._play.player)}
        return next((track for track in tracks if track in held), None)

    def _free(self, tracks: Sequence[str]) -> str | None:
        """Return the first track that nobody has, if any."""
        held = {claim.route.id for claim in self._play.state.claims}
        return next((track for track in tracks if track not in held), None)


def alike_on(board: Board) -> Alike:
    """Return whether two tracks are worth the same to everyone: they have the same ends and the same length."""

    def alike(one: str, other: str) -> bool:
        first, second = board.routes[one], board.routes[other]
        return set(first.ends) == set(second.ends) and first.length == second.length

    return alike


def _blur(board: MapView) -> float:
    return float(dp(BLUR_DP)) / board.scale
