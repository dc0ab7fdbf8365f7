"""The statistics of one player: totals over all maps where they can be added up, and points map by map."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from companion.scoring.statistics import MapStatistics, PlayerStatistics
from companion.screens.past import pastwords
from companion.screens.shell.host import Screen
from companion.screens.widgets import Text, theme
from companion.screens.widgets.bars import Bar, TrendLine
from companion.words import say, sentence_case
from companion.words.language import translated

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class PlayerStatisticsScreen(Screen):
    """Charts that are added one per frame, so that nobody waits for those further down."""

    name = StringProperty("")
    about = StringProperty("")

    def __init__(self, session: "Session", player: PlayerStatistics) -> None:
        super().__init__(session)
        self.name = player.name
        self.about = sentence_case(
            pastwords.together(pastwords.games(player.games), _victories(player), pastwords.longest(player))
        )
        self._parts = _charts(player)
        self._adding = Clock.schedule_interval(lambda _: self._add_one(), 0)
        self._add_one()

    def left(self) -> None:
        """Stop adding charts."""
        self._adding.cancel()

    def _add_one(self) -> bool:
        part = next(self._parts, None)
        for widget in part or ():
            self.ids.charts.add_widget(widget)
        return part is not None

    def help(self) -> str:
        """Return the help for this screen."""
        return say("How this player has done, map by map. The latest game is on the right; a crown marks a win.")


def _victories(player: PlayerStatistics) -> str:
    return pastwords.together(say("{wins} won", wins=player.wins), pastwords.shared(player))


def _charts(player: PlayerStatistics) -> Iterator[list[Widget]]:
    yield [
        _heading(say("Games won")),
        *(Bar(name=translated(one.name), words=pastwords.won(one), share=one.wins / one.games) for one in player.maps),
    ]
    yield [
        _heading(say("Tickets completed")),
        *(
            Bar(name=translated(one.name), words=pastwords.tickets(one), share=one.completed / max(one.tickets, 1))
            for one in player.maps
        ),
    ]
    for one in player.maps:
        yield _history(one)


def _history(statistics: MapStatistics) -> list[Widget]:
    """Return the heading and chart of the points on one map, game after game."""
    about = pastwords.together(pastwords.points(statistics), pastwords.longest(statistics))
    chart = TrendLine(statistics.totals, [one.won for one in statistics.played])
    note = Text(text="", color=theme.MUTED)
    chart.bind(hidden=lambda _, count: setattr(note, "text", _earlier(count)))
    heading = _heading(say("{map}: points", map=translated(statistics.name)))
    return [heading, Text(text=sentence_case(about), color=theme.MUTED), chart, note]


def _earlier(count: int) -> str:
    if not count:
        return ""
    return say("One earlier game is not shown.", "{count} earlier games are not shown.", count=count)


def _heading(words: str) -> Text:
    return Text(text=words, font_size=theme.STRONG, bold=True, padding=(0, "14dp", 0, 0))
