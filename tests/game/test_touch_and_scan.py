"""Touches and scans in any order are one game: after every move the position, whose move it is, and the score are those
of the same moves by touch alone."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random

import pytest

from companion.boards import CardColour, CardCounts, PlayerColour
from companion.game import Event, refusal_of
from companion.game import events as e
from companion.game.journal import Journal
from companion.game.outcome import Recorded
from companion.game.pilecount import PileCount
from companion.game.play import Play
from companion.scoring import sheet_json, tally
from hardware.codes import Code, Command, LabelKind, card, command, copies_of, numbered, numbers, player, set_letter
from tests.games import SYSTEMS, random_game
from tests.table import Table

EXTRA: tuple[CardColour, ...] = ("red", "green")
"""What is turned up at every tunnel; more may have to be paid."""


class TwoHands:
    """One game that is played by touch, by scanner, or by both."""

    def __init__(self, folder: Path, begun: Table) -> None:
        state = begun.state
        self.journal = Journal(folder)
        game = self.journal.begin(state.board, state.players, state.options)
        self.play = Play(game, clock=count(step=1.0).__next__)
        board = state.board
        self._letter = set_letter(board.id)
        tickets = copies_of({ticket.id: ticket.copies for ticket in board.tickets.values()})
        self._numbers = {
            LabelKind.ROUTE: numbers(board.routes),
            LabelKind.TICKET: numbers(tickets),
            LabelKind.CITY: numbers(board.cities),
        }

    def label(self, kind: LabelKind, one: str) -> Code:
        return numbered(kind, self._letter, self._numbers[kind][one])

    # By touch

    def touch(self, event: Event) -> None:
        play = self.play
        if isinstance(event, e.ByPlayer) and play.player != event.player:
            play.choose(event.player)
        match event:
            case e.Claim(route=route):
                outcome = play.claim(play.state.board.routes[route])
                if play.tunnel is not None:
                    self._lay(event)
                    outcome = play.pay()
            case e.Tickets():
                outcome = play.keep_tickets(event)
            case _:
                outcome = play.record(event)
        assert isinstance(outcome, Recorded), outcome

    def _lay(self, claim: e.Claim) -> None:
        """What is laid down and turned up is the same, whoever says it."""
        play = self.play
        assert play.tunnel is not None
        if not play.tunnel.is_known:
            play.tunnel = play.tunnel.lay("blue")
        for colour in EXTRA:
            play.tunnel = play.tunnel.turn_up(colour)

    # By scanner

    def scan(self, event: Event) -> None:
        play = self.play
        match event:
            case e.Claim(route=route):
                self._take(player(event.player), self.label(LabelKind.ROUTE, route))
                if play.tunnel is not None:
                    self._scan_tunnel()
            case e.Tickets(kept=(ticket,)):
                self._take(player(event.player), self.label(LabelKind.TICKET, self._copy(ticket)))
            case e.Station(city=city) | e.StartCity(city=city) | e.Marker(city=city) | e.Alvin(city=city):
                self._take(player(event.player), self.label(LabelKind.CITY, city))
            case e.Draw():
                self._take(player(event.player), command(Command.DREW_CARDS))
            case e.Pile(cards=cards):
                self._scan_pile(event.player, cards)
            case e.Scoring() | e.End():
                self._take(command(Command.FINISH), command(Command.FINISH))

    def _take(self, *labels: Code) -> None:
        for label in labels:
            self.play.take(label)

    def _scan_tunnel(self) -> None:
        tunnel = self.play.tunnel
        assert tunnel is not None
        if tunnel.laying:
            laid = tunnel.lay("blue").laid
            assert laid is not None
            cards = [card(self._letter, colour, copy + 1) for colour, many in laid.items() for copy in range(many)]
            self._take(*cards)
        self._take(*(card(self._letter, colour, 12) for colour in EXTRA), command(Command.PAID))

    def _scan_pile(self, colour: PlayerColour, cards: CardCounts) -> None:
        """A pile that was counted before is counted by hand; the labels of its cards may lie in another one."""
        self._take(player(colour))
        pile = PileCount(self.play.count_pile(colour).player)
        for kind, many in cards.items():
            pile = pile.counted(kind, many)
        self.play.change_pile(pile)
        self._take(command(Command.FINISH))

    def _copy(self, ticket: str) -> str:
        """The next card of a ticket that nobody has."""
        held = sum(hand.count(ticket) for hand in self.play.state.hands.values())
        return ticket if held == 0 else f"{ticket}#{held + 1}"


def one_by_one(events: list[Event]) -> list[Event]:
    """The same game with its tickets one after another, as a scanner reads them, and no zeros in its piles."""
    found: list[Event] = []
    for event in events:
        if isinstance(event, e.Tickets):
            found += [e.Tickets(player=event.player, kept=(ticket,)) for ticket in event.kept]
        elif isinstance(event, e.Pile):
            found.append(e.Pile(player=event.player, cards={card: many for card, many in event.cards.items() if many}))
        else:
            found.append(event)
    return found


@pytest.mark.parametrize("map_id", SYSTEMS)
@pytest.mark.parametrize("seed", range(4))
def test_any_mixture_of_touches_and_scans_is_the_same_game(
    map_id: str, seed: int, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    begun, events = random_game(map_id, Random(f"{map_id}{seed}"), turns=24)
    touched, mixed = TwoHands(tmp_path / "touched", begun), TwoHands(tmp_path / "mixed", begun)
    rng, scanned = Random(seed), 0
    for event in one_by_one(events):
        if refusal_of(touched.play.state, event) is not None:
            continue
        if rng.random() < 0.3:  # somebody else's badge, a chip, a wrong try that is left alone
            mixed.play.take(player(rng.choice(begun.state.players).colour))
        if rng.random() < 0.2:
            mixed.play.choose(rng.choice(begun.state.players).colour)
        touched.touch(event)
        if rng.random() < 0.5:
            mixed.touch(event)
        else:
            mixed.scan(event)
            scanned += 1
        if rng.random() < 0.15:
            take_back_and_put_back(mixed.play, by_scan=rng.random() < 0.5)
        assert mixed.play.events == touched.play.events
        assert mixed.play.state == touched.play.state
        if not begun.state.board.rules.piles:  # no turns pass in the Card Game
            assert mixed.play.player == touched.play.player
    assert sheet_json(tally(mixed.play.state)) == sheet_json(tally(touched.play.state))
    assert scanned > 0
    record_property("moves of random games scanned among touches", scanned)
    touched.journal.close()
    mixed.journal.close()


def take_back_and_put_back(play: Play, by_scan: bool) -> None:
    if by_scan:
        play.take(command(Command.UNDO))
        play.take(command(Command.REDO))
    else:
        play.undo()
        play.redo()
