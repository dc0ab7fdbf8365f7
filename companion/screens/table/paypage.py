"""With which cards something is paid: a colour, and the number of locomotives among the cards."""

from collections.abc import Callable
from functools import partial

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from companion.boards import LOCOMOTIVE, CardColour, colours_of_cards
from companion.game.paying import Price
from companion.game.payment import CardChoice, first_choice
from companion.screens.widgets import Column, Grid, PushButton, Text, theme
from companion.screens.widgets.cardkey import CardKey
from companion.words import say

Cards = dict[CardColour, int]


class PayPage(Column):
    """The cards that can pay a price. Every choice is a right payment, so nothing has to be refused."""

    def __init__(
        self,
        what: str,
        price: Price,
        pay: Callable[[Cards], object],
        close: Callable[[], object],
        others: Callable[[], object] | None = None,
    ) -> None:
        """`what` says who pays for what; `pay` is called with the cards, `close` if none are entered after all, and
        `others` if cards of other colours were paid too, where they can be (NC-13, NC-15)."""
        super().__init__()
        self._choice, self._pay = first_choice(price), pay
        head = BoxLayout(size_hint_y=None, height=dp(theme.TARGET))
        title = Text(text=what, bold=True, pos_hint={"center_y": 0.5})
        title.bind(height=lambda _, height: setattr(head, "height", max(dp(theme.TARGET), height)))
        head.add_widget(title)
        head.add_widget(PushButton(close, icon="close", kind="quiet", size_hint_x=None, width=dp(52), padding=0))
        colours = (*price.colours, LOCOMOTIVE) if price.most_locomotives == price.count else price.colours
        self._keys = [CardKey(partial(self._choose, colour), colour=colour) for colour in colours]
        self._rows = Grid(*self._keys)
        self._less, self._more = (PushButton(partial(self._step, by), size_hint_x=None, width=dp(64)) for by in (-1, 1))
        self._less.text, self._more.text = "–", "+"
        self._locomotives = Text(halign="center", size_hint_y=1)
        self._done = PushButton(self._finish, kind="main", height=dp(58))
        for part in (head, self._rows):
            self.add_widget(part)
        if price.most_locomotives > price.least_locomotives:
            steps = BoxLayout(size_hint_y=None, height=dp(theme.TARGET), spacing=dp(8))
            for part in (self._less, self._locomotives, self._more):
                steps.add_widget(part)
            self.add_widget(steps)
        if others is None:
            self.add_widget(self._done)
        else:
            more = PushButton(others, text=say("Other cards too"), height=dp(58), size_hint_x=0.5)
            foot = BoxLayout(size_hint_y=None, height=dp(58), spacing=dp(8))
            foot.add_widget(more)
            foot.add_widget(self._done)
            self.add_widget(foot)
        self.bind(width=self._fit)
        self._fit()
        self._show(self._choice)

    def _fit(self, *_: object) -> None:
        """Show the cards in one row if there is room for it, otherwise in two."""
        self._rows.cols = 9 if self.width > dp(9 * 58) else 5

    def _choose(self, colour: CardColour) -> None:
        self._show(self._choice.choose(colour))

    def _step(self, by: int) -> None:
        self._show(self._choice.with_locomotives(self._choice.locomotives + by))

    def _show(self, choice: CardChoice) -> None:
        self._choice = choice
        for key in self._keys:
            key.lit = choice.only_locomotives if key.colour == LOCOMOTIVE else choice.pays_in(key.colour)
        count = choice.locomotives
        self._less.disabled = count <= choice.price.least_locomotives
        self._more.disabled = count >= choice.price.most_locomotives
        self._locomotives.text = say("including 1 locomotive", "including {count} locomotives", count=count)
        self._done.disabled = choice.cards is None
        paid = choice.cards
        self._done.text = say("Paid with {cards}", cards=colours_of_cards(paid)) if paid else say("With which cards?")

    def _finish(self) -> None:
        if self._choice.cards is not None:
            self._pay(self._choice.cards)
