"""The single entry point to a game in progress, for touch and scanner alike.

`Play` knows whose move it is; it records, amends, undoes and redoes moves. It holds what has begun but is not recorded
yet: a tunnel that is being tried, a pile that is being counted. Its methods return one of the values of `outcome`.

The next move belongs to the player who was chosen, by badge or by touch, or else to the player whose turn it is. A move
ends the choice, so that the turn passes on.
"""

import time
from collections.abc import Callable

from companion.boards import PlayerColour, Route
from companion.game import events as e
from companion.game.eventwords import tell, tell_step
from companion.game.history import NoLongerFitError, NothingToError
from companion.game.journal import Game
from companion.game.objection import QUESTION, Objection
from companion.game.objections import objections
from companion.game.outcome import (
    Expecting,
    NoLongerFits,
    Outcome,
    PlayerChosen,
    Recorded,
    Refused,
    Repeated,
    Stepped,
    TunnelTried,
)
from companion.game.pilecount import PileCount, PileCounts
from companion.game.record import RefusedError, refusal_of
from companion.game.scanning import Scanning
from companion.game.state import State
from companion.game.ticketcards import TicketCards
from companion.game.tunnels import Attempt, attempt
from companion.game.turns import LastRound, last_round, needs_start_city, next_player
from companion.words import Sentence
from hardware.codes import Code, Refusal

SLIP = 0.25
"""Seconds within which a second touch, or the same scan again, is taken for an accidental repetition."""


class Play:
    """An open game, and the moves in progress."""

    def __init__(self, game: Game, clock: Callable[[], float] = time.monotonic) -> None:
        self.game = game
        self.changed: Callable[[], object] = lambda: None
        """Called whenever the game has changed, by touch or by scan."""
        self.amending: int | None = None
        """The index of the event that the next claim replaces, if any."""
        self.tunnel: Attempt | None = None
        """The tunnel that is being tried, if any."""
        self._clock, self._moved_at = clock, float("-inf")
        self._chosen: PlayerColour | None = None
        self._turn: tuple[tuple[e.Event, ...], PlayerColour] | None = None
        self._pile_of: PlayerColour | None = None
        self._piles = PileCounts()
        self.ticket_cards = TicketCards()
        """The ticket cards that were scanned."""
        self._scanning = Scanning(self)

    # The position

    @property
    def state(self) -> State:
        """The position now."""
        return self.game.state

    @property
    def events(self) -> tuple[e.Event, ...]:
        """All events, without those that were undone or removed."""
        return self.game.history.events

    @property
    def counting(self) -> bool:
        """Whether a finished board is being counted."""
        return self.state.options.counted

    def last_round(self) -> LastRound | None:
        """Return the last round, or None if it has not begun (GEN-7)."""
        return last_round(self.state, self.events)

    @property
    def is_played_out(self) -> bool:
        """Whether everyone has had their last turn (GEN-7)."""
        last = self.last_round()
        return last is not None and not last.still_to_play

    # Whose move it is

    @property
    def player(self) -> PlayerColour:
        """The player of the next move: the chosen one, or else the one whose turn it is."""
        return self._chosen or self._turn_of()

    def _turn_of(self) -> PlayerColour:
        """Return whose turn it is. Cached per position, because the screen asks often."""
        if self._turn is None or self._turn[0] is not self.events:
            self._turn = self.events, next_player(self.state, self.events)
        return self._turn[1]

    @property
    def chosen(self) -> PlayerColour | None:
        """The player chosen to move, by badge or by touch, if any."""
        return self._chosen

    @property
    def scans_for(self) -> PlayerColour | None:
        """The player of the next scan; None while scans only look up what they show. Without turns, a player has to be
        chosen (Card Game)."""
        if not self._scanning.on or self.state.ended:
            return None
        return self._chosen if self.state.board.rules.piles else self.player

    def choose(self, player: PlayerColour | None) -> None:
        """Make the next move this player's; with None, that of the player whose turn it is."""
        self._chosen, self._pile_of = player, None
        self._scanning.start_over()

    @property
    def start_city_due(self) -> bool:
        """OW-2: whether the player to move has yet to choose a start city."""
        return not self.counting and needs_start_city(self.state, self.player)

    # Moves

    def question(self, event: e.Event) -> Objection | None:
        """Return the question to ask about a move that no rule forbids, or None."""
        against = objections(self.state, event)
        return against[0] if against and against[0].kind is QUESTION else None

    def record(self, event: e.Event) -> Outcome:
        """Record a move made by touch. While a claim is being amended, another claim replaces it."""
        if self.is_slip():
            return Repeated()
        if not isinstance(event, e.Claim):
            self.stop_amending()
        if self.amending is not None:
            return self.amend(self.amending, event)
        scanned, self._scanning.on = self._scanning.on, False
        outcome = self.commit(event)
        if isinstance(outcome, Refused):
            self._scanning.on = scanned
        return outcome

    def commit(self, event: e.Event) -> Recorded | Refused:
        """Record a new move, by touch or by scan. All new moves are recorded here."""
        try:
            self.game.record(event)
        except RefusedError as refused:
            return Refused(refused.objection.sentence, event, refused.objection)
        recorded = Recorded(tell(self.state, event), event)
        self._moved()
        return recorded

    def amend(self, place: int, event: e.Event | None, leave_out: bool = False) -> Outcome:
        """Replace an earlier event, or remove it if `event` is None; with `leave_out`, also remove later events that no
        longer fit."""
        before = self.events[place] if place < len(self.events) else None
        try:
            self.game.amend(place, event, leave_out)
        except NothingToError as error:
            return Refused(Sentence("{error}", {"error": error}))
        except RefusedError as refused:
            return Refused(refused.objection.sentence, event, refused.objection, place)
        except NoLongerFitError as misfit:
            return NoLongerFits(place, event, misfit.misfits)
        self._scanning.on = False
        self._moved()
        told = event or before
        assert told is not None, "there was an event at this place"
        return Recorded(tell(self.state, told), event, corrects=True)

    def start_amending(self, place: int, claim: e.Claim) -> PlayerChosen:
        """Let the next claim replace an earlier one."""
        self.choose(claim.player)
        self.amending = place
        return PlayerChosen(self.expectation(), claim.player)

    def stop_amending(self) -> None:
        """Make the next claim an ordinary move again."""
        if self.amending is not None:
            self.amending = self._chosen = None

    def take_off(self, track: str) -> None:
        """Remove a claim from the board that is being counted."""
        for place, event in enumerate(self.events):
            if isinstance(event, e.Claim) and event.route == track:
                self.amend(place, None, leave_out=True)
                return

    def forget_choice(self, player: PlayerColour) -> None:
        """Remove a player's choice of tickets at this scoring, so that the best choice counts (CG-A6)."""
        since = max((place for place, event in enumerate(self.events) if isinstance(event, e.Scoring)), default=-1)
        for place in range(len(self.events) - 1, since, -1):
            event = self.events[place]
            if isinstance(event, e.Complete) and event.player == player:
                self.amend(place, None, leave_out=True)

    def add_before_end(self, event: e.Event) -> Outcome:
        """Record an event of a finished game just before the end."""
        try:
            self.game.add_before_end(event)
        except RefusedError as refused:
            return Refused(refused.objection.sentence, event, refused.objection)
        self._moved()
        return Recorded(tell(self.state, event), event)

    def undo(self) -> Stepped | Refused | Expecting:
        """Undo the last step, or cancel an amendment that was begun."""
        if self.amending is not None:
            self.stop_amending()
            self.changed()
            return Expecting(self.expectation())
        before = self.game.history.last_standing
        if refused := self._step(self.game.undo):
            return refused
        assert before is not None, "there was something to take back"
        return Stepped(Sentence("Undone: {what}", {"what": tell_step(self.state, before)}), back=True)

    def redo(self) -> Stepped | Refused:
        """Redo the step undone last."""
        if refused := self._step(self.game.redo):
            return refused
        after = self.game.history.last_standing
        assert after is not None, "it was put back"
        return Stepped(Sentence("Redone: {what}", {"what": tell_step(self.state, after)}), back=False)

    def _step(self, step: Callable[[], None]) -> Refused | None:
        self.stop_amending()
        try:
            step()
        except NothingToError as error:
            return Refused(Sentence("{error}", {"error": error}))
        self._moved()
        return None

    def _moved(self) -> None:
        """Forget everything that was in progress after a change of the game, and pass the turn on."""
        self._moved_at = self._clock()
        self.amending = self.tunnel = self._pile_of = None
        self._scanning.start_over()
        if not self.counting:
            self._chosen = None
        self.changed()

    def is_slip(self) -> bool:
        """Return whether the last move is so recent that a touch, or the same scan again, is a repetition of it."""
        return self._clock() - self._moved_at < SLIP

    # Kinds of moves

    def drew_cards(self) -> Outcome:
        """Record that the player drew train cards. Refuse it in Old West until everyone has a start city (OW-2)."""
        return self.refuse_before_start_city() or self.record(e.Draw(player=self.player))

    def refuse_before_start_city(self) -> Refused | None:
        """OW-2: return a refusal until everyone has a start city, then None."""
        return Refused(Sentence("First everyone chooses a start city.")) if self.start_city_due else None

    def marker_cities(self) -> tuple[str, ...]:
        """OW-3: return the cities where a marker may be bought now: free ends of the route just claimed."""
        last = self.state.last
        if not isinstance(last, e.Claim) or not self.state.board.rules.markers or self.counting:
            return ()
        bought = [e.Marker(player=last.player, city=city) for city in self.state.board.routes[last.route].ends]
        return tuple(marker.city for marker in bought if refusal_of(self.state, marker) is None)

    def claim(self, route: Route) -> Outcome:
        """Claim a route by touch. A tunnel is tried first, unless a board is being counted or a claim amended."""
        if route.tunnel and not self.counting and self.amending is None:
            return self.try_tunnel(route)
        return self.record(e.Claim(player=self.player, route=route.id))

    def try_tunnel(self, route: Route) -> TunnelTried | Refused:
        """Begin a try at a tunnel for the player to move."""
        claim = e.Claim(player=self.player, route=route.id)
        objection = refusal_of(self.state, claim)
        if objection is not None:
            return Refused(objection.sentence, claim, objection)
        self.tunnel = attempt(self.state.board, claim.player, route)
        return TunnelTried(self.expectation(), self.tunnel)

    def pay(self) -> Outcome:
        """Record that the tunnel was paid for."""
        return self._settle(paid=True)

    def take_back(self) -> Outcome:
        """Record that the cards for the tunnel were taken back."""
        return self._settle(paid=False)

    def _settle(self, paid: bool) -> Outcome:
        return Repeated() if self.tunnel is None or self.is_slip() else self.record(self.settled(paid))

    def settled(self, paid: bool) -> e.Claim | e.TunnelFailed:
        """End the try at the tunnel, and return the event to record."""
        assert self.tunnel is not None
        tried, self.tunnel = self.tunnel, None
        return tried.paid() if paid else tried.taken_back()

    def leave_tunnel(self) -> Expecting:
        """Cancel the try at the tunnel without recording anything."""
        assert self.tunnel is not None
        facts = {"route": self.state.board.route(self.tunnel.route)}
        self.tunnel = None
        return Expecting(Sentence("The attempt at {route} was cancelled", facts))

    # Piles of the Card Game

    @property
    def pile(self) -> PileCount | None:
        """The pile that is being counted, if any."""
        return self._piles.known(self.state, self._pile_of) if self._pile_of else None

    def count_pile(self, player: PlayerColour) -> PileCount:
        """Begin or resume counting a player's pile. Scanned cards are added to it."""
        begun = self._pile_of == player
        self.choose(player)
        self._pile_of, self._scanning.on = player, True
        return self._piles.known(self.state, player) if begun else self._piles.begin(self.state, player)

    def change_pile(self, pile: PileCount) -> None:
        """Replace the count of a pile."""
        self._piles.keep(self.state, pile)

    def pile_with(self, card: Code) -> PlayerColour | None:
        """Return the player in whose recorded pile a card was scanned (CG-3), or None."""
        return self._piles.holder(self.state, card)

    def leave_pile(self) -> None:
        """Stop counting, but remember the count so that it can be resumed."""
        self.choose(None)
        self._scanning.on = False

    # Scans

    def take(self, scanned: Code | Refusal) -> Outcome:
        """Do what a label means now, and return the result. Every scan has a result."""
        return self._scanning.take(scanned)

    def forget_scans(self) -> None:
        """Forget what scans have begun: Finish has to be confirmed again, and the next ticket needs a badge."""
        self._scanning.start_over()

    def expectation(self) -> Sentence:
        """Return what can be scanned now, in words."""
        return self._scanning.expectation()
