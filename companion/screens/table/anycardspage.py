"""With which cards a route is paid where some can stand in for others: card by card, in any colours (NC-13, NC-15)."""

from collections.abc import Callable
from functools import partial
from typing import get_args

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from companion.boards import Board, CardColour, Route, colours_of_cards
from companion.game.paying import against_payment
from companion.game.payment import CardsOneByOne
from companion.screens.widgets import Column, Grid, PushButton, Text, theme
from companion.screens.widgets.cardkey import CardKey
from companion.words import say, sentence_case

Cards = dict[CardColour, int]


class AnyCardsPage(Column):
    """All cards, of which each tap adds one. It can only be paid with what the rules allow."""

    def __init__(
        self, what: str, board: Board, route: Route, pay: Callable[[Cards], object], close: Callable[[], object]
    ) -> None:
        """`what` says who pays for what; `pay` is called with the cards, `close` if none are entered after all."""
        super().__init__()
        self._board, self._route, self._pay = board, route, pay
        self._chosen = CardsOneByOne()
        head = BoxLayout(size_hint_y=None, height=dp(theme.TARGET))
        head.add_widget(Text(text=what, bold=True, size_hint_y=1))
        head.add_widget(PushButton(close, icon="close", kind="quiet", size_hint_x=None, width=dp(52), padding=0))
        self._keys = Grid(*(CardKey(partial(self._add, colour), colour=colour) for colour in get_args(CardColour)))
        self._said = Text(color=theme.MUTED)
        self._back = PushButton(self._take_off, icon="backspace", size_hint_x=None, width=dp(72), height=dp(58))
        self._done = PushButton(self._finish, kind="main", height=dp(58), text=say("Paid"))
        foot = BoxLayout(size_hint_y=None, height=dp(58), spacing=dp(8))
        for part in (self._back, self._done):
            foot.add_widget(part)
        for part in (head, self._keys, self._said, foot):
            self.add_widget(part)
        self.bind(width=self._fit)
        self._fit()
        self._show()

    def _fit(self, *_: object) -> None:
        """Show the cards in one row if there is room for it, otherwise in two."""
        self._keys.cols = 9 if self.width > dp(9 * 58) else 5

    def _add(self, colour: CardColour) -> None:
        self._chosen = self._chosen.plus(self._board, colour)
        self._show()

    def _take_off(self) -> None:
        self._chosen = self._chosen.without_last()
        self._show()

    def _show(self) -> None:
        cards = self._chosen.cards
        against = next(against_payment(self._board, self._route, cards, None), None)
        told = [str(colours_of_cards(cards))] if cards else []
        told += [sentence_case(against)] if against else []
        self._said.text = "\n".join(told)
        self._back.disabled, self._done.disabled = not cards, against is not None

    def _finish(self) -> None:
        self._pay(self._chosen.cards)
