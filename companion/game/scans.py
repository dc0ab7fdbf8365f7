"""Scans become moves: what a label means at this moment of this game.

A player's badge says whose move it is; after it a route, a ticket or a city is that player's move. With no player
chosen a scan looks a thing up. Nothing here runs out of time: what is expected can always be asked for, and whatever is
scanned gets an answer.

In the Card Game a train card after a badge begins the count of that player's pile, and every further card is one of
it, until Next, Finish or another badge.
"""

from dataclasses import dataclass
from typing import cast

from companion.boards import CardColour, PlayerColour, Route, card_word, colour_word
from companion.game import events as e
from companion.game.course import NothingToError
from companion.game.journal import Game
from companion.game.labels import Labels, set_word
from companion.game.labelwords import BADGE, COMMANDS, THINGS
from companion.game.lookup import look_up
from companion.game.objection import FORBIDDEN
from companion.game.paying import extra_cards
from companion.game.pilecount import PileCount, PileCounts, first_scoring_is_next, next_to_count, too_many
from companion.game.record import RefusedError, refusal_of
from companion.game.state import State
from companion.game.telling import tell
from companion.words import Named, Sentence, capital
from hardware.codes import Code, Command, Kind, Refusal, parse


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of a scan."""

    sentence: Sentence
    used: bool = True
    """False if it meant nothing now; the sentence then says what it was and why."""
    looked_up: Named | None = None
    """The thing to show, if the scan only looked it up."""
    kind: Kind | None = None
    """What the thing looked up is: a route, a ticket or a city."""
    refused: e.Event | None = None
    """The move that a rule forbids, for the players to record all the same, with `override`, if they wish."""


@dataclass(frozen=True, slots=True)
class _Draw:
    """A tunnel that is being tried: the cards turned up so far, each by its label."""

    route: Route
    cards: tuple[Code, ...] = ()

    @property
    def revealed(self) -> tuple[CardColour, ...]:
        return tuple(cast("CardColour", card.colour) for card in self.cards)


class ScanTable:
    """A game that is played by scanning."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.player: PlayerColour | None = None
        """Whose move it is; None while scans only look things up."""
        self._labels = Labels(game.state.board)
        self._draw: _Draw | None = None
        self._ending = False
        self._tickets: dict[str, set[Code]] = {}
        """The cards that were scanned of each ticket, since two cards may be one ticket."""
        self._counting: PlayerColour | None = None
        self._piles = PileCounts()

    @property
    def state(self) -> State:
        """The position now."""
        return self.game.state

    @property
    def draw(self) -> tuple[str, tuple[CardColour, ...]] | None:
        """The route of the tunnel that is being tried, and the cards turned up so far; None if none is."""
        return (self._draw.route.id, self._draw.revealed) if self._draw else None

    def turn_to(self, player: PlayerColour | None) -> Answer:
        """Makes it this player's move, as a badge does; with None scans look things up. While a tunnel is being tried
        the move stays where it is."""
        if player == self.player:
            return Answer(self.expectation())
        if self._draw:
            return self._not_now(BADGE if player else COMMANDS[Command.LOOK_UP])
        self.player = player
        self._ending = False
        self._counting = None
        return Answer(self.expectation())

    @property
    def pile(self) -> PileCount | None:
        """The pile that is being counted; None if none is."""
        return self._piles.known(self.state, self._counting) if self._counting else None

    def count_pile(self, player: PlayerColour) -> PileCount:
        """Begins to count a player's pile, or goes on with it."""
        begun = self._counting == player
        self.player = self._counting = player
        self._ending = False
        return self._piles.known(self.state, player) if begun else self._piles.begin(self.state, player)

    def change_pile(self, pile: PileCount) -> None:
        """What was counted by hand."""
        self._piles.keep(self.state, pile)

    def expectation(self) -> Sentence:
        """What may be scanned now, in words."""
        if self.state.ended:
            return Sentence("The game is over: scan anything to look it up")
        if self._ending:
            if self._is_first_scoring:
                return Sentence("Scan Finish once more to score the first deck, or anything else to go on")
            return Sentence("Scan Finish once more to end the game, or anything else to go on")
        if self.player is None:
            return Sentence("Scan a player's badge to make a move, or anything to look it up")
        name = self.state.player(self.player).name
        if self.pile is not None:
            pattern = "{player}: scan the cards of the pile ({count} so far), then Next"
            return Sentence(pattern, {"player": name, "count": self.pile.total})
        if self._draw:
            left = 3 - len(self._draw.cards)
            facts = {"player": name, "route": self.state.board.route(self._draw.route), "left": left}
            if left:
                pattern = "{player}: scan the cards turned up for {route} ({left} to go), or Paid, or Taken back"
                return Sentence(pattern, facts)
            return Sentence("{player}: scan Paid if {route} is paid for, or Taken back", facts)
        return Sentence(_moves(self.state, self.player), {"player": name})

    def hear(self, text: str) -> Answer:
        """Takes a scanned text and answers with what became of it."""
        meaning = parse(text)
        if isinstance(meaning, Refusal):
            self._ending = False
            return _not_used(meaning.reason.value, text=meaning.text)
        return self.take(meaning)

    def take(self, code: Code) -> Answer:
        """Takes a scanned label and answers with what became of it."""
        if code != _FINISH:
            self._ending = False
        if code.kind in THINGS and code.set != self._labels.letter:
            facts = {"thing": THINGS[code.kind], "other": set_word(code.set)}
            return _not_used(
                "that is {thing} of {other}, but this game is on {map}", **facts, map=self.state.board.name
            )
        match code.kind:
            case Kind.PLAYER:
                return self._choose(code)
            case Kind.COMMAND:
                return self._obey(code.command)
            case Kind.CARD:
                return self._card(code)
            case _:
                return self._thing(code)

    def _choose(self, code: Code) -> Answer:
        if not self.state.plays(code.colour):
            return _not_used("nobody plays {colour} in this game", colour=colour_word(code.colour))
        chosen = next(player.colour for player in self.state.players if player.colour == code.colour)
        if self._counting and self._counting != chosen:
            return self._pile_done(chosen)
        return self.turn_to(chosen)

    def _obey(self, command: Command) -> Answer:
        if self.pile is not None:
            return self._obey_counting(self.pile, command)
        match command:
            case Command.UNDO if self._draw:
                facts = {"route": self.state.board.route(self._draw.route)}
                self._draw = None
                return Answer(Sentence("{route} was not tried after all", facts))
            case Command.UNDO | Command.REDO if not self._draw:
                return self._turn_back(command)
            case Command.NEXT if not self._draw:
                return self.turn_to(_next(self.state, self.player))
            case Command.LOOK_UP if not self._draw:
                return self.turn_to(None)
            case Command.PAID | Command.TAKEN_BACK if self._draw:
                return self._settle(self._draw, paid=command is Command.PAID)
            case Command.DREW_CARDS if self.player and not self._draw:
                return self._record(e.Draw(player=self.player))
            case Command.FINISH if not self._draw:
                return self._finish()
            case Command.TUNNEL if self.player:
                return Answer(self.expectation())
        return self._not_now(COMMANDS[command])

    def _obey_counting(self, pile: PileCount, command: Command) -> Answer:
        """What a command does while a pile is counted."""
        match command:
            case Command.UNDO if pile.scanned:
                card = pile.scanned[-1]
                self.change_pile(pile.without_last())
                off = {"card": card_word(card.colour, card.copy), "next": self.expectation()}
                return Answer(Sentence("The card {card} is taken off again. {next}", off))
            case Command.UNDO:
                self._counting = None
                whose = {"player": self.state.player(pile.player).name}
                return Answer(Sentence("The pile of {player} is not counted after all", whose))
            case Command.NEXT:
                return self._pile_done(next_to_count(self.state, pile.player))
            case Command.FINISH:
                return self._pile_done(None)
        return self._not_now(COMMANDS[command])

    def _pile_done(self, following: PlayerColour | None) -> Answer:
        """Records the pile, and goes on with the one of another player, if there is one."""
        assert self.pile is not None
        answer = self._record(self.pile.event())
        if not answer.used:
            return answer
        self._counting = None
        if following is None:
            return answer
        self.count_pile(following)
        return Answer(Sentence("{done}. {next}", {"done": answer.sentence, "next": self.expectation()}))

    def _turn_back(self, command: Command) -> Answer:
        before = self.game.course.events
        try:
            if command is Command.UNDO:
                self.game.undo()
            else:
                self.game.redo()
        except NothingToError as error:
            return _not_used("{error}", error=error)
        last = (before if command is Command.UNDO else self.game.course.events)[-1:]
        if not last:
            return Answer(self.expectation())
        pattern = "Taken back: {what}" if command is Command.UNDO else "Put back: {what}"
        return Answer(Sentence(pattern, {"what": tell(self.state, last[0])}))

    def _finish(self) -> Answer:
        if self.state.ended:
            return self._not_now(COMMANDS[Command.FINISH])
        if not self._ending:
            self._ending = True
            return Answer(self.expectation())
        self._ending = False
        return self._record(e.Scoring() if self._is_first_scoring else e.End())

    @property
    def _is_first_scoring(self) -> bool:
        """CG-5: whether Finish ends the first deck, and not the game."""
        return first_scoring_is_next(self.state) and bool(self.state.piles or self.state.chosen)

    def _card(self, code: Code) -> Answer:
        name = card_word(code.colour, code.copy)
        if self.state.board.rules.piles:
            return self._pile_card(code, name)
        if self._draw is None:
            return _not_used("that is the train card {card}; cards are scanned only when a tunnel is tried", card=name)
        if code.copy > self.state.board.rules.cards.of(cast("CardColour", code.colour)):
            return _not_used("there is no {card} among the cards of {map}", card=name, map=self.state.board.name)
        if code in self._draw.cards:
            return _not_used("the card {card} is already counted", card=name)
        if len(self._draw.cards) == 3:
            return _not_used("three cards are turned up already; that was {card}", card=name)
        self._draw = _Draw(self._draw.route, (*self._draw.cards, code))
        route = self._draw.route
        if len(self._draw.cards) == 3 and route.colour != "grey" and not extra_cards(route.colour, self._draw.revealed):
            return self._settle(self._draw, paid=True)
        return Answer(Sentence("{card}. {next}", {"card": capital(name), "next": self.expectation()}))

    def _pile_card(self, code: Code, name: Sentence) -> Answer:
        """CG-3: a card lies in one pile, once."""
        if self.state.ended:
            return self._not_now(THINGS[code.kind])
        if self.player is None:
            return _not_used("that is the train card {card}; scan a player's badge first to count a pile", card=name)
        if code.copy > self.state.board.rules.cards.of(cast("CardColour", code.colour)):
            return _not_used("there is no {card} among the cards of {map}", card=name, map=self.state.board.name)
        pile = self.count_pile(self.player)
        if code in pile.scanned:
            return _not_used("the card {card} is already counted", card=name)
        holder = self._piles.holder(self.state, code)
        if holder is not None and holder != pile.player:
            facts = {"card": name, "other": self.state.player(holder).name}
            return _not_used("the card {card} is already counted in the pile of {other}", **facts)
        pile = pile.with_card(code)
        self.change_pile(pile)
        doubt = too_many(self.state, pile)
        said: dict[str, object] = {"card": capital(name), "next": doubt or self.expectation()}
        return Answer(Sentence("{card}: {next}" if doubt else "{card}. {next}", said))

    def _settle(self, draw: _Draw, paid: bool) -> Answer:
        assert self.player is not None
        kind = e.Claim if paid else e.TunnelFailed
        answer = self._record(kind(player=self.player, route=draw.route.id, revealed=draw.revealed))
        if answer.used or answer.refused:
            self._draw = None
        return answer

    def _thing(self, code: Code) -> Answer:
        found = self._labels.id_of(code)
        if found is None:
            return _not_used(_NO_SUCH[code.kind], map=self.state.board.name)
        if code.kind is Kind.TICKET and self.player is None and self.state.board.rules.piles and not self.state.ended:
            return _not_used("scan a player's badge first: tickets stay secret here")
        if self.player is None or self.state.ended:
            named, sentence = look_up(self.state, code.kind, found)
            return Answer(sentence, looked_up=named, kind=code.kind)
        if self._draw or self._counting:
            return self._not_now(THINGS[code.kind])
        if code.kind is Kind.TICKET:
            return self._ticket(self.player, code, found)
        if code.kind is Kind.CITY:
            return self._city(self.player, found)
        route = self.state.board.routes[found]
        claim = e.Claim(player=self.player, route=found)
        if route.tunnel and not self.state.options.counted and refusal_of(self.state, claim) is None:
            self._draw = _Draw(route)
            return Answer(self.expectation())
        return self._record(claim)

    def _ticket(self, player: PlayerColour, code: Code, ticket: str) -> Answer:
        cards = self._tickets.setdefault(ticket, set())
        held = sum(hand.count(ticket) for hand in self.state.hands.values())
        if code in cards and held >= len(cards):
            return _not_used("that ticket is already recorded")  # which it is stays its holder's business
        if ticket in self.state.hand(player) and held >= self.state.board.tickets[ticket].copies:
            return _not_used("that ticket is already recorded for {player}", player=self.state.player(player).name)
        answer = self._record(e.Tickets(player=player, kept=(ticket,)))
        if answer.used:
            cards.add(code)
        return answer

    def _city(self, player: PlayerColour, city: str) -> Answer:
        """A city is a station in Europe; in Old West a start city, where Alvin goes, or a marker, in this order."""
        state = self.state
        if state.board.rules.stations:
            return self._record(e.Station(player=player, city=city))
        if state.board.rules.markers:
            if not state.markers_of(player) and not state.options.counted:
                return self._record(e.StartCity(player=player, city=city))
            if state.alvin and state.alvin.to_be_moved and city in state.markers_of(player):
                return self._record(e.Alvin(player=player, city=city))
            return self._record(e.Marker(player=player, city=city))
        facts = {"city": state.board.place(city), "map": state.board.name}
        return _not_used("that is {city}; nothing is placed in cities on {map}", **facts)

    def _record(self, event: e.Event) -> Answer:
        try:
            self.game.record(event)
        except RefusedError as refused:
            forbidden = event if refused.objection.kind is FORBIDDEN else None
            return Answer(refused.objection.sentence, used=False, refused=forbidden)
        return Answer(tell(self.state, event))

    def _not_now(self, what: Sentence) -> Answer:
        return _not_used("{what} means nothing now. {next}", what=what, next=self.expectation())


_NO_SUCH = {
    Kind.ROUTE: "this {map} has no such route: print its labels anew",
    Kind.TICKET: "this {map} has no such ticket: print its labels anew",
    Kind.CITY: "this {map} has no such city: print its labels anew",
}
_FINISH = Code(Kind.COMMAND, Command.FINISH.value)


def _moves(state: State, player: PlayerColour) -> str:
    """What this player may scan now."""
    rules = state.board.rules
    if rules.piles:
        return "{player}: scan a ticket, or the cards of the pile"
    if rules.markers and state.options.counted:
        return "{player}: scan a route, a ticket, or a city with a marker"
    if rules.markers and not state.markers_of(player):
        return "{player}: scan the start city"
    if state.alvin and state.alvin.to_be_moved and state.alvin.keeper == player:
        return "{player}: scan one of your own cities for Alvin"
    if rules.markers:
        return "{player}: scan a route, a ticket, or a city to mark after a claim"
    if rules.stations:
        return "{player}: scan a route, a ticket, or a city for a station"
    return "{player}: scan a route or a ticket"


def _next(state: State, player: PlayerColour | None) -> PlayerColour:
    """Who is next in turn order; the first, if nobody was."""
    colours = [one.colour for one in state.players]
    return colours[(colours.index(player) + 1) % len(colours)] if player else colours[0]


def _not_used(pattern: str, **facts: object) -> Answer:
    return Answer(Sentence(pattern, facts), used=False)
