"""The board with touch: drag, pinch, double tap, and taps.

Only the view moves: the board itself is drawn once, under a translation and a scale; names are drawn above it.
"""

from collections.abc import Collection, Iterator
from math import dist
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Canvas, Color, PopMatrix, PushMatrix, Rectangle, Scale, Translate
from kivy.input.motionevent import MotionEvent
from kivy.metrics import Metrics, dp, sp
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.boards.ground import ground_of
from companion.boards.names import NameBox
from companion.boards.shape import BoardShape
from companion.game.state import State
from companion.screens.map import grounddrawing, mapnames
from companion.screens.map.boarddrawing import BoardDrawing
from companion.screens.map.grounddrawing import GroundDrawing
from companion.screens.map.mapnames import NAMES, MapNames
from companion.screens.map.mapscale import MARGIN, whole_scale
from companion.screens.widgets import theme
from companion.screens.widgets.clipping import Clipped
from companion.screens.widgets.touches import ONLY_LOOKS

CLOSEST = 7.0
"""The largest zoom; 1 shows the whole board."""
DOUBLE_TAP_ZOOM = 3.0
_DOUBLE_TAP_SECONDS = 0.35
_TAP_MOVES = 10
"""How far in dp a finger may move and still tap."""
_FINER = 0.1
"""By what share the zoom must have changed for coasts and borders to be drawn again."""
_UNSET = (100, 100)
"""The size that Kivy gives a widget before it is laid out."""
_ARRIVAL = 0.045
"""Seconds between two wagons of a claim that appears."""

Point = tuple[float, float]


class MapFrame(Clipped, BoxLayout):
    """Space for a map that clips it, however far it is zoomed."""


class MapView(Widget):
    """A board that dispatches `on_tap` with the place of a touch, in board units.

    If it `is_drawn_on`, one finger that moves dispatches `on_drawn` instead of dragging the board; two still move it.
    """

    __events__: tuple[str, ...] = ("on_tap", "on_drawn", "on_moved")
    zoom = NumericProperty(1.0)
    middle_x = NumericProperty(0.0)
    middle_y = NumericProperty(0.0)
    """The place of the board that is shown in the middle of the widget."""
    lift = NumericProperty(0.0)
    """By how many pixels the board is pushed up while a drawer covers the part below."""

    def __init__(self, shape: BoardShape, **options: object) -> None:
        super().__init__(**options)
        self.still = False
        """Whether claims appear at once, without their wagons arriving one after another."""
        self.is_drawn_on = False
        self._fingers: dict[object, Point] = {}
        self._drawing_finger: object = None
        self._strayed = False
        self._last_tap: tuple[float, Point, Point] | None = None
        self._layer = Canvas()
        self.canvas.add(self._layer)
        self._rename = Clock.create_trigger(self._draw_names, 0.12)
        self._name_all = Clock.create_trigger(self._draw_names, -1)
        self._redraw_ground = Clock.create_trigger(lambda _: self._draw_ground(), 0.12)
        self._lay_ground = Clock.create_trigger(lambda _: self._draw_ground(), -1)
        self._place = Clock.create_trigger(lambda _: self._refresh(), -1)
        self._named: frozenset[str] | None = None
        """The places whose names are shown; None is all of them."""
        self._draw(shape)
        self.bind(pos=self._lay_out, size=self._lay_out)
        self.bind(zoom=self._place, middle_x=self._place, middle_y=self._place, lift=self._place)
        self.middle_x, self.middle_y = shape.size[0] / 2, shape.size[1] / 2

    def _draw(self, shape: BoardShape) -> None:
        self.shape = shape
        self.drawing = BoardDrawing(shape)
        self._state: State | None = None
        self._lit: tuple[tuple[Any, ...], dict[str, Any]] = (({},), {})
        self.names = MapNames(shape)
        self._whole_font_size = float(dp(NAMES))
        ground = ground_of(shape)
        self._ground = GroundDrawing(ground) if ground else None
        self._ground_unit = 0.0
        """The board units per dp for which coasts and borders are drawn."""
        self._layer.clear()
        with self._layer:
            Color(*(theme.WATER if ground else theme.PAPER))
            self._paper = Rectangle()
            PushMatrix()
            self._shift = Translate()
            self._scale = Scale(1.0)
        if self._ground:
            self._layer.add(self._ground)
        self._layer.add(self.drawing)
        with self._layer:
            PopMatrix()
        self._layer.add(self.names)

    def lay(self, shape: BoardShape) -> None:
        """Show the whole board in another shape, with the same position and the same highlights."""
        state, (args, options) = self._state, self._lit
        Animation.cancel_all(self, "zoom", "middle_x", "middle_y", "lift")
        self._draw(shape)
        if state is not None:
            self._state = state
            self.drawing.show(state)
        self.light(*args, **options)
        self.zoom, self.lift = 1.0, 0.0
        self._lay_out()

    # What is shown

    def show(self, state: State) -> None:
        """Draw a position. A single new claim appears wagon by wagon."""
        self._state = state
        drawing, new = self.drawing, self.drawing.show(state)
        if len(new) == 1 and not self.still:
            (claim,) = new
            drawing.reveal(claim, 1)
            shown = [1]

            def one_more(_: float) -> bool:
                shown[0] += 1
                drawing.reveal(claim, shown[0])
                return shown[0] < claim.route.length

            if claim.route.length > 1:
                Clock.schedule_interval(one_more, _ARRIVAL)

    def light(self, *args: Any, **options: Any) -> None:
        """Highlight tracks and cities, and nothing else: see `BoardDrawing.light`."""
        self._lit = args, options
        self.drawing.light(*args, **options)

    # Coordinates

    @property
    def whole_scale(self) -> float:
        """Pixels per board unit when the whole board is shown."""
        return whole_scale((self.width, self.height), self.shape.size, dp(MARGIN))

    @property
    def scale(self) -> float:
        """Pixels per board unit at the current zoom."""
        return self.whole_scale * float(self.zoom)

    @property
    def is_whole(self) -> bool:
        """Whether the whole board is shown."""
        return float(self.zoom) < 1.01

    def on_screen(self, x: float, y: float) -> Point:
        """Convert a place of the board to the coordinates of this widget's parent."""
        scale = self.scale
        return (
            self.center_x + (x - self.middle_x) * scale,
            self.center_y + self.lift + (y - self.middle_y) * scale,
        )

    def on_board(self, x: float, y: float) -> Point:
        """Convert a point of the screen to a place of the board."""
        scale = self.scale
        return (
            self.middle_x + (x - self.center_x) / scale,
            self.middle_y + (y - self.lift - self.center_y) / scale,
        )

    # Moving

    def look_at(self, zoom: float, x: float, y: float, seconds: float = 0.22) -> None:
        """Move and zoom so that a place of the board is in the middle."""
        Animation.cancel_all(self, "zoom", "middle_x", "middle_y")
        zoom = min(max(zoom, 1.0), CLOSEST)
        x, y = self._within(zoom, x, y)
        if self.still:
            self.zoom, self.middle_x, self.middle_y = zoom, x, y
        else:
            Animation(zoom=zoom, middle_x=x, middle_y=y, d=seconds, t="out_cubic").start(self)

    def show_whole(self) -> None:
        """Zoom out to the whole board."""
        self.look_at(1.0, self.shape.size[0] / 2, self.shape.size[1] / 2)

    def keep_in_sight(self, place: Point | None, above: float = 0.0) -> None:
        """Push the board up until a place of it is visible above a drawer; with None, let it back down."""
        lift = 0.0
        if place is not None:
            y = self.on_screen(*place)[1] - self.lift
            if y < above + dp(24):
                lift = (above + self.top) / 2 - y
        Animation.cancel_all(self, "lift")
        if self.still:
            self.lift = lift
        elif lift != self.lift:
            Animation(lift=lift, d=0.16, t="out_cubic").start(self)

    def _within(self, zoom: float, x: float, y: float) -> Point:
        """Return the nearest middle with which the board still fills the widget."""
        if zoom < 1.01:
            return self.shape.size[0] / 2, self.shape.size[1] / 2
        scale = self.whole_scale * zoom
        found = []
        for at, board, room in ((x, self.shape.size[0], self.width), (y, self.shape.size[1], self.height)):
            half = (room - dp(40)) / 2 / scale
            found.append(min(max(at, half), board - half) if 2 * half < board else board / 2)
        return found[0], found[1]

    def _pin(self, board: Point, finger: Point, zoom: float) -> None:
        """Move at once so that a place of the board is under a finger."""
        scale = self.whole_scale * zoom
        middle = (
            board[0] - (finger[0] - self.center_x) / scale,
            board[1] - (finger[1] - self.lift - self.center_y) / scale,
        )
        self.zoom = zoom
        self.middle_x, self.middle_y = self._within(zoom, *middle)

    def _lay_out(self, *_: object) -> None:
        self._paper.pos, self._paper.size = self.pos, self.size
        self.middle_x, self.middle_y = self._within(self.zoom, self.middle_x, self.middle_y)
        self._refresh()
        self._lay_ground()
        self._name_all()

    def _refresh(self) -> None:
        scale = self.scale
        self._shift.xy = self.on_screen(0, 0)
        self._scale.xyz = scale, scale, 1.0
        self._move_names()
        if self._font_size() != self.names.size:
            self._rename()
        if self._ground and abs(self._unit() / (self._ground_unit or 1) - 1) > _FINER:
            self._redraw_ground()
        self.dispatch("on_moved")

    def on_moved(self) -> None:
        """Dispatched when the view has moved."""

    # Land and water

    def _unit(self) -> float:
        """Return the board units per dp that coasts and borders are drawn for: they grow a little with the zoom."""
        return float(dp(1) / self.scale * float(self.zoom) ** 0.3)

    def _draw_ground(self) -> None:
        if self._ground and tuple(self.size) != _UNSET and self._unit() != self._ground_unit:
            self._ground_unit = self._unit()
            self._ground.draw_lines(self._ground_unit)

    # Names

    def _font_size(self) -> int:
        """Return the size of city names: small on the whole board, growing with the zoom up to the size of other text.
        The board does not grow with the text size in the preferences, so it affects names only when zoomed in."""
        zoom = float(self.zoom)
        larger = 1 + (Metrics.fontscale - 1) * min(zoom - 1, 1)
        return round(float(min(self._whole_font_size * larger * zoom**0.6, sp(18))))

    def _draw_names(self, *_: object) -> None:
        if min(self.size) < dp(160):  # not laid out yet
            return
        room = self.width, self.height
        usual = float(dp(NAMES))
        self._whole_font_size = mapnames.whole_size(self.shape, room, usual) if self._named is None else usual
        size = self._font_size()
        self.names.draw(size, size / self._whole_font_size, room, self.scale, self._named)
        self._move_names()

    def name_only(self, places: Collection[str]) -> None:
        """Show the names of these places and no others: for a small map on which all would be in each other's way."""
        self._named = frozenset(places)
        self._name_all()

    def name_boxes(self) -> list[NameBox]:
        """Return where the names are on the whole board, in board units."""
        return self.names.on_board(self.whole_scale, self._font_size() / self._whole_font_size)

    def _move_names(self) -> None:
        self.names.move(self.scale, *self.on_screen(0, 0))

    # Touches

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        if not touch.ud.get(ONLY_LOOKS) and super().on_touch_down(touch):  # the compass
            return True
        touch.grab(self)
        if not self._fingers:
            self._strayed = False
        self._fingers[touch.uid] = touch.pos
        if len(self._fingers) > 1:
            self._strayed = True
            self._stop_drawing()
        Animation.cancel_all(self, "zoom", "middle_x", "middle_y")
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self or touch.uid not in self._fingers:
            return False
        if not self._strayed and dist(touch.pos, touch.opos) > dp(_TAP_MOVES):
            self._strayed = True
            if self.is_drawn_on and not touch.ud.get(ONLY_LOOKS):
                self._drawing_finger = touch.uid
                self.dispatch("on_drawn", self.on_board(*touch.opos), False)
        if self._drawing_finger == touch.uid:
            self.dispatch("on_drawn", self.on_board(*touch.pos), False)
        elif self._strayed:
            self._drag(touch)
        self._fingers[touch.uid] = touch.pos
        return True

    def _drag(self, touch: MotionEvent) -> None:
        """Drag with one finger; with two, also zoom."""
        others = [at for finger, at in self._fingers.items() if finger != touch.uid]
        before = self._fingers[touch.uid]
        if not others and self.is_whole and self.lift:  # the part of the board below a drawer can be dragged into view
            self.lift = min(max(self.lift + touch.y - before[1], -self.height), self.height)
        elif not others:
            self._pin(self.on_board(*before), touch.pos, self.zoom)
        if not others:
            return
        other = others[0]
        was, now = dist(before, other), dist(touch.pos, other)
        zoom = min(max(self.zoom * now / max(was, 1.0), 1.0), CLOSEST)
        old = (before[0] + other[0]) / 2, (before[1] + other[1]) / 2
        new = (touch.x + other[0]) / 2, (touch.y + other[1]) / 2
        self._pin(self.on_board(*old), new, zoom)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._fingers.pop(touch.uid, None)
        if self._drawing_finger == touch.uid:
            self._drawing_finger = None
            self.dispatch("on_drawn", self.on_board(*touch.pos), True)
        if not self._strayed and not self._fingers:
            self._tapped(touch)
        return True

    def _stop_drawing(self) -> None:
        """Cancel what one finger drew: a second one moves the board."""
        if self._drawing_finger is not None:
            self._drawing_finger = None
            self.dispatch("on_drawn", None, False)

    def is_second_tap(self, touch: MotionEvent) -> bool:
        """Return whether a touch is so soon and so near after the last tap that both are one double tap."""
        if self._last_tap is None:
            return False
        when, at, _ = self._last_tap
        return bool(Clock.get_time() - when < _DOUBLE_TAP_SECONDS and dist(touch.pos, at) < dp(28))

    def _tapped(self, touch: MotionEvent) -> None:
        last, means = self._last_tap, not touch.ud.get(ONLY_LOOKS)
        if last and self.is_second_tap(touch):
            self._last_tap = None
            if means:
                self.dispatch("on_tap", None)
            self._double_tapped(last[2], *touch.pos)
        else:
            place = self.on_board(*touch.pos)
            self._last_tap = (Clock.get_time(), touch.pos, place)
            if means:
                self.dispatch("on_tap", place)

    def _double_tapped(self, place: Point, x: float, y: float) -> None:
        """Zoom in where the first tap was, or back out."""
        if not self.is_whole:
            self.show_whole()
            return
        scale = self.whole_scale * DOUBLE_TAP_ZOOM
        self.look_at(DOUBLE_TAP_ZOOM, place[0] - (x - self.center_x) / scale, place[1] - (y - self.center_y) / scale)

    def on_tap(self, place: Point | None) -> None:
        """Dispatched when the board is tapped at a place, in board units; with None, to cancel the last tap, which
        turned out to be half of a double tap."""

    def on_drawn(self, place: Point | None, lifted: bool) -> None:
        """Dispatched with each place that a finger is drawn to, in board units, the last time when it is lifted; with
        None, to cancel the drawing."""


def steps(shape: BoardShape, room: Point) -> Iterator[object]:
    """Prepare what a map in a room of this size, in pixels, needs to show the whole board; all of it is kept."""
    if ground := ground_of(shape):
        yield from grounddrawing.line_steps(ground, dp(1) / whole_scale(room, shape.size, dp(MARGIN)))
    yield from mapnames.steps(shape, room)
