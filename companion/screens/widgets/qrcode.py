"""A QR code to scan off the screen: dark on light, in whole pixels, so that its edges are sharp."""

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from companion.exports.qrcodes import Modules, code
from companion.screens.widgets import theme

_LIGHT, _DARK = b"\xff\xff\xff", b"\x00\x00\x00"


class QrCode(Widget):
    """A QR code as large as fits, with its quiet zone."""

    def __init__(self, text: str, **options: object) -> None:
        super().__init__(**options)
        self._modules = code(text)
        with self.canvas:
            Color(*theme.rgb("#FFFFFF"))
            self._code = Rectangle(texture=_texture(self._modules))
        self.bind(pos=self._lay_out, size=self._lay_out)

    @property
    def module(self) -> int:
        """The width of a module in pixels."""
        return max(1, int(min(self.size) // len(self._modules)))

    def _lay_out(self, *_: object) -> None:
        side = self.module * len(self._modules)
        self._code.size = side, side
        self._code.pos = round(self.center_x - side / 2), round(self.center_y - side / 2)


def _texture(modules: Modules) -> Texture:
    """Return a texture with a pixel for each module; the rows of a texture begin at the bottom."""
    side = len(modules)
    pixels = b"".join(_DARK if module else _LIGHT for row in reversed(modules) for module in row)
    texture = Texture.create(size=(side, side), colorfmt="rgb")
    texture.min_filter = texture.mag_filter = "nearest"
    texture.blit_buffer(pixels, colorfmt="rgb", bufferfmt="ubyte")
    return texture
