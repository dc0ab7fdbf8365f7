"""A screen on which a game is played, with a map or without: what moves and scans do."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, assert_never

from kivy.clock import Clock
from kivy.metrics import dp

from companion.game import events as e
from companion.game.eventwords import tell
from companion.game.objection import FORBIDDEN
from companion.game.outcome import (
    CardsLaid,
    Expecting,
    LookedUp,
    NoLongerFits,
    Outcome,
    PaymentScanned,
    PileCounted,
    PlayerChosen,
    Recorded,
    Refused,
    Repeated,
    Stepped,
    TunnelTried,
)
from companion.game.play import Play
from companion.scoring.proposals import proposed_choices
from companion.screens.shell import navigation
from companion.screens.shell.dialogs import Answer, ask, object_to, overridden
from companion.screens.shell.host import Screen, ToastRoom
from companion.screens.shell.statusline import StatusLine
from companion.screens.widgets import Panel, theme
from companion.words import say, sentence_case
from hardware.codes import Scan

if TYPE_CHECKING:
    from companion.game.journal import Game
    from companion.screens.shell.session import Session

_FLASH = 0.45
"""How long the coloured frame around the screen is shown, in seconds."""


class GameTable(Screen):
    """A screen that passes every move and scan to the `Play` and shows the outcome."""

    takes_scans = True
    status: StatusLine
    """Every table has one."""

    def __init__(self, session: "Session", game: "Game", **options: object) -> None:
        super().__init__(session, **options)
        self.play = Play(game, clock=Clock.get_time, choices=proposed_choices)
        self.play.changed = self.follow
        self.play.resume()

    # Overridden by each table

    def refresh(self) -> None:
        """Show the position as it is now."""

    def show_mover(self) -> None:
        """Show whose move it is and what may be scanned; the position has not changed."""

    def shows(self, words: str) -> bool:
        """Return whether these words are visible on the table already."""
        return False

    def show_thing(self, outcome: LookedUp | TunnelTried | PileCounted | CardsLaid) -> None:
        """Show what was looked up, or open what was begun."""

    def toast_room(self) -> ToastRoom | None:
        """Return the place of what happened last, between the way home and undo: the next touch is on the map, on a
        button or on undo."""
        return self.status.toast_room()

    # Moves

    def follow(self) -> None:
        """Show that the game has changed."""
        self.session.host.clear_toasts()
        if self.play.state.ended:
            navigation.show_tally(self.session, self.play.game)
        else:
            self.refresh()

    def uncovered(self) -> None:
        """Refresh when the screen that covered the table is gone."""
        if not self.play.state.ended:
            self.refresh()

    def record(self, event: e.Event) -> bool:
        """Record a move and show it; ask first if a rule objects. Return whether it was recorded."""
        return self.answer(self.play.record(event))

    def undo(self) -> None:
        """Undo the last step, or cancel a correction that was begun."""
        self.answer(self.play.undo())

    def redo(self) -> None:
        """Redo the last undone step."""
        self.answer(self.play.redo())

    def heard(self, scan: Scan) -> None:
        """Treat a scan like the touch that means the same."""
        outcome = self.play.take(scan.meaning)
        flash(self, outcome)
        self.answer(outcome, scanned=True)

    def answer(self, outcome: Outcome, scanned: bool = False) -> bool:
        """Respond to an outcome with a sound and in words. Return whether a move was recorded."""
        host = self.session.host
        self.session.sounds.play(outcome.tone)
        if not self.play.state.ended and (scanned or not isinstance(outcome, Recorded | Stepped)):
            self.show_mover()
        match outcome:
            case Recorded(event=event, corrects=True):
                if event is not None:
                    host.toast(say("Corrected: {what}", what=tell(self.play.state, event)), theme.WELL)
            case Recorded() | PlayerChosen() | Expecting():
                if scanned and not self.play.state.ended:
                    self._say(outcome)
            case Stepped(sentence=sentence, back=back):
                if back:
                    trouble = self.session.journal.trouble
                    words = f"{sentence}. {sentence_case(trouble)}" if trouble else str(sentence)
                    host.toast(words, theme.ILL if trouble else None, action=say("Redo"), do=self.redo)
            case LookedUp() | TunnelTried() | PileCounted() | CardsLaid():
                self.show_thing(outcome)
                if scanned and isinstance(outcome, LookedUp):
                    self._say(outcome)
            case PaymentScanned(sentence=sentence, payment=payment):
                if payment is None:  # otherwise the line below the map says what is there
                    host.toast(sentence_case(sentence), theme.WELL)
            case Refused():
                self._refuse(outcome, scanned)
            case NoLongerFits():
                self._ask_to_leave_out(outcome)
            case Repeated():
                pass
            case _:
                assert_never(outcome)
        return isinstance(outcome, Recorded)

    def _say(self, outcome: Recorded | PlayerChosen | Expecting | LookedUp) -> None:
        words = sentence_case(outcome.sentence)
        if isinstance(outcome, Recorded | PlayerChosen) and outcome.doubt is not None:
            self.session.host.toast(sentence_case(outcome.doubt))
            return
        if not self.shows(words):
            self.session.host.toast(words, theme.WELL)

    def _refuse(self, refused: Refused, scanned: bool) -> None:
        """Say why. The players have the last word: a move that is merely forbidden can be recorded anyway."""
        event, objection = refused.event, refused.objection
        if event is None or objection is None or (scanned and objection.kind is not FORBIDDEN):
            self.session.host.toast(sentence_case(refused.sentence), theme.ILL)
            return
        anyway = partial(self._record_anyway, overridden(event), refused.place)
        object_to(self.session.host, objection, anyway, self._instead(event, refused.place))

    def _instead(self, event: e.Event, place: int | None) -> list[Answer]:
        """Return what may be meant instead of a refused claim: the route was this player's from the beginning, and
        recorded for the wrong one."""
        if not isinstance(event, e.Claim) or place is not None:
            return []
        owners = self.play.state.owners(self.play.state.board.routes[event.route])
        if len(owners) != 1 or event.player in owners:
            return []
        name = self.play.state.player(event.player).name
        give = partial(self.play.give, event.route, event.player)
        return [(say("It was {name}’s", name=name), "plain", lambda: self.answer(give()))]

    def _record_anyway(self, event: e.Event, place: int | None) -> None:
        """Record a forbidden move, or put it in the place of an earlier one."""
        if place is None:
            self.record(event)
        else:
            self.answer(self.play.amend(place, event))

    def _ask_to_leave_out(self, outcome: NoLongerFits) -> None:
        first, more = outcome.misfits[0], len(outcome.misfits) - 1
        words = sentence_case(say("{what}: {why}", what=tell(self.play.state, first.event), why=first.objection))
        if more:
            words += " " + say("And one more move.", "And {count} more moves.", count=more)
        answers = [
            (say("Cancel"), "main", self._stop_amending),
            (
                say("Remove those too"),
                "danger",
                lambda: self.answer(self.play.amend(outcome.place, outcome.event, leave_out=True)),
            ),
        ]
        ask(self.session.host, say("Later moves would no longer be possible"), words, answers)

    def _stop_amending(self) -> None:
        self.play.stop_amending()
        self.refresh()

    # Navigation

    def ways_on(self) -> list[tuple[str, str, Callable[[], object]]]:
        """Return the way to the settings, which lead back to the table."""
        return [(say("Settings"), "gear", self._show_settings)]

    def _show_settings(self) -> None:
        session, game = self.session, self.play.game
        navigation.show_settings(session, lambda: navigation.show_game(session, game))

    def go_home(self) -> None:
        """Go home; the game can be continued from there."""
        navigation.show(self.session, "home")


def flash(screen: Screen, outcome: Outcome) -> None:
    """Show a frame around the screen for a moment, in the colour of an outcome."""
    colour = theme.ILL if outcome.tone == "ill" else theme.WELL
    frame = Panel(
        fill=theme.CLEAR, edge=colour, radius=dp(14), size=screen.size, pos=screen.pos, size_hint=(None, None)
    )
    screen.add_widget(frame)
    Clock.schedule_once(lambda _: screen.remove_widget(frame), _FLASH)
