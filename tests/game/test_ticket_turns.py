"""Turns spent on tickets, returned tickets and what the players should check, by scan and by the ticket list."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game import events as e
from companion.game import parse_record, replay
from companion.game.outcome import PlayerChosen, Recorded, Refused
from companion.game.playwords import what_is_missing
from companion.game.record import BadRecordError
from companion.scoring import sheet_json, tally
from hardware.codes import Code, Command, command
from tests.game.scanned import BLUE, FINISH, RED, UNDO, Played
from tests.table import board

DREW_TICKETS, RETURNED, NEXT = (command(one) for one in (Command.DREW_TICKETS, Command.RETURNED, Command.NEXT))
USA = ("boston--miami", "calgary--phoenix", "dallas--new-york", "denver--el-paso", "denver--pittsburgh")


@pytest.fixture
def usa(tmp_path: Path) -> Iterator[Played]:
    played = Played(tmp_path, "usa")
    yield played
    played.journal.close()


@pytest.fixture
def europe(tmp_path: Path) -> Iterator[Played]:
    played = Played(tmp_path, "europe")
    yield played
    played.journal.close()


def doubt(played: Played, *codes: Code) -> str:
    """Scans all of them; what the players should check about the last."""
    outcomes = [played.play.take(one) for one in codes]
    last = outcomes[-1]
    assert isinstance(last, Recorded | PlayerChosen), last
    return str(last.doubt) if last.doubt else ""


def deal(played: Played, tickets: tuple[str, ...] = USA) -> None:
    """Two tickets for Anna, then two for Bo, scanned."""
    first, second, third, fourth = map(played.ticket, tickets[:4])
    played.scan(RED, first, second, BLUE, third, fourth)


def routes(played: Played) -> list[str]:
    return list(played.board.routes)


def same_as_record(played: Played) -> None:
    """The exported record has the same score, and the same position."""
    record = played.play.game.as_record()
    assert sheet_json(tally(replay(record, board(record.map)))) == sheet_json(tally(played.play.state))
    assert replay(record, board(record.map)) == played.play.state


def test_pay_10_a_first_turn_of_scanned_tickets_passes_the_turn_on(usa: Played) -> None:
    deal(usa)
    assert usa.to_move() == "red"
    usa.scan(RED, usa.ticket(USA[4]))
    assert usa.to_move() == "blue"
    assert usa.expects == "Anna: scan more tickets. Anything else is Bo’s move."
    assert usa.scan(usa.route(routes(usa)[0])).startswith("Bo claimed")
    assert usa.to_move() == "red"
    same_as_record(usa)


def test_pay_10_whoever_was_dealt_last_may_begin_with_tickets(usa: Played) -> None:
    """Anna's badge again, so the ticket is no more of her deal: the turn is recorded before it."""
    first, second, third, fourth, fifth = map(usa.ticket, USA)
    usa.scan(BLUE, first, second, RED, third, fourth, RED, fifth)
    assert usa.play.events[-2:] == (e.Draw(player="red", of="tickets"), e.Tickets(player="red", kept=(USA[4],)))
    assert usa.to_move() == "blue"


def test_pay_10_without_a_badge_it_is_one_more_of_the_deal(usa: Played) -> None:
    first, second, third, fourth, fifth = map(usa.ticket, USA)
    usa.scan(BLUE, first, second, RED, third, fourth, fifth)
    assert usa.to_move() == "red"
    assert not any(isinstance(one, e.Draw) for one in usa.play.events)


def test_pay_10_a_scanned_deal_and_a_turn_from_the_list(usa: Played) -> None:
    first, second, third, fourth, _ = map(usa.ticket, USA)
    usa.scan(BLUE, first, second, RED, third, fourth)
    usa.play.keep_tickets(e.Tickets(player="red", kept=(USA[4],)))
    assert usa.to_move() == "blue"
    usa.play.undo()
    usa.play.undo()
    assert usa.to_move() == "red"
    assert usa.play.state.hand("red") == USA[2:4]


def test_pay_10_tickets_that_nobody_names_are_a_turn(usa: Played) -> None:
    assert usa.scan(RED, DREW_TICKETS) == "Anna drew tickets"
    assert usa.to_move() == "blue"
    assert usa.expects == "Anna: scan the tickets you kept, if you like. Anything else is Bo’s move."
    assert usa.scan(DREW_TICKETS) == "Bo drew tickets"
    assert usa.play.events == (e.Draw(player="red", of="tickets"), e.Draw(player="blue", of="tickets"))
    assert usa.to_move() == "red"
    assert usa.scan(UNDO) == "Undone: Bo drew tickets"
    assert usa.to_move() == "blue"
    same_as_record(usa)


def test_pay_10_tickets_scanned_right_after_drawing_them_are_the_same_turn(usa: Played) -> None:
    deal(usa)
    usa.scan(RED, DREW_TICKETS, usa.ticket(USA[4]))
    assert usa.play.state.hand("red") == (*USA[:2], USA[4])
    assert usa.to_move() == "blue"
    assert usa.scan(usa.route(routes(usa)[0])).startswith("Bo claimed")


def test_pay_10_the_table_can_do_the_same_by_touch(usa: Played) -> None:
    assert isinstance(usa.play.drew_tickets(), Recorded)
    assert usa.to_move() == "blue"
    assert usa.play.events == (e.Draw(player="red", of="tickets"),)


def test_ow_2_start_cities_come_before_drawing_tickets(tmp_path: Path) -> None:
    west = Played(tmp_path, "old_west")
    assert west.scan(RED, DREW_TICKETS) == "no: First everyone chooses a start city."
    assert isinstance(west.play.drew_tickets(), Refused)
    west.journal.close()


def test_eu_11_a_scanned_ticket_that_was_returned_is_out_of_the_game(europe: Played) -> None:
    kept, also, back = "amsterdam--pamplona", "brest--marseille", "athina--wilno"
    said = europe.scan(RED, europe.ticket(kept), europe.ticket(also), RETURNED)
    assert said == "Anna: scan the tickets that were returned, or anything else to continue"
    assert europe.scan(europe.ticket(back)) == "Anna returned a ticket"
    assert europe.play.state.hand("red") == (kept, also)
    assert europe.play.state.boxed == (back,)
    assert europe.scan(BLUE, europe.ticket(back)) == "no: the ticket Athína–Wilno is out of the game"
    assert europe.scan(europe.ticket("berlin--roma")) == "Bo kept a ticket"  # his badge ended what Anna returned
    same_as_record(europe)


def test_returned_tickets_end_with_undo_of_the_label_that_follows(europe: Played) -> None:
    europe.scan(RED, europe.ticket("amsterdam--pamplona"), RETURNED, europe.ticket("athina--wilno"), UNDO)
    assert europe.play.state.boxed == ()
    assert europe.scan(RED, europe.ticket("athina--wilno")) == "Anna kept a ticket"


def test_returned_tickets_mean_nothing_without_a_player(europe: Played) -> None:
    assert europe.scan(RETURNED).startswith("no: Returned tickets does nothing right now.")
    assert europe.scan(DREW_TICKETS).startswith("no: Drew tickets does nothing right now.")


FEW = "Anna (red) keeps one ticket, but must keep at least 2 at the start"


@pytest.mark.parametrize("following", [BLUE, NEXT])
def test_usa_7_too_few_scanned_tickets_are_mentioned_when_the_next_player_begins(usa: Played, following: Code) -> None:
    assert doubt(usa, RED, usa.ticket(USA[0])) == ""  # more may come
    usa.play.choose("red")
    assert doubt(usa, following) == FEW
    assert usa.play.state.hand("red") == USA[:1]


def test_usa_7_too_few_scanned_tickets_are_mentioned_when_another_move_follows(usa: Played) -> None:
    usa.scan(BLUE, usa.ticket(USA[0]))
    assert doubt(usa, usa.route(routes(usa)[0])).startswith("Bo (blue) keeps one ticket")
    assert usa.to_move() == "blue"  # it is recorded all the same


def test_usa_7_too_few_scanned_tickets_are_mentioned_once(usa: Played) -> None:
    assert doubt(usa, RED, usa.ticket(USA[0]), BLUE) == FEW
    assert doubt(usa, usa.route(routes(usa)[0])) == ""


def test_cg_16_tickets_may_be_scanned_after_drawing_them_in_the_card_game(tmp_path: Path) -> None:
    cards = Played(tmp_path, "card_game")
    ticket = next(iter(cards.board.tickets))
    assert cards.scan(RED, DREW_TICKETS) == "Anna drew tickets"
    assert cards.scan(cards.ticket(ticket)) == "Anna kept a ticket"
    cards.journal.close()


def test_usa_7_enough_scanned_tickets_are_not_mentioned(usa: Played) -> None:
    assert doubt(usa, RED, usa.ticket(USA[0]), usa.ticket(USA[1]), BLUE) == ""
    assert doubt(usa, usa.ticket(USA[2]), BLUE) == ""  # his own badge again


def test_eu_11_scanned_long_and_regular_tickets_are_mentioned(europe: Played) -> None:
    four = ("amsterdam--pamplona", "brest--marseille", "athina--wilno", "berlin--roma")
    assert doubt(europe, RED, *map(europe.ticket, four[:3])) == ""
    assert doubt(europe, europe.ticket(four[3])).startswith("Anna (red) had 4 regular tickets to choose from")
    europe.scan(BLUE, europe.ticket("berlin--bucuresti"), europe.ticket("berlin--moskva"), RED, DREW_TICKETS)
    assert doubt(europe, europe.ticket("brest--petrograd")).startswith("Anna (red) keeps a long ticket")
    assert len(europe.play.state.hand("red")) == 5


def test_pay_8_two_scanned_stations_in_one_turn_are_mentioned(europe: Played) -> None:
    assert doubt(europe, RED, europe.city("dieppe")) == ""
    said = "Anna (red) has just built a station in Dieppe, but a turn allows only one"
    assert doubt(europe, RED, europe.city("paris")) == said
    assert europe.play.state.stations_of("red") == ("dieppe", "paris")


def test_gen_7_finish_says_who_is_still_to_play(usa: Played) -> None:
    deal(usa)
    while usa.play.last_round() is None:
        free = usa.play.state.open_to("red")
        longest = max(free, key=lambda route: (route.length <= usa.play.state.trains_left("red"), route.length))
        usa.scan(RED, usa.route(longest.id))
    assert usa.scan(FINISH).endswith("continue. Still to play in the last round: Bo, Anna.")
    assert what_is_missing(usa.play) == "Still to play in the last round: Bo, Anna."
    usa.scan(BLUE, DREW_TICKETS, usa.ticket(USA[4]))
    assert what_is_missing(usa.play) == "Still to play in the last round: Anna."
    usa.scan(RED, DREW_TICKETS)
    assert usa.play.is_played_out
    assert usa.scan(FINISH).endswith("Anna has 2 tickets, but should have kept at least 3.")


def test_usa_7_finish_says_who_has_too_few_tickets(usa: Played) -> None:
    usa.scan(RED, usa.ticket(USA[0]), BLUE, usa.ticket(USA[1]), usa.ticket(USA[2]))
    assert what_is_missing(usa.play) == "Anna has one ticket, but should have kept at least 2."
    assert usa.scan(FINISH).endswith("Anna has one ticket, but should have kept at least 2.")
    usa.scan(FINISH)
    assert usa.play.state.ended


def record(map_id: str, *events: dict[str, object]) -> bytes:
    seats = [{"colour": "red", "name": "Anna"}, {"colour": "blue", "name": "Bo"}]
    whole = {"format": "companion-game/1", "map": map_id, "players": seats, "events": [*events, {"type": "end"}]}
    return json.dumps(whole).encode()


def scored(data: bytes) -> list[tuple[int, list[str]]]:
    """Each player's total and warnings."""
    read = parse_record(data)
    return [(one.total, list(map(str, one.warnings))) for one in tally(replay(read, board(read.map))).players]


def test_a_record_may_say_that_tickets_were_drawn() -> None:
    drawn: dict[str, object] = {"type": "draw", "player": "red"}
    assert scored(record("usa", drawn)) == scored(record("usa", drawn | {"of": "tickets"})) == [(0, []), (0, [])]
    with pytest.raises(BadRecordError, match="event 1: of "):
        parse_record(record("usa", drawn | {"of": "cards"}))


def test_ch_8_a_record_with_a_returned_ticket_that_is_kept_later() -> None:
    """It is refused, or scored with a warning if it lay on the table all the same."""
    dealt: dict[str, object] = {
        "type": "tickets",
        "player": "red",
        "kept": ["bern--chur"],
        "returned": ["luzern--vaduz"],
    }
    kept: dict[str, object] = {"type": "tickets", "player": "blue", "kept": ["luzern--vaduz"]}
    with pytest.raises(BadRecordError, match=r"event 2: .*is out of the game"):
        scored(record("switzerland", dealt, kept))
    (_, none), (total, warnings) = scored(record("switzerland", dealt, kept | {"override": True}))
    assert (none, total, warnings) == ([], -6, ["the ticket Luzern–Vaduz is out of the game"])
