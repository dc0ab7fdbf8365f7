"""Text, signs and boxes."""

from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import ColorProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.screens.widgets import theme

_PATIENCE = 4
"""How often in a row a new height makes a fitting text try its full size again."""


class Text(Label):
    """Text in one of four modes. `wrap` breaks lines within the width and is as high as needed; `tight` is one line, as
    wide as needed; `short` ends in dots where there is no room, for names that people entered; `fit` is written smaller
    where large text does not fit, down to the normal size."""

    mode = OptionProperty("wrap", options=["wrap", "tight", "short", "fit"])

    def __init__(self, **options: object) -> None:
        look = {"font_size": theme.BODY, "color": theme.TEXT, "halign": "left", "valign": "middle", "size_hint_y": None}
        super().__init__(**(look | options))
        self._taller = 0
        self.bind(text=self._begin_large, width=self._begin_large, height=self._on_height)
        self.bind(mode=self._fit, size=self._fit, texture_size=self._fit, size_hint=self._fit)
        self._fit()

    def _begin_large(self, *_: object) -> None:
        self._taller = 0
        if self.mode == "fit":
            self.font_size = theme.BODY

    def _on_height(self, *_: object) -> None:
        """Try the full size again, but not endlessly, since some parents are as high as their text."""
        if self._taller < _PATIENCE:
            taller = self._taller + 1
            self._begin_large()
            self._taller = taller

    def on_texture(self, _text: object, texture: Texture | None) -> None:
        """Upload a new texture at once; Kivy would do it while drawing the next frame and delay that."""
        if texture is not None:
            texture.bind()

    def _fit(self, *_: object) -> None:
        self.shorten, self.shorten_from = self.mode == "short", "right"
        if self.mode == "short":
            self.text_size = self.size
            return
        if self.mode == "tight":
            self.text_size = None, None
            self.size_hint_x = None
            self.width = self.texture_size[0]
        else:
            self.text_size = self.width, None
        if self.mode == "fit" and self.font_size > dp(18):
            self._write_smaller()
        if self.size_hint_y is None:
            self.height = self.texture_size[1]

    def _write_smaller(self) -> None:
        """Shrink the font until the widest word fits the width and the text fits the height."""
        words = str(self.text).split()
        widest = max((self._label.get_extents(word)[0] for word in words), default=0)
        if widest > self.width > 0:
            self.font_size = max(dp(18), self.font_size * self.width / widest - 0.5)
        elif self.texture_size[1] > self.height:
            self.font_size = max(dp(18), self.font_size - dp(1))


class Icon(Widget):
    """An icon, as large as fits."""

    name = StringProperty("")
    tint = ColorProperty(theme.TEXT)


class CardSign(Widget):
    """The sign of a card or track colour on its colour; grey has none."""

    colour = StringProperty("grey")


class PlayerSign(Widget):
    """A player's shape in the player's colour, with a light rim so that black shows on dark."""

    colour = StringProperty("red")


class Panel(BoxLayout):
    """A layout on a rounded background."""

    fill = ColorProperty(theme.RAISED)
    edge = ColorProperty(theme.CLEAR)
    radius = NumericProperty("12dp")
