"""A tunnel: the cards that were laid down and turned up, and the price in words."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty

from companion.boards import LOCOMOTIVE, CardColour
from companion.boards.signs import CARD_SIGNS
from companion.game.outcome import Outcome, Refused
from companion.game.play import Play
from companion.game.tunnels import TURNED_UP, Attempt
from companion.screens.shell.host import Screen
from companion.screens.table.trackcards import about_track
from companion.screens.widgets import PushButton, Text, theme
from companion.screens.widgets.cardkey import CardKey
from companion.words import say, sentence_case
from hardware.codes import Scan

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class TunnelScreen(Screen):
    """One try at a tunnel. Nothing is recorded until it is paid or taken back."""

    takes_scans = True
    heading = StringProperty("")
    price = StringProperty("")
    colour = StringProperty("red")
    dear = BooleanProperty(False)
    """Whether there is something more to pay."""
    laying = BooleanProperty(False)
    """Whether scanned cards are those laid down; otherwise those turned up."""
    has_scanner = BooleanProperty(False)

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
        self.show_link()
        for card in CARD_SIGNS:
            self.ids.palette.add_widget(CardKey(partial(self._turn_up, card), colour=card))
        self._refresh()

    @property
    def attempt(self) -> Attempt:
        """The try as it is now."""
        assert self._play.tunnel is not None, "the screen is there as long as a tunnel is tried"
        return self._play.tunnel

    def _refresh(self) -> None:
        attempt = self.attempt
        self.laying = attempt.laying
        self.price, self.dear = str(attempt.price()), attempt.extra > 0
        self._show_laid()
        row = self.ids.turned
        row.clear_widgets()
        for place in range(TURNED_UP):
            if place < len(attempt.revealed):
                card = attempt.revealed[place]
                row.add_widget(CardKey(partial(self._turn_back, place), colour=card, lit=attempt.matches(card)))
            else:
                row.add_widget(CardKey())
        for key in self.ids.palette.children:
            key.disabled = len(attempt.revealed) >= TURNED_UP

    def _show_laid(self) -> None:
        attempt, row = self.attempt, self.ids.laid
        row.clear_widgets()
        printed = attempt.route.colour
        cards: list[CardColour] = [c for c in CARD_SIGNS if c != "locomotive"] if printed == "grey" else [printed]
        for card in (*cards, LOCOMOTIVE):
            lit = (
                attempt.only_locomotives
                if card == "locomotive"
                else attempt.colour == card and not attempt.only_locomotives
            )
            row.add_widget(CardKey(partial(self._lay, card), colour=card, lit=lit))
        steps = self.ids.locomotives
        steps.clear_widgets()
        if attempt.is_known and attempt.route.length > 1:
            count = attempt.locomotives
            words = say("including 1 locomotive", "including {count} locomotives", count=count)
            steps.add_widget(
                PushButton(
                    partial(self._locomotives, -1), text="–", size_hint_x=None, width=dp(52), pos_hint={"center_y": 0.5}
                )
            )
            steps.add_widget(Text(text=words, halign="center", size_hint_y=1))
            steps.add_widget(
                PushButton(
                    partial(self._locomotives, 1), text="+", size_hint_x=None, width=dp(52), pos_hint={"center_y": 0.5}
                )
            )

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

    def turn_scans(self) -> None:
        """Switch scans between the cards laid down and those turned up."""
        self._change(replace(self.attempt, laying=not self.attempt.laying))

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

    def _turn_up(self, card: CardColour) -> None:
        self._change(self.attempt.turn_up(card))

    def _turn_back(self, place: int) -> None:
        self._change(self.attempt.turn_back(place))

    # Done

    def pay(self) -> None:
        """Pay the price and claim the tunnel."""
        self._end(self._play.pay())

    def take_back(self) -> None:
        """Take the cards back, which ends the turn."""
        self._end(self._play.take_back())

    def leave(self) -> None:
        """Go back to the table without a try."""
        if self._play.tunnel is not None:
            self._play.leave_tunnel()
        self.session.host.uncover(self)

    def _end(self, outcome: Outcome, scanned: bool = False) -> None:
        """If the try is over, go back to the table, which responds to the outcome."""
        if self._play.tunnel is None:
            self.session.host.uncover(self)
            self._answer(outcome, scanned)

    @property
    def keeps_awake(self) -> bool:
        """Whether the screensaver must wait: always, since people are busy turning up cards."""
        return True

    # Scans

    def show_link(self) -> None:
        """Show where scans go only if a scanner is connected."""
        link = self.session.link
        self.has_scanner = link is not None and link.connected

    def heard(self, scan: Scan) -> None:
        """Lay down or turn up the scanned card; Paid, Taken back and Undo labels do what they say."""
        outcome = self._play.take(scan.meaning)
        if self._play.tunnel is None:
            self._end(outcome, scanned=True)
            return
        self.session.sounds.play(outcome.tone)
        if isinstance(outcome, Refused):
            self.session.host.toast(sentence_case(outcome.sentence), theme.ILL)
        else:
            self._show_change()

    def help(self) -> str:
        """Return the help for this screen."""
        return say(
            "Tap the colour that was played, then the three cards turned over. The price is shown "
            "below: tap Paid or Taken back."
        )
