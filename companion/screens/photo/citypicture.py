"""The photo of an empty board on which cities are tapped. While a finger is down, what is below it is shown enlarged
beside it; the city is where the finger is lifted."""

from collections.abc import Mapping
from functools import lru_cache

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp, sp

from companion.photo.upright import Pieces
from companion.screens.widgets import theme
from companion.screens.widgets.photoview import PhotoView, Point, texture_of
from companion.screens.widgets.touches import ONLY_LOOKS

_LOUPE = 150
"""The side of the enlarged piece, in dp."""
_LARGER = 4.0
_AWAY = 100
"""How far above the finger its middle is, in dp."""
_RING = 13


class CityPicture(PhotoView):
    """A photo that dispatches `on_tapped` with a place on it, in shares of its width and height."""

    __events__ = ("on_tapped",)

    def __init__(self, **options: object) -> None:
        super().__init__(None, **options)
        self._pieces: Pieces | None = None
        self._finger: object = None
        self._places: Mapping[str, Point] = {}
        self._rings, self._loupe = InstructionGroup(), InstructionGroup()
        self.canvas.after.add(self._rings)
        self.canvas.after.add(self._loupe)
        self.bind(pos=self._draw_rings, size=self._draw_rings)

    def enlarge(self, pieces: Pieces) -> None:
        """Use these pieces of the photo for what is enlarged."""
        self._pieces = pieces

    def mark(self, places: Mapping[str, Point]) -> None:
        """Draw a ring at each place, in shares, with its name."""
        self._places = dict(places)
        self._draw_rings()

    def _draw_rings(self, *_: object) -> None:
        self._rings.clear()
        for name, (across, down) in self._places.items():
            x, y = self.on_glass(across, down)
            written = _written(name)
            low = y - dp(_RING + 2) - written.height if down < 0.5 else y + dp(_RING + 2)
            left = min(max(x - written.width / 2, self.x), self.right - written.width)
            self._rings.add(Color(1, 1, 1, 1))
            self._rings.add(Rectangle(pos=(round(left), round(low)), size=written.size, texture=written))
            for colour, width in ((theme.INK, dp(3)), (theme.BRASS, dp(1.6))):
                self._rings.add(Color(*colour))
                self._rings.add(Line(circle=(x, y, dp(_RING)), width=width))

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Begin with one finger on the picture; a second one does nothing."""
        if touch.ud.get(ONLY_LOOKS) or not self.collide_point(*touch.pos) or not self._is_inside(touch):
            return False
        if self._finger is None and self.shown:
            touch.grab(self)
            self._finger = touch.uid
            self._show_loupe(touch)
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Follow the finger."""
        if touch.grab_current is not self:
            return False
        self._show_loupe(touch)
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Take the place where the finger is lifted, unless that is off the picture."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._finger = None
        self._loupe.clear()
        if self._is_inside(touch):
            self.dispatch("on_tapped", self.in_picture(*touch.pos))
        return True

    def _is_inside(self, touch: MotionEvent) -> bool:
        return all(0 <= share <= 1 for share in self.in_picture(*touch.pos))

    def _show_loupe(self, touch: MotionEvent) -> None:
        self._loupe.clear()
        if self._pieces is None or not self._is_inside(touch):
            return
        side = dp(_LOUPE)
        half = side / _LARGER / 2 / self._picture.size[0]
        pixels = self._pieces.square(self.in_picture(*touch.pos), half, round(side))
        x = min(max(touch.x - side / 2, self.x), self.right - side)
        y = touch.y + dp(_AWAY) - side / 2
        if y + side > self.top:
            y = touch.y - dp(_AWAY) - side / 2
        self._loupe.add(Color(*theme.BRASS))
        self._loupe.add(Rectangle(pos=(x - dp(3), y - dp(3)), size=(side + dp(6), side + dp(6))))
        self._loupe.add(Color(1, 1, 1, 1))
        self._loupe.add(Rectangle(pos=(x, y), size=(side, side), texture=texture_of(pixels)))
        middle = x + side / 2, y + side / 2
        for colour, width in ((theme.INK, dp(2)), (theme.TEXT, dp(1))):
            self._loupe.add(Color(*colour))
            self._loupe.add(Line(circle=(*middle, dp(14)), width=width))
            self._loupe.add(Line(points=(middle[0] - dp(5), middle[1], middle[0] + dp(5), middle[1]), width=width))
            self._loupe.add(Line(points=(middle[0], middle[1] - dp(5), middle[0], middle[1] + dp(5)), width=width))

    def on_tapped(self, place: Point) -> None:
        """Dispatched when a finger was lifted from the picture."""


@lru_cache(maxsize=32)
def _written(name: str) -> Texture:
    """Return a name that can be read on any photo."""
    label = CoreLabel(text=name, font_size=sp(18), bold=True, color=theme.TEXT, outline_width=round(dp(2)))
    label.options["outline_color"] = theme.INK
    label.refresh()
    return label.texture
