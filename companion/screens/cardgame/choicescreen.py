"""Which tickets a pile completes: the choice that earns most is proposed, and can be changed by touch (CG-A6)."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.lang import Builder
from kivy.metrics import sp
from kivy.properties import BooleanProperty, ListProperty, StringProperty

from companion.boards import CardCounts, PlayerColour, Ticket, count_words
from companion.game import events as e
from companion.game.apply import apply
from companion.game.pilecount import first_scoring_is_next
from companion.game.play import Play
from companion.game.record import refusal_of
from companion.game.state import State
from companion.game.ticketsearch import words_of
from companion.scoring import tally
from companion.scoring.cards import card_hand
from companion.scoring.piles import paid_with, picked, still_needed
from companion.scoring.proposals import proposed_choices, proposed_tickets
from companion.screens.cardgame.cardwords import assumption
from companion.screens.shell.dialogs import ask
from companion.screens.shell.host import Screen, ScreenHost
from companion.screens.widgets import Pressed, PushButton, ScrollingDrawer, Text, theme
from companion.words import count_of_points, say, signed
from hardware.codes import Scan

if TYPE_CHECKING:
    from companion.screens.shell.session import Session

Builder.load_file(str(Path(__file__).with_suffix(".kv")))

Record = Callable[[e.Event], bool]
"""Records a move, asks first if a rule objects, and returns whether it was recorded."""


class ChoiceRow(Pressed):
    """A ticket: completed, with the cards that pay for it; or not, with those that it lacks."""

    text = StringProperty("")
    points = StringProperty("")
    note = StringProperty("")
    completed = BooleanProperty(False)
    fixed = BooleanProperty(False)
    """Whether it was completed at an earlier scoring and cannot be changed."""
    cards = ListProperty([])
    """The colours of the cards that pay for it, or that it lacks."""


class _ForOnePlayer(Screen):
    """A screen over the table on which one player looks at their tickets."""

    def __init__(self, session: "Session", play: Play, record: Record) -> None:
        super().__init__(session)
        self._play, self._record = play, record

    def leave(self) -> None:
        """Go back to the table."""
        self.session.host.uncover(self)

    def heard(self, scan: Scan) -> None:
        """Say that nothing can be scanned here."""
        self.session.say_scan(False, say("Choose the tickets first, then scan."))


class ChoiceScreen(_ForOnePlayer):
    """One player's tickets at this scoring. Nothing is recorded until it is done; then the choice is, proposed or
    not."""

    heading = StringProperty("")
    colour = StringProperty("red")
    summary = StringProperty("")
    assumed = StringProperty("")
    """What the best choice assumes about the others."""
    is_best = BooleanProperty(True)

    def __init__(
        self,
        session: "Session",
        play: Play,
        record: Record,
        player: PlayerColour,
        recount: Callable[[], object] = lambda: None,
        then: Callable[[], object] = lambda: None,
    ) -> None:
        """Show the tickets of a player. `recount` counts the pile again, `then` is called when the choice is made."""
        super().__init__(session, play, record)
        self._recount, self._then = recount, then
        self.player = self.colour = player
        self._hand = card_hand(play.state, player)
        self._held = self._hand.held
        self._keeps_secret = first_scoring_is_next(play.state)
        self._overrides = False
        if self._has_pile and not self._keeps_secret:
            pile = PushButton(self.recount, text=say("Pile"), icon="cards", size_hint_x=None, width=sp(110))
            self.ids.head.add_widget(pile, index=1)  # help stays last
        self._best = _places(self._held, proposed_tickets(play.state, player, ends=not self._keeps_secret))
        self._recorded = _places(self._held, self._hand.completed) if player in play.state.chosen else None
        self._chosen = self._best if self._recorded is None else self._recorded
        self.assumed = assumption(play.state, player) if self._has_pile and self._held else ""
        self._order = sorted(range(len(self._held)), key=lambda place: (place not in self._chosen, place))
        self._show()

    @property
    def _has_pile(self) -> bool:
        return self.player in self._play.state.piles

    @property
    def _completed(self) -> list[Ticket]:
        return [self._held[place] for place in sorted(self._chosen)]

    def _event(self) -> e.Complete:
        ids = tuple(ticket.id for ticket in self._completed)
        return e.Complete(player=self.player, tickets=ids, override=self._overrides)

    # What is shown

    def _show(self) -> None:
        state, board = self._play.state, self._play.state.board
        name, completed = state.player(self.player).name, self._completed
        earlier = () if self._keeps_secret else self._hand.earlier
        facts = {"name": name, "done": len(completed) + len(earlier), "all": len(self._held) + len(earlier)}
        self.heading = say("{name}: {done} of {all} tickets completed", **facts)
        self.is_best = self._chosen == self._best
        paid = dict(zip(sorted(self._chosen), paid_with(completed, self._hand.pile), strict=True))
        self.ids.rows.clear_widgets()
        for place in self._order:
            ticket, done = self._held[place], place in self._chosen
            row = ChoiceRow(partial(self.turn, place), text=words_of(board, ticket), completed=done)
            lacking = {} if done else still_needed(ticket, completed, self._hand.pile)
            row.points = self._points(ticket, done)
            row.note = self._note(done, lacking)
            cards = paid[place] if done else lacking if self._has_pile else {}
            row.cards = [colour for colour, count in cards.items() for _ in range(count)]
            self.ids.rows.add_widget(row)
        for ticket in earlier:  # CG-A2
            row = ChoiceRow(text=words_of(board, ticket), completed=True, note=say("first scoring"), fixed=True)
            row.points = signed(ticket.penalty)
            self.ids.rows.add_widget(row)
        if not self.ids.rows.children:
            self.ids.rows.add_widget(Text(text=say("No tickets recorded for {name}.", name=name)))
        self.summary = self._sum()

    def _points(self, ticket: Ticket, done: bool) -> str:
        if done:
            return signed(ticket.penalty)
        return "" if self._keeps_secret else signed(-ticket.penalty)  # CG-5, CG-6

    def _note(self, done: bool, lacking: CardCounts) -> str:
        if done or not self._has_pile:
            return ""
        return say("missing") if lacking else say("enough cards")

    def _sum(self) -> str:
        """Return what this choice is worth; at the first scoring without big cities, which depend on tickets still
        secret."""
        if self._keeps_secret:
            return say("Completed: {points}", points=signed(sum(ticket.penalty for ticket in self._completed)))
        sheet = tally(apply(self._play.state, self._event()))
        score = next(one for one in sheet.players if one.player.colour == self.player)
        return say(
            "Tickets {tickets}, big cities {cities}: {total}",
            tickets=signed(score.lines["tickets"]),
            cities=signed(score.lines["big_cities"]),
            total=count_of_points(score.total),
        )

    # Touches

    def turn(self, place: int) -> None:
        """Complete a ticket, or leave it open; ask first if it cannot be paid."""
        if place in self._chosen:
            self._choose(self._chosen - {place})
            return
        lacking = still_needed(self._held[place], self._completed, self._hand.pile)
        if not lacking or not self._has_pile:
            self._choose(self._chosen | {place})
            return
        words = say(
            "Your pile is missing {cards} for this ticket. Deselect another ticket first.", cards=count_words(lacking)
        )
        answers = [
            (say("Cancel"), "main", None),
            (say("Complete it anyway"), "plain", lambda: self._choose(self._chosen | {place})),
        ]
        ask(self.session.host, words_of(self._play.state.board, self._held[place]), words, answers)

    def _choose(self, places: frozenset[int]) -> None:
        self._chosen = places
        self._overrides = False
        self._overrides = refusal_of(self._play.state, self._event()) is not None  # the players have the last word
        self._show()

    def choose_best(self) -> None:
        """Restore the best choice."""
        self._choose(self._best)

    def recount(self) -> None:
        """Close the screen and count the pile again."""
        self.leave()
        self._recount()

    def done(self) -> None:
        """Record the choice if it is not recorded yet, and close the screen. Without a pile, nothing chosen is no
        choice."""
        is_new = self._chosen != self._recorded and bool(self._chosen or self._has_pile or self._recorded)
        if is_new and self._held and not self._record(self._event()):
            return
        self.leave()
        self._then()

    def help(self) -> str:
        """Return the help for this screen."""
        return say(
            "Tap the tickets you want to complete; the best choice is already selected. Each card "
            "counts for one ticket only."
        )


def _places(held: Sequence[Ticket], completed: Sequence[Ticket]) -> frozenset[int]:
    """Return the places of the completed tickets among those held, each card once."""
    wanted = [ticket.id for ticket in picked(held, [ticket.id for ticket in completed])]
    found = set()
    for place, ticket in enumerate(held):
        if ticket.id in wanted:
            wanted.remove(ticket.id)
            found.add(place)
    return frozenset(found)


class LookAwayScreen(_ForOnePlayer):
    """The screen between two players: it is handed round, and only one player looks."""

    name = StringProperty("")
    colour = StringProperty("red")

    def __init__(
        self, session: "Session", play: Play, record: Record, player: PlayerColour, then: Callable[[], object]
    ) -> None:
        super().__init__(session, play, record)
        self._player, self._then = player, then
        self.name, self.colour = play.state.player(player).name, player

    def look(self) -> None:
        """Show the tickets to the player."""
        self.session.host.uncover(self)
        choice = ChoiceScreen(self.session, self._play, self._record, self._player, then=self._then)
        self.session.host.cover(choice)

    def skip(self) -> None:
        """Record the best choice without showing it, unless the player has chosen before."""
        waiting = [one for one in proposed_choices(self._play.state, ends=False) if one.player == self._player]
        if all(self._record(choice) for choice in waiting):
            self.leave()
            self._then()

    def help(self) -> str:
        """Return the help for this screen."""
        return say(
            "Hand the screen to this player: what comes next is secret. Or let the app pick the best "
            "choice without showing it."
        )


def ask_each(session: "Session", play: Play, record: Record, then: Callable[[], object]) -> None:
    """Let each player with tickets choose in secret, one after another (CG-5). While a finished game is counted nothing
    is secret."""
    holders = [player.colour for player in play.state.players if play.state.hand(player.colour)]
    _ask_from(session, play, record, holders, then)


def _ask_from(
    session: "Session", play: Play, record: Record, players: Sequence[PlayerColour], then: Callable[[], object]
) -> None:
    if not players:
        then()
        return
    go_on = partial(_ask_from, session, play, record, players[1:], then)
    page = ChoiceScreen if play.counting else LookAwayScreen
    session.host.cover(page(session, play, record, players[0], then=go_on))


def open_completed(host: ScreenHost, state: State) -> None:
    """Show the tickets that were completed at the first scoring."""
    drawer = ScrollingDrawer(title=say("Completed at the first scoring"))
    for player in state.players:
        drawer.column.add_widget(Text(text=player.name, bold=True))
        done = card_hand(state, player.colour).earlier
        for ticket in done:
            words = f"{words_of(state.board, ticket)}  {signed(ticket.penalty)}"
            drawer.column.add_widget(Text(text=words, color=theme.TEXT))
        if not done:
            drawer.column.add_widget(Text(text=say("No tickets completed."), color=theme.MUTED))
    host.open(drawer)
