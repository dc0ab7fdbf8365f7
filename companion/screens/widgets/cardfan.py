"""Train cards as they lie on the table: side by side, or overlapping where there is no room."""

from collections.abc import Callable, Sequence
from functools import partial

from kivy.metrics import dp
from kivy.properties import ListProperty
from kivy.uix.floatlayout import FloatLayout

from companion.boards import CardColour
from companion.screens.widgets.cardkey import CardKey

_SHAPE = 1.35
"""How much higher than wide a card is."""
_GAP = 8
"""Space between two cards in dp, if there is room."""


class CardFan(FloatLayout):
    """Cards to touch, as large as there is room for; a card without a colour is an empty place."""

    cards = ListProperty([])
    """The cards, in order, as CardKeys."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.bind(pos=self._place, size=self._place)

    def show(
        self, cards: Sequence[CardColour | None], touched: Callable[[int], object], lit: Sequence[bool] = ()
    ) -> None:
        """Show these cards, None for an empty place; `touched` is called with the place of a card."""
        self.clear_widgets()
        self.cards = [
            CardKey(partial(touched, place), colour=card or "", lit=place < len(lit) and lit[place])
            for place, card in enumerate(cards)
        ]
        for key in self.cards:
            self.add_widget(key)
        self._place()

    def _place(self, *_: object) -> None:
        """Place the cards in the middle, the later ones over the earlier ones."""
        count = len(self.cards)
        if not count:
            return
        height = max(
            dp(20), min(self.height - dp(6), dp(150), (self.width - dp(6)) / min(count, 3) * _SHAPE - dp(_GAP))
        )
        width = height / _SHAPE
        step = min(width + dp(_GAP), (self.width - dp(6) - width) / max(count - 1, 1))
        left = self.center_x - (width + step * (count - 1)) / 2
        for place, key in enumerate(self.cards):
            key.size = width, height
            key.pos = left + step * place, self.center_y - height / 2
