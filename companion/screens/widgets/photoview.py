"""A photo, or a piece of one, as large as fits."""

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from companion.photo.upright import Pixels
from companion.screens.widgets import theme

Point = tuple[float, float]


def texture_of(pixels: Pixels) -> Texture:
    """Return a texture with these pixels."""
    texture = Texture.create(size=(pixels.width, pixels.height), colorfmt="rgb")
    texture.blit_buffer(pixels.rgb, colorfmt="rgb", bufferfmt="ubyte")
    texture.flip_vertical()
    return texture


class PhotoView(Widget):
    """Shows pixels, all of them, in their proportion, in the middle of the widget."""

    def __init__(self, pixels: Pixels | None = None, **options: object) -> None:
        super().__init__(**options)
        self._of: tuple[int, int] = (0, 0)
        with self.canvas:
            Color(*theme.RAISED)
            self._ground = Rectangle()
            self._tint = Color(1, 1, 1, 0)
            self._picture = Rectangle()
        self.bind(pos=self._put, size=self._put)
        if pixels is not None:
            self.show(pixels)

    def show(self, pixels: Pixels) -> None:
        """Show these pixels instead of those before."""
        self._of = pixels.width, pixels.height
        self._picture.texture, self._tint.a = texture_of(pixels), 1
        self._put()

    def clear(self) -> None:
        """Show nothing."""
        self._of, self._tint.a, self._picture.texture = (0, 0), 0, None

    @property
    def shown(self) -> bool:
        """Whether there is a picture."""
        return self._of != (0, 0)

    @property
    def scale(self) -> float:
        """Pixels of the screen for each pixel of the picture."""
        return float(min(self.width / max(self._of[0], 1), self.height / max(self._of[1], 1)))

    def in_picture(self, x: float, y: float) -> Point:
        """Convert a point of the screen to one of the picture, as shares of its width and height from its upper left
        corner."""
        (left, low), (wide, high) = self._picture.pos, self._picture.size
        return (x - left) / max(wide, 1), 1 - (y - low) / max(high, 1)

    def on_glass(self, across: float, down: float) -> Point:
        """Convert a point of the picture, as shares, to one of the screen."""
        (left, low), (wide, high) = self._picture.pos, self._picture.size
        return left + across * wide, low + (1 - down) * high

    def _put(self, *_: object) -> None:
        self._ground.pos, self._ground.size = self.pos, self.size
        wide, high = (side * self.scale for side in self._of)
        self._picture.size = wide, high
        self._picture.pos = self.x + (self.width - wide) / 2, self.y + (self.height - high) / 2
