"""The single entry point to a game in progress, for touch and scanner alike.

`Play` knows whose move it is; it records, amends, undoes and redoes moves. It holds what has begun but is not recorded
yet: a tunnel that is being tried, cards scanned as a payment, a pile that is being counted. Its methods return one of
the values of `outcome`.

The next move belongs to the player who was chosen, by badge or by touch, or else to the player whose turn it is. A move
ends the choice, so that the turn passes on.
"""

import time
from collections.abc import Callable, Sequence
from typing import cast

from companion.boards import CardColour, PlayerColour, Route
from companion.game import events as e
from companion.game.eventwords import tell, tell_step
from companion.game.history import NoLongerFitError, NothingToError
from companion.game.journal import Game
from companion.game.laying import Laying
from companion.game.objection import QUESTION, Objection
from companion.game.objections import objections
from companion.game.outcome import (
    Expecting,
    NoLongerFits,
    Outcome,
    PaymentScanned,
    PlayerChosen,
    Recorded,
    Refused,
    Repeated,
    Stepped,
    TunnelTried,
)
from companion.game.payment import Payment
from companion.game.pilecount import PileCount, PileCounts
from companion.game.record import RefusedError, played, refusal_of
from companion.game.scanning import Scanning
from companion.game.settling import (
    Choices,
    choices_of,
    missing_choices,
    no_choices,
    renewed,
    steps_to_redo,
    steps_to_undo,
)
from companion.game.state import State
from companion.game.ticketcards import TicketCards
from companion.game.tunnels import Attempt, attempt
from companion.game.turns import LastRound, last_round, needs_start_city, next_player
from companion.game.unfinished import Unfinished, note_of
from companion.words import Sentence
from hardware.codes import Code, Refusal

SLIP = 0.25
"""Seconds within which a second touch, or the same scan again, is taken for an accidental repetition."""


class Play:
    """An open game, and the moves in progress."""

    def __init__(self, game: Game, clock: Callable[[], float] = time.monotonic, choices: Choices = no_choices) -> None:
        """Open a game. `choices` says which tickets are completed by players who have not chosen (Card Game)."""
        self.game = game
        self._choices = choices
        self.changed: Callable[[], object] = lambda: None
        """Called whenever the game has changed, by touch or by scan."""
        self.amending: int | None = None
        """The index of the event that the next claim replaces, if any."""
        self._tunnel: Attempt | None = None
        self._payment: Payment | None = None
        self._clock, self._moved_at = clock, float("-inf")
        self._chosen: PlayerColour | None = None
        self._turn: tuple[tuple[e.Event, ...], PlayerColour] | None = None
        self._pile_of: PlayerColour | None = None
        self.laying: Laying | None = None
        """The cards that are being laid into a rail yard, if any (Card Game)."""
        self._piles = PileCounts()
        self.ticket_cards = TicketCards()
        """The ticket cards that were scanned."""
        self._scanning = Scanning(self)

    # What has begun

    @property
    def tunnel(self) -> Attempt | None:
        """The tunnel that is being tried, if any."""
        return self._tunnel

    @tunnel.setter
    def tunnel(self, attempt: Attempt | None) -> None:
        self._tunnel = attempt
        self._keep_unfinished()

    @property
    def payment(self) -> Payment | None:
        """The cards that were scanned to pay for the next route or piece, if any."""
        return self._payment

    @payment.setter
    def payment(self, payment: Payment | None) -> None:
        self._payment = payment
        self._keep_unfinished()

    def _keep_unfinished(self) -> None:
        """Keep the tunnel, the payment or the piles, so that they are there again after a power cut."""
        if self.state.ended:
            return
        piles = self._piles.beside_record(self.state)
        has_begun = self._tunnel is not None or self._payment is not None or piles
        note = note_of(self._tunnel, self._payment, piles, self._chosen, self._scanning.on) if has_begun else None
        self.game.keep_unfinished(note)

    def resume(self) -> None:
        """Take up the tunnel, the payment and the piles that had begun when the app ended, if the game is still at
        that position. A pile goes on where it was when its player is chosen again."""
        found = self.game.unfinished
        if found is None or self.state.ended:
            return
        for pile in found.piles_in(self.state):
            self._piles.keep(self.state, pile)
        self._tunnel, self._payment = found.tunnel_in(self.state), found.payment_in(self.state)
        if self._tunnel is not None or self._payment is not None:
            self._chosen = found.chosen if found.chosen is None or self.state.plays(found.chosen) else None
            self._scanning.on = found.scans

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
        chosen (Card Game); followed rail yards have turns until the deck ends."""
        if not self._scanning.on or self.state.ended:
            return None
        has_turns = self.state.yards.turn is not None if self.state.yards else not self.state.board.rules.piles
        return self.player if has_turns else self._chosen

    def choose(self, player: PlayerColour | None) -> None:
        """Make the next move this player's; with None, that of the player whose turn it is."""
        self._chosen, self._pile_of, self.laying = player, None, None
        self._scanning.start_over()

    @property
    def start_city_due(self) -> bool:
        """OW-2: whether the player to move has yet to choose a start city."""
        return not self.counting and needs_start_city(self.state, self.player)

    # Moves

    def question(self, event: e.Event) -> Objection | None:
        """Return the first question to ask about a move that no rule forbids, or None."""
        return next(iter(self.questions(event)), None)

    def questions(self, event: e.Event) -> tuple[Objection, ...]:
        """Return all questions to ask about a move that no rule forbids."""
        against = objections(self.state, event)
        return against if against and against[0].kind is QUESTION else ()

    def record(self, event: e.Event) -> Outcome:
        """Record a move made by touch. While a claim is being amended, another claim replaces it. A choice of tickets
        and points that are entered are never a slip: they close their screen, and the next player's may follow at
        once."""
        if self.is_slip() and not isinstance(event, e.Complete | e.Entered):
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
            if self.state.board.rules.piles:
                self._settle_choices(event)
            self.game.record(event)
        except RefusedError as refused:
            self._keep_unfinished()
            return Refused(refused.objection.sentence, event, refused.objection)
        recorded = Recorded(tell(self.state, event), event)
        self._moved(may_slip=not isinstance(event, e.Complete | e.Entered))
        return recorded

    def _settle_choices(self, event: e.Event) -> None:
        """Before a scoring, record the choices that are missing, so that the record says for ever what was scored. Take
        a player's choice back if the pile is counted again or a ticket is added. Raise RefusedError if the event cannot
        be recorded; then nothing has changed."""
        state = renewed(self.state, event)
        played(state, event, len(self.events) + 1)
        if isinstance(event, e.ByPlayer) and state is not self.state:
            self._forget_choice(event.player)
        for choice in missing_choices(self.state, event, self._choices):
            self.game.record(choice)

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

    def mark(self, routes: Sequence[str]) -> list[Outcome]:
        """Record routes of the player who is being counted, all at once."""
        return [self.commit(e.Claim(player=self.player, route=route)) for route in routes]

    def enter(self, events: Sequence[e.Event]) -> list[Recorded | Refused]:
        """Record what was read from a photo and confirmed by people, and say only once that the game has changed."""
        changed, self.changed = self.changed, lambda: None
        try:
            return [self.commit(event) for event in events]
        finally:
            self.changed = changed
            self.changed()

    def take_off(self, track: str) -> None:
        """Remove a claim from the board that is being counted."""
        for place, event in enumerate(self.events):
            if isinstance(event, e.Claim) and event.route == track:
                self.amend(place, None, leave_out=True)
                return

    def _forget_choice(self, player: PlayerColour) -> None:
        for place in choices_of(self.events, player):
            self.game.amend(place, None, leave_out=True)

    def give(self, route: str, player: PlayerColour) -> Outcome:
        """Correct whose claim of a route it was, which must have been claimed: make the last claim of it this
        player's."""
        claims = [(n, event) for n, event in enumerate(self.events) if isinstance(event, e.Claim)]
        place, claim = [(n, claim) for n, claim in claims if claim.route == route][-1]
        return self.amend(place, claim.model_copy(update={"player": player, "override": False}))

    def nobody_has_alvin(self) -> None:
        """Remove what was recorded about Alvin from the board that is being counted (OW-A10)."""
        for place in reversed(range(len(self.events))):
            if isinstance(self.events[place], e.Alvin):
                self.amend(place, None, leave_out=True)

    def add_before_end(self, event: e.Tickets) -> Outcome:
        """Record tickets that were forgotten in a finished game just before its end. If the player had chosen which
        tickets to complete, choose again (Card Game)."""
        had_chosen = event.player in self.state.piles and event.player in self.state.chosen
        place = next(place for place, known in enumerate(self.events) if isinstance(known, e.End))
        try:
            self.game.amend(place, event)
        except RefusedError as refused:
            return Refused(refused.objection.sentence, event, refused.objection)
        if had_chosen:
            self._forget_choice(event.player)
            for choice in self._choices(self.state, True):
                if choice.player == event.player:
                    self.game.record(choice)
        self.game.record(e.End())
        self._moved()
        return Recorded(tell(self.state, event), event)

    def undo(self) -> Stepped | Refused | Expecting | PaymentScanned:
        """Undo the last step, or cancel an amendment that was begun, or take off the last card of a payment. The
        choices that were recorded with a scoring are undone with it (Card Game)."""
        if self.payment is not None:
            return self._scanning.take_card_off(self.payment)
        if self.amending is not None:
            self.stop_amending()
            self.changed()
            return Expecting(self.expectation())
        before = self.game.history.last_standing
        if refused := self._step(self.game.undo, steps_to_undo(self.game.history, self._choices)):
            return refused
        assert before is not None, "there was something to take back"
        return Stepped(Sentence("Undone: {what}", {"what": tell_step(self.state, before)}), back=True)

    def redo(self) -> Stepped | Refused:
        """Redo the step undone last, and what was undone with it."""
        if refused := self._step(self.game.redo, steps_to_redo(self.game.history, self._choices)):
            return refused
        after = self.game.history.last_standing
        assert after is not None, "it was put back"
        return Stepped(Sentence("Redone: {what}", {"what": tell_step(self.state, after)}), back=False)

    def _step(self, step: Callable[[], None], times: int) -> Refused | None:
        self.stop_amending()
        try:
            for _ in range(times):
                step()
        except NothingToError as error:
            return Refused(Sentence("{error}", {"error": error}))
        self._moved()
        return None

    def _moved(self, may_slip: bool = True) -> None:
        """Forget everything that was in progress after a change of the game, and pass the turn on. With `may_slip`, a
        move that follows at once is a repetition."""
        if may_slip:
            self._moved_at = self._clock()
        self.amending = self.tunnel = self._pile_of = self.laying = None
        self._scanning.start_over()
        if not self.counting:
            self._chosen = None
        if self.state.ended:
            self.game.keep_unfinished(Unfinished(result=True))
        self.changed()

    def is_slip(self) -> bool:
        """Return whether the last move is so recent that a touch, or the same scan again, is a repetition of it."""
        return self._clock() - self._moved_at < SLIP

    # Kinds of moves

    def drew_cards(self) -> Outcome:
        """Record that the player drew train cards. Refuse it in Old West until everyone has a start city (OW-2)."""
        return self.refuse_before_start_city() or self.record(e.Draw(player=self.player))

    def drew_tickets(self) -> Outcome:
        """PAY-10: record that the player drew tickets, without saying which they keep."""
        return self.refuse_before_start_city() or self.record(e.Draw(player=self.player, of="tickets"))

    def keep_tickets(self, event: e.Tickets) -> Outcome:
        """Record tickets from the ticket list. If they were drawn in the first turn of the game, and could be taken for
        a part of the deal, record that turn before them (PAY-10)."""
        if self.is_slip():
            return Repeated()
        self.stop_amending()
        self._scanning.on = False
        return self.commit_tickets(event)

    def commit_tickets(self, event: e.Tickets) -> Recorded | Refused:
        """Record tickets that do not belong to those recorded just before, by touch or by scan."""
        rules, order = self.state.board.rules, [player.colour for player in self.state.players]
        hidden = self.state.turns.hides_a_draw(event, order, rules.tickets)
        if hidden and not self.counting and not rules.piles and refusal_of(self.state, event) is None:
            self.commit(e.Draw(player=event.player, of="tickets"))
        return self.commit(event)

    def refuse_before_start_city(self) -> Refused | None:
        """OW-2: return a refusal until everyone has a start city, then None."""
        return Refused(Sentence("First everyone chooses a start city.")) if self.start_city_due else None

    def marker_cities(self) -> tuple[str, ...]:
        """OW-3, PAY-9: return the cities where a marker may be bought now: free ends of the route just claimed, also
        if Alvin has been moved since."""
        claim, last = self.state.marker_claim, self.state.last
        if claim is None or not self.state.board.rules.markers or self.counting:
            return ()
        if isinstance(last, e.ByPlayer) and last.player != claim.player:  # the next player has begun their turn
            return ()
        bought = [e.Marker(player=claim.player, city=city) for city in self.state.board.routes[claim.route].ends]
        return tuple(marker.city for marker in bought if refusal_of(self.state, marker) is None)

    @property
    def paid_cards(self) -> dict[CardColour, int] | None:
        """The cards that were scanned to pay for the next route or piece, or None."""
        return self.payment.cards if self.payment is not None else None

    def claim(self, route: Route, cards: dict[CardColour, int] | None = None) -> Outcome:
        """Claim a route by touch, paid with these cards or those that were scanned. A tunnel is tried first, unless a
        board is being counted or a claim amended."""
        if route.tunnel and not self.counting and self.amending is None:
            return self.try_tunnel(route)
        return self.record(e.Claim(player=self.player, route=route.id, cards=cards or self.paid_cards))

    def try_tunnel(self, route: Route) -> TunnelTried | Refused:
        """Begin a try at a tunnel for the player to move. Cards that were scanned before are laid down (PAY-3); refuse
        them if they are not what the tunnel costs."""
        claim = e.Claim(player=self.player, route=route.id)
        objection = refusal_of(self.state, claim)
        if objection is not None:
            return Refused(objection.sentence, claim, objection)
        begun = attempt(self.state.board, claim.player, route)
        if self.payment is not None:
            laid = e.TunnelFailed(player=claim.player, route=route.id, cards=self.payment.cards)
            objection = refusal_of(self.state, laid)
            if objection is not None:  # without the event: a tunnel cannot be claimed before cards are turned up
                return Refused(objection.sentence)
            for code in self.payment.scanned:
                begun = begun.lay_down(cast("CardColour", code.colour), code.text)
        self.tunnel, self.payment = begun, None
        return TunnelTried(self.expectation(), begun)

    def pay(self) -> Outcome:
        """Record that the tunnel was paid for."""
        return self.refuse_part_payment() or self._settle(paid=True)

    def refuse_part_payment(self) -> Refused | None:
        """PAY-3: return a refusal if some extra cards for the tunnel were scanned, but not all of them."""
        missing = self.tunnel.against_paying() if self.tunnel is not None else None
        return Refused(missing) if missing is not None else None

    def give_up(self) -> Outcome:
        """Record that the tunnel was given up."""
        return self._settle(paid=False)

    def doubt_giving_up(self) -> Objection | None:
        """PAY-6: return the question to ask if the tunnel is given up though nothing more is due, or None."""
        return self.question(self.tunnel.given_up()) if self.tunnel is not None else None

    def _settle(self, paid: bool) -> Outcome:
        return Repeated() if self.tunnel is None or self.is_slip() else self.record(self.settled(paid))

    def settled(self, paid: bool) -> e.Claim | e.TunnelFailed:
        """End the try at the tunnel, and return the event to record. The try is kept until that is done."""
        assert self._tunnel is not None
        tried, self._tunnel = self._tunnel, None
        return tried.paid() if paid else tried.given_up()

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
        self._keep_unfinished()

    def pile_with(self, card: Code) -> PlayerColour | None:
        """Return the player in whose recorded pile a card was scanned (CG-3), or None."""
        return self._piles.holder(self.state, card)

    def leave_pile(self) -> None:
        """Stop counting, but remember the count so that it can be resumed."""
        self.choose(None)
        self._scanning.on = False

    # Rail yards of the Card Game

    def begin_laying(self, player: PlayerColour) -> Laying:
        """Begin to lay cards into a player's rail yard. Scanned cards are added to it."""
        self.choose(player)
        self.laying, self._scanning.on = Laying(player), True
        return self.laying

    def leave_laying(self) -> None:
        """Stop laying cards, without recording anything."""
        self.choose(None)
        self._scanning.on = False

    def record_piles(self) -> Outcome:
        """Record what was followed as everyone's pile at this scoring, except for piles that were counted (CG-1).
        Record nothing if no cards were followed in this deck."""
        yards = self.state.yards
        outcome: Outcome = Repeated()
        if yards is None or not any(yards.track(player.colour) for player in self.state.players):
            return outcome
        for player in self.state.players:
            if player.colour not in self.state.piles and not isinstance(outcome, Refused):
                outcome = self.commit(e.Pile(player=player.colour, cards=dict(yards.pile(player.colour))))
        return outcome

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
