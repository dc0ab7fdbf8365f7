"""Past games: the list of all games, the one opened last first."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import StringProperty

from companion.game.journalerrors import JournalError
from companion.scoring.archive import GameFilter
from companion.screens.past.gamelist import GameList
from companion.screens.shell import navigation
from companion.screens.shell.dialogs import ask
from companion.screens.shell.host import Screen
from companion.screens.widgets import Chip, Drawer, Grid, PushButton, ScrollingDrawer, Text
from companion.words import say, sentence_case

if TYPE_CHECKING:
    from companion.game.summary import Summary
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_LOOK = 0.5
"""Seconds between two looks at a repair."""
_STATES = {None: "All games", True: "Finished", False: "In progress"}


class PastGamesScreen(Screen):
    """The list of games; a touch opens the page of a game."""

    heading = StringProperty("")
    chosen = StringProperty("")
    nothing = StringProperty("")
    """What is said if no game is shown."""

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        self._games: list[Summary] = []
        self._list: GameList = self.ids.games
        try:
            self._games = session.archive.games()
        except JournalError as error:
            self.nothing = sentence_case(error)
        self._show()
        self._list.scroll_y = session.archive.scrolled
        self._list.bind(on_touched=lambda _, game: self.open(game))
        self._repair = Clock.create_trigger(self._look, _LOOK, interval=True)
        if session.journal.mending is not None:
            self._repair()

    def _look(self, _seconds: float) -> None:
        """Show the games when they are repaired."""
        if self.session.journal.mending is None and not self.session.host.drawers:
            navigation.show(self.session, "past_games")

    def left(self) -> None:
        """Remember the scroll position, and stop drawing."""
        self._repair.cancel()
        self.session.archive.scrolled = self._list.scroll_y
        self._list.leave()

    def _show(self) -> None:
        archive = self.session.archive
        games = archive.choice.of(self._games)
        self.chosen = words_of(archive.choice, archive.name)
        what = say("Past games") if archive.choice == GameFilter() else self.chosen
        self.heading = say("{what}: {count}", what=what, count=len(games)) if games else what
        if not games and not self.nothing:
            self.nothing = say("No matching games.") if self._games else say("No games yet.")
        elif games:
            self.nothing = ""
        self._list.show(archive, games, self.session.device_clock.today())

    def choose(self) -> None:
        """Open the filter of the list."""
        archive = self.session.archive
        drawer = ScrollingDrawer(title=say("Which games?"), foot=_done_button)

        def take(choice: GameFilter) -> None:
            if choice != archive.choice:
                archive.choice, self._list.scroll_y = choice, 1.0
                self._show()
            fill()

        def fill() -> None:
            now = archive.choice
            states = Grid(cols=3)
            for finished, words in _STATES.items():
                chosen = now.finished == finished
                states.add_widget(Chip(partial(take, replace(now, finished=finished)), text=say(words), chosen=chosen))
            maps = map_chips(
                {game.map for game in self._games},
                now.map,
                archive.name,
                lambda map_id: take(replace(now, map=map_id)),
                columns=4 if self.width > self.height else 2,
            )
            drawer.show(states, Text(text=""), maps)

        fill()
        self.session.host.open(drawer)

    def open(self, game: "Summary") -> None:
        """Open the page of a game."""
        try:
            navigation.show(self.session, "past_game", self.session.archive.read(game))
        except JournalError as error:
            answers = [(say("OK"), "main", None), (say("Delete"), "danger", partial(delete, self.session, game.id))]
            ask(self.session.host, "", sentence_case(error), answers)

    def help(self) -> str:
        """Return the help for this screen."""
        return say("All games played here; tap one to open it. Use the filter to show only some of them.")


def _done_button(drawer: Drawer) -> PushButton:
    return PushButton(drawer.close, text=say("Done"), kind="main")


def map_chips(
    maps: Iterable[str],
    now: str | None,
    name: Callable[[str], str],
    choose: Callable[[str | None], None],
    columns: int,
) -> Grid:
    """Return a chip for each map that was played, and one for all of them."""
    known = sorted(maps, key=name)
    grid = Grid(cols=min(columns, len(known) + 1))
    grid.add_widget(Chip(partial(choose, None), text=say("All maps"), chosen=now is None))
    for map_id in known:
        grid.add_widget(Chip(partial(choose, map_id), text=name(map_id), chosen=now == map_id))
    return grid


def words_of(choice: GameFilter, name: Callable[[str], str]) -> str:
    """Return a filter in words: "All games", "Europe, finished"."""
    if choice.map is None:
        return say(_STATES[choice.finished])
    facts = {"map": name(choice.map)}
    if choice.finished is None:
        return facts["map"]
    return say("{map}, finished", **facts) if choice.finished else say("{map}, in progress", **facts)


def delete(session: "Session", number: int) -> None:
    """Move a game to the trash, and offer to undo that."""
    try:
        session.journal.delete(number)
    except JournalError as error:
        ask(session.host, "", sentence_case(error), [(say("OK"), "main", None)])
        return
    navigation.show(session, "past_games")
    session.host.toast(say("The game is in the trash."), action=say("Undo"), do=partial(_restore, session, number))


def _restore(session: "Session", number: int) -> None:
    try:
        session.journal.restore(number)
    except JournalError as error:
        ask(session.host, "", sentence_case(error), [(say("OK"), "main", None)])
        return
    if isinstance(session.host.screen, PastGamesScreen):
        navigation.show(session, "past_games")
    session.host.toast(say("The game has been restored."))
