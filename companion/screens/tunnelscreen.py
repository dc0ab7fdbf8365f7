"""A tunnel: what was laid down, the cards turned up, and the price in words."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty

from companion.boards import LOCOMOTIVE, CardColour, PlayerColour, Route, card_word
from companion.boards.signs import CARD_SIGNS
from companion.game import events as e
from companion.game.record import refusal_of
from companion.game.tunnels import TURNED_UP, Attempt, attempt
from companion.screens.asking import object_to, overridden
from companion.screens.parts import Pressed, PushButton, Text
from companion.screens.stage import Screen
from companion.screens.trackcards import about_track
from companion.words import say, sentence_case
from hardware.codes import Code, Command, Kind, set_letter
from hardware.scanner import Scan

if TYPE_CHECKING:
    from companion.screens.table import TableScreen

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class CardKey(Pressed):
    """A train card to touch; without a colour, a place for one."""

    colour = StringProperty("")
    lit = BooleanProperty(False)


class TunnelScreen(Screen):
    """One try at a tunnel. Nothing is recorded before it is paid or taken back."""

    heading = StringProperty("")
    price = StringProperty("")
    colour = StringProperty("red")
    dear = BooleanProperty(False)
    """Whether there is something more to pay."""
    laying = BooleanProperty(False)
    """Whether scanned cards are those laid down; otherwise those turned up."""
    has_scanner = BooleanProperty(False)

    def __init__(self, table: "TableScreen", attempt: Attempt) -> None:
        super().__init__(table.desk)
        self._table = table
        self.attempt = attempt
        state, route = table.play.state, attempt.route
        self.colour = attempt.player
        name = state.player(attempt.player).name
        self.heading = say(
            "{name}: {route}, {about}", name=name, route=state.board.route(route), about=about_track(route)
        )
        self.laying = not attempt.is_known
        self.show_link()
        for card in CARD_SIGNS:
            self.ids.palette.add_widget(CardKey(partial(self._turn_up, card), colour=card))
        self._refresh()

    def _refresh(self) -> None:
        attempt = self.attempt
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
            words = say("of these 1 locomotive", "of these {count} locomotives", count=count)
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

    def _change(self, attempt: Attempt) -> None:
        self.attempt = attempt
        self._refresh()
        doubt = attempt.doubt()
        if doubt:
            self.desk.stage.toast(sentence_case(doubt))

    def _lay(self, card: CardColour) -> None:
        attempt = self.attempt
        if card != "locomotive" and attempt.only_locomotives:
            attempt = attempt.with_locomotives(0)
        self._change(attempt.lay(card))
        self.laying = False

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
        """The tunnel is claimed."""
        self._record(self.attempt.paid())

    def take_back(self) -> None:
        """The cards go back to the hand, and the turn is over."""
        self._record(self.attempt.taken_back())

    def _record(self, event: e.Event) -> None:
        self.leave()
        self._table.record(event)

    @property
    def keeps_awake(self) -> bool:
        """Cards are being turned up."""
        return True

    def leave(self) -> None:
        """Back to the table; nobody tried."""
        self.desk.stage.uncover(self)

    # Scans

    def show_link(self) -> None:
        """Where scans go is a question only with a scanner."""
        link = self.desk.link
        self.has_scanner = link is not None and link.connected

    def heard(self, scan: Scan) -> None:
        """Cards are turned up; Paid, Taken back and Undo do what they say."""
        code = scan.meaning
        if not isinstance(code, Code):
            self.desk.say_scan(False, sentence_case(code))
        elif code.kind is Kind.CARD:
            self._hear_card(code)
        elif code.kind is Kind.COMMAND and code.command in (Command.PAID, Command.TAKEN_BACK, Command.UNDO):
            self.desk.sounds.play("well")
            {Command.PAID: self.pay, Command.TAKEN_BACK: self.take_back, Command.UNDO: self.leave}[code.command]()
        else:
            self.desk.say_scan(False, say("A tunnel is being tried: scan the cards turned up, or Paid, or Taken back."))

    def _hear_card(self, code: Code) -> None:
        card = cast("CardColour", code.colour)
        board = self.attempt.board
        name = card_word(code.colour, code.copy)
        if code.set != set_letter(board.id):
            self.desk.say_scan(False, say("That card belongs to another game."))
        elif code.copy > board.rules.cards.of(card):
            self.desk.say_scan(False, say("There is no {card} among the cards of {map}.", card=name, map=board.name))
        elif code.text in self.attempt.scanned:
            self.desk.say_scan(False, say("The card {card} is already counted.", card=name))
        elif self.laying:
            self._lay_down(card, code.text)
        elif len(self.attempt.revealed) >= TURNED_UP:
            self.desk.say_scan(False, say("Three cards are turned up already."))
        else:
            self.desk.sounds.play("well")
            self._change(self.attempt.turn_up(card, code.text))

    def _lay_down(self, card: CardColour, label: str) -> None:
        against = self.attempt.against_laying(card)
        if against:
            self.desk.say_scan(False, sentence_case(against))
            return
        self.desk.sounds.play("well")
        self._change(self.attempt.lay_down(card, label))
        if len(self.attempt.down) == self.attempt.route.length:
            self.laying = False

    def help(self) -> str:
        """How a tunnel is paid."""
        return say(
            "Touch the colour that was laid down, then the three cards that were turned up. "
            "The price stands below: it was paid, or the cards were taken back."
        )


def open_tunnel(table: "TableScreen", player: PlayerColour, route: Route) -> None:
    """Opens the tunnel over the table; first objects, if a rule speaks against the try itself."""
    state = table.play.state
    claim = e.Claim(player=player, route=route.id)
    objection = refusal_of(state, claim)
    if objection is None:
        table.desk.stage.cover(TunnelScreen(table, attempt(state.board, player, route)))
    else:
        object_to(table.desk.stage, objection, lambda: table.record(overridden(claim)))
