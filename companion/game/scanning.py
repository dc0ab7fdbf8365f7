"""The meaning of a label at this moment of a game.

A player's badge says whose move it is. After it, a route, a ticket or a city is a move, and when the turn passes on,
the next scan is the next player's move. Before the first badge, after Look up, and after a move by touch, a scan only
looks something up. Tickets scanned one after another go to one player, even if the turn has passed on. In the Card
Game, a train card after a badge begins the count of that player's pile, and every further card is added to it, until
Next, Finish or another badge. There are no timeouts.
"""

from collections.abc import Callable
from typing import Protocol

from companion.boards import PlayerColour, Route, colour_word, numbered_card
from companion.game import events as e
from companion.game import scanwords
from companion.game.labelids import Labels, set_word
from companion.game.labelwords import BADGE, COMMANDS, THINGS
from companion.game.lookup import look_up
from companion.game.outcome import (
    Expecting,
    LookedUp,
    Outcome,
    PileCounted,
    PlayerChosen,
    Recorded,
    Refused,
    Repeated,
    Stepped,
    TunnelTried,
)
from companion.game.pilecount import PileCount, first_scoring_is_next, next_to_count, too_many
from companion.game.state import State
from companion.game.ticketcards import TicketCards
from companion.game.tunnels import Attempt
from companion.words import Sentence, capital
from hardware.codes import Code, Command, LabelKind, Refusal


class Door(Protocol):
    """The part of a game in progress that scans need; see `Play`."""

    tunnel: Attempt | None
    amending: int | None
    ticket_cards: TicketCards

    @property
    def state(self) -> State: ...
    @property
    def player(self) -> PlayerColour: ...
    @property
    def chosen(self) -> PlayerColour | None: ...
    @property
    def scans_for(self) -> PlayerColour | None: ...
    @property
    def pile(self) -> PileCount | None: ...
    def choose(self, player: PlayerColour | None) -> None: ...
    def is_slip(self) -> bool: ...
    def stop_amending(self) -> None: ...
    def amend(self, place: int, event: e.Event | None, leave_out: bool = False) -> Outcome: ...
    def commit(self, event: e.Event) -> Recorded | Refused: ...
    def undo(self) -> Stepped | Refused | Expecting: ...
    def redo(self) -> Stepped | Refused: ...
    def refuse_before_start_city(self) -> Refused | None: ...
    def marker_cities(self) -> tuple[str, ...]: ...
    def try_tunnel(self, route: Route) -> TunnelTried | Refused: ...
    def settled(self, paid: bool) -> e.Claim | e.TunnelFailed: ...
    def leave_tunnel(self) -> Expecting: ...
    def count_pile(self, player: PlayerColour) -> PileCount: ...
    def change_pile(self, pile: PileCount) -> None: ...
    def pile_with(self, card: Code) -> PlayerColour | None: ...


class Scanning:
    """The scans of one game."""

    def __init__(self, play: Door) -> None:
        self._play = play
        self.on = False
        """Whether scans are moves; otherwise they only look up what they show."""
        self._adding: PlayerColour | None = None
        """The player whose tickets are being scanned, even if the turn has passed on."""
        self._finishing = False
        """Whether Finish was scanned and awaits confirmation."""
        self._last: Code | None = None
        self._labels = Labels(play.state.board)

    def start_over(self) -> None:
        """Forget what was in progress, because the game has changed or another player was chosen."""
        self._finishing, self._adding = False, None

    def expectation(self) -> Sentence:
        """Return what can be scanned now, in words."""
        play, state = self._play, self._play.state
        if self._finishing:
            return scanwords.finish_next(self._is_first_scoring)
        if play.tunnel is not None:
            return scanwords.cards_next(state, play.tunnel)
        if play.pile is not None:
            return scanwords.pile_next(state, play.pile.player, play.pile.total)
        if play.scans_for is None:
            return scanwords.look_up_next(state)
        if self._adding is not None and self._adding != play.player:
            return scanwords.more_tickets_next(state, self._adding, play.player)
        return scanwords.move_next(state, play.player)

    def take(self, scanned: Code | Refusal) -> Outcome:
        """Do what a label means now, and return the result."""
        finishing, self._finishing = self._finishing, False
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
                return self._take_command(scanned.command, finishing)
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
            return Expecting(self.expectation()) if player == play.tunnel.player else self._not_now(BADGE)
        if play.pile is not None:
            return Expecting(self.expectation()) if player == play.pile.player else self._record_pile(play.pile, player)
        return self._scan_for(player)

    def _scan_for(self, player: PlayerColour | None) -> PlayerChosen:
        """Make scans this player's moves; with None they only look up what they show."""
        self._play.choose(player)
        self.on = player is not None
        return PlayerChosen(self.expectation(), player)

    def _take_command(self, command: Command, finishing: bool) -> Outcome:
        if self._play.pile is not None:
            return self._take_pile_command(self._play.pile, command)
        if self._play.tunnel is not None:
            return self._take_tunnel_command(command)
        match command:
            case Command.UNDO:
                return self._step(self._play.undo)
            case Command.REDO:
                return self._step(self._play.redo)
            case Command.NEXT:
                return self._scan_for(self._following(self._play.chosen))
            case Command.LOOK_UP:
                return self._scan_for(None)
            case Command.DREW_CARDS if self._play.scans_for:
                draw = e.Draw(player=self._play.player)
                return self._play.refuse_before_start_city() or self._play.commit(draw)
            case Command.FINISH if not self._play.state.ended:
                return self._finish(finishing)
            case Command.TUNNEL if self._play.scans_for:
                return Expecting(self.expectation())
        return self._not_now(COMMANDS[command])

    def _step(self, step: Callable[[], Stepped | Refused | Expecting]) -> Outcome:
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
        """Ask for confirmation the first time, and end the game or the first deck the second time."""
        if finishing:
            return self._play.commit(e.Scoring() if self._is_first_scoring else e.End())
        self._finishing = True
        return Expecting(self.expectation())

    @property
    def _is_first_scoring(self) -> bool:
        """CG-5: whether Finish ends the first deck, and not the game."""
        return first_scoring_is_next(self._play.state) and bool(self._play.state.piles or self._play.state.chosen)

    def _take_tunnel_command(self, command: Command) -> Outcome:
        match command:
            case Command.PAID:
                return self._play.commit(self._play.settled(paid=True))
            case Command.TAKEN_BACK:
                return self._play.commit(self._play.settled(paid=False))
            case Command.UNDO:
                return self._play.leave_tunnel()
            case Command.TUNNEL:
                return Expecting(self.expectation())
        return self._not_now(COMMANDS[command])

    def _take_pile_command(self, pile: PileCount, command: Command) -> Outcome:
        match command:
            case Command.UNDO if pile.scanned:
                card = pile.scanned[-1]
                self._play.change_pile(pile.without_last())
                off = {"card": capital(numbered_card(card.colour, card.copy)), "next": self.expectation()}
                return PileCounted(Sentence("{card} was removed. {next}", off), self._play.pile)
            case Command.UNDO:
                self._scan_for(pile.player)
                whose = {"player": self._play.state.player(pile.player).name}
                return PileCounted(Sentence("The count of {player}’s pile was cancelled", whose), None)
            case Command.NEXT:
                return self._record_pile(pile, next_to_count(self._play.state, pile.player))
            case Command.FINISH:
                return self._record_pile(pile, None)
        return self._not_now(COMMANDS[command])

    def _record_pile(self, pile: PileCount, following: PlayerColour | None) -> Outcome:
        """Record the pile, and begin to count that of the following player, if there is one."""
        outcome = self._play.commit(pile.event())
        if isinstance(outcome, Refused):
            return outcome
        if following is None:
            self._play.choose(pile.player)
            return outcome
        begun = self._play.count_pile(following)
        done = {"done": outcome.sentence, "next": self.expectation()}
        return PileCounted(Sentence("{done}. {next}", done), begun)

    def _take_card(self, code: Code) -> Outcome:
        play = self._play
        if play.state.board.rules.piles:
            return self._take_pile_card(code)
        name = numbered_card(code.colour, code.copy)
        if play.tunnel is None:
            pattern = "that is {card}; cards are only scanned for a tunnel"
            return Refused(Sentence(pattern, {"card": name}))
        tried = play.tunnel.scan(code)
        if isinstance(tried, Sentence):
            return Refused(tried)
        play.tunnel = tried
        told = {"card": capital(name), "next": self.expectation()}
        return TunnelTried(Sentence("{card}. {next}", told), tried)

    def _take_pile_card(self, code: Code) -> Outcome:
        play = self._play
        if play.state.ended:
            return self._not_now(THINGS[code.kind])
        name = numbered_card(code.colour, code.copy)
        if play.scans_for is None:
            pattern = "that is {card}; to count a pile, scan a player’s badge first"
            return Refused(Sentence(pattern, {"card": name}))
        pile = play.count_pile(play.player).scan(play.state, code, play.pile_with(code))
        if isinstance(pile, Sentence):
            return Refused(pile)
        play.change_pile(pile)
        doubt = too_many(play.state, pile)
        told: dict[str, object] = {"card": capital(name), "next": doubt or self.expectation()}
        return PileCounted(Sentence("{card}: {next}" if doubt else "{card}. {next}", told), pile)

    def _take_thing(self, code: Code) -> Outcome:
        play, state = self._play, self._play.state
        found = self._labels.id_of(code)
        if found is None:
            return Refused(Sentence(_NO_SUCH[code.kind], {"map": state.board.name}))
        if play.tunnel is not None or play.pile is not None:
            return self._not_now(THINGS[code.kind])
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
        return play.commit(e.Claim(player=mover, route=found))

    def _take_ticket(self, player: PlayerColour, code: Code, ticket: str) -> Outcome:
        state = self._play.state
        if self._play.ticket_cards.is_held(state, ticket, code):
            return Refused(Sentence("that ticket is already recorded"))  # naming it would reveal the holder's secret
        held = sum(hand.count(ticket) for hand in state.hands.values())
        if ticket in state.hand(player) and held >= state.board.tickets[ticket].copies:
            facts = {"player": state.player(player).name}
            return Refused(Sentence("that ticket is already recorded for {player}", facts))
        outcome = self._play.commit(e.Tickets(player=player, kept=(ticket,)))
        if isinstance(outcome, Recorded):
            self._play.ticket_cards.add(ticket, code)
            if state.board.rules.piles:  # there are no turns, and the pile may be scanned next
                self._play.choose(player)
            self._adding = player
        return outcome

    def _take_city(self, player: PlayerColour, city: str) -> Outcome:
        """Do what a city means: a station in Europe. In Old West: a marker bought with the claim just made, a start
        city, where Alvin goes, or a marker, in this order."""
        state, commit = self._play.state, self._play.commit
        if state.board.rules.stations:
            return commit(e.Station(player=player, city=city))
        if state.board.rules.markers is None:
            facts = {"city": state.board.place(city), "map": state.board.name}
            return Refused(Sentence("that is {city}; nothing is placed in cities on {map}", facts))
        if isinstance(state.last, e.Claim) and city in self._play.marker_cities():
            return commit(e.Marker(player=state.last.player, city=city))
        if not state.markers_of(player) and not state.options.counted:
            return commit(e.StartCity(player=player, city=city))
        if state.alvin and state.alvin.to_be_moved and city in state.markers_of(player):
            return commit(e.Alvin(player=player, city=city))
        return commit(e.Marker(player=player, city=city))

    def _not_now(self, what: Sentence) -> Refused:
        return Refused(scanwords.means_nothing(what, self.expectation()))


_UNDO = Code(LabelKind.COMMAND, Command.UNDO.value)
_NO_SUCH = {
    LabelKind.ROUTE: "this edition of {map} has no such route: print its labels again",
    LabelKind.TICKET: "this edition of {map} has no such ticket: print its labels again",
    LabelKind.CITY: "this edition of {map} has no such city: print its labels again",
}
