"""The map of a board as people like it: a portrait board upright or on its side, with a compass to turn it."""

from typing import TYPE_CHECKING

from kivy.metrics import dp

from companion.boards import Board
from companion.boards.names import NameBox
from companion.boards.shape import is_portrait, shape_on_screen
from companion.screens.map.compass import Compass
from companion.screens.map.mapview import MapView

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

_OFF = 2
"""Space in dp between the compass and the edges of the map."""
_NAME = 3
"""How many wagons a name counts that the compass would cover."""


class BoardMap(MapView):
    """A map that dispatches `on_turned` after people have turned the board with the compass. It has one where turning
    makes a difference: for portrait boards on screens in landscape. What was chosen is kept in the preferences."""

    __events__ = ("on_turned",)

    def __init__(self, session: "Session", board: Board, landscape: bool = True, **options: object) -> None:
        self._session, self._board = session, board
        self.compass = Compass(self._turn)
        super().__init__(shape_on_screen(board, session.preferences.upright, landscape), **options)
        self.still = True
        self.hold(landscape)

    def hold(self, landscape: bool) -> None:
        """Show the board as people want it on a screen in landscape or portrait."""
        self._landscape = landscape
        shape = shape_on_screen(self._board, self._session.preferences.upright, landscape)
        if shape is not self.shape:
            self.lay(shape)
        self.compass.points = 90 if shape.on_its_side else 0
        turnable = landscape and is_portrait(self._board)
        if turnable and self.compass.parent is None:
            self.add_widget(self.compass)
        elif not turnable and self.compass.parent is not None:
            self.remove_widget(self.compass)

    def _turn(self) -> None:
        self._session.change_preferences(upright=not self._session.preferences.upright)
        self.hold(self._landscape)
        self.dispatch("on_turned")

    def on_turned(self) -> None:
        """Dispatched when the board was turned."""

    def _draw_names(self, *_: object) -> None:
        super()._draw_names()
        self._place_compass()

    def _place_compass(self) -> None:
        """Put the compass into the corner where it covers least of the whole board."""
        if not self.names.size:
            return
        side, off = self.compass.width, dp(_OFF)
        left, right, low, high = self.x + off, self.right - off - side, self.y + off, self.top - off - side
        corners = ((right, high), (left, high), (right, low), (left, low))
        self.compass.pos = min(corners, key=lambda corner: self._covered(*corner))

    def _covered(self, x: float, y: float) -> float:
        """Return how many wagons a compass at this place would cover on the whole board; names count more."""
        scale = self.whole_scale
        half = self.shape.size[0] / 2, self.shape.size[1] / 2
        left, bottom = (x - self.center_x) / scale + half[0], (y - self.center_y) / scale + half[1]
        spot = NameBox(left, bottom, left + self.compass.width / scale, bottom + self.compass.height / scale)
        near = spot.grown(self.shape.wagon[0] / 2)
        wagons = sum(
            near.left < space.x < near.right and near.bottom < space.y < near.top
            for line in self.shape.spaces.values()
            for space in line
        )
        return wagons + _NAME * sum(spot.overlaps(box) for box in self.name_boxes())
