"""The one door into a game that is played, for fingers and for scanners alike.

Whoever touches a card or scans a label ends up here: `Play` knows whose move it is, records, amends, takes back and
puts back, and holds what is begun but not recorded yet: a tunnel that is being tried, a pile that is being counted.
What became of it is returned as one of the values of `outcome`.

The next move belongs to whoever was chosen, by a badge or by touch, or else to whoever's turn it is. A move ends the
choice, so that the turn passes on.
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
"""Seconds within which a second touch, or the same scan again, is a slip of the first."""


class Play:
    """A game that is open, and the moves that are being made in it."""

    def __init__(self, game: Game, clock: Callable[[], float] = time.monotonic) -> None:
        self.game = game
        self.changed: Callable[[], object] = lambda: None
        """Called whenever the game has changed, by whatever hand."""
        self.amending: int | None = None
        """The place of the event that the next claim takes the place of."""
        self.tunnel: Attempt | None = None
        """The tunnel that is being tried."""
        self._clock, self._moved_at = clock, float("-inf")
        self._chosen: PlayerColour | None = None
        self._turn: tuple[tuple[e.Event, ...], PlayerColour] | None = None
        self._pile_of: PlayerColour | None = None
        self._piles = PileCounts()
        self.ticket_cards = TicketCards()
        """The cards of tickets that were scanned."""
        self._scanning = Scanning(self)

    # Where the game is

    @property
    def state(self) -> State:
        """The position now."""
        return self.game.state

    @property
    def events(self) -> tuple[e.Event, ...]:
        """What happened, as it stands now."""
        return self.game.history.events

    @property
    def counting(self) -> bool:
        """Whether a finished board is being counted."""
        return self.state.options.counted

    def last_round(self) -> LastRound | None:
        """The last round, if it has begun (GEN-7)."""
        return last_round(self.state, self.events)

    @property
    def is_played_out(self) -> bool:
        """Whether everyone has had their last turn (GEN-7)."""
        last = self.last_round()
        return last is not None and not last.still_to_play

    # Whose move it is

    @property
    def player(self) -> PlayerColour:
        """Who the next move is for: whoever was chosen, or else whoever's turn it is."""
        return self._chosen or self._turn_of()

    def _turn_of(self) -> PlayerColour:
        """Whose turn it is, worked out once per position: the screen asks again and again."""
        if self._turn is None or self._turn[0] is not self.events:
            self._turn = self.events, next_player(self.state, self.events)
        return self._turn[1]

    @property
    def chosen(self) -> PlayerColour | None:
        """Who was chosen to move, by a badge or by touch."""
        return self._chosen

    @property
    def scans_for(self) -> PlayerColour | None:
        """Whose move the next scan is; None while scans look things up. Where there are no turns, somebody has to be
        chosen (Card Game)."""
        if not self._scanning.on or self.state.ended:
            return None
        return self._chosen if self.state.board.rules.piles else self.player

    def choose(self, player: PlayerColour | None) -> None:
        """Make the next move this player's; with None, that of whoever's turn it is."""
        self._chosen, self._pile_of = player, None
        self._scanning.start_over()

    @property
    def start_city_due(self) -> bool:
        """OW-2: whether the mover has yet to choose a start city."""
        return not self.counting and needs_start_city(self.state, self.player)

    # Moves

    def question(self, event: e.Event) -> Objection | None:
        """A gentle question about a move that no rule forbids."""
        against = objections(self.state, event)
        return against[0] if against and against[0].kind is QUESTION else None

    def record(self, event: e.Event) -> Outcome:
        """Record a move that was touched; while a claim is being amended, another claim takes its place."""
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
        """Record a move, from whatever hand: the only place where one is recorded."""
        try:
            self.game.record(event)
        except RefusedError as refused:
            return Refused(refused.objection.sentence, event, refused.objection)
        recorded = Recorded(tell(self.state, event), event)
        self._moved()
        return recorded

    def amend(self, place: int, event: e.Event | None, leave_out: bool = False) -> Outcome:
        """Make an earlier event another one, or with None take it out; with `leave_out` also what no longer fits."""
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
        """Let the next claim take the place of an earlier one."""
        self.choose(claim.player)
        self.amending = place
        return PlayerChosen(self.expectation(), claim.player)

    def stop_amending(self) -> None:
        """Let the next claim be a move again."""
        if self.amending is not None:
            self.amending = self._chosen = None

    def take_off(self, track: str) -> None:
        """Take a claim off the board that is being counted."""
        for place, event in enumerate(self.events):
            if isinstance(event, e.Claim) and event.route == track:
                self.amend(place, None, leave_out=True)
                return

    def forget_choice(self, player: PlayerColour) -> None:
        """Take out what a player chose to complete at this scoring, so that the best choice counts (CG-A6)."""
        since = max((place for place, event in enumerate(self.events) if isinstance(event, e.Scoring)), default=-1)
        for place in range(len(self.events) - 1, since, -1):
            event = self.events[place]
            if isinstance(event, e.Complete) and event.player == player:
                self.amend(place, None, leave_out=True)

    def add_before_end(self, event: e.Event) -> Outcome:
        """Record an event of a game that is over, as if it had come just before the end."""
        try:
            self.game.add_before_end(event)
        except RefusedError as refused:
            return Refused(refused.objection.sentence, event, refused.objection)
        self._moved()
        return Recorded(tell(self.state, event), event)

    def undo(self) -> Stepped | Refused | Expecting:
        """Take the last step back, or leave alone a correction that was begun."""
        if self.amending is not None:
            self.stop_amending()
            self.changed()
            return Expecting(self.expectation())
        before = self.game.history.last_standing
        if refused := self._step(self.game.undo):
            return refused
        assert before is not None, "there was something to take back"
        return Stepped(Sentence("Taken back: {what}", {"what": tell_step(self.state, before)}), back=True)

    def redo(self) -> Stepped | Refused:
        """Put back the step that was taken back last."""
        if refused := self._step(self.game.redo):
            return refused
        after = self.game.history.last_standing
        assert after is not None, "it was put back"
        return Stepped(Sentence("Put back: {what}", {"what": tell_step(self.state, after)}), back=False)

    def _step(self, step: Callable[[], None]) -> Refused | None:
        self.stop_amending()
        try:
            step()
        except NothingToError as error:
            return Refused(Sentence("{error}", {"error": error}))
        self._moved()
        return None

    def _moved(self) -> None:
        """The game has changed: the turn passes on, and whatever was begun is over."""
        self._moved_at = self._clock()
        self.amending = self.tunnel = self._pile_of = None
        self._scanning.start_over()
        if not self.counting:
            self._chosen = None
        self.changed()

    def is_slip(self) -> bool:
        """Whether the last move is so recent that a touch, or the same scan again, was meant for it."""
        return self._clock() - self._moved_at < SLIP

    # What a move may be

    def drew_cards(self) -> Outcome:
        """Record that the turn went into train cards; in Old West only once everyone has a start city (OW-2)."""
        return self.refuse_before_start_city() or self.record(e.Draw(player=self.player))

    def refuse_before_start_city(self) -> Refused | None:
        """OW-2: nothing else is done before everyone has a start city."""
        return Refused(Sentence("First everyone chooses a start city.")) if self.start_city_due else None

    def marker_cities(self) -> tuple[str, ...]:
        """OW-3: where a marker may be bought now: free ends of the route just claimed."""
        last = self.state.last
        if not isinstance(last, e.Claim) or not self.state.board.rules.markers or self.counting:
            return ()
        bought = [e.Marker(player=last.player, city=city) for city in self.state.board.routes[last.route].ends]
        return tuple(marker.city for marker in bought if refusal_of(self.state, marker) is None)

    def claim(self, route: Route) -> Outcome:
        """Claim a route by touch; a tunnel is tried first, unless it is counted or corrected."""
        if route.tunnel and not self.counting and self.amending is None:
            return self.try_tunnel(route)
        return self.record(e.Claim(player=self.player, route=route.id))

    def try_tunnel(self, route: Route) -> TunnelTried | Refused:
        """Begin to try a tunnel for whoever is to move."""
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
        """End the try at the tunnel, and return what has to be recorded of it."""
        assert self.tunnel is not None
        tried, self.tunnel = self.tunnel, None
        return tried.paid() if paid else tried.taken_back()

    def leave_tunnel(self) -> Expecting:
        """Let the tunnel not have been tried after all."""
        assert self.tunnel is not None
        facts = {"route": self.state.board.route(self.tunnel.route)}
        self.tunnel = None
        return Expecting(Sentence("{route} was not tried after all", facts))

    # Piles of the Card Game

    @property
    def pile(self) -> PileCount | None:
        """The pile that is being counted."""
        return self._piles.known(self.state, self._pile_of) if self._pile_of else None

    def count_pile(self, player: PlayerColour) -> PileCount:
        """Begin to count a player's pile, or go on with it; scans are cards of it."""
        begun = self._pile_of == player
        self.choose(player)
        self._pile_of, self._scanning.on = player, True
        return self._piles.known(self.state, player) if begun else self._piles.begin(self.state, player)

    def change_pile(self, pile: PileCount) -> None:
        """Take over what was counted of a pile."""
        self._piles.keep(self.state, pile)

    def pile_with(self, card: Code) -> PlayerColour | None:
        """Whose recorded pile a card was scanned in (CG-3)."""
        return self._piles.holder(self.state, card)

    def leave_pile(self) -> None:
        """Stop counting; what was counted is there when it is gone on with."""
        self.choose(None)
        self._scanning.on = False

    # Scans

    def take(self, scanned: Code | Refusal) -> Outcome:
        """Do what a label means at this moment. Whatever is scanned gets an answer."""
        return self._scanning.take(scanned)

    def forget_finish(self) -> None:
        """Something else was scanned: Finish has to be asked about again."""
        self._scanning.start_over()

    def expectation(self) -> Sentence:
        """What may be scanned now, in words."""
        return self._scanning.expectation()
