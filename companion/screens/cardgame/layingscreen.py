"""Laying cards into a rail yard: by touch, or card by card with the scanner."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import NumericProperty, StringProperty

from companion.boards import CardColour, PlayerColour
from companion.boards.signs import CARD_SIGNS
from companion.game import events as e
from companion.game.laying import Laying
from companion.game.outcome import CardsLaid, Outcome, Recorded, Refused
from companion.game.play import Play
from companion.screens.cardgame import yardwords
from companion.screens.shell.dialogs import object_to, overridden
from companion.screens.shell.gametable import flash
from companion.screens.shell.host import Screen
from companion.screens.widgets import Panel, theme
from companion.screens.widgets.cardkey import CardKey
from companion.words import say, sentence_case
from hardware.codes import Scan

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))


class LayingCount(Panel):
    """One colour: how many cards of it are laid, and who has how many in the yard. A touch on the card adds one;
    `on_changed` is dispatched with a step."""

    __events__ = ("on_changed",)
    colour = StringProperty("red")
    count = NumericProperty(0)
    owner = StringProperty("")
    """The player with cards of this colour in the yard, or empty."""
    lying = NumericProperty(0)
    """How many those are."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self.card = CardKey(partial(self.dispatch, "on_changed", 1), colour=self.colour, pos_hint={"center_y": 0.5})
        self.add_widget(self.card, index=len(self.children))
        self.bind(height=self._fit)

    def _fit(self, *_: object) -> None:
        self.card.size = dp(60), min(dp(66), self.height - dp(8))

    def on_changed(self, step: int) -> None:
        """Dispatched with 1 or -1 when the count should change."""


class LayingScreen(Screen):
    """The cards that one player lays in a turn. Nothing is recorded until Lay."""

    takes_scans = True
    heading = StringProperty("")
    colour = StringProperty("red")
    total = StringProperty("")
    said = StringProperty("")
    doubt = StringProperty("")
    robs = StringProperty("")
    """Who would be robbed, in words, or empty."""

    def __init__(self, session: "Session", play: Play, answer: Callable[[Outcome], bool], said: str = "") -> None:
        """Show the laying that was begun; `said` is the response to a card that was scanned."""
        super().__init__(session)
        self._play, self._answer = play, answer
        self._counts: dict[CardColour, LayingCount] = {}
        for card in CARD_SIGNS:
            self._counts[card] = LayingCount(colour=card)
            self._counts[card].bind(on_changed=partial(self._step, card))
            self.ids.kinds.add_widget(self._counts[card])
        self._show(said)

    @property
    def laying(self) -> Laying:
        """The cards that are laid so far."""
        laying = self._play.laying
        assert laying is not None, "the page is there as long as cards are laid"
        return laying

    def _show(self, said: str = "") -> None:
        laying, state = self.laying, self._play.state
        self.colour = laying.player
        self.heading = say("{name}: into the rail yard", name=state.player(laying.player).name)
        self.total = say("One card", "{count} cards", count=len(laying.cards))
        for card, box in self._counts.items():
            box.count = laying.of(card)
            box.owner, box.lying = self._owner(card)
        self.doubt = yardwords.doubt(state, laying)
        hint = say("Two or more of one colour, with or without locomotives; or three different colours.")
        self.robs = yardwords.preview(state, laying)
        self.said = said or hint
        self.ids.lay.disabled = not laying.cards

    def _owner(self, card: CardColour) -> tuple[str, int]:
        """Return who has most cards of a colour in the yard when this turn has begun, and how many."""
        yards = self._play.state.yards
        assert yards is not None
        begun = yards.begun(self.laying.player)
        rows = [(row.count, player) for player in begun.seats if (row := begun.row(player, card))]
        count, owner = max(rows, default=(0, ""))
        return owner, count

    # Touches

    def _step(self, card: CardColour, _box: LayingCount, step: int) -> None:
        laying = self.laying
        self._play.laying = laying.with_card(card) if step > 0 else laying.without(card)
        self._show()

    def lay(self) -> None:
        """Record the laying; if a rule forbids it, ask first."""
        event = self.laying.event()
        if objection := self.laying.against(self._play.state):
            object_to(self.session.host, objection, lambda: self._record(overridden(event)))
        else:
            self._record(event)

    def _record(self, event: e.Event) -> None:
        if self._answer(self._play.record(event)):
            self._close()

    def leave(self) -> None:
        """Go back to the table without laying anything."""
        self._play.leave_laying()
        self.session.host.uncover(self)

    def _close(self) -> None:
        self.session.host.uncover(self)
        robbed = yardwords.robbery(self._play.state)
        if robbed:
            self.session.host.toast(robbed, theme.WELL)

    # Scans

    def heard(self, scan: Scan) -> None:
        """Add a scanned card; Undo removes one, Next, Rail yard and badges record the laying."""
        outcome = self._play.take(scan.meaning)
        self.session.sounds.play(outcome.tone)
        if self._play.laying is None:
            self._close()
            if isinstance(outcome, CardsLaid):
                self.session.host.toast(sentence_case(outcome.sentence))
            elif isinstance(outcome, Recorded) and not yardwords.robbery(self._play.state):
                self.session.host.toast(sentence_case(outcome.sentence), theme.WELL)
        elif isinstance(outcome, Refused):
            self._refuse(outcome)
        else:
            self.session.host.clear_toasts()
            self._show(sentence_case(outcome.sentence) if isinstance(outcome, CardsLaid) else "")
        if self.session.host.front is not None:
            flash(self.session.host.front, outcome)

    def _refuse(self, refused: Refused) -> None:
        event = refused.event
        if event is not None and refused.objection is not None:
            object_to(self.session.host, refused.objection, lambda: self._record(overridden(event)))
        else:
            self.session.host.toast(sentence_case(refused.sentence), theme.ILL)

    def help(self) -> str:
        """Return the help for this screen."""
        return say(
            "Tap each card you lay, or scan them. A small sign shows who already has that colour in the rail yard, "
            "and how many cards: lay more to rob them."
        )


def open_laying(session: "Session", play: Play, answer: Callable[[Outcome], bool], player: PlayerColour) -> None:
    """Begin a laying by touch."""
    play.begin_laying(player)
    session.host.cover(LayingScreen(session, play, answer))
