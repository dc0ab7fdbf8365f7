"""A few train cards in a row, drawn by one widget, since lists show many of them."""

from kivy.graphics import BorderImage, Color, Rectangle
from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty
from kivy.uix.widget import Widget

from companion.screens.widgets import textures, theme

_WIDE, _HIGH, _CORNER, _GAP = 25, 32, 5, 4
"""Width, height and corner radius of a card, and the space between two, in dp."""


class CardRow(Widget):
    """Small train cards, each with the sign of its colour; with a smaller `step` they overlap, the last one on top."""

    cards = ListProperty([])
    """The colours of the cards, in order."""
    step = NumericProperty(_WIDE + _GAP)
    """Distance in dp from one card to the next."""

    def __init__(self, **options: object) -> None:
        super().__init__(**({"size_hint": (None, None)} | options))
        self.bind(cards=self._draw, step=self._draw, pos=self._draw)
        self._draw()

    def _draw(self, *_: object) -> None:
        count = len(self.cards)
        self.size = dp(_WIDE * bool(count) + max(count - 1, 0) * self.step), dp(_HIGH)
        self.canvas.clear()
        with self.canvas:
            for place, colour in enumerate(self.cards):
                x, y = self.x + dp(place * self.step), self.y
                for margin, fill in ((0.0, theme.faded(theme.TEXT, 0.55)), (dp(1), theme.CARDS[colour])):
                    Color(*fill)
                    BorderImage(
                        texture=textures.box(),
                        border=[textures.CORNER] * 4,
                        display_border=[dp(_CORNER)] * 4,
                        pos=(x + margin, y + margin),
                        size=(dp(_WIDE) - 2 * margin, dp(_HIGH) - 2 * margin),
                    )
                Color(*theme.faded(theme.TEXT if colour == "black" else theme.INK, 0.85))
                side = dp(_WIDE * 0.64)
                left, bottom = x + (dp(_WIDE) - side) / 2, y + (dp(_HIGH) - side) / 2
                Rectangle(texture=textures.card_sign(colour), pos=(left, bottom), size=(side, side))
