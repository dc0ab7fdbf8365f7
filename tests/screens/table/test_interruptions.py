"""A scan, a second finger or a late answer in the middle of something else: nothing is lost, and nothing is recorded
for somebody else."""

from collections.abc import Callable
from typing import TypeVar

from companion.screens.virtual import Finger
from tests.screens.player import Hand
from tests.screens.table.test_mover import FIRST, SECOND, route, says, scan

# isort: split
from companion.examples import example_record
from companion.game import events as e
from companion.screens.cardgame.pilescreen import CardCount, PileScreen
from companion.screens.score.tallyshow import TallyShow
from companion.screens.shell.host import Screen, ScreenHost
from companion.screens.start.demo import Demo
from companion.screens.table.logdrawer import LogRow
from companion.screens.table.ticketpicker import TicketCard, TicketPicker
from companion.screens.table.tunnelscreen import TunnelScreen
from companion.screens.widgets import Drawer, NumberPad
from companion.screens.widgets.cardkey import CardKey
from hardware.codes import (
    Code,
    Command,
    LabelKind,
    Scan,
    card,
    command,
    copies_of,
    numbered,
    numbers,
    player,
    set_letter,
)

AtTable = Callable[..., Hand]
Kind = TypeVar("Kind")
TUNNEL = "paris--zurich:grey"
UNDO, NEXT, FINISH, PAID = (command(one) for one in (Command.UNDO, Command.NEXT, Command.FINISH, Command.PAID))
PILES = ("card_game", "red blue", "red keeps chicago--dallas", "blue keeps chicago--montreal")


def host(hand: Hand) -> ScreenHost:
    found = hand.driver.app.session.host
    assert isinstance(found, ScreenHost)
    return found


def front(hand: Hand, kind: type[Kind]) -> Kind:
    """The screen on top, which is of this kind."""
    found = host(hand).front
    assert isinstance(found, kind)
    return found


def ticket(hand: Hand, one: str) -> Code:
    board = hand.state.board
    cards = copies_of({ticket.id: ticket.copies for ticket in board.tickets.values()})
    return numbered(LabelKind.TICKET, set_letter(board.id), numbers(cards)[one])


def tap_row(hand: Hand, words: str) -> None:
    hand.driver.tap(next(row for row in hand.driver.widgets(LogRow) if words in row.text))
    hand.driver.settle()


def press(hand: Hand, target: object) -> Finger:
    """A finger goes down, and stays there."""
    finger = Finger(*hand.driver.at(target))
    finger.send("begin")
    hand.driver.frames(2)
    return finger


def let_go(hand: Hand, finger: Finger) -> None:
    finger.send("end")
    hand.driver.wait(0.5)


def test_help_opens_over_the_tickets_while_a_notice_is_still_there(at_table: AtTable) -> None:
    """Undo, then Tickets, then "?"."""
    hand = at_table("europe", "red blue", "red draws")
    hand.touch("Undo")  # "Taken back: ..." stays for about five seconds
    hand.touch("Tickets")
    hand.driver.tap(next(one for one in front(hand, Screen).walk() if getattr(one, "icon", "") == "help"))
    hand.driver.settle()
    assert isinstance(host(hand).children[0], Drawer), [type(one).__name__ for one in host(hand).children]


def test_the_question_about_too_few_tickets_is_seen_beside_a_notice(at_table: AtTable) -> None:
    """A question that opens beneath its screen seems like a dead button."""
    hand = at_table("europe", "red blue", "red draws")
    hand.touch("Undo")
    hand.touch("Tickets")
    hand.driver.tap(next(hand.driver.widgets(TicketCard)))
    hand.driver.settle()
    hand.touch("Anna keeps one ticket")
    assert isinstance(host(hand).children[0], Drawer), [type(one).__name__ for one in host(hand).children]


def test_the_pad_of_the_board_check_is_seen_beside_a_notice(at_table: AtTable) -> None:
    """Undo, then Finish, then a figure."""
    hand = at_table("europe", "red blue", "red draws", "blue draws")
    hand.touch("Undo")
    hand.touch("Finish")
    hand.driver.tap(next(one for one in front(hand, Screen).walk() if type(one).__name__ == "BoxFigure"))
    hand.driver.settle()
    assert isinstance(host(hand).children[0], Drawer), [type(one).__name__ for one in host(hand).children]


def test_a_scanned_undo_puts_the_log_away(at_table: AtTable) -> None:
    """A row of the log stands for a place in a game that has changed since."""
    hand = at_table("europe", "red blue", "red draws", f"blue claims {FIRST}")
    hand.touch("Log")
    scan(hand, UNDO)
    for row in [row for row in hand.driver.widgets(LogRow) if "Brest" in row.text and not row.struck]:
        hand.driver.tap(row)
        hand.driver.settle()
        hand.touch("Remove it")


def test_a_row_of_the_log_never_takes_another_move_out(at_table: AtTable) -> None:
    """Undo and another claim are scanned while the log is open."""
    hand = at_table("europe", "red blue", "red draws", f"blue claims {FIRST}")
    hand.touch("Log")
    scan(hand, UNDO, player("blue"), route(hand, SECOND))
    for row in [row for row in hand.driver.widgets(LogRow) if "Brest" in row.text and not row.struck]:
        hand.driver.tap(row)
        hand.driver.settle()
        hand.touch("Remove it")
    assert hand.events == (e.Draw(player="red"), e.Claim(player="blue", route=SECOND))


def test_a_scanned_undo_puts_the_question_about_later_moves_away(at_table: AtTable) -> None:
    """The question is about moves that are no longer there."""
    moves = (
        "blue starts denver",
        "red starts albuquerque",
        "red claims albuquerque--durango:white",
        "red marks durango",
    )
    hand = at_table("old_west", "red blue", *moves)
    hand.touch("Log")
    tap_row(hand, "claimed")
    hand.touch("Remove it")
    scan(hand, UNDO, UNDO)
    if hand.driver.has("Remove those too"):
        hand.touch("Remove those too")


def test_a_pad_of_digits_goes_when_its_pile_is_finished_by_scanner(at_table: AtTable) -> None:
    """There is no pile any more for the number to go into."""
    hand = at_table(*PILES)
    hand.touch("Count the piles")
    next(hand.driver.widgets(CardCount)).dispatch("on_asked")
    hand.driver.settle()
    scan(hand, card(set_letter("card_game"), "red", 1), FINISH)
    for pad in list(hand.driver.widgets(NumberPad)):
        pad.dispatch("on_entered", 3)
    hand.driver.settle()


def test_a_number_never_goes_into_the_next_players_pile(at_table: AtTable) -> None:
    """Next is scanned while the pad asks for red cards of the first player."""
    hand = at_table(*PILES)
    hand.touch("Count the piles")
    next(hand.driver.widgets(CardCount)).dispatch("on_asked")
    hand.driver.settle()
    scan(hand, NEXT)
    for pad in list(hand.driver.widgets(NumberPad)):
        pad.dispatch("on_entered", 3)
    hand.driver.settle()
    assert front(hand, PileScreen).pile.player == "blue"
    assert front(hand, PileScreen).pile.total == 0


def test_a_finger_on_a_button_presses_nothing_beneath_a_tunnel_that_was_scanned(at_table: AtTable) -> None:
    """The finger was down before the tunnel came, and lifts after it."""
    hand = at_table("europe", "red blue")
    scan(hand, player("red"))
    finger = press(hand, hand.driver.find(text="Drew cards"))
    scan(hand, route(hand, TUNNEL))
    let_go(hand, finger)
    assert isinstance(host(hand).front, TunnelScreen) == (hand.table.play.tunnel is not None)
    hand.touch("Paid")


def test_a_finger_on_the_map_brings_up_no_cards_over_a_tunnel_that_was_scanned(at_table: AtTable) -> None:
    """The finger was down before the tunnel came, and lifts after it."""
    hand = at_table("europe", "red blue")
    scan(hand, player("red"))
    space = hand.map.shape.spaces[FIRST][1]
    finger = press(hand, hand.map.to_window(*hand.map.on_screen(space.x, space.y)))
    scan(hand, route(hand, TUNNEL))
    let_go(hand, finger)
    assert not hand.cards()


def test_a_finger_on_a_tunnel_card_while_paid_is_scanned(at_table: AtTable) -> None:
    """The screen that it touched is gone when it lifts."""
    hand = at_table("europe", "red blue")
    scan(hand, player("red"), route(hand, TUNNEL))
    finger = press(hand, next(key for key in hand.driver.widgets(CardKey) if key.colour == "red"))
    scan(hand, PAID)
    let_go(hand, finger)


def test_a_finger_on_a_pile_while_finish_is_scanned(at_table: AtTable) -> None:
    """The screen that it touched is gone when it lifts."""
    hand = at_table(*PILES)
    hand.touch("Count the piles")
    finger = press(hand, next(hand.driver.widgets(CardCount))._card)
    scan(hand, FINISH)
    let_go(hand, finger)


def test_a_ticket_taken_back_by_scanner_and_the_right_one_stay_with_their_player(at_table: AtTable) -> None:
    """In the middle of the tickets of Bo, whose turn it is not."""
    hand = at_table("europe", "red blue")
    scan(hand, player("blue"), ticket(hand, "brest--marseille"), ticket(hand, "paris--wien"), UNDO)
    scan(hand, ticket(hand, "amsterdam--pamplona"))
    assert [isinstance(one, e.ByPlayer) and one.player for one in hand.events] == ["blue", "blue"]


def test_a_ticket_scanned_while_keep_anyway_is_asked_is_kept_too(at_table: AtTable) -> None:
    """The question was about fewer tickets, and is asked again."""
    hand = at_table("europe", "red blue")
    hand.touch("Tickets")
    scan(hand, ticket(hand, "brest--marseille"))
    hand.touch("Anna keeps one ticket")
    scan(hand, ticket(hand, "paris--wien"))
    hand.touch("Keep them anyway" if hand.driver.has("Keep them anyway") else "Anna keeps 2 tickets")
    assert isinstance(hand.events[-1], e.Tickets)
    assert sorted(hand.events[-1].kept) == ["brest--marseille", "paris--wien"]


def test_a_badge_scanned_while_keep_anyway_is_asked_takes_nothing_from_the_player_before(at_table: AtTable) -> None:
    """The question was about another player, whose tickets are still theirs."""
    hand = at_table("europe", "red blue")
    hand.touch("Tickets")
    scan(hand, ticket(hand, "brest--marseille"))
    hand.touch("Anna keeps one ticket")
    scan(hand, player("blue"))
    assert not hand.driver.has("Keep them anyway")
    assert front(hand, TicketPicker).count == 0
    scan(hand, ticket(hand, "paris--wien"))
    hand.touch("Bo keeps one ticket")
    scan(hand, player("red"))
    hand.touch("Anna keeps one ticket")
    hand.touch("Keep them anyway")
    assert hand.events == (e.Tickets(player="red", kept=("brest--marseille",)),)


def test_the_same_card_twice_in_the_list_of_tickets_is_one_ticket(at_table: AtTable) -> None:
    """Switzerland has each country ticket more than once."""
    hand = at_table("switzerland", "red blue")
    two = next(one.id for one in hand.state.board.tickets.values() if one.copies > 1)
    hand.touch("Tickets")
    scan(hand, ticket(hand, two), ticket(hand, two))
    assert front(hand, TicketPicker).count == 1


def test_a_card_kept_in_the_list_of_tickets_cannot_be_scanned_again_at_the_table(at_table: AtTable) -> None:
    """The very same card would be in two hands."""
    hand = at_table("switzerland", "red blue")
    two = next(one.id for one in hand.state.board.tickets.values() if one.copies > 1)
    hand.touch("Tickets")
    scan(hand, ticket(hand, two))
    hand.touch("Anna keeps one ticket")
    hand.touch("Keep them anyway")
    scan(hand, player("blue"), ticket(hand, two))
    assert len(hand.events) == 1


def test_undo_by_scanner_leaves_a_correction_alone_as_by_touch(at_table: AtTable) -> None:
    """The screen says: touch the route that it was, or Undo."""
    hand = at_table("europe", "red blue green", f"red claims {FIRST}", "blue draws")
    hand.touch("Log")
    tap_row(hand, "Brest")
    hand.touch("A different route")
    assert hand.driver.has("or Undo")
    scan(hand, UNDO)
    assert len(hand.events) == 2


def test_a_route_by_scanner_corrects_as_by_touch(at_table: AtTable) -> None:
    """The screen says whose move is corrected, and that is whose it stays."""
    hand = at_table("europe", "red blue green")
    scan(hand, player("red"), route(hand, FIRST))
    hand.touch("Log")
    tap_row(hand, "Brest")
    hand.touch("A different route")
    assert says(hand, "Anna")
    scan(hand, route(hand, SECOND))
    assert not any(isinstance(one, e.ByPlayer) and one.player == "blue" for one in hand.events)


def test_the_same_forbidden_claim_scanned_twice_asks_once(at_table: AtTable) -> None:
    """The second question takes the place of the first."""
    hand = at_table("europe", "red blue", f"red claims {FIRST}")
    scan(hand, player("blue"), route(hand, FIRST), route(hand, FIRST))
    assert len(host(hand).drawers) == 1


def test_a_question_goes_when_another_move_is_scanned_instead(at_table: AtTable) -> None:
    """ "Record it anyway" would be a second move of the same player."""
    hand = at_table("europe", "red blue", f"red claims {FIRST}")
    scan(hand, player("blue"), route(hand, FIRST), route(hand, SECOND))
    assert len(hand.events) == 2
    assert not host(hand).drawers


def test_a_looked_up_route_takes_the_place_of_the_log(at_table: AtTable) -> None:
    """What was scanned last is what people look at."""
    hand = at_table("europe", "red blue", "red draws")
    hand.touch("Log")
    scan(hand, route(hand, FIRST))
    assert len(host(hand).drawers) == 1


def test_next_on_a_pile_that_is_recorded_anyway_goes_on(at_table: AtTable) -> None:
    """It was forbidden, and the players recorded it all the same."""
    hand = at_table(*PILES)
    hand.touch("Count the piles")
    front(hand, PileScreen)._count("red", 11)
    hand.driver.settle()
    scan(hand, NEXT)
    hand.touch("Record it anyway")
    assert isinstance(host(hand).front, PileScreen)


def test_a_scan_interrupts_the_demo_as_a_touch_does(home: Hand) -> None:
    """The game that plays itself is not theirs to end."""
    session, record = home.driver.app.session, example_record("europe")
    session.open()
    place = next(place for place, one in enumerate(record.events) if isinstance(one, e.Claim) and one.revealed)
    demo = Demo(session, record, seconds=1.0 * len(record.events)).start()
    home.driver.wait_for(lambda: len(demo.game.history.events) == place)
    home.driver.wait(0.4)
    session.hear(Scan(FINISH.text, FINISH))
    home.driver.settle()
    assert home.driver.has("This is a demo game.")
    home.touch("Keep watching")
    home.driver.wait_for(lambda: len(demo.game.history.events) > place)
    demo.stop()


def test_whoever_scans_at_the_board_check_goes_on_with_the_game(at_table: AtTable) -> None:
    """The scan counts at the table."""
    hand = at_table("europe", "red blue", "red draws")
    hand.touch("Finish")
    scan(hand, player("red"))
    assert not hand.driver.has("Open a game first")


def test_a_route_scanned_while_cars_are_asked_for_puts_the_pad_away(at_table: AtTable) -> None:
    """The number was about the board of before."""
    hand = at_table("europe", "red blue", f"red claims {FIRST}", counted=True)
    scan(hand, player("red"))
    hand.touch("Trains left")
    scan(hand, route(hand, SECOND))
    assert not list(hand.driver.widgets(NumberPad))
    assert len(hand.state.claims) == 2


def test_finish_is_asked_about_again_though_it_was_the_list_of_tickets_that_heard_something_else(
    at_table: AtTable,
) -> None:
    """Finish once more, or anything else to go on."""
    hand = at_table("europe", "red blue", "red draws")
    scan(hand, FINISH)
    hand.touch("Tickets")
    scan(hand, ticket(hand, "paris--wien"))
    hand.back()
    scan(hand, FINISH)
    assert not isinstance(host(hand).screen, TallyShow)


def test_undo_still_says_that_the_disk_is_full(at_table: AtTable) -> None:
    """Its own notice carries both."""
    hand = at_table("europe", "red blue")
    store = hand.driver.app.session.journal._disk._opened(writes=True)
    store._db.execute("PRAGMA max_page_count = 1")
    for _ in range(60):
        hand.table.record(e.Draw(player=hand.table.play.player))
        hand.driver.wait(0.3)
    hand.driver.settle()
    assert hand.driver.has("The storage is full")
    hand.touch("Undo")
    assert hand.driver.has("The storage is full")
