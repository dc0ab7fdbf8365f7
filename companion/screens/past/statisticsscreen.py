"""Statistics: what all finished games say about their players."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty

from companion.game.journalerrors import JournalError
from companion.scoring.statistics import Outcome, PlayerStatistics, person, statistics
from companion.screens.past import pastwords
from companion.screens.past.pastgames import map_chips
from companion.screens.shell import navigation
from companion.screens.shell.host import Screen
from companion.screens.widgets import Column, Drawer, Pressed, PushButton
from companion.words import say, sentence_case

if TYPE_CHECKING:
    from companion.game.summary import Summary
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_BUDGET = 0.008
"""Seconds of each frame that may be spent on counting."""
_SHOWN = 30
"""Players shown at first."""
_SHARE = 0.05
"""The largest part of the time that is spent on showing the players again while games are being counted."""


class PlayerRow(Pressed):
    """A player: place, name, wins as a bar and in words."""

    place = StringProperty("")
    name = StringProperty("")
    wins = StringProperty("")
    about = StringProperty("")
    share = NumericProperty(0.0)


class StatisticsScreen(Screen):
    """The players, most wins first. A few games are counted per frame; the screen can be left at any time."""

    progress = StringProperty("")
    chosen = StringProperty("")

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        self._map: str | None = None
        self._outcomes: list[Outcome] = []
        self._unread = 0
        self._games: list[Summary] = []
        self._all = False
        """Whether all players are shown, however many they are."""
        try:
            # In the order in which they were begun; not by time, since the device's clock may have been wrong.
            self._games = sorted((game for game in session.archive.games() if game.finished), key=lambda game: game.id)
        except JournalError as error:
            self.progress = sentence_case(error)
        else:
            self._tell_progress()
        self._left = iter(self._games)
        self._players: tuple[PlayerStatistics, ...] = ()
        """The statistics of all maps, as far as they are counted."""
        self._show()
        self._counting = Clock.schedule_interval(lambda _: self._count(), 0) if self._games else None

    def left(self) -> None:
        """Stop counting; the archive keeps what has been counted."""
        if self._counting is not None:
            self._counting.cancel()

    def _count(self) -> bool:
        """Count for a part of a frame. Return whether there is more to count."""
        begun = perf_counter()
        for outcome in self._counted(self._left):
            self._outcomes.append(outcome)
            if perf_counter() - begun > _BUDGET:
                break
        else:
            self._tell_progress()
            self._show()
            return False
        self._tell_progress()
        if perf_counter() >= self._show_next:
            self._show()
        return True

    def _counted(self, games: "Iterator[Summary]") -> Iterator[Outcome]:
        for game in games:
            known = self.session.archive.known(game)
            try:
                yield known or self.session.archive.count(self.session.archive.read(game))
            except JournalError:
                self._unread += 1

    def _tell_progress(self) -> None:
        done, everything = len(self._outcomes) + self._unread, len(self._games)
        if not everything:
            self.progress = say("Statistics appear once you have finished a game.")
        elif done < everything:
            self.progress = say("Counted {done} of {all} games", done=done, all=everything)
        elif self._unread:
            one, more = "One game could not be opened here", "{count} games could not be opened here"
            self.progress = say(one, more, count=self._unread)
        else:
            self.progress = say("One game counted", "{count} games counted", count=everything)

    def _show(self) -> None:
        begun = perf_counter()
        outcomes = [game for game in self._outcomes if self._map in (None, game.map)]
        self.chosen = say("All maps") if self._map is None else self.session.archive.name(self._map)
        players = statistics(outcomes)
        if self._map is None:
            self._players = players
        shown = players if self._all else players[:_SHOWN]
        room = self.ids.players
        room.clear_widgets()
        for place, player in enumerate(shown, start=1):
            room.add_widget(self._row(place, player))
        if len(players) > len(shown):
            more = say("Show all {count}", count=len(players))
            room.add_widget(PushButton(self._show_all, text=more, kind="quiet"))
        self._show_next = perf_counter() + (perf_counter() - begun) / _SHARE

    def _show_all(self) -> None:
        self._all = True
        self._show()

    def _row(self, place: int, player: PlayerStatistics) -> PlayerRow:
        about = pastwords.together(pastwords.longest(player), pastwords.tickets(player))
        if self._map is not None:  # points of different maps cannot be compared
            about = pastwords.together(pastwords.points(player.maps[0]), about)
        return PlayerRow(
            partial(self._open, player.name),
            place=say("{rank}.", rank=place),
            name=player.name,
            wins=pastwords.won(player),
            about=sentence_case(about),
            share=player.wins / player.games,
        )

    def _open(self, name: str) -> None:
        """Open the statistics of a player on all maps, whichever map is shown here."""
        everyone = self._players if self._map is None else statistics(self._outcomes)
        player = next(one for one in everyone if person(one.name) == person(name))
        navigation.show(self.session, "player_statistics", player)

    def choose(self) -> None:
        """Open the choice of the map whose games count."""
        drawer = Drawer(title=say("Which map?"))

        def take(map_id: str | None) -> None:
            self._map = map_id
            drawer.close()
            self._show()

        columns = 4 if self.width > self.height else 2
        maps = map_chips({game.map for game in self._games}, self._map, self.session.archive.name, take, columns)
        drawer.fill(Column(maps))
        self.session.host.open(drawer)

    def help(self) -> str:
        """Return the help for this screen."""
        return say("Everyone who has finished a game, most wins first. Tap a name to see that player’s statistics.")
