"""Turns spent on tickets, tickets that are returned, and gentle questions, on the real app: by touch and by scanner."""

from collections.abc import Callable
from pathlib import Path

from tests.screens.conftest import lay
from tests.screens.player import Hand, same_score
from tests.screens.test_whole_games import Wire

# isort: split
from companion.game import events as e
from companion.screens.table.boardcheck import BoardCheck
from companion.screens.table.ticketpicker import ReturnButton, TicketCard, TicketPicker
from hardware.codes import Command, LabelKind, command, player

AtTable = Callable[..., Hand]
DEAL = ("red keeps boston--miami calgary--phoenix", "blue keeps dallas--new-york denver--el-paso")
ROUTE = "atlanta--charleston:grey"
EUROPE = ("red keeps amsterdam--pamplona brest--marseille", "blue keeps athina--wilno berlin--roma")
LONG = "brest--petrograd"
FEW = "Anna (red) keeps one ticket, but must keep at least 2 at the start."


def log_of(hand: Hand) -> list[str]:
    """The lines of the log, as they are shown."""
    hand.touch("Log")
    labels = hand.driver.labels()
    hand.driver.app.session.host.close_drawers()
    hand.driver.settle()
    return labels


def card_of(hand: Hand, ticket: str) -> TicketCard:
    return next(card for card in hand.driver.widgets(TicketCard) if card.ticket == ticket)


def put_back(hand: Hand, ticket: str) -> None:
    """One touch on the arrow of a ticket."""
    hand.driver.tap(next(one for one in card_of(hand, ticket).children if isinstance(one, ReturnButton)))
    hand.driver.settle()


def wired(tmp_path: Path, map_id: str, *moves: str) -> Wire:
    lay(tmp_path / "data", map_id, "red blue", *moves)
    wire = Wire(tmp_path)
    wire.hand.touch("Continue")
    return wire


def scan(wire: Wire, *labels: str) -> None:
    """Scans badges, commands, and tickets, routes and cities by their ids."""
    board = wire.hand.state.board
    for label in labels:
        if label in ("red", "blue"):
            wire.scan(player(label).text)
        elif label.isupper():
            wire.scan(command(Command[label]).text)
        elif label in board.tickets:
            wire.scan(wire.code(board, LabelKind.TICKET, label))
        elif label in board.routes:
            wire.scan(wire.code(board, LabelKind.ROUTE, label))
        else:
            wire.scan(wire.code(board, LabelKind.CITY, label))


def test_pay_10_tickets_in_the_first_turn_by_touch(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", *DEAL)
    assert hand.driver.has("Anna’s turn")
    hand.keep_tickets("denver--pittsburgh")
    assert hand.driver.has("Bo’s turn")
    hand.claim(ROUTE)
    assert hand.events[-1] == e.Claim(player="blue", route=ROUTE)
    assert hand.driver.has("Anna’s turn")
    sheet = hand.finish()
    assert [score.lines["routes"] for score in sheet.sheet.players] == [0, 2]
    same_score(hand, sheet)


def test_pay_10_tickets_in_the_first_turn_of_whoever_was_dealt_last(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", *reversed(DEAL))
    hand.keep_tickets("denver--pittsburgh")
    assert hand.driver.has("Bo’s turn")
    hand.restart()
    hand.touch("Continue")
    assert hand.driver.has("Bo’s turn")


def test_pay_10_tickets_that_nobody_names_by_touch(at_table: AtTable) -> None:
    """A table that enters its tickets only at the end."""
    hand = at_table("usa", "red blue")
    hand.touch("Drew tickets")
    assert list(hand.events) == [e.Draw(player="red", of="tickets")]
    assert hand.driver.has("Anna drew tickets")
    assert hand.driver.has("Bo’s turn")
    hand.claim(ROUTE)
    assert hand.state.last == e.Claim(player="blue", route=ROUTE)
    assert "Anna drew tickets" in log_of(hand)
    hand.keep_tickets("boston--miami", "calgary--phoenix", "denver--pittsburgh", player="Anna")
    hand.keep_tickets("dallas--new-york", "denver--el-paso", player="Bo")
    assert hand.driver.has("Anna’s turn")  # tickets revealed at the end are no turn
    sheet = hand.finish()
    assert [score.lines["tickets"] for score in sheet.sheet.players] == [-12 - 13 - 11, -11 - 4]
    same_score(hand, sheet)


DEALT = ("red keeps boston--miami calgary--phoenix", "blue keeps dallas--new-york denver--el-paso")


def test_pay_10_drawn_tickets_are_chosen_by_the_one_who_drew_them(at_table: AtTable) -> None:
    hand = at_table(
        "usa", "red blue", "red keeps boston--miami calgary--phoenix", "blue keeps dallas--new-york denver--el-paso"
    )
    hand.touch("Drew tickets")
    hand.touch("Choose tickets")
    picker = hand.driver.app.session.host.front
    assert isinstance(picker, TicketPicker)
    assert picker.player == "red"
    hand.back()
    hand.touch("Tickets")  # also after the offer is gone
    assert hand.driver.app.session.host.front.player == "red"


def test_pay_10_a_first_turn_of_tickets_by_scanner(tmp_path: Path) -> None:
    wire = wired(tmp_path, "usa")
    hand = wire.hand
    scan(wire, "red", "boston--miami", "calgary--phoenix", "blue", "dallas--new-york", "denver--el-paso")
    assert hand.table.status.turn == "Anna’s turn"
    scan(wire, "red", "denver--pittsburgh")
    assert hand.table.status.turn == "Bo’s turn"
    scan(wire, ROUTE, "DREW_TICKETS")
    assert hand.events[-2:] == (e.Claim(player="blue", route=ROUTE), e.Draw(player="red", of="tickets"))
    assert hand.table.status.turn == "Bo’s turn"
    assert "Anna drew tickets" in log_of(hand)
    scan(wire, "FINISH")
    assert hand.driver.has("Anna has 3 tickets, but should have kept at least 4.")
    scan(wire, "FINISH")
    same_score(hand, hand.to_sheet())
    wire.stop()


def test_eu_11_a_returned_ticket_by_touch_is_out_of_the_game(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.touch("Tickets")
    for ticket in ("amsterdam--pamplona", "brest--marseille"):
        hand.driver.tap(card_of(hand, ticket))
        hand.driver.settle()
    put_back(hand, LONG)
    put_back(hand, "athina--wilno")
    assert card_of(hand, LONG).returned
    hand.touch("Anna keeps 2 tickets (out of the game: 2)")
    kept, returned = ("amsterdam--pamplona", "brest--marseille"), (LONG, "athina--wilno")
    assert hand.events == (e.Tickets(player="red", kept=kept, returned=returned),)
    assert hand.state.boxed == returned
    assert hand.driver.has("Anna kept 2 tickets (returned: 2)")
    hand.touch("Tickets")
    hand.touch("Bo")
    assert not {LONG, "athina--wilno"} & {card.ticket for card in hand.driver.widgets(TicketCard)}
    hand.back()
    same_score(hand, hand.finish())


def test_a_returned_ticket_can_be_kept_after_all(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.touch("Tickets")
    put_back(hand, LONG)
    assert hand.driver.has("Anna (out of the game: 1)")
    hand.driver.tap(card_of(hand, LONG))
    hand.driver.settle()
    assert hand.driver.has("Anna keeps one ticket")
    put_back(hand, LONG)
    put_back(hand, LONG)
    assert not card_of(hand, LONG).returned
    assert hand.driver.has("Choose at least 2 of the 4 dealt (1 of them long)")


def test_tickets_are_returned_only_where_they_leave_the_game(at_table: AtTable) -> None:
    """EU-12: during the game they go under the deck, and may be drawn again."""
    hand = at_table("europe", "red blue", *EUROPE, "red draws")
    hand.touch("Tickets")
    assert not list(hand.driver.widgets(ReturnButton))


def test_ch_8_in_switzerland_they_leave_the_game_later_too(at_table: AtTable) -> None:
    hand = at_table("switzerland", "red blue", "red keeps bern--chur zurich--vaduz", "blue keeps bern--schwyz")
    hand.touch("Tickets")
    hand.driver.tap(card_of(hand, "zurich--basel"))
    hand.driver.settle()
    put_back(hand, "luzern--vaduz")
    hand.touch("Anna keeps one ticket (out of the game: 1)")
    assert hand.state.boxed == ("luzern--vaduz",)


def test_ch_8_a_returned_ticket_by_scanner(tmp_path: Path) -> None:
    wire = wired(tmp_path, "switzerland")
    hand = wire.hand
    scan(wire, "red", "bern--chur", "zurich--vaduz", "RETURNED", "luzern--vaduz")
    assert hand.state.boxed == ("luzern--vaduz",)
    assert hand.state.hand("red") == ("bern--chur", "zurich--vaduz")
    scan(wire, "blue", "luzern--vaduz")
    assert hand.driver.has("The ticket Luzern–Vaduz is out of the game.")
    hand.touch("Cancel")
    assert hand.state.hand("blue") == ()
    assert "Anna returned a ticket" in log_of(hand)
    scan(wire, "blue", "luzern--vaduz")
    hand.touch("Record it anyway")
    assert hand.state.hand("blue") == ("luzern--vaduz",)
    scan(wire, "FINISH", "FINISH")
    sheet = hand.to_sheet()
    assert [str(one) for one in sheet.sheet.players[1].warnings] == ["the ticket Luzern–Vaduz is out of the game"]
    same_score(hand, sheet)
    wire.stop()


def test_returned_tickets_are_scanned_into_the_list(tmp_path: Path) -> None:
    wire = wired(tmp_path, "europe")
    hand = wire.hand
    hand.touch("Tickets")
    scan(wire, "amsterdam--pamplona", "brest--marseille", "RETURNED")
    assert hand.driver.has("Scan the tickets that are out of the game.")
    scan(wire, LONG)
    hand.touch("Anna keeps 2 tickets (out of the game: 1)")
    assert hand.state.boxed == (LONG,)
    wire.stop()


def test_gen_7_finish_in_the_last_round_says_who_is_still_to_play(tmp_path: Path) -> None:
    """By touch and by scanner."""
    lay(tmp_path / "data", "usa", "red blue", *DEAL)
    wire = Wire(tmp_path)
    hand = wire.hand
    hand.touch("Continue")
    while hand.state.trains_left("red") > 2:
        free = [one for one in hand.state.open_to("red") if one.length <= hand.state.trains_left("red")]
        hand.table.play.commit(e.Claim(player="red", route=max(free, key=lambda one: one.length).id))
    hand.driver.settle()
    hand.touch("Finish")
    assert isinstance(hand.driver.app.session.host.front, BoardCheck)
    assert hand.driver.has("Still to play in the last round: Bo, Anna.")
    hand.back()
    hand.touch("Drew tickets")
    hand.touch("Finish")
    assert hand.driver.has("Still to play in the last round: Anna.")
    hand.back()
    scan(wire, "red", "FINISH")
    assert hand.driver.has("Still to play in the last round: Anna.")
    assert not hand.state.ended
    scan(wire, "DREW_CARDS", "FINISH")
    assert not hand.driver.has("Still to play")
    assert hand.driver.has("Bo has 2 tickets, but should have kept at least 3.")
    scan(wire, "FINISH")
    same_score(hand, hand.to_sheet())
    wire.stop()


def test_eu_11_four_regular_tickets_are_questioned_in_the_list(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.touch("Tickets")
    for ticket in ("amsterdam--pamplona", "brest--marseille", "athina--wilno", "berlin--roma"):
        hand.driver.tap(card_of(hand, ticket))
        hand.driver.settle()
    hand.touch("Anna keeps 4 tickets")
    assert hand.driver.has("Anna (red) had 4 regular tickets to choose from, but the number dealt at the start is 3.")
    hand.touch("Choose again")
    assert hand.events == ()
    hand.touch("Anna keeps 4 tickets")
    hand.touch("Keep them anyway")
    assert len(hand.state.hand("red")) == 4


def test_eu_11_a_long_ticket_later_is_questioned_by_touch_and_scan(tmp_path: Path) -> None:
    wire = wired(tmp_path, "europe", *EUROPE, "red draws")
    hand = wire.hand
    hand.touch("Tickets")
    hand.driver.tap(card_of(hand, LONG))
    hand.driver.settle()
    hand.touch("Bo keeps one ticket")
    assert hand.driver.has("Bo (blue) keeps a long ticket, but those are dealt only at the start.")
    hand.touch("Choose again")
    hand.back()
    scan(wire, "blue", LONG)
    assert hand.driver.has("Bo (blue) keeps a long ticket, but those are dealt only at the start.")
    assert hand.state.hand("blue")[-1] == LONG  # a scan is never held up
    wire.stop()


def test_pay_8_two_stations_in_one_turn_are_questioned_by_touch_and_scan(tmp_path: Path) -> None:
    wire = wired(tmp_path, "europe", "red builds dieppe")
    hand = wire.hand
    said = "Anna (red) has just built a station in Dieppe, but a turn allows only one."

    def build_in_paris() -> None:
        hand.touch("Station")
        hand.tap_city("paris")
        hand.touch("Anna")
        hand.touch("Paris")

    build_in_paris()
    assert hand.driver.has(said)
    hand.touch("Cancel")
    assert hand.state.stations_of("red") == ("dieppe",)
    build_in_paris()
    hand.touch("Build it anyway")
    assert hand.state.stations_of("red") == ("dieppe", "paris")
    hand.touch("Undo")
    scan(wire, "red", "paris")
    assert hand.driver.has(said)
    assert hand.state.stations_of("red") == ("dieppe", "paris")
    sheet = hand.finish()
    assert [score.lines["stations"] for score in sheet.sheet.players] == [4, 12]
    wire.stop()


def test_usa_7_too_few_scanned_tickets_are_mentioned_when_the_next_player_begins(tmp_path: Path) -> None:
    wire = wired(tmp_path, "usa")
    hand = wire.hand
    scan(wire, "red", "boston--miami")
    assert not hand.driver.has(FEW)
    scan(wire, "blue")
    assert hand.driver.has(FEW)
    scan(wire, "dallas--new-york", "denver--el-paso")  # never in the way
    assert hand.state.hand("blue") == ("dallas--new-york", "denver--el-paso")
    hand.touch("Finish")
    assert hand.driver.has("Anna has one ticket, but should have kept at least 2.")
    wire.stop()
