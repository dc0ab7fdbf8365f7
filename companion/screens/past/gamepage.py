"""One past game: its result, and what can be done with it."""

from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.game.gamedays import local_day
from companion.game.journalerrors import JournalError
from companion.scoring.live import live_scores
from companion.scoring.statistics import Result
from companion.scoring.verdicts import past_verdict
from companion.screens.map.thumbnail import BoardThumbnail
from companion.screens.past import pastgames, pastwords
from companion.screens.shell import navigation
from companion.screens.shell.datedialogs import ask_day
from companion.screens.shell.dialogs import ask
from companion.screens.shell.host import Screen
from companion.screens.widgets import Pressed
from companion.words import figure, say, sentence_case

if TYPE_CHECKING:
    from companion.game.journal import Game
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class PlayerLine(BoxLayout):
    """A player and their points."""

    colour = StringProperty("red")
    name = StringProperty("")
    place = StringProperty("")
    points = StringProperty("")
    rank = NumericProperty(0)


class DayButton(Pressed):
    """When a game was played; a touch corrects it."""

    text = StringProperty("")


class GamePage(Screen):
    """A finished game can be opened and replayed, a running one continued; either can be deleted."""

    title = StringProperty("")
    verdict = StringProperty("")
    when = StringProperty("")
    day = StringProperty("")
    """The day in digits, where there is little room."""

    def __init__(self, session: "Session", game: "Game") -> None:
        self.game = game
        super().__init__(session)
        state = game.state
        self.title = state.board.name
        today = session.device_clock.today()
        self.when = pastwords.when(game.played, today, with_time=not state.ended)
        self.day = pastwords.short_when(game.played)
        if state.ended:
            outcome = session.archive.count(game)
            self.verdict = past_verdict(outcome)
            lines = [(one.colour, one.name, one.rank, one.total) for one in sorted(outcome.results, key=_by_rank)]
        else:
            self.verdict = pastwords.how_far(len(game.history.events))
            lines = [(one.player.colour, one.player.name, 0, one.track) for one in live_scores(state)]
        for colour, name, rank, points in lines:
            shown = figure(points) if state.ended or state.board.routes else ""
            place = say("{rank}.", rank=rank) if rank else ""
            line = PlayerLine(colour=colour, name=name, points=shown, place=place, rank=rank)
            self.ids.players.add_widget(line)
        self.ids.picture.add_widget(BoardThumbnail(state.board, state))

    def open(self) -> None:
        """Open the score sheet of a finished game, or the table of a running one."""
        try:
            game = self.session.journal.resume(self.session.library, self.game.id)
        except JournalError as error:
            ask(self.session.host, "", sentence_case(error), [(say("OK"), "main", None)])
            return
        if game is not None:
            navigation.show_game(self.session, game, back="past_games")

    def ask_day(self) -> None:
        """Ask on which day the game was played: the clock may have been wrong."""
        now = local_day(self.game.played) or self.session.device_clock.guess().astimezone().date()
        ask_day(self.session, now, self._set_day)

    def _set_day(self, day: date) -> None:
        assert self.game.id is not None
        try:
            self.session.journal.set_day(self.game.id, day)
        except JournalError as error:
            ask(self.session.host, "", sentence_case(error), [(say("OK"), "main", None)])
            return
        navigation.show(self.session, "past_game", self.game)

    def delete(self) -> None:
        """Move the game to the trash, after a question."""
        assert self.game.id is not None
        words = say("It goes to the trash. You can restore it from there.")
        out = partial(pastgames.delete, self.session, self.game.id)
        ask(
            self.session.host,
            say("Delete this game?"),
            words,
            [(say("Keep it"), "main", None), (say("Delete"), "danger", out)],
        )

    def help(self) -> str:
        """Return the help for this screen."""
        return say(
            "This is how the game ended, or how far it got. Open it, watch it again, delete it, or tap its date to "
            "correct that."
        )


def _by_rank(result: Result) -> int:
    return result.rank
