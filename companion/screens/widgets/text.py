"""Text, signs and boxes.

Every screen has dozens of them, so they draw themselves here: rules in kv would cost several times as much for each.
"""

from kivy.graphics import BorderImage, Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import ColorProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.screens.widgets import lettering, textures, theme

_PATIENCE = 4
"""How often in a row a new height makes a fitting text try its full size again."""


def _middle(widget: Widget) -> tuple[float, float]:
    """Return where the middle is; `center` may still be the one before while a place or a size changes."""
    return widget.x + widget.width / 2, widget.y + widget.height / 2


class Text(Label):
    """Text in one of four modes. `wrap` breaks lines within the width and is as high as needed; `tight` is one line, as
    wide as needed; `short` ends in dots where there is no room, for names that people entered; `fit` is written smaller
    where large text does not fit, down to the normal size."""

    mode = OptionProperty("wrap", options=["wrap", "tight", "short", "fit"])
    largest = NumericProperty(theme.BODY)
    """The size with which a fitting text begins."""

    def __init__(self, **options: object) -> None:
        self._is_new = True
        """Whether the clock has yet to ask for the first time that it is written."""
        look = {"font_size": theme.BODY, "color": theme.TEXT, "halign": "left", "valign": "middle", "size_hint_y": None}
        super().__init__(**(look | options))
        with self.canvas:
            Color(1, 1, 1, 1)
            self._written = Rectangle(size=(0, 0))
        self.bind(pos=self._put, size=self._put, texture_size=self._put)
        self._taller = 0
        self._too_long = self._too_wide = False
        """Whether a fitting text does not fit even in the smallest size."""
        self.bind(text=self._begin_large, width=self._begin_large, height=self._on_height)
        self.bind(mode=self._fit, size=self._fit, texture_size=self._fit, size_hint=self._fit)
        self._fit()

    def _begin_large(self, *_: object) -> None:
        self._taller, self._too_long, self._too_wide = 0, False, False
        if self.mode == "fit":
            self.font_size = self.largest

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
        self._written.texture = texture

    def texture_update(self, *ticks: object) -> None:
        """Show the text as it was written before, or write it on a texture of its own, which is kept."""
        if ticks and self._is_new:  # whoever holds it lays it out first, and then it is not written in vain
            self._is_new = False
            self._trigger_texture()
            return
        look = lettering.look_of(self._label)
        kept = lettering.written(look)
        if kept is None:
            self._label.texture = None  # other texts may show the one before
            super().texture_update()
            texture = self._label.texture
            if self._label.text and texture is not None:
                lettering.keep(look, lettering.Written(texture, self._label.is_shortened))
        else:
            self.texture, self.texture_size, self.is_shortened = kept.texture, kept.texture.size, kept.is_shortened
        if self.mode == "fit":  # the size may be the one before, and then nothing else asks again
            self._fit()

    def width_of(self, text: str) -> float:
        """Return how wide another text would be in this font, in one line."""
        return lettering.width_of(self._label, text)

    def _put(self, *_: object) -> None:
        wide, high = self._written.size = self.texture_size
        middle = _middle(self)
        self._written.pos = int(middle[0] - wide / 2), int(middle[1] - high / 2)

    def _fit(self, *_: object) -> None:
        cut = self.mode == "fit" and (self._too_long or self._too_wide)
        self.shorten, self.shorten_from = self.mode == "short" or (cut and self._too_wide), "right"
        if self.mode == "short" or cut:
            # Not as high as it is: a button that grows with its words would never end growing.
            self.text_size = (self.size[0], None) if cut and not self._too_long else self.size
            return
        if self.mode == "tight":
            self.text_size = None, None
            self.size_hint_x = None
            self.width = self.texture_size[0]
        else:
            self.text_size = self.width, None
        if self.mode == "fit":
            self._write_smaller()
        if self.size_hint_y is None:
            self.height = self.texture_size[1]

    def _write_smaller(self) -> None:
        """Shrink the font until the widest word fits the width and the text fits the height; if even the
        smallest does not fit, a word that is too wide ends in dots, and lines that are too many are left out."""
        words = str(self.text).split()
        widest = max((self.width_of(word) for word in words), default=0)
        if self.font_size <= dp(18):
            self._too_wide = widest > self.width + 1 > dp(48)
            self._too_long = self.texture_size[1] > self.height + 1 > dp(18) and self.size_hint_y is not None
            if self._too_wide or self._too_long:
                self._fit()
        elif widest > self.width > 0:
            self.font_size = max(dp(18), self.font_size * self.width / widest - 0.5)
        elif self.texture_size[1] > self.height:
            self.font_size = max(dp(18), self.font_size - dp(1))


class EmptyNote(BoxLayout):
    """Says in the middle of a page that there is nothing on it yet; without text it takes no room."""

    text = StringProperty("")
    icon = StringProperty("")


class Icon(Widget):
    """An icon, as large as fits, or with a `side`."""

    name = StringProperty("")
    tint = ColorProperty(theme.TEXT)
    side = NumericProperty(0)

    def __init__(self, **options: object) -> None:
        self._picture: tuple[Color, Rectangle] | None = None
        self.tint, self.size_hint, self.size = theme.TEXT, (None, None), (dp(24), dp(24))
        super().__init__(**options)
        self.bind(name=self._draw, tint=self._draw, side=self._draw, pos=self._draw, size=self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        if self._picture is None:
            if not self.name:
                return
            with self.canvas:
                self._picture = Color(), Rectangle()
        colour, picture = self._picture
        side = (self.side or min(self.size)) if self.name else 0
        colour.rgba = self.tint
        picture.texture = textures.icon(self.name) if self.name else None
        picture.size = side, side
        middle = _middle(self)
        picture.pos = middle[0] - side / 2, middle[1] - side / 2


class CardSign(Widget):
    """The sign of a card or track colour on its colour; grey has none."""

    colour = StringProperty("grey")


class PlayerSign(Widget):
    """A player's shape in the player's colour, with a light rim so that black shows on dark."""

    colour = StringProperty("red")

    def __init__(self, **options: object) -> None:
        self.size_hint, self.size = (None, None), (dp(26), dp(26))
        super().__init__(**options)
        with self.canvas:
            Color(*theme.TEXT)
            self._rim = Rectangle()
            self._tint = Color()
            self._shape = Rectangle()
        self.bind(colour=self._draw, pos=self._put, size=self._put)
        self._draw()
        self._put()

    def _draw(self, *_: object) -> None:
        self._tint.rgba = theme.PLAYERS[self.colour]
        self._rim.texture, self._shape.texture = textures.player_rim(self.colour), textures.player_shape(self.colour)

    def _put(self, *_: object) -> None:
        middle = _middle(self)
        for rectangle, share in ((self._rim, 0.43 * textures.RIM), (self._shape, 0.43)):
            rectangle.size = self.width * 2 * share, self.height * 2 * share
            rectangle.pos = middle[0] - self.width * share, middle[1] - self.height * share


class Panel(BoxLayout):
    """A layout on a rounded background."""

    fill = ColorProperty(theme.RAISED)
    edge = ColorProperty(theme.CLEAR)
    radius = NumericProperty("12dp")

    def __init__(self, **options: object) -> None:
        self.fill = theme.RAISED
        super().__init__(**options)

    def apply_class_lang_rules(self, *args: object, **options: object) -> None:
        """Add the background before the rules of a kind of panel draw over it."""
        corners = {"border": [textures.CORNER] * 4}
        with self.canvas.before:
            self._fill_colour = Color()
            self._filled = BorderImage(texture=textures.box(), **corners)
            self._edge_colour = Color()
            self._edged = BorderImage(texture=textures.frame(), **corners)
        self.bind(fill=self._draw, edge=self._draw, radius=self._draw, pos=self._draw, size=self._draw)
        super().apply_class_lang_rules(*args, **options)
        self._draw()

    def _draw(self, *_: object) -> None:
        corner = [min(self.radius, self.height / 2)] * 4
        for colour, rgba, box in (
            (self._fill_colour, self.fill, self._filled),
            (self._edge_colour, self.edge, self._edged),
        ):
            colour.rgba = rgba
            box.display_border, box.pos, box.size = corner, self.pos, self.size if rgba[3] else (0, 0)
