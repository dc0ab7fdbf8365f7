"""A list of games with small maps, of any length: rows are made while scrolling, pictures are drawn one per frame."""

from collections import OrderedDict
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.game.journalerrors import JournalError
from companion.scoring.verdicts import past_verdict
from companion.screens.map.thumbnail import BoardThumbnail
from companion.screens.past import pastwords
from companion.screens.widgets import Pressed, theme
from companion.words import say, together

if TYPE_CHECKING:
    from companion.game.journal import Game
    from companion.game.summary import Summary
    from companion.scoring.archive import Archive

_KEPT_PICTURES = 40


class GameRow(Pressed):
    """One game. Rows are reused for other games, so everything that they show comes from `game`."""

    title = StringProperty("")
    about = StringProperty("")
    when = StringProperty("")
    running = BooleanProperty(False)
    sign = StringProperty("forward")
    game = ObjectProperty(None)
    drawn = BooleanProperty(False)
    """Whether its picture and all of its words are there."""


class GameList(ScrollView):
    """A list of games with only as many rows as are visible. `on_touched` is dispatched with the game that was
    touched."""

    __events__ = ("on_touched",)
    sign = StringProperty("forward")
    row_height = NumericProperty("84dp")

    def __init__(self, **options: object) -> None:
        self._games: Sequence[Summary] = ()
        self._archive: Archive | None = None
        self._today: date | None = None
        self._rows: dict[int, GameRow] = {}
        """The existing rows, by their place in the list."""
        self._pictures: OrderedDict[tuple[int, int], tuple[Widget, str]] = OrderedDict()
        """The pictures that were drawn last, and the title of each game, by its number and its steps."""
        self._was_at = 1.0
        super().__init__(**options)
        self._room = FloatLayout(size_hint_y=None)
        self.add_widget(self._room)
        self._draw = Clock.create_trigger(self._draw_one, 0)
        self._lay = Clock.create_trigger(self._lay_rows, -1)
        self.bind(scroll_y=self._lay, size=self._lay, row_height=self._lay)

    def show(self, archive: "Archive", games: "Sequence[Summary]", today: date | None) -> None:
        """Show these games, in this order. `today` is None if the clock may be wrong."""
        self._archive, self._games, self._today = archive, games, today
        self._room.clear_widgets()
        self._rows = {}
        self._lay()

    def _lay_rows(self, _seconds: float) -> None:
        """Place rows in the visible part; rows that are out of sight are reused."""
        pitch = self.row_height + dp(theme.GAP)
        self._room.height = height = max(pitch * len(self._games) - dp(theme.GAP), 1)
        above = max(height - self.height, 0) * (1 - min(max(self.scroll_y, 0), 1))
        places = range(max(int(above / pitch), 0), min(int((above + self.height) / pitch) + 1, len(self._games)))
        spare = [self._rows.pop(place) for place in [place for place in self._rows if place not in places]]
        for place in places:
            row = self._rows.get(place)
            if row is None:
                row = self._rows[place] = spare.pop() if spare else self._new_row()
                row.game = self._games[place]
                self._prepare(row)
            row.size = self.width - dp(10), self.row_height
            row.pos = 0, height - place * pitch - self.row_height
        for row in spare:
            self._room.remove_widget(row)

    def _new_row(self) -> GameRow:
        row = GameRow(size_hint=(None, None), sign=self.sign)
        row.bind(on_release=lambda row: self.dispatch("on_touched", row.game))
        self._room.add_widget(row)
        return row

    def on_touched(self, game: "Summary") -> None:
        """Dispatched when a game was touched."""

    def leave(self) -> None:
        """Stop drawing pictures."""
        self._draw.cancel()

    def _prepare(self, row: GameRow) -> None:
        """Fill a row with what is known without reading the game."""
        assert self._archive is not None
        game: Summary = row.game
        row.running = not game.finished
        row.when = pastwords.when(game.played, self._today, with_time=not game.finished)
        outcome = self._archive.known(game)
        if game.finished:
            row.title = past_verdict(outcome) if outcome else say("Finished")
        else:
            row.title = say("In progress")
        self._tell_about(row)
        row.ids.picture.clear_widgets()
        known = self._pictures.get((game.id, game.steps))
        row.drawn = known is not None
        if known is None:
            self._draw()
        else:
            picture, row.title = known
            self._put(picture, row)

    def _tell_about(self, row: GameRow) -> None:
        assert self._archive is not None
        names = together([player.name for player in row.game.players])
        name = self._archive.known_name(row.game.map)
        row.about = say("{map}: {names}", map=name, names=names) if name else names

    def _put(self, picture: Widget, row: GameRow) -> None:
        if picture.parent:
            picture.parent.remove_widget(picture)
        row.ids.picture.add_widget(picture)

    def _draw_one(self, _seconds: float) -> None:
        """Draw the topmost row that is not drawn yet, but not while the list moves, so that it scrolls smoothly."""
        stands, self._was_at = self._was_at == self.scroll_y, self.scroll_y
        waiting = [place for place, row in self._rows.items() if not row.drawn]
        if waiting and stands:
            self._draw_row(self._rows[min(waiting)])
        if waiting:
            self._draw()

    def _draw_row(self, row: GameRow) -> None:
        assert self._archive is not None
        row.drawn = True
        self._archive.name(row.game.map)
        self._tell_about(row)
        try:
            game = self._archive.read(row.game)
            finished = row.game.finished
            row.title = past_verdict(self._archive.count(game)) if finished else _how_far(game)
        except JournalError:
            row.title = say("Saved, but cannot be opened here")  # opening it says why
            return
        picture = BoardThumbnail(game.state.board, game.state)
        self._pictures[row.game.id, row.game.steps] = picture, row.title
        if len(self._pictures) > _KEPT_PICTURES:
            self._pictures.popitem(last=False)
        self._put(picture, row)


def _how_far(game: "Game") -> str:
    return pastwords.how_far(len(game.history.events))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
