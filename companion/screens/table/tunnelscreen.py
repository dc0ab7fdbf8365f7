"""A tunnel: the cards that were laid down and turned up, and the price in words."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.factory import Factory
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty

from companion.boards import LOCOMOTIVE, CardColour
from companion.boards.signs import CARD_SIGNS
from companion.game.outcome import Expecting, Outcome, Refused
from companion.game.play import Play
from companion.game.tunnels import TURNED_UP, Attempt
from companion.screens.shell.dialogs import ask
from companion.screens.shell.host import Screen
from companion.screens.table.trackcards import about_track
from companion.screens.widgets import PushButton, Text, theme
from companion.screens.widgets.cardfan import CardFan
from companion.screens.widgets.cardkey import CardKey
from companion.words import say, sentence_case
from hardware.codes import Scan

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Factory.register("CardFan", CardFan)
Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class TunnelScreen(Screen):
    """One try at a tunnel, as it lies on the table: cards laid down, the price, three cards turned up. Nothing is
    recorded until it is paid or given up."""

    takes_scans = True
    heading = StringProperty("")
    figure = StringProperty("")
    """How many extra cards are due, as a large number; "" before that is known."""
    price = StringProperty("")
    colour = StringProperty("red")
    dear = BooleanProperty(False)
    """Whether there is something more to pay."""
    laying = BooleanProperty(False)
    """Whether cards that are tapped or scanned are those laid down; otherwise those turned up."""
    wide = BooleanProperty(True)
    """Whether the screen is wider than high."""

    def __init__(self, session: "Session", play: Play, answer: Callable[[Outcome, bool], object]) -> None:
        """Show the try; `answer` responds to its outcome, and to scans if its second argument is true."""
        super().__init__(session)
        self._play, self._answer = play, answer
        attempt, state = self.attempt, play.state
        route = attempt.route
        self.colour = attempt.player
        name = state.player(attempt.player).name
        self.heading = say(
            "{name}: {route}, {about}", name=name, route=state.board.route(route), about=about_track(route)
        )
        for card in CARD_SIGNS:
            self.ids.palette.add_widget(CardKey(partial(self._pick, card), colour=card, size_hint=(1, None)))
        self._refresh()

    @property
    def attempt(self) -> Attempt:
        """The try as it is now."""
        assert self._play.tunnel is not None, "the screen is there as long as a tunnel is tried"
        return self._play.tunnel

    def _refresh(self) -> None:
        attempt = self.attempt
        self.laying = attempt.laying
        self.price, self.dear = str(attempt.price()), attempt.due > 0
        settled = attempt.extra or len(attempt.revealed) == TURNED_UP
        self.figure = f"+{attempt.due}" if attempt.is_known and settled else ""
        self._show_laid()
        turned = [*attempt.revealed, *[None] * (TURNED_UP - len(attempt.revealed))]
        self.ids.turned.show(turned, self._turn_back, [attempt.matches(card) for card in attempt.revealed])
        self.ids.added.show(attempt.added, self._take_off)
        for key in self.ids.palette.children:
            key.disabled = not self._can_be_picked(key.colour)

    def _can_be_picked(self, card: CardColour) -> bool:
        """Return whether a card can be laid down or turned up now."""
        attempt = self.attempt
        if attempt.laying:
            return attempt.route.colour in ("grey", card) or card == LOCOMOTIVE
        return len(attempt.revealed) < TURNED_UP

    def _show_laid(self) -> None:
        attempt = self.attempt
        counted = [card for card, count in (attempt.laid or {}).items() for _ in range(count)]
        down = list(attempt.down) if attempt.laying and attempt.down else counted
        self.ids.laid.show([*down, *[None] * (attempt.route.length - len(down))], lambda _: self.lay_next(True))
        steps = self.ids.locomotives
        steps.clear_widgets()
        if attempt.is_known and attempt.route.length > 1:
            count = attempt.locomotives
            words = say("including 1 locomotive", "including {count} locomotives", count=count)
            less, more = (
                PushButton(partial(self._locomotives, by), text=sign, size_hint_x=None, width=dp(52))
                for by, sign in ((-1, "–"), (1, "+"))
            )
            for part in (less, Text(text=words, mode="fit", halign="center", size_hint_y=1), more):
                steps.add_widget(part)

    def uncovered(self) -> None:
        """Close the screen if the tunnel was settled meanwhile."""
        if self._play.tunnel is None:
            self.session.host.uncover(self)

    def _change(self, attempt: Attempt) -> None:
        self._play.tunnel = attempt
        self._show_change()

    def _show_change(self) -> None:
        self._refresh()
        doubt = self.attempt.doubt()
        if doubt:
            self.session.host.toast(sentence_case(doubt))

    def lay_next(self, laying: bool) -> None:
        """Make the next cards those laid down, or those turned up."""
        self._change(replace(self.attempt, laying=laying))

    def _pick(self, card: CardColour) -> None:
        """Lay a colour down, or turn a card up."""
        if self.attempt.laying:
            self._lay(card)
        else:
            self._change(self.attempt.turn_up(card))

    def _lay(self, card: CardColour) -> None:
        attempt = self.attempt
        if card != "locomotive" and attempt.only_locomotives:
            attempt = attempt.with_locomotives(0)
        self._change(attempt.lay(card))

    def _locomotives(self, step: int) -> None:
        attempt = self.attempt.with_locomotives(self.attempt.locomotives + step)
        if not attempt.is_known and attempt.route.colour != "grey":
            attempt = attempt.lay(attempt.route.colour)
        self._change(attempt)

    def _turn_back(self, place: int) -> None:
        """Take a card turned up off again, if there is one at this place. The next cards are then those turned up."""
        attempt = self.attempt.turn_back(place) if place < len(self.attempt.revealed) else self.attempt
        self._change(replace(attempt, laying=False))

    def _take_off(self, place: int) -> None:
        self._change(self.attempt.without_added(place))

    # Done

    def pay(self) -> None:
        """Pay the price and claim the tunnel."""
        self._end(self._play.pay())

    def give_up(self) -> None:
        """Give the tunnel up, which ends the turn. PAY-6: ask first if nothing more is due."""
        doubt = self._play.doubt_giving_up()
        if doubt is None:
            self._give_up()
            return
        answers = [(say("Cancel"), "main", None), (say("Give it up"), "plain", self._give_up)]
        ask(self.session.host, "", sentence_case(doubt), answers)

    def _give_up(self) -> None:
        self._end(self._play.give_up())

    def leave(self) -> None:
        """Go back to the table without a try."""
        if self._play.tunnel is not None:
            self._play.leave_tunnel()
        self.session.host.uncover(self)

    def _end(self, outcome: Outcome, scanned: bool = False) -> None:
        """If the try is over, go back to the table, which responds to the outcome; otherwise say why it is not."""
        if self._play.tunnel is None:
            self.session.host.uncover(self)
            self._answer(outcome, scanned)
        elif isinstance(outcome, Refused):
            self.session.host.toast(sentence_case(outcome.sentence), theme.ILL)

    @property
    def keeps_awake(self) -> bool:
        """Whether the screensaver must wait: always, since people are busy turning up cards."""
        return True

    # Scans

    def heard(self, scan: Scan) -> None:
        """Lay down, turn up or pay the scanned card; Paid, Given up and Undo labels do what they say."""
        outcome = self._play.take(scan.meaning)
        if self._play.tunnel is None:
            self._end(outcome, scanned=True)
            return
        self.session.sounds.play(outcome.tone)
        if isinstance(outcome, Refused):
            self.session.host.toast(sentence_case(outcome.sentence), theme.ILL)
            return
        self._show_change()
        if isinstance(outcome, Expecting):
            self.session.host.toast(sentence_case(outcome.sentence))

    def help(self) -> str:
        """Return the help for this screen."""
        return say(
            "Tap the colour that was played, then the three cards turned over. The price is shown "
            "in the middle: tap Paid or Given up."
        )
