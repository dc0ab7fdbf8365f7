"""One player in the live panel: score, cars, longest route, stations or markers, tickets."""

from pathlib import Path

from kivy.lang import Builder
from kivy.metrics import Metrics, dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.scoring.live import LiveScore
from companion.screens.widgets import Held
from companion.screens.widgets.keptpicture import KeptPicture
from companion.words import say

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_ROOMY = 104
"""The height in dp from which a tile has room for larger numbers and a bar."""

_ONE_LINE = 49
"""The height in dp below which a tile has no room for a second line."""


class Figure(BoxLayout):
    """A number in words, or where there is no room for them an icon and the number."""

    icon = StringProperty("")
    number = StringProperty("")
    words = StringProperty("")
    strong = BooleanProperty(False)


class PlayerTile(KeptPicture, Held):
    """A player's numbers. A touch explains them; while it is held, the player's tickets and longest route are shown."""

    colour = StringProperty("red")
    name = StringProperty("")
    score = NumericProperty(0)
    cars = NumericProperty(0)
    cars_of = NumericProperty(1)
    longest = NumericProperty(0)
    leads = BooleanProperty(False)
    pieces = StringProperty("")
    piece_icon = StringProperty("")
    tickets = NumericProperty(0)
    moves = BooleanProperty(False)
    """Whether it is this player's turn."""
    flat = BooleanProperty(False)
    """Whether there is room for two lines only."""
    narrow = BooleanProperty(False)
    """Whether everything is closer together."""
    worded = BooleanProperty(False)
    """Whether there is room to say in words what the numbers are."""
    brief = BooleanProperty(False)
    """Whether there is room only for cars and the longest route; a touch shows the rest."""
    bare = BooleanProperty(False)
    """Whether there is room only for the name and the score."""
    roomy = BooleanProperty(False)
    """Whether there is room for larger numbers and a bar with the cars that are left."""
    low = BooleanProperty(False)
    """Whether the score is no larger than the name."""
    first_line = NumericProperty(34)
    """The height in sp of the line with the name and the score."""
    peeks = BooleanProperty(False)
    """Whether the player's tickets are shown while it is held."""

    def __init__(self) -> None:
        super().__init__()
        self._figures = tuple(reversed(self.ids.figures.children))

    def show(self, standing: LiveScore, trains: int) -> None:
        """Show a player's standing."""
        self.colour, self.name = standing.player.colour, standing.player.name
        self.score, self.cars, self.cars_of = standing.track, standing.trains_left, max(trains, 1)
        self.longest, self.leads = standing.longest.length, standing.leads_longest
        self.tickets = standing.tickets
        left = standing.stations_left if standing.stations_left is not None else standing.markers_left
        self.pieces = "" if left is None else str(left)
        self.piece_icon = "station" if standing.stations_left is not None else "marker" if left is not None else ""

    def fit(self, height: float, width: float) -> None:
        """Adapt to a size in dp. Words say what the numbers are wherever it is wide enough, and fewer numbers where it
        is low; icons do where it is narrow."""
        text = Metrics.fontscale
        self.size_hint_y, self.height = None, dp(height)
        self.worded = width >= 190 * text and height >= 54 * text
        self.roomy = self.worded and height >= _ROOMY * text
        self.narrow = width < 165 * text or height < (88 if self.worded else 64) * text
        self.flat = height < 82 * text and not self.worded
        self.brief = height < 70 * text if self.worded else height < 73 * text and width < 165 * text
        self.bare = height < _ONE_LINE * text
        self.low = not self.worded or height < (54 if self.brief else 76) * text
        self.first_line = (24 if self.low else 29) if self.narrow else 38 if self.roomy else 34

    def pieces_words(self) -> str:
        """Return in words how many stations or markers are left."""
        count = int(self.pieces)
        if self.piece_icon == "station":
            return say("1 station", "{count} stations", count=count)
        return say("1 marker", "{count} markers", count=count)

    def on_brief(self, *_: object) -> None:
        """Show only the numbers that there is room for."""
        shown = () if self.bare else self._figures[:2] if self.brief else self._figures
        self.ids.figures.clear_widgets()
        for figure in shown:
            self.ids.figures.add_widget(figure)

    on_bare = on_brief
