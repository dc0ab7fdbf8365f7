"""The meaning of a label at this moment of a game.

A player's badge says whose move it is. After it, a route, a ticket or a city is a move, and when the turn passes on,
the next scan is the next player's move. Before the first badge, after Look up, and after a move by touch, a scan only
looks something up. Tickets scanned one after another go to one player, even if the turn has passed on; after Returned
tickets, they are those that went back. In the Card Game, a train card after a badge begins the count of that player's
pile, and every further card is added to it, until Next, Finish or another badge. Where the rail yards are followed,
Rail yard begins a laying instead, and Next, another badge or Rail yard again records it. On a board, train cards
after a badge pay for the route or the piece scanned after them, and Next, Look up or a badge puts them back. There are
no timeouts.
"""

from collections.abc import Callable
from dataclasses import replace

from companion.boards import PlayerColour, colour_word, numbered_card
from companion.game import events as e
from companion.game import scanwords
from companion.game.doubts import before_the_end, with_doubt
from companion.game.labelids import Labels, set_word
from companion.game.labelwords import BADGE, COMMANDS, THINGS
from companion.game.lookup import look_up
from companion.game.outcome import (
    Expecting,
    LookedUp,
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
from companion.game.pilecount import first_scoring_is_next
from companion.game.pilescans import PileScans
from companion.game.rules_of_counting import missing_lines
from companion.game.scandoor import Door
from companion.game.yardscans import YardScans
from companion.words import Sentence, capital
from hardware.codes import Code, Command, LabelKind, Refusal


class Scanning:
    """The scans of one game."""

    def __init__(self, play: Door) -> None:
        self._play = play
        self.on = False
        """Whether scans are moves; otherwise they only look up what they show."""
        self._adding: PlayerColour | None = None
        """The player whose tickets are being scanned, even if the turn has passed on."""
        self._returning = False
        """Whether the tickets being scanned are those that the player returned."""
        self._finishing = False
        """Whether Finish was scanned and awaits confirmation."""
        self._giving_up = False
        """Whether Given up was scanned though nothing more is due, and awaits confirmation (PAY-6)."""
        self._last: Code | None = None
        self._doubt: Sentence | None = None
        """What the players were asked to check with the last scan."""
        self._labels = Labels(play.state.board)
        self._piles, self._yards = PileScans(play, self), YardScans(play, self)

    def start_over(self) -> None:
        """Forget what was in progress, because the game has changed or another player was chosen."""
        self._finishing, self._giving_up, self._adding, self._returning = False, False, None, False
        self._play.payment = None

    def expectation(self) -> Sentence:
        """Return what can be scanned now, in words."""
        play, state = self._play, self._play.state
        if self._finishing:
            check = () if self._is_first_scoring else tuple(before_the_end(state, play.last_round()))
            return scanwords.finish_next(self._is_first_scoring, check)
        if play.tunnel is not None:
            following = scanwords.give_up_next if self._giving_up else scanwords.cards_next
            return following(state, play.tunnel)
        if play.payment is not None:
            return scanwords.payment_next(state, play.payment)
        if play.pile is not None:
            return scanwords.pile_next(state, play.pile.player, play.pile.total)
        if play.laying is not None:
            return scanwords.laying_next(state, play.laying)
        if play.scans_for is None:
            over = state.yards and state.yards.turn is None and not state.ended
            return scanwords.last_turns_are_over() if over else scanwords.look_up_next(state)
        if self._returning:
            return scanwords.returned_next(state, self._adding or play.player)
        if self._adding is not None and isinstance(state.last, e.Draw):
            return scanwords.drawn_next(state, self._adding, play.player)
        if self._adding is not None and self._adding != play.player:
            return scanwords.more_tickets_next(state, self._adding, play.player)
        return scanwords.move_next(state, play.player, bool(play.marker_cities()))

    def take(self, scanned: Code | Refusal) -> Outcome:
        """Do what a label means now, and return the result, with what the players should check about it."""
        before = self._play.state
        outcome = with_doubt(before, self._taken(scanned))
        doubt = outcome.doubt if isinstance(outcome, Recorded | PlayerChosen) else None
        said, self._doubt = self._doubt, doubt
        if isinstance(outcome, Recorded | PlayerChosen) and doubt == said:  # it was said at the badge
            return replace(outcome, doubt=None)
        return outcome

    def _taken(self, scanned: Code | Refusal) -> Outcome:
        finishing, self._finishing = self._finishing, False
        giving_up, self._giving_up = self._giving_up, False
        if isinstance(scanned, Refusal):
            return Refused(Sentence(scanned.reason.value, {"text": scanned.text}))
        repeated = scanned == self._last and self._play.is_slip()
        self._last = scanned
        if repeated:
            return Repeated()
        if scanned.kind in THINGS and scanned.set != self._labels.letter:
            facts = {"thing": THINGS[scanned.kind], "other": set_word(scanned.set), "map": self._play.state.board.name}
            return Refused(Sentence("that is {thing} from {other}, but this game is on {map}", facts))
        # A route completes an amendment and Undo cancels it; any other label ends it before it takes effect.
        if scanned.kind is not LabelKind.ROUTE and scanned != _UNDO:
            self._play.stop_amending()
        match scanned.kind:
            case LabelKind.PLAYER:
                return self._take_badge(scanned)
            case LabelKind.COMMAND:
                return self._take_command(scanned.command, finishing, giving_up)
            case LabelKind.CARD:
                return self._take_card(scanned)
            case _:
                return self._take_thing(scanned)

    def _take_badge(self, code: Code) -> Outcome:
        play, state = self._play, self._play.state
        if not state.plays(code.colour):
            return Refused(Sentence("nobody is playing {colour} in this game", {"colour": colour_word(code.colour)}))
        player = state.player(code.colour).colour
        if play.tunnel is not None:
            return Expecting(self.expectation()) if player == play.tunnel.player else self.not_now(BADGE)
        if play.pile is not None:
            return (
                Expecting(self.expectation()) if player == play.pile.player else self._piles.record(play.pile, player)
            )
        if play.laying is not None:
            return Expecting(self.expectation()) if player == play.laying.player else self._yards.record(player)
        return self.scan_for(player)

    def scan_for(self, player: PlayerColour | None) -> PlayerChosen | PaymentScanned:
        """Make scans this player's moves; with None they only look up what they show. Cards that were scanned as a
        payment are not used."""
        payment = self._play.payment
        self._play.choose(player)
        self.on = player is not None
        if payment is not None:
            return PaymentScanned(scanwords.not_used(payment, self.expectation()), None)
        return PlayerChosen(self.expectation(), player)

    def _take_command(self, command: Command, finishing: bool, giving_up: bool) -> Outcome:
        if self._play.pile is not None:
            return self._piles.take_command(self._play.pile, command)
        if self._play.tunnel is not None:
            return self._take_tunnel_command(command, giving_up)
        if self._play.laying is not None:
            return self._yards.take_command(self._play.laying, command)
        if self._play.payment is not None and command in _NOT_WHILE_PAYING:
            return self.not_now(COMMANDS[command])
        match command:
            case Command.UNDO:
                return self._step(self._play.undo)
            case Command.REDO:
                return self._step(self._play.redo)
            case Command.NEXT:
                return self.scan_for(self._following(self._play.chosen))
            case Command.LOOK_UP:
                return self.scan_for(None)
            case Command.DREW_CARDS | Command.DREW_TICKETS | Command.LAST_CARD | Command.YARD if self._play.state.yards:
                return self._yards.take_turn(command)
            case Command.DREW_CARDS if self._play.scans_for:
                draw = e.Draw(player=self._play.player)
                return self._play.refuse_before_start_city() or self._play.commit(draw)
            case Command.DREW_TICKETS if self._play.scans_for:
                return self._play.refuse_before_start_city() or self.draw_tickets(self._play.player)
            case Command.RETURNED if self._play.scans_for:
                self._adding, self._returning = self._adding or self._play.player, True
                return Expecting(self.expectation())
            case Command.FINISH if not self._play.state.ended:
                return self._finish(finishing)
            case Command.TUNNEL if self._play.scans_for:
                return Expecting(self.expectation())
        return self.not_now(COMMANDS[command])

    def draw_tickets(self, player: PlayerColour) -> Outcome:
        """PAY-10: record that tickets were drawn. The tickets scanned next, if any, are those that the player kept."""
        outcome = self._play.commit(e.Draw(player=player, of="tickets"))
        if isinstance(outcome, Recorded):
            if self._play.state.board.rules.piles and not self._play.state.yards:  # no turns, and scans need a player
                self._play.choose(player)
            self._adding = player
        return outcome

    def _step(self, step: Callable[[], Stepped | Refused | Expecting | PaymentScanned]) -> Outcome:
        """Undo or redo a step. If a player's tickets are being scanned, the next ticket is still theirs."""
        adding = self._adding
        outcome = step()
        if isinstance(outcome, Stepped):
            self._adding = adding
        return outcome

    def _following(self, chosen: PlayerColour | None) -> PlayerColour:
        """Return the player after the chosen one, or if nobody was chosen, the one whose turn it is."""
        if chosen is None:
            return self._play.player
        colours = [one.colour for one in self._play.state.players]
        return colours[(colours.index(chosen) + 1) % len(colours)]

    def _finish(self, finishing: bool) -> Outcome:
        """Ask for confirmation the first time, and end the game or the first deck the second time. Points that people
        enter are entered by touch first."""
        missing = () if self._is_first_scoring else tuple(missing_lines(self._play.state))
        if missing:
            return Refused(Sentence("{missing}. Tap Finish on the screen to enter it", {"missing": missing[0]}))
        if finishing:
            event = e.Scoring() if self._is_first_scoring else e.End()
            piles = self._play.record_piles()
            return piles if isinstance(piles, Refused) else self._play.commit(event)
        self._finishing = True
        return Expecting(self.expectation())

    @property
    def _is_first_scoring(self) -> bool:
        """CG-5: whether Finish ends the first deck, and not the game."""
        state = self._play.state
        return first_scoring_is_next(state) and bool(state.piles or state.chosen or state.yards)

    def _take_tunnel_command(self, command: Command, giving_up: bool) -> Outcome:
        match command:
            case Command.PAID:
                return self._play.refuse_part_payment() or self._play.commit(self._play.settled(paid=True))
            case Command.TAKEN_BACK:
                return self._give_up_tunnel(giving_up)
            case Command.UNDO:
                return self._undo_in_tunnel()
            case Command.TUNNEL:
                return Expecting(self.expectation())
        return self.not_now(COMMANDS[command])

    def _give_up_tunnel(self, giving_up: bool) -> Outcome:
        """Record that the tunnel was given up. PAY-6: if nothing more is due, ask for confirmation the first time."""
        if giving_up or self._play.doubt_giving_up() is None:
            return self._play.commit(self._play.settled(paid=False))
        self._giving_up = True
        return Expecting(self.expectation())

    def _undo_in_tunnel(self) -> Outcome:
        """Take off the card that came last, or cancel the try if there is none."""
        tried = self._play.tunnel
        before = tried.without_last() if tried is not None else None
        if before is None:
            return self._play.leave_tunnel()
        self._play.tunnel = before
        return TunnelTried(Sentence("One card was removed. {next}", {"next": self.expectation()}), before)

    def _take_card(self, code: Code) -> Outcome:
        play = self._play
        if play.laying is not None:
            return self._yards.lay(play.laying, code)
        if play.state.board.rules.piles:
            return self._piles.take_card(code)
        if play.tunnel is None:
            return self._take_payment_card(code)
        tried = play.tunnel.scan(code)
        if isinstance(tried, Sentence):
            return Refused(tried)
        play.tunnel = tried
        told = {"card": capital(numbered_card(code.colour, code.copy)), "next": self.expectation()}
        return TunnelTried(Sentence("{card}. {next}", told), tried)

    def _take_payment_card(self, code: Code) -> Outcome:
        """Add a card to the payment for the route or the piece that is scanned next (PAY-1, PAY-2, PAY-8, PAY-9)."""
        play, state = self._play, self._play.state
        name = numbered_card(code.colour, code.copy)
        if state.options.counted or state.ended or (play.scans_for and play.start_city_due):
            return self.not_now(THINGS[code.kind])
        if play.scans_for is None:
            pattern = "that is {card}; to pay with it, scan a player’s badge first"
            return Refused(Sentence(pattern, {"card": name}))
        paid = (play.payment or Payment(play.player)).scan(state.board, code)
        if isinstance(paid, Sentence):
            return Refused(paid)
        play.payment = paid
        return PaymentScanned(Sentence("{card}. {next}", {"card": capital(name), "next": self.expectation()}), paid)

    def take_card_off(self, payment: Payment) -> PaymentScanned:
        """Take the card scanned last off a payment."""
        last, self._play.payment = payment.scanned[-1], payment.without_last()
        facts = {"card": capital(numbered_card(last.colour, last.copy)), "next": self.expectation()}
        return PaymentScanned(Sentence("{card} was removed. {next}", facts), self._play.payment)

    def _take_thing(self, code: Code) -> Outcome:
        play, state = self._play, self._play.state
        found = self._labels.id_of(code)
        if found is None:
            return Refused(Sentence(_NO_SUCH[code.kind], {"map": state.board.name}))
        paying_for_ticket = play.payment is not None and code.kind is LabelKind.TICKET
        if play.tunnel is not None or play.pile is not None or play.laying is not None or paying_for_ticket:
            return self.not_now(THINGS[code.kind])
        mover = play.player if play.amending is not None else play.scans_for
        if mover is None:
            if code.kind is LabelKind.TICKET and state.board.rules.piles and not state.ended:
                return Refused(Sentence("scan a player’s badge first: tickets are secret"))
            thing, sentence = look_up(state, code.kind, found)
            return LookedUp(sentence, thing, code.kind)
        if code.kind is LabelKind.TICKET:
            return self._take_ticket(self._adding or mover, code, found)
        if code.kind is LabelKind.CITY:
            return self._take_city(mover, found)
        route = state.board.routes[found]
        if play.amending is not None:
            return play.amend(play.amending, e.Claim(player=mover, route=found))
        if route.tunnel and not state.options.counted:
            return play.try_tunnel(route)
        return play.commit(e.Claim(player=mover, route=found, cards=play.paid_cards))

    def _take_ticket(self, player: PlayerColour, code: Code, ticket: str) -> Outcome:
        state = self._play.state
        if self._play.ticket_cards.is_held(state, ticket, code):
            return Refused(Sentence("that ticket is already recorded"))  # naming it would reveal the holder's secret
        held = sum(hand.count(ticket) for hand in state.hands.values())
        if ticket in state.hand(player) and held >= state.board.tickets[ticket].copies:
            facts = {"player": state.player(player).name}
            return Refused(Sentence("that ticket is already recorded for {player}", facts))
        returning = self._returning
        if returning:
            event = e.Tickets(player=player, kept=(), returned=(ticket,))
        else:
            event = e.Tickets(player=player, kept=(ticket,))
        apart = self._adding is None  # a badge, or something else, came before it
        outcome = self._play.commit_tickets(event) if apart else self._play.commit(event)
        if isinstance(outcome, Recorded):
            if not returning:
                self._play.ticket_cards.add(ticket, code)
            if state.board.rules.piles and not state.yards:  # there are no turns, and the pile may be scanned next
                self._play.choose(player)
            self._adding, self._returning = player, returning
        return outcome

    def _take_city(self, player: PlayerColour, city: str) -> Outcome:
        """Do what a city means: a station in Europe. In Old West: a marker bought with the claim just made, a start
        city, where Alvin goes, or a marker, in this order; on a board with both, a station instead of a marker that
        was not bought with the claim just made. On a board that is being counted, a city that already has the player's
        marker is where Alvin is."""
        state, commit, cards = self._play.state, self._play.commit, self._play.paid_cards
        station = e.Station(player=player, city=city, cards=cards) if state.board.rules.stations else None
        if station and state.board.rules.markers is None:
            return commit(station)
        if state.board.rules.markers is None:
            facts = {"city": state.board.place(city), "map": state.board.name}
            return Refused(Sentence("that is {city}; nothing is placed in cities on {map}", facts))
        if state.marker_claim and city in self._play.marker_cities():
            return commit(e.Marker(player=state.marker_claim.player, city=city, cards=cards))
        if cards is not None:  # nothing else in a city costs cards
            return commit(station or e.Marker(player=player, city=city, cards=cards))
        if not state.markers_of(player) and not state.options.counted:
            return commit(e.StartCity(player=player, city=city))
        alvin_goes = state.alvin and (state.alvin.to_be_moved or state.options.counted)
        if alvin_goes and city in state.markers_of(player):
            return commit(e.Alvin(player=player, city=city))
        return commit(station or e.Marker(player=player, city=city))

    def not_now(self, what: Sentence) -> Refused:
        """Return that a label does nothing right now, and what can be scanned instead."""
        return Refused(scanwords.means_nothing(what, self.expectation()))


_NOT_WHILE_PAYING = {Command.REDO, Command.DREW_CARDS, Command.DREW_TICKETS, Command.RETURNED, Command.FINISH}
_UNDO = Code(LabelKind.COMMAND, Command.UNDO.value)
_NO_SUCH = {
    LabelKind.ROUTE: "this edition of {map} has no such route: print its labels again",
    LabelKind.TICKET: "this edition of {map} has no such ticket: print its labels again",
    LabelKind.CITY: "this edition of {map} has no such city: print its labels again",
}
