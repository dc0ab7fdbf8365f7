"""Counting the pile of one player: each kind of card by touch or number, or card by card with the scanner."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.boards import CardColour, PlayerColour, coloured_cards
from companion.boards.signs import CARD_SIGNS
from companion.game import events as e
from companion.game.outcome import Outcome, PileCounted, Refused
from companion.game.pilecount import PileCount, next_to_count, too_many
from companion.game.play import Play
from companion.game.record import refusal_of
from companion.game.settling import renewed
from companion.screens.shell.dialogs import ask_number, object_to, overridden
from companion.screens.shell.gametable import flash
from companion.screens.shell.host import Screen
from companion.screens.widgets import Panel, PushButton, theme
from companion.screens.widgets.cardkey import CardKey
from companion.words import say, sentence_case
from hardware.codes import Code, Command, LabelKind, Scan

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

_MOST = 99
"""The largest number of cards of a kind that can be entered."""


class CardCount(Panel):
    """One kind of card and its count; a touch on the card adds one. `on_changed` is dispatched with a step, `on_asked`
    to enter a number."""

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
        """Dispatched with 1 or -1 when the count should change."""

    def on_asked(self) -> None:
        """Dispatched when a number should be entered."""


class PileScreen(Screen):
    """The count of one pile after the other. Nothing is recorded until a pile is done."""

    takes_scans = True
    heading = StringProperty("")
    colour = StringProperty("red")
    total = StringProperty("")
    said = StringProperty("")
    doubt = StringProperty("")

    def __init__(
        self, session: "Session", play: Play, answer: Callable[[Outcome], bool], player: PlayerColour, said: str = ""
    ) -> None:
        """Count a player's pile; `said` is the response to a card that was scanned."""
        super().__init__(session)
        self._play, self._answer = play, answer
        self._counts: dict[CardColour, CardCount] = {}
        for card in CARD_SIGNS:
            self._counts[card] = CardCount(colour=card)
            self._counts[card].bind(on_changed=partial(self._step, card), on_asked=partial(self._ask, card))
            self.ids.kinds.add_widget(self._counts[card])
        play.count_pile(player)
        self._show(said)

    @property
    def pile(self) -> PileCount:
        """The cards that are counted so far."""
        pile = self._play.pile
        assert pile is not None, "the page is there as long as a pile is counted"
        return pile

    def _show(self, said: str = "") -> None:
        pile, state = self.pile, self._play.state
        self.colour = pile.player
        self.heading = say("{name}: on-the-track pile", name=state.player(pile.player).name)
        self.total = say("One card", "{count} cards", count=pile.total)
        last = pile.scanned[-1].colour if said and pile.scanned else None
        for card, box in self._counts.items():
            box.count, box.lit = pile.of(card), card == last
        doubt = too_many(state, pile)
        self.doubt = sentence_case(doubt) if doubt else ""
        self.said = said or say("Tap + for each card, tap the number to type it, or scan the cards.")
        self._show_answers()

    def _show_answers(self) -> None:
        following, row = self._next(), self.ids.answers
        row.clear_widgets()
        kind = "plain" if following else "main"
        row.add_widget(PushButton(partial(self.done, False), text=say("Done"), kind=kind, size_hint_y=1))
        if following:
            text = say("Done, next: {name}", name=self._play.state.player(following).name)
            row.add_widget(PushButton(partial(self.done, True), text=text, kind="main", size_hint_x=1.6, size_hint_y=1))

    def _next(self) -> PlayerColour | None:
        return next_to_count(self._play.state, self.pile.player)

    # Touches

    def _step(self, card: CardColour, _box: CardCount, step: int) -> None:
        self._count(card, self.pile.of(card) + step)

    def _ask(self, card: CardColour, _box: CardCount) -> None:
        question = say("How many {cards}?", cards=coloured_cards(card))
        ask_number(self.session.host, question, _MOST, partial(self._count, card))

    def _count(self, card: CardColour, count: int) -> None:
        self._play.change_pile(self.pile.counted(card, count))
        self._show()

    def done(self, go_on: bool) -> None:
        """Record the pile; `go_on` opens the next one."""
        event, following = self.pile.event(), self._next() if go_on else None
        if self._play.state.piles.get(event.player) == event.cards:
            self._go_on(following)
        elif objection := refusal_of(renewed(self._play.state, event), event):
            object_to(self.session.host, objection, lambda: self._record(overridden(event), following))
        else:
            self._record(event, following)

    def _record(self, event: e.Event, following: PlayerColour | None) -> None:
        if self._answer(self._play.record(event)):
            self._go_on(following)

    def _go_on(self, following: PlayerColour | None) -> None:
        if following is None:
            self.leave()
        else:
            self._play.count_pile(following)
            self._show()

    def leave(self) -> None:
        """Go back to the table; the count is kept for when the screen is opened again."""
        self._play.leave_pile()
        self.session.host.uncover(self)

    # Scans

    def heard(self, scan: Scan) -> None:
        """Count a scanned card; Undo removes one, Next and badges go to another pile, Finish ends the count."""
        before, following = self.pile.player, self._following(scan)
        outcome = self._play.take(scan.meaning)
        self.session.sounds.play(outcome.tone)
        if self._play.pile is None:
            self.leave()
        elif isinstance(outcome, Refused):
            self._refuse(outcome, following)
        else:
            self.session.host.clear_toasts()
            said = outcome.sentence if isinstance(outcome, PileCounted) and self.pile.player == before else None
            self._show(sentence_case(said) if said else "")
        if self.session.host.front is not None:
            flash(self.session.host.front, outcome)

    def _following(self, scan: Scan) -> PlayerColour | None:
        """Return whose pile is next if this label ends the current one."""
        code = scan.meaning
        if isinstance(code, Code) and code.kind is LabelKind.COMMAND and code.command is Command.NEXT:
            return self._next()
        if isinstance(code, Code) and code.kind is LabelKind.PLAYER and self._play.state.plays(code.colour):
            return self._play.state.player(code.colour).colour
        return None

    def _refuse(self, refused: Refused, following: PlayerColour | None) -> None:
        """Say why a card or the pile cannot be counted; if a rule merely forbids it, offer to record it anyway."""
        event = refused.event
        if event is not None and refused.objection is not None:
            object_to(self.session.host, refused.objection, lambda: self._record(overridden(event), following))
        else:
            self.session.host.toast(sentence_case(refused.sentence), theme.ILL)

    def help(self) -> str:
        """Return the help for this screen."""
        return say(
            "Count this player’s on-the-track pile: tap + for each card, or scan them. Tap a number to type it instead."
        )
