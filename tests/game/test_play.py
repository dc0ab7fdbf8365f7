"""The one door into a game: whose move it is, and what a scan becomes."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from companion.boards import Library
from companion.game import parse_record, replay
from companion.game.events import Claim, Draw
from companion.game.journal import Journal
from companion.game.objection import FORBIDDEN, IMPOSSIBLE
from companion.game.outcome import LookedUp, PlayerChosen, Refused, Repeated, TunnelTried
from companion.game.play import SLIP, Play
from companion.scoring import sheet_json, tally
from hardware.codes import (
    Command,
    LabelKind,
    Scan,
    command,
    copies_of,
    numbered,
    numbers,
    parse,
    player,
)
from hardware.scanner import Link, Scanner
from hardware.simulator import SimulatedScanner
from tests.game.scanned import BACK, BLUE, FINISH, PAID, RED, UNDO, Played, code, said
from tests.table import board, players


@pytest.fixture
def europe(tmp_path: Path) -> Iterator[Played]:
    played = Played(tmp_path, "europe")
    yield played
    played.journal.close()


def test_a_badge_and_a_route_are_a_claim(europe: Played) -> None:
    assert europe.expects == "Scan a player’s badge to make a move, or anything else to look it up"
    assert europe.scan(BLUE) == "Bo: scan a route, a ticket, or a city for a station"
    assert europe.scan(europe.route("brest--paris:black")) == "Bo claimed Brest–Paris"
    assert europe.scan(RED, europe.route("brest--paris:black")) == "no: Brest–Paris is already claimed by Bo (blue)"


def test_with_no_player_chosen_a_scan_looks_things_up(europe: Played) -> None:
    assert europe.scan(europe.route("brest--paris:black")) == "Brest–Paris: 3 black spaces, 4 points, not claimed"
    assert europe.scan(europe.ticket("brest--marseille")) == "Brest–Marseille: 7 points"
    assert europe.scan(europe.city("dieppe")) == "Dieppe: 5 routes"
    assert europe.play.events == ()
    europe.scan(BLUE, europe.route("brest--paris:black"), command(Command.LOOK_UP))
    assert europe.scan(europe.route("brest--paris:black")) == "Brest–Paris: 3 black spaces, 4 points, claimed by Bo"


def test_next_goes_round_the_table(europe: Played) -> None:
    following = command(Command.NEXT)
    assert [europe.scan(following).split(":")[0] for _ in range(3)] == ["Anna", "Bo", "Anna"]


def test_undo_and_redo(europe: Played) -> None:
    assert europe.scan(UNDO) == "no: there is nothing to undo"
    europe.scan(BLUE, europe.route("brest--paris:black"))
    assert europe.scan(UNDO) == "Undone: Bo claimed Brest–Paris"
    assert europe.scan(command(Command.REDO)) == "Redone: Bo claimed Brest–Paris"


def test_a_tunnel_asks_for_what_was_laid_down_and_for_three_different_cards(europe: Played) -> None:
    assert europe.scan(RED, europe.route("paris--zurich:grey")) == "Anna: scan the cards played for Paris–Zürich"
    europe.scan(*(europe.card("red", copy) for copy in (1, 2)))
    assert europe.scan(europe.card("red", 3)) == (
        "Red card 3. Anna: scan the cards turned over for Paris–Zürich (3 to go), or Paid, or Given up"
    )
    europe.scan(europe.card("red", 7))
    assert europe.scan(europe.card("red", 7)) == "no: red card 7 has already been counted"
    europe.scan(europe.card("red", 8))
    assert (
        europe.scan(europe.card("green", 1))
        == "Green card 1. Anna: scan the extra cards for Paris–Zürich, or Paid, or Given up"
    )
    assert europe.scan(BLUE).startswith("no: a badge does nothing right now. Anna: scan the extra cards")
    assert europe.scan(RED) == "Anna: scan the extra cards for Paris–Zürich, or Paid, or Given up"
    assert europe.scan(PAID) == "Anna claimed Paris–Zürich (5 red)"
    assert isinstance(europe.play.events[0], Claim)
    assert europe.play.events[0].revealed == ("red", "red", "green")


def test_a_card_turned_back_leaves_the_others_counted(europe: Played) -> None:
    europe.scan(RED, europe.route("paris--zurich:grey"), *(europe.card("red", copy) for copy in (1, 2, 3, 7, 8)))
    assert europe.play.tunnel is not None
    europe.play.tunnel = europe.play.tunnel.turn_back(0)
    assert europe.play.tunnel.revealed == ("red",)
    for copy in (1, 8):
        assert europe.scan(europe.card("red", copy)) == f"no: red card {copy} has already been counted"
    assert europe.scan(europe.card("red", 7)).startswith("Red card 7.")


def test_a_tunnel_may_be_given_up_or_not_tried_after_all(europe: Played) -> None:
    tunnel = europe.route("paris--zurich:grey")
    europe.scan(RED, tunnel, *(europe.card("red", copy) for copy in (1, 2, 3, 7)))
    assert europe.scan(BACK) == "Anna gave up the tunnel Paris–Zürich"
    assert europe.scan(tunnel) == "Bo: scan the cards played for Paris–Zürich"
    assert europe.scan(UNDO) == "The attempt at Paris–Zürich was cancelled"
    assert [one.type for one in europe.play.events] == ["tunnel_failed"]


def test_finish_asks_once_more(europe: Played) -> None:
    again = "Scan Finish again to end the game, or anything else to continue"
    assert europe.scan(FINISH) == f"{again}. No tickets recorded for Anna, Bo."
    europe.scan(BLUE)
    assert europe.scan(FINISH).startswith("Scan Finish again")
    assert europe.scan(FINISH) == "The game ended"
    assert europe.play.state.ended
    assert europe.scan(FINISH).startswith("no: Finish does nothing right now. The game is over")


STRANGERS = ["5449000000996", "TR1CER0", numbered(LabelKind.TICKET, "I", 5).text, player("green").text]


@pytest.mark.parametrize("scanned", STRANGERS)
def test_anything_else_than_finish_keeps_the_game_going(europe: Played, scanned: str) -> None:
    europe.scan(FINISH)
    europe.play.take(parse(scanned))
    assert europe.scan(FINISH).startswith("Scan Finish again")
    assert not europe.play.state.ended


def test_redo_waits_until_a_tunnel_is_settled(europe: Played) -> None:
    tunnel = europe.route("paris--zurich:grey")
    europe.scan(RED, tunnel, PAID, UNDO, tunnel)
    assert europe.scan(command(Command.REDO)).startswith("no: Redo does nothing right now")
    assert europe.scan(PAID) == "Anna claimed Paris–Zürich"


def test_a_card_that_the_deck_does_not_have(europe: Played) -> None:
    europe.scan(RED, europe.route("paris--zurich:grey"))
    assert europe.scan(europe.card("red", 13)) == "no: Europe has no red card 13"


def test_two_cards_of_one_swiss_ticket_are_two_and_each_counts_once(tmp_path: Path) -> None:
    swiss = Played(tmp_path, "switzerland")
    copies = {ticket.id: ticket.copies for ticket in swiss.board.tickets.values()}
    known = numbers(copies_of(copies))
    one, two = (numbered(LabelKind.TICKET, "S", known[card]) for card in ("france--countries", "france--countries#2"))
    assert swiss.scan(RED, one) == "Anna kept a ticket"
    assert swiss.scan(one) == "no: that ticket is already recorded"
    assert swiss.scan(two) == "Anna kept a ticket"
    assert swiss.scan(two).endswith("is already recorded")
    assert swiss.scan(UNDO, two) == "Anna kept a ticket"
    assert swiss.play.state.hand("red") == ("france--countries", "france--countries")
    swiss.journal.close()


def test_strangers_are_answered_with_what_they_were(europe: Played) -> None:
    india = board("india")
    ticket = code(india, LabelKind.TICKET, next(iter(india.tickets)))
    assert europe.scan(ticket) == "no: that is a ticket from India, but this game is on Europe"
    assert europe.scan(player("green")) == "no: nobody is playing green in this game"
    assert said(europe.play.take(parse("5449000000996"))).startswith("no: that is a product barcode")
    unknown = next(n for n in range(9) if n not in numbers(europe.board.routes).values())
    assert (
        europe.scan(numbered(LabelKind.ROUTE, "E", unknown))
        == "no: this edition of Europe has no such route: print its labels again"
    )


def test_cities_of_old_west_are_start_alvin_and_marker_in_turn(tmp_path: Path) -> None:
    west = Played(tmp_path, "old_west")
    assert west.scan(BLUE) == "Bo: scan the start city"
    assert west.scan(west.city("denver")) == "Bo starts in Denver"
    assert west.scan(RED, west.city("tucson")) == "Anna starts in Tucson"
    assert west.scan(west.route("las-cruces--tucson:orange")) == "Anna claimed Las Cruces–Tucson"
    assert west.scan(west.city("las-cruces")) == "Anna put a marker in Las Cruces"
    west.journal.close()


def test_nothing_is_placed_in_cities_of_the_usa(tmp_path: Path) -> None:
    usa = Played(tmp_path, "usa")
    assert usa.scan(RED, usa.city("miami")) == "no: that is Miami; nothing is placed in cities on USA"
    usa.journal.close()


def test_what_was_looked_up_is_told_with_its_kind(europe: Played) -> None:
    things = {
        LabelKind.ROUTE: (europe.route("brest--paris:black"), "brest--paris:black"),
        LabelKind.TICKET: (europe.ticket("brest--marseille"), "brest--marseille"),
        LabelKind.CITY: (europe.city("dieppe"), "dieppe"),
    }
    for kind, (label, one) in things.items():
        found = europe.play.take(label)
        assert isinstance(found, LookedUp)
        assert (found.kind, found.thing.id) == (kind, one)
    assert isinstance(europe.play.take(RED), PlayerChosen)


def test_what_a_rule_forbids_can_be_recorded_all_the_same(europe: Played) -> None:
    europe.scan(BLUE, europe.city("dieppe"), RED)
    refused = europe.play.take(europe.city("dieppe"))
    assert isinstance(refused, Refused)
    assert str(refused.sentence) == "Bo (blue) already has a station in Dieppe"
    assert refused.event is not None
    assert refused.objection is not None
    assert refused.objection.kind is FORBIDDEN
    europe.play.record(refused.event.model_copy(update={"override": True}))
    assert europe.play.state.stations_of("red") == ("dieppe",)


def test_what_is_impossible_cannot(europe: Played) -> None:
    claimed = europe.route("brest--paris:black")
    europe.scan(RED, claimed, RED)
    again = europe.play.take(claimed)
    assert isinstance(again, Refused)
    assert str(again.sentence) == "Brest–Paris is already claimed by Anna (red)"
    assert again.objection is not None
    assert again.objection.kind is IMPOSSIBLE
    stranger = europe.play.take(player("green"))
    assert isinstance(stranger, Refused)
    assert stranger.objection is None


def test_a_tunnel_that_someone_else_took_meanwhile_is_no_longer_tried(europe: Played) -> None:
    europe.scan(RED, europe.route("paris--zurich:grey"))
    assert europe.play.tunnel is not None
    europe.play.tunnel = europe.play.tunnel.lay("red").turn_up("red")
    europe.play.game.record(Claim(player="blue", route="paris--zurich:grey"))
    refused = europe.play.take(PAID)
    assert isinstance(refused, Refused)
    assert str(refused.sentence) == "Paris–Zürich is already claimed by Bo (blue)"
    assert refused.event == Claim(player="red", route="paris--zurich:grey", cards={"red": 4}, revealed=("red",))
    assert europe.play.tunnel is None


def test_badge_then_chip_is_the_move_of_the_chip(europe: Played) -> None:
    europe.scan(RED)
    europe.play.choose("blue")
    assert europe.expects == "Bo: scan a route, a ticket, or a city for a station"
    assert europe.scan(europe.route("brest--paris:black")) == "Bo claimed Brest–Paris"


def test_chip_then_badge_is_the_move_of_the_badge(europe: Played) -> None:
    europe.play.choose("blue")
    europe.scan(RED)
    assert europe.play.player == "red"
    assert europe.scan(europe.route("brest--paris:black")) == "Anna claimed Brest–Paris"


def test_after_a_badge_and_a_claim_the_turn_passes_on(europe: Played) -> None:
    europe.scan(RED, europe.route("brest--paris:black"))
    assert europe.to_move() == "blue"
    assert europe.expects == "Bo: scan a route, a ticket, or a city for a station"
    assert europe.scan(europe.route("dieppe--paris:pink")) == "Bo claimed Dieppe–Paris"
    assert europe.to_move() == "red"


def test_after_a_move_by_touch_scans_look_things_up_again(europe: Played) -> None:
    europe.scan(RED)
    europe.play.record(Claim(player="red", route="brest--paris:black"))
    assert europe.expects == "Scan a player’s badge to make a move, or anything else to look it up"
    assert isinstance(europe.play.take(europe.route("dieppe--paris:pink")), LookedUp)


def test_a_refused_touch_changes_nothing_about_scans(europe: Played) -> None:
    europe.scan(BLUE, europe.route("brest--paris:black"), RED)
    assert isinstance(europe.play.record(Claim(player="red", route="brest--paris:black")), Refused)
    assert europe.scan(europe.route("dieppe--paris:pink")) == "Anna claimed Dieppe–Paris"


def test_tickets_in_a_row_are_one_players_though_the_turn_has_passed(europe: Played) -> None:
    """Two cards of the deal for Bo while Anna begins, then two that Anna draws later as her turn."""
    first, second, third, fourth, fifth = list(europe.board.tickets)[:5]
    europe.scan(BLUE, europe.ticket(first))
    assert europe.to_move() == "red"
    assert europe.expects == "Bo: scan more tickets. Anything else is Anna’s move."
    europe.scan(europe.ticket(second), RED, europe.ticket(third), command(Command.DREW_CARDS))
    europe.scan(command(Command.DREW_CARDS), europe.ticket(fourth))
    assert europe.to_move() == "blue"
    europe.scan(europe.ticket(fifth))
    assert europe.play.state.hand("blue") == (first, second)
    assert europe.play.state.hand("red") == (third, fourth, fifth)
    assert europe.scan(europe.route("brest--paris:black")) == "Bo claimed Brest–Paris"


def test_a_tunnel_is_settled_before_the_move_goes_on(europe: Played) -> None:
    begun = europe.play.take(RED), europe.play.take(europe.route("paris--zurich:grey"))
    assert isinstance(begun[1], TunnelTried)
    for label in (BLUE, command(Command.LOOK_UP), command(Command.NEXT), europe.city("dieppe")):
        assert isinstance(europe.play.take(label), Refused)
    assert europe.scan(PAID) == "Anna claimed Paris–Zürich"


def test_a_touch_and_the_same_scan_count_once_within_a_quarter_second(tmp_path: Path) -> None:
    now = [0.0]
    game = Journal(tmp_path).begin(board("europe"), players(["red", "blue"]))
    play = Play(game, clock=lambda: now[0])
    drew = command(Command.DREW_CARDS)
    play.take(RED)
    play.take(drew)
    assert isinstance(play.take(drew), Repeated)
    assert isinstance(play.record(Draw(player="blue")), Repeated)
    assert list(play.events) == [Draw(player="red")]
    now[0] += SLIP
    play.record(Draw(player="blue"))
    play.take(RED)  # another label is never taken for a slip
    play.take(drew)
    assert play.events == (Draw(player="red"), Draw(player="blue"), Draw(player="red"))


def test_another_players_move_keeps_the_game_going(europe: Played) -> None:
    europe.scan(RED, FINISH)
    europe.play.choose("blue")
    assert europe.scan(FINISH).startswith("Scan Finish again")


def test_the_tunnel_that_is_tried_can_be_seen(europe: Played) -> None:
    before = europe.play.tunnel
    assert before is None
    europe.scan(RED, europe.route("paris--zurich:grey"))
    assert europe.play.tunnel is not None
    europe.play.tunnel = europe.play.tunnel.lay("red")  # by touch
    europe.scan(europe.card("red", 7), europe.card("green", 1))
    assert europe.play.tunnel.revealed == ("red", "green")
    europe.scan(BACK)
    assert europe.play.tunnel is None


def test_a_tunnel_on_a_counted_board_has_been_paid_for(tmp_path: Path) -> None:
    counted = Played(tmp_path, "europe", counted=True)
    assert counted.scan(RED, counted.route("paris--zurich:grey")) == "Anna claimed Paris–Zürich"
    counted.journal.close()


def test_cities_of_a_counted_old_west_carry_markers(tmp_path: Path) -> None:
    counted = Played(tmp_path, "old_west", counted=True)
    assert counted.scan(RED) == "Anna: scan a route, a ticket, or a city with a marker"
    assert counted.scan(counted.city("denver")) == "Anna put a marker in Denver"
    assert counted.scan(counted.route("las-cruces--tucson:orange")) == "Anna claimed Las Cruces–Tucson"
    counted.journal.close()


RECORD = b"""{
  "format": "companion-game/1", "map": "europe",
  "players": [{"colour": "red", "name": "Anna"}, {"colour": "blue", "name": "Bo"}],
  "events": [
    {"type": "claim", "player": "blue", "route": "brest--paris:black"},
    {"type": "claim", "player": "red", "route": "paris--zurich:grey", "revealed": ["red", "green", "red"],
     "cards": {"red": 5}},
    {"type": "claim", "player": "red", "route": "marseille--zurich:pink"},
    {"type": "station", "player": "red", "city": "paris"},
    {"type": "tickets", "player": "red", "kept": ["brest--marseille", "amsterdam--pamplona"]},
    {"type": "tickets", "player": "blue", "kept": ["paris--wien"]},
    {"type": "end"}
  ]
}"""


def test_a_whole_session_through_the_wire_scores_like_the_same_game_typed(tmp_path: Path) -> None:
    """Badge, route, undo, tunnel with three cards, station, tickets, finish: all through a pseudo-terminal."""
    played = Played(tmp_path, "europe")
    wire = SimulatedScanner(tmp_path / "port").plug_in()
    # Every scan comes seconds after the one before, so that a badge may be scanned again.
    scanner = Scanner(wire.port, clock=count(step=2.0).__next__).start()
    script = [
        BLUE, played.route("brest--paris:black"),
        RED, played.route("brest--dieppe:orange"), UNDO,
        RED, played.route("paris--zurich:grey"),
        played.card("red", 1), played.card("red", 2), played.card("red", 3),
        played.card("red", 7), played.card("green", 2), played.card("red", 7), played.card("red", 8), PAID,
        RED, played.route("marseille--zurich:pink"), PAID,  # a tunnel too, but the deck was empty
        RED, played.city("paris"),
        RED, played.ticket("brest--marseille"), played.ticket("amsterdam--pamplona"),
        BLUE, played.ticket("paris--wien"),
        FINISH, FINISH,
    ]  # fmt: skip
    assert isinstance(scanner.events.get(timeout=20), Link)
    for one in script:
        wire.scan(one.text)
        event = scanner.events.get(timeout=20)
        assert isinstance(event, Scan)
        assert event.meaning == one
        played.play.take(event.meaning)
    scanner.stop()
    wire.unplug()
    typed = tally(replay(parse_record(RECORD), played.board))
    assert sheet_json(tally(played.play.state)) == sheet_json(typed)
    played.journal.close()
    again = Journal(tmp_path)
    assert sheet_json(tally(again.read(1, Library()).state)) == sheet_json(tally(played.play.state))
    again.close()
