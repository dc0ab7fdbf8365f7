"""Whole games on the real app: by touch, by scanner, and by both."""

from itertools import count
from pathlib import Path
from random import Random
from threading import Event

import pytest

from tests.screens.player import Hand, same_score

# isort: split
from companion.boards import Board, Library, PlayerColour
from companion.game import events as e
from companion.game import refusal_of
from companion.game.journal import Journal
from companion.game.play import SLIP
from companion.screens.start.home import HomeScreen
from hardware.codes import Command, LabelKind, Scan, command, copies_of, numbered, numbers, player, set_letter
from hardware.simulator import SimulatedScanner


@pytest.mark.parametrize(
    ("name", "map_id"),
    [
        ("USA", "usa"),
        ("Europe", "europe"),
        ("Switzerland", "switzerland"),
        ("India", "india"),
        ("Old West", "old_west"),
        ("Nordic Countries", "nordic_countries"),
    ],
)
def test_a_whole_game_by_touch_alone(name: str, map_id: str, tmp_path: Path) -> None:
    rng = Random(map_id)
    hand = Hand(tmp_path)
    first, second = Library().load(map_id).rules.player_colours[:2]
    hand.new_game(name, f"{first} {second}", alvin=map_id == "old_west")
    if map_id == "old_west":
        hand.start_cities(rng)
    tickets = list(hand.state.board.tickets)
    hand.keep_tickets(tickets[0], tickets[3], tickets[5], player=first.title())
    hand.keep_tickets(tickets[1], tickets[7], player=second.title())
    turns = 0
    while (last := hand.table.play.last_round()) is None or last.still_to_play:
        hand.play_turn(rng)
        turns += 1
        if turns == 5 and hand.state.board.rules.stations:
            hand.place("Station", "kharkov")
            assert hand.state.stations[-1].city == "kharkov"
        if turns == 8:
            hand.restart()  # the plug is pulled in the middle
            hand.touch("Continue")
        if last is not None:
            assert hand.table.banner.text
        assert turns < 150
    assert hand.driver.has("That was the last turn: tap Finish.")
    same_score(hand, hand.finish())
    hand.stop()


class Wire:
    """The same app with a scanner on a pseudo-terminal."""

    def __init__(self, folder: Path, hand: type[Hand] = Hand) -> None:
        self.scanner = SimulatedScanner(folder / "port").plug_in()
        # Every scan comes seconds after the one before, so that a badge may be scanned again.
        self.hand = hand(folder / "data", scanner=self.scanner.port, clock=count(step=2.0).__next__)
        self.hand.driver.wait_for(
            lambda: self.hand.driver.app.session.link and self.hand.driver.app.session.link.connected
        )

    def scan(self, *texts: str) -> None:
        """Scans, and waits until each has been answered."""
        session = self.hand.driver.app.session
        hear, heard = session.hear, Event()

        def hear_and_tell(scan: Scan) -> None:
            hear(scan)
            heard.set()

        session.hear = hear_and_tell  # a sound would not do: the final scoring has sounds of its own
        for text in texts:
            heard.clear()
            self.scanner.scan(text)
            self.hand.driver.wait_for(heard.is_set)
            self.hand.driver.settle()
            self.hand.driver.wait(SLIP)  # no hand scans faster
        session.hear = hear

    def code(self, board: Board, kind: LabelKind, one: str) -> str:
        tickets = copies_of({ticket.id: ticket.copies for ticket in board.tickets.values()})
        ids = {LabelKind.ROUTE: list(board.routes), LabelKind.TICKET: tickets, LabelKind.CITY: list(board.cities)}[kind]
        return numbered(kind, set_letter(board.id), numbers(ids)[one]).text

    def stop(self) -> None:
        self.hand.stop()
        self.scanner.unplug()


@pytest.mark.parametrize(
    ("name", "colours"),
    [("USA", ("red", "blue", "green")), ("Nordic Countries", ("white", "black", "purple"))],
    ids=["usa", "nordic_countries"],
)
def test_a_whole_game_by_scans_alone(name: str, colours: tuple[PlayerColour, ...], tmp_path: Path) -> None:
    wire = Wire(tmp_path)
    wire.hand.new_game(name, " ".join(colours))
    board, rng = wire.hand.state.board, Random(5)
    assert wire.hand.table.status.scanner == "ready"
    first = colours[0].title()
    for colour, ticket in zip(colours, board.tickets, strict=False):
        wire.scan(player(colour).text, wire.code(board, LabelKind.TICKET, ticket))
        assert wire.hand.state.hand(colour) == (ticket,)
        assert wire.hand.driver.has(f"{first}’s turn")  # nobody has begun
        expected = f"{first}: scan a route or a ticket" if colour == colours[0] else "scan more tickets"
        assert wire.hand.driver.has(expected)
    for turn in range(200):
        last = wire.hand.table.play.last_round()
        if last is not None and not last.still_to_play:
            break
        state = wire.hand.state
        mover = state.players[turn % 3].colour
        free = [r for r in state.open_to(mover) if refusal_of(state, e.Claim(player=mover, route=r.id)) is None]
        if not free:
            wire.scan(player(mover).text, command(Command.DREW_CARDS).text)
            continue
        route = max(rng.sample(free, min(5, len(free))), key=lambda route: route.length)
        wire.scan(player(mover).text, wire.code(board, LabelKind.ROUTE, route.id))
        if route.tunnel:
            wire.scan(command(Command.PAID).text)
        assert wire.hand.state.claims[-1].route is route
        if turn == 4:
            wire.scan(command(Command.UNDO).text)
            assert len(wire.hand.state.claims) == len(state.claims)
    wire.scan(command(Command.FINISH).text, command(Command.FINISH).text)
    same_score(wire.hand, wire.hand.to_sheet())
    wire.stop()


def test_touch_and_scan_are_one_game(tmp_path: Path) -> None:
    """A tunnel by scans, a claim by touch, a refused scan overridden by touch, undo by touch of what was scanned."""
    wire = Wire(tmp_path)
    hand = wire.hand
    hand.new_game("Europe", "red blue")
    board = hand.state.board
    hand.claim("brest--paris:black")
    wire.scan(player("blue").text, wire.code(board, LabelKind.ROUTE, "dieppe--paris:pink"))
    assert [claim.player for claim in hand.state.claims] == ["red", "blue"]
    assert hand.driver.has("Red’s turn")
    wire.scan(player("blue").text, wire.code(board, LabelKind.ROUTE, "brest--paris:black"))
    assert hand.driver.has("Brest–Paris is already claimed by Red")
    hand.touch("Record it anyway")
    assert hand.state.claims[-1].player == "blue"
    hand.touch("Undo")
    assert len(hand.state.claims) == 2
    wire.scan(player("red").text, wire.code(board, LabelKind.ROUTE, "paris--zurich:grey"))
    assert hand.driver.has("Red: Paris–Zürich, 3 trains, tunnel")
    wire.scan(command(Command.PAID).text)
    assert hand.state.claims[-1].route.id == "paris--zurich:grey"
    wire.scan(command(Command.LOOK_UP).text, wire.code(board, LabelKind.ROUTE, "marseille--zurich:pink"))
    (card,) = hand.cards()
    hand.driver.tap(card)  # what was looked up can be claimed with one touch
    hand.driver.settle()
    hand.touch("Paid")  # it is a tunnel too
    assert hand.state.claims[-1].route.id == "marseille--zurich:pink"
    wire.stop()


def test_the_scanner_comes_and_goes(tmp_path: Path) -> None:
    wire = Wire(tmp_path)
    wire.hand.new_game("USA", "red blue")
    assert wire.hand.table.status.scanner == "ready"
    wire.scanner.unplug()
    wire.hand.driver.wait_for(lambda: wire.hand.table.status.scanner == "lost")
    wire.scanner.plug_in()
    wire.hand.driver.wait_for(lambda: wire.hand.table.status.scanner == "ready")
    wire.stop()


def test_quit_and_continue_in_the_middle(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.new_game("Europe", "red blue green")
    for track in ("brest--paris:black", "berlin--essen:blue", "roma--venezia:black"):
        hand.claim(track)
    before = hand.events
    hand.restart()
    assert isinstance(hand.driver.app.session.host.screen, HomeScreen)
    assert hand.driver.has("Europe: Red, Blue, Green")
    hand.touch("Continue")
    assert hand.events == before
    assert hand.table.play.player == "red"
    hand.touch("Undo")  # undo reaches back beyond the pulled plug
    assert hand.events == before[:-1]
    hand.stop()
    journal = Journal(tmp_path)
    assert len(journal.games()) == 1
    journal.close()


def test_a_group_that_played_before_starts_again_in_three_touches(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.new_game("USA", "yellow black white")
    hand.finish()
    hand.back()
    touches = []
    for text in ("New game", "Same again: USA with Yellow, Black, White", "Start"):
        hand.touch(text)
        touches.append(text)
    assert [player.colour for player in hand.state.players] == ["yellow", "black", "white"]
    assert len(touches) == 3
    hand.stop()
