"""The score sheet of a finished game: the winner, every line and ticket, the map, the history, and taking it home."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from companion.boards import PlayerColour
from companion.exports import accounts
from companion.exports.accounts import Account
from companion.exports.finished import finished
from companion.game.play import Play
from companion.scoring.proposals import proposed_choices
from companion.scoring.verdicts import verdict
from companion.scoring.warnings import score_in_doubt
from companion.screens.score.mappage import MapPage
from companion.screens.score.pointspage import PointsPage
from companion.screens.score.sharing import SharingPage
from companion.screens.score.ticketspage import TicketsPage
from companion.screens.shell import navigation
from companion.screens.shell.host import Screen
from companion.screens.widgets import Chip, PushButton, ScrollingDrawer, Text, theme
from companion.screens.widgets.linechart import LineChart
from companion.words import say

if TYPE_CHECKING:
    from companion.game.journal import Game
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class ScoreSheetScreen(Screen):
    """The result of a finished game, page by page."""

    verdict = StringProperty("")
    page = StringProperty("")
    """The page that is open."""

    def __init__(self, session: "Session", game: "Game", back: str = "home") -> None:
        """Show the result of a game; `back` is the screen that people came from."""
        self.game, self.back = game, back
        self.finished = finished(game)
        self.sheet = self.finished.sheet
        super().__init__(session)
        game.keep_unfinished(None)  # the result has been seen
        self.verdict = str(verdict(self.sheet))
        if accounts.notes(self.sheet):
            self.ids.head.add_widget(_note_button(self.show_notes, score_in_doubt(game.state)), index=1)
        self._pages: dict[str, Widget] = {}
        self._chips = {page: Chip(partial(self.turn_to, page), text=words) for page, words in self._titles().items()}
        for chip in self._chips.values():
            self.ids.pages.add_widget(chip)
        self.bind(size=self._lay_out)
        self.turn_to("points")

    def _titles(self) -> dict[str, str]:
        """Return the titles of the pages that this game has."""
        titles = {"points": say("Points"), "tickets": say("Tickets")}
        if self.finished.has_map:
            titles["map"] = say("Map")
        if self.finished.has_course:
            titles["course"] = say("Timeline")
        return titles | {"home": say("Save & share")}

    def _lay_out(self, *_: object) -> None:
        wide = self.width > self.height
        self.ids.pages.cols = len(self._chips) if wide else 3

    def turn_to(self, page: str) -> None:
        """Open a page."""
        if page == self.page:
            return
        self._close_page()
        self.page = page
        for known, chip in self._chips.items():
            chip.chosen = known == page
        if page not in self._pages:
            self._pages[page] = self._made(page)
        self.ids.room.clear_widgets()
        self.ids.room.add_widget(self._pages[page])
        if page == "home":
            self.take_home.watch()

    def _close_page(self) -> None:
        if self.page == "home":
            self.take_home.rest()

    @property
    def take_home(self) -> SharingPage:
        """The page with files and codes."""
        page = self._pages["home"]
        assert isinstance(page, SharingPage)
        return page

    def _made(self, page: str) -> Widget:
        match page:
            case "points":
                return PointsPage(self.session.host, self.sheet, self.show_player)
            case "tickets":
                return TicketsPage(self.sheet, self.show_way if self.finished.has_map else None)
            case "map":
                return MapPage(self.session, self.sheet)
            case "course":
                names = {score.player.colour: score.player.name for score in self.sheet.players}
                return LineChart(self.finished.progress, names)
        return SharingPage(self.session, self.finished)

    def show_player(self, colour: PlayerColour) -> None:
        """Show the tickets of a player."""
        self.turn_to("tickets")
        page = self._pages["tickets"]
        assert isinstance(page, TicketsPage)
        page.show(colour)

    def show_way(self, colour: PlayerColour, account: Account) -> None:
        """Highlight something of a player's on the map, and dim the rest."""
        self.turn_to("map")
        page = self._pages["map"]
        assert isinstance(page, MapPage)
        page.light(colour, account)

    def show_notes(self) -> None:
        """Show what is unusual about the game."""
        notes = [Text(text=note) for note in accounts.notes(self.sheet)]
        self.session.host.open(ScrollingDrawer(*notes, title=say("Good to know")))

    def go_on(self) -> None:
        """Undo the end of the game, and continue it."""
        Play(self.game, choices=proposed_choices).undo()
        navigation.show_game(self.session, self.game)

    def left(self) -> None:
        """Stop the page that is open."""
        self._close_page()

    def help(self) -> str:
        """Return the help for this screen."""
        return say(
            "The final score: tap any number to see where it comes from. Save & share puts it on a "
            "USB stick or in a code for your phone."
        )


def _note_button(do: Callable[[], object], warns: bool) -> PushButton:
    """Return a button for what is good to know; it warns only where the points are in doubt."""
    look = {"size_hint_x": None, "width": dp(52), "pos_hint": {"center_y": 0.5}}
    button = PushButton(do, icon="note" if warns else "info", kind="quiet", **look)
    button.ink = theme.ILL if warns else theme.MUTED
    return button
