"""What a finished game came to: every line of every player, and who won by what."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.scoring import Sheet, tally
from companion.screens import theme, ways
from companion.screens.parts import PlayerSign, Text
from companion.screens.stage import Screen
from companion.words import say, sentence_case

if TYPE_CHECKING:
    from companion.game.journal import Game
    from companion.screens.desk import Desk

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

LINES = {
    "routes": "Routes",
    "tickets": "Tickets",
    "stations": "Stations",
    "longest": "Longest route",
    "mandala": "Mandala",
    "globetrotter": "Globetrotter",
    "alvin": "Alvin",
    "big_cities": "Big cities",
}
DECIDED = {
    "points": "{names} wins with {points} points",
    "tickets": "{names} wins: the same points, but more tickets",
    "stations": "{names} wins: the same points and tickets, but fewer stations",
    "longest": "{names} wins: the same points, but the longest route",
    "big_cities": "{names} wins: the same points, but more big cities",
    "shared": "{names} share the victory with {points} points",
}


def verdict(sheet: Sheet) -> str:
    """Who won, and by what."""
    names = ", ".join(score.player.name for score in sheet.winners)
    return say(DECIDED[sheet.decided_by], names=names, points=sheet.winners[0].total)


class ScoreScreen(Screen):
    """The sheet of a finished game."""

    verdict = StringProperty("")

    def __init__(self, desk: "Desk", game: "Game") -> None:
        self.game = game
        super().__init__(desk)
        self.sheet = tally(game.state)
        self.verdict = verdict(self.sheet)
        players = self.sheet.players
        room = self.ids.lines
        room.add_widget(self._heads())
        for line in players[0].lines:
            room.add_widget(
                _row(say(LINES[line]), [f"{score.lines[line]:+}" if score.lines[line] else "0" for score in players])
            )
        room.add_widget(_row(say("Total"), [str(score.total) for score in players], strong=True))
        room.add_widget(_row(say("Place"), [f"{score.rank}." for score in players]))
        for score in players:
            done = say("{done} of {all} tickets", done=score.completed, all=len(score.tickets))
            room.add_widget(Text(text=f"{score.player.name}: {done}", color=theme.MUTED))
            for warning in score.warnings:
                room.add_widget(Text(text=sentence_case(warning), color=theme.ILL))
        for warning in self.sheet.warnings:
            room.add_widget(Text(text=sentence_case(warning), color=theme.ILL))

    def _heads(self) -> BoxLayout:
        row = BoxLayout(size_hint_y=None, height=dp(64), spacing=dp(6))
        row.add_widget(Text(text=self.sheet.board.name, color=theme.MUTED, size_hint=(1.4, 1)))
        for score in self.sheet.players:
            head = BoxLayout(orientation="vertical", spacing=dp(2))
            head.add_widget(PlayerSign(colour=score.player.colour, pos_hint={"center_x": 0.5}))
            name = Text(text=score.player.name, halign="center", bold=True, size_hint_y=1, mode="short")
            head.add_widget(name)
            row.add_widget(head)
        return row

    def go_on(self) -> None:
        """The end is taken back: the game was not over."""
        self.game.undo()
        ways.to_game(self.desk, self.game)


def _row(words: str, figures: Sequence[str], strong: bool = False) -> BoxLayout:
    row = BoxLayout(size_hint_y=None, height=dp(40 if strong else 30), spacing=dp(6))
    size = theme.TITLE if strong else theme.BODY
    row.add_widget(Text(text=words, bold=strong, size_hint=(1.4, 1)))
    for figure in figures:
        row.add_widget(
            Text(
                text=figure,
                bold=strong,
                font_size=size,
                halign="center",
                size_hint_y=1,
                color=theme.BRASS if strong else theme.TEXT,
            )
        )
    return row
