"""The replay of a game: a slider over all its events, with the map, the words and all standings at each of them."""

from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.metrics import Metrics, dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.game import Event, State, apply, begin
from companion.game import events as e
from companion.game.eventwords import tell, tell_openly
from companion.scoring.live import LiveScore, live_scores
from companion.scoring.verdicts import past_verdict
from companion.screens.map.boardmap import BoardMap
from companion.screens.map.thumbnail import BoardThumbnail
from companion.screens.shell import navigation
from companion.screens.shell.host import Screen
from companion.screens.widgets import Scroll, Text, theme
from companion.screens.widgets.playertile import PlayerTile
from companion.words import count_of_points, say

if TYPE_CHECKING:
    from companion.game.journal import Game
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_SECONDS = 1.2
"""How long an event is shown at normal speed."""
_SPEEDS = (1, 2, 4, 8)


class ReplayScreen(Screen):
    """Every position of a game, chosen with a slider."""

    stop = NumericProperty(0)
    """The number of events up to the position that is shown."""
    last = NumericProperty(0)
    said = StringProperty("")
    playing = BooleanProperty(False)
    speed = NumericProperty(1)

    def __init__(self, session: "Session", game: "Game") -> None:
        self.game = game
        super().__init__(session)
        head, self._events = game.head, game.history.events
        self.positions: tuple[State, ...] = tuple(
            accumulate(self._events, apply, initial=begin(game.state.board, head.players, head.options))
        )
        self._live_scores: dict[int, tuple[LiveScore, ...]] = {}
        self._over = game.state.ended
        self.map: BoardMap | None = None
        self._words: Text | None = None
        self._tiles = [PlayerTile() for _ in game.state.players]
        for tile in self._tiles:
            self.ids.players.add_widget(tile)
        self._show = Clock.create_trigger(lambda _: self.show(), -1)
        self._lay_map()
        self.last = len(self._events)
        self.ids.rail.bind(on_moved=lambda _, stop: self._take_to(stop))
        self._ticking = Clock.create_trigger(self._next, _SECONDS)
        self._preparing = Clock.schedule_interval(self._prepare, 0)
        self.bind(stop=self._show, size=self._lay_out)
        self.ids.players.bind(height=self._lay_out)
        self.show()

    def left(self) -> None:
        """Stop playing and preparing."""
        self.playing = False
        self._ticking.cancel()
        self._preparing.cancel()

    # What is shown

    def _lay_map(self) -> None:
        frame, board, host = self.ids.frame, self.game.state.board, self.session.host
        landscape = bool(host.width >= host.height)
        if self.map is not None:
            self.map.hold(landscape)
        elif board.size is not None:
            self.map = BoardMap(self.session, board, landscape)
            frame.add_widget(self.map)
        elif self._words is None:
            self._words = Text(text="", font_size=theme.STRONG, line_height=1.3, padding=(dp(14), dp(8)))
            frame.add_widget(Scroll(self._words))
            frame.add_widget(BoardThumbnail(board, size_hint_x=0.6))

    def _lay_out(self, *_: object) -> None:
        """Place the players beside the map, or below it in portrait."""
        self._lay_map()
        wide, count = self.width >= self.height, len(self._tiles)
        columns = 1 if wide else 2
        players = self.ids.players
        players.cols = columns
        text = Metrics.fontscale
        players.width = dp(216 + 120 * (text - 1)) if wide else self.width
        rows = -(-count // columns)
        below = (78 if count <= 4 or text == 1 else 60) * text
        room = (players.height / dp(1) - 8 - 4 * (rows - 1)) / rows if wide else below
        for tile in self._tiles:
            tile.fit(min(room, 104 * text), players.width / dp(1) / columns)

    def live_scores(self, stop: int) -> tuple[LiveScore, ...]:
        """Return all standings after a number of events, cached."""
        if stop not in self._live_scores:
            self._live_scores[stop] = live_scores(self.positions[stop])
        return self._live_scores[stop]

    def _prepare(self, _seconds: float) -> bool:
        """Compute one standing per frame in advance, in order, since each differs from the previous one in one player's
        routes."""
        if len(self._live_scores) > self.last:
            return False
        self.live_scores(next(stop for stop in range(int(self.last) + 1) if stop not in self._live_scores))
        return True

    def show(self) -> None:
        """Show the position at the slider's stop."""
        stop = int(self.stop)
        state, event = self.positions[stop], self._events[stop - 1] if stop else None
        if self.map is not None:
            self.map.still = not self.playing or self.session.host.still
            self.map.show(state)
            self.map.light({}, _places(state, event))
        mover = event.player if isinstance(event, e.ByPlayer) else None
        for tile, standing in zip(self._tiles, self.live_scores(stop), strict=True):
            tile.show(standing, state.board.rules.trains)
            tile.moves = standing.player.colour == mover
        self.said = self._tell(state, event)
        if state.ended:
            self._show_totals()
        if self._words is not None:
            self._words.text = "\n".join(self._card_figures(state, one) for one in self.live_scores(stop))

    def _tell(self, state: State, event: Event | None) -> str:
        if event is None:
            return say("Before the first move")
        if isinstance(event, e.End):
            return past_verdict(self.session.archive.count(self.game))
        said = str(tell_openly(state, event) if self._over else tell(state, event))
        if isinstance(event, e.Claim) and not state.board.rules.markers:
            return f"{said}\u00a0+{state.board.points(state.board.routes[event.route])}"
        return said

    def _show_totals(self) -> None:
        """Show the final points, including what was secret, when the game is over."""
        for tile, result in zip(self._tiles, self.session.archive.count(self.game).results, strict=True):
            tile.score, tile.moves = result.total, result.rank == 1

    def _card_figures(self, state: State, standing: LiveScore) -> str:
        """Return the tickets and cards of a player of the Card Game in words; at the end, the result."""
        name = standing.player.name
        if state.ended:
            results = self.session.archive.count(self.game).results
            result = next(one for one in results if one.colour == standing.player.colour)
            facts = {
                "name": name,
                "points": count_of_points(result.total),
                "done": result.completed,
                "all": result.tickets,
            }
            return say("{name}: {points}, {done} of {all} tickets", **facts)
        cards = sum((state.settled(standing.player.colour).pile or {}).values())
        return say(
            "{name}: tickets {tickets}, cards on the track {cards}", name=name, tickets=standing.tickets, cards=cards
        )

    # Moving

    def _take_to(self, stop: int) -> None:
        self.playing = False
        self._ticking.cancel()
        self.stop = stop

    def step(self, by: int) -> None:
        """Move forward or back by some events, and stop playing."""
        self._take_to(min(max(int(self.stop) + by, 0), int(self.last)))

    def play(self) -> None:
        """Play from here, or from the beginning if at the end; or stop playing."""
        self.playing = not self.playing
        if not self.playing:
            self._ticking.cancel()
            return
        if self.stop >= self.last:
            self.stop = 0
        self._wait()

    def _wait(self) -> None:
        self._ticking.cancel()
        self._ticking.timeout = _SECONDS / self.speed
        self._ticking()

    def _next(self, _seconds: float) -> None:
        self.stop = min(int(self.stop) + 1, int(self.last))
        if self.stop >= self.last:
            self.playing = False
        else:
            self._wait()

    def change_speed(self) -> None:
        """Switch to the next speed; after the fastest comes the normal one."""
        self.speed = _SPEEDS[(_SPEEDS.index(int(self.speed)) + 1) % len(_SPEEDS)]
        if self.playing:
            self._wait()

    def go_back(self) -> None:
        """Go back to the page of the game."""
        navigation.show(self.session, "past_game", self.game)

    def help(self) -> str:
        """Return the help for this screen."""
        return say("Replay the game move by move. Drag the train, step with the arrows, or let it play.")


def _places(state: State, event: Event | None) -> tuple[str, ...]:
    """Return the cities where an event happened."""
    if isinstance(event, e.Claim | e.TunnelFailed):
        return state.board.routes[event.route].ends
    return ()
