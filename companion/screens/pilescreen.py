"""Counting the pile of one player: each kind of card by touch or number, or card by card with the scanner."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.boards import CardColour, PlayerColour, colour_word
from companion.boards.signs import CARD_SIGNS
from companion.game import events as e
from companion.game.pilecount import PileCount, next_to_count, too_many
from companion.game.record import refusal_of
from companion.screens import theme
from companion.screens.asking import object_to, overridden
from companion.screens.counting import ask_number
from companion.screens.hearing import flash
from companion.screens.parts import Box, PushButton
from companion.screens.stage import Screen
from companion.screens.tunnelscreen import CardKey
from companion.words import capital, say, sentence_case
from hardware.scanner import Scan

if TYPE_CHECKING:
    from companion.screens.cardtable import CardTableScreen

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_MOST = 99
"""The largest number of cards of a kind that can be entered."""


class CardCount(Box):
    """One kind of card, and how many of it lie in the pile; the card itself is one more when it is touched.
    `on_changed` gives a step, `on_asked` wants a number."""

    __events__ = ("on_changed", "on_asked")
    colour = StringProperty("red")
    count = NumericProperty(0)
    lit = BooleanProperty(False)

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self._card = CardKey(partial(self.dispatch, "on_changed", 1), colour=self.colour, pos_hint={"center_y": 0.5})
        self.add_widget(self._card, index=len(self.children))
        self.bind(height=self._fit)

    def _fit(self, *_: object) -> None:
        self._card.size = dp(50), min(dp(66), self.height - dp(8))

    def on_changed(self, step: int) -> None:
        """One more or one fewer."""

    def on_asked(self) -> None:
        """A number is to be entered."""


class PileScreen(Screen):
    """One pile after the other. Nothing is recorded before a pile is done."""

    heading = StringProperty("")
    colour = StringProperty("red")
    total = StringProperty("")
    said = StringProperty("")
    doubt = StringProperty("")

    def __init__(self, table: "CardTableScreen", player: PlayerColour, said: str = "") -> None:
        super().__init__(table.desk)
        self._table = table
        self._counts: dict[CardColour, CardCount] = {}
        for card in CARD_SIGNS:
            self._counts[card] = CardCount(colour=card)
            self._counts[card].bind(on_changed=partial(self._step, card), on_asked=partial(self._ask, card))
            self.ids.kinds.add_widget(self._counts[card])
        table.play.scans.count_pile(player)
        self._show(said)

    @property
    def pile(self) -> PileCount:
        """What is counted so far."""
        pile = self._table.play.scans.pile
        assert pile is not None, "the page is there as long as a pile is counted"
        return pile

    def _show(self, said: str = "") -> None:
        pile, state = self.pile, self._table.play.state
        self.colour = pile.player
        self.heading = say("{name}: the pile on the track", name=state.player(pile.player).name)
        self.total = say("One card", "{count} cards", count=pile.total)
        last = pile.scanned[-1].colour if said and pile.scanned else None
        for card, box in self._counts.items():
            box.count, box.lit = pile.of(card), card == last
        doubt = too_many(state, pile)
        self.doubt = sentence_case(doubt) if doubt else ""
        self.said = said or say("Touch + for each card, the number to enter it, or scan the cards.")
        self._show_answers()

    def _show_answers(self) -> None:
        following, row = self._next(), self.ids.answers
        row.clear_widgets()
        kind = "plain" if following else "main"
        row.add_widget(PushButton(partial(self.done, False), text=say("Done"), kind=kind, size_hint_y=1))
        if following:
            text = say("Done, next: {name}", name=self._table.play.state.player(following).name)
            row.add_widget(PushButton(partial(self.done, True), text=text, kind="main", size_hint_x=1.6, size_hint_y=1))

    def _next(self) -> PlayerColour | None:
        return next_to_count(self._table.play.state, self.pile.player)

    # Touches

    def _step(self, card: CardColour, _box: CardCount, step: int) -> None:
        self._count(card, self.pile.of(card) + step)

    def _ask(self, card: CardColour, _box: CardCount) -> None:
        question = say("{colour}: how many cards?", colour=capital(colour_word(card)))
        ask_number(self.desk.stage, question, _MOST, partial(self._count, card))

    def _count(self, card: CardColour, count: int) -> None:
        self._table.play.scans.change_pile(self.pile.counted(card, count))
        self._show()

    def done(self, go_on: bool) -> None:
        """The pile is counted; `go_on` opens the next one."""
        event, following = self.pile.event(), self._next() if go_on else None
        if self._table.play.state.piles.get(event.player) == event.cards:
            self._go_on(following)
            return
        if not self._object_to(event, following):
            self._record(event, following)

    def _object_to(self, event: e.Event, following: PlayerColour | None = None) -> bool:
        """Whether a rule speaks against the pile; then it says so, and the players decide."""
        objection = refusal_of(self._table.play.state, event)
        if objection is None:
            return False
        object_to(self.desk.stage, objection, lambda: self._record(overridden(event), following))
        return True

    def _record(self, event: e.Event, following: PlayerColour | None) -> None:
        if self._table.record(event):
            self._go_on(following)

    def _go_on(self, following: PlayerColour | None) -> None:
        if following is None:
            self.leave()
        else:
            self._table.play.scans.count_pile(following)
            self._show()

    def leave(self) -> None:
        """Back to the table; what was counted is there when the page is opened again."""
        self._table.play.scans.turn_to(None)
        self.desk.stage.uncover(self)
        self._table.refresh()

    # Scans

    def heard(self, scan: Scan) -> None:
        """Cards are counted; Undo takes one off, Next and badges go on, Finish is done."""
        scans, before = self._table.play.scans, self.pile.player
        answer = scans.hear(scan.text)
        mark = theme.WELL if answer.used else theme.ILL
        self.desk.sounds.play("well" if answer.used else "ill")
        if answer.refused is not None:
            self._object_to(answer.refused)
            return
        if scans.pile is None:
            self.leave()
            flash(self._table, mark)
            return
        flash(self, mark)
        self._show(sentence_case(answer.sentence) if answer.used and scans.pile.player == before else "")
        if answer.used:
            self.desk.stage.clear_toasts()
        else:
            self.desk.stage.toast(sentence_case(answer.sentence), mark)

    def help(self) -> str:
        """How a pile is counted."""
        return say(
            "Count this player’s on-the-track pile: touch plus for each card, or scan them. "
            "Touch a number to write it instead."
        )


def open_pile(table: "CardTableScreen", player: PlayerColour, said: str = "") -> None:
    """Opens the count of a player's pile over the table; `said` is the answer to a card that was scanned."""
    table.desk.stage.cover(PileScreen(table, player, said))
