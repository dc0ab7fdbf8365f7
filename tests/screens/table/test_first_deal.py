"""The first deal after Start: everyone's secret tickets, one player after another."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.screens.virtual import Finger
from tests.screens.player import Hand
from tests.screens.test_whole_games import Wire

# isort: split
from companion.boards import PlayerColour
from companion.game import events as e
from companion.game.ticketsearch import words_of
from companion.screens.table.dealscreen import DealScreen
from companion.screens.table.tablescreen import TableScreen
from companion.screens.table.ticketpicker import TicketCard, TicketPicker
from companion.screens.widgets import PlayerChip
from hardware.codes import Command, LabelKind, command, player

AtTable = Callable[..., Hand]
USA = {
    "Red": ("boston--miami", "calgary--phoenix", "calgary--salt-lake-city"),
    "Blue": ("chicago--new-orleans", "chicago--santa-fe", "dallas--new-york"),
}


def front(hand: Hand) -> object:
    return hand.driver.app.session.host.front


def page(hand: Hand) -> str:
    """Whose page of the deal is in front; the table has none."""
    screen = front(hand)
    return screen.name if isinstance(screen, DealScreen) else ""


def pick(hand: Hand, *tickets: str) -> None:
    for ticket in tickets:
        hand.driver.tap(next(card for card in hand.driver.widgets(TicketCard) if card.ticket == ticket))
        hand.driver.settle()


def picked(hand: Hand) -> list[str]:
    return [card.ticket for card in hand.driver.widgets(TicketCard) if card.chosen]


def in_sight(hand: Hand) -> list[str]:
    """The tickets that can be touched without scrolling."""
    rows = hand.driver.app.session.host.front.ids.list
    bottom, top = rows.to_window(0, rows.y)[1], rows.to_window(0, rows.top)[1]
    cards = list(hand.driver.widgets(TicketCard))
    return [card.ticket for card in cards if bottom < card.to_window(*card.center)[1] < top]


def chips(hand: Hand) -> list[str]:
    return [chip.text for chip in hand.driver.widgets(PlayerChip)]


def told(hand: Hand) -> list[str]:
    """The tickets that can be read anywhere on the screen."""
    board, labels = hand.state.board, hand.driver.labels()
    return [one.id for one in board.tickets.values() if any(words_of(board, one) in label for label in labels)]


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_a_deal_of_three_tickets_takes_five_touches_for_each_player(
    tmp_path: Path, hands: list[Hand], size: tuple[int, int]
) -> None:
    """USA-7: the hand-over, a touch for each ticket, and one to keep them. These are at the top of the list; one that
    is out of sight takes a letter more, see below."""
    hand = Hand(tmp_path, size=size)
    hands.append(hand)
    hand.start_game("USA", "red blue")
    for name, tickets in USA.items():
        assert page(hand) == name
        assert hand.driver.has(f"Hand the screen to {name}")
        before = Finger.count()
        hand.touch("Choose tickets")
        for ticket in tickets:
            assert ticket in in_sight(hand)
            pick(hand, ticket)
        hand.touch(f"{name} keeps 3 tickets")
        assert Finger.count() - before == 5
    assert isinstance(front(hand), TableScreen)
    assert hand.events == (e.Tickets(player="red", kept=USA["Red"]), e.Tickets(player="blue", kept=USA["Blue"]))
    assert hand.driver.has("Red’s turn")
    # not said while the table was covered
    assert hand.driver.has("Blue kept 3 tickets. Hold a finger on that player to see them.")


def test_a_ticket_far_down_the_list_takes_one_letter_more(home: Hand) -> None:
    home.start_game("USA", "red blue")
    home.touch("Choose tickets")
    before = Finger.count()
    home.touch("W")
    (card,) = [card for card in home.driver.widgets(TicketCard) if card.ticket == "winnipeg--houston"]
    home.driver.tap(card)
    assert Finger.count() - before == 2
    assert picked(home) == ["winnipeg--houston"]


def test_eu_11_everyone_has_the_long_tickets_on_top(home: Hand) -> None:
    """The first player searched and scrolled; the second one begins at the top all the same."""
    home.start_game("Europe", "red blue green")
    for name, long in (("Red", "brest--petrograd"), ("Blue", "cadiz--stockholm"), ("Green", "edinburgh--athina")):
        assert page(home) == name
        home.touch("Choose tickets")
        assert home.driver.has("Choose at least 2 of the 4 dealt (1 of them long)")
        first = next(home.driver.widgets(TicketCard))
        assert first.long
        assert first.ticket in in_sight(home)
        short = [card.ticket for card in home.driver.widgets(TicketCard) if not card.long]
        pick(home, long, short[0], short[-1])
        home.touch(f"{name} keeps 3 tickets")
    assert isinstance(front(home), TableScreen)
    assert [len(home.state.hand(player.colour)) for player in home.state.players] == [3, 3, 3]
    assert home.state.turns.count == 0


def test_later_is_one_touch_and_is_not_asked_again(home: Hand) -> None:
    home.start_game("Europe", "red blue")
    home.touch("Later, at the end")
    assert isinstance(front(home), TableScreen)
    assert home.events == ()
    home.back()
    home.touch("Continue")
    assert isinstance(front(home), TableScreen)
    home.restart()
    home.touch("Continue")
    assert isinstance(front(home), TableScreen)


def test_later_in_the_middle_keeps_what_was_recorded(home: Hand) -> None:
    home.start_game("USA", "red blue")
    home.touch("Choose tickets")
    pick(home, *USA["Red"])
    home.touch("Red keeps 3 tickets")
    home.touch("Later, at the end")
    assert home.events == (e.Tickets(player="red", kept=USA["Red"]),)
    home.restart()
    home.touch("Continue")
    assert isinstance(front(home), TableScreen)


def test_after_a_pulled_plug_the_deal_goes_on_with_those_who_have_none(home: Hand) -> None:
    home.start_game("USA", "red blue green")
    home.restart()
    home.touch("Continue")
    assert page(home) == "Red"
    home.touch("Choose tickets")
    pick(home, *USA["Red"])
    home.touch("Red keeps 3 tickets")
    home.restart()
    home.touch("Continue")
    assert page(home) == "Blue"
    home.touch("Choose tickets")
    assert chips(home) == ["Blue", "Green"]
    pick(home, *USA["Blue"])
    home.touch("Blue keeps 3 tickets")
    assert page(home) == "Green"


def test_a_damaged_note_of_the_deal_is_no_deal(home: Hand) -> None:
    home.start_game("USA", "red blue")
    for damage in (b"", b"[]", b'{"game": [1]}', b"\xff"):
        (home.folder / "deal.json").write_bytes(damage)
        home.restart()
        home.touch("Continue")
        assert isinstance(front(home), TableScreen)


def test_a_finished_board_has_no_deal(home: Hand) -> None:
    home.start_game("USA", "red blue", home="Score a finished game")
    assert isinstance(front(home), TableScreen)


def test_ow_2_the_deal_comes_before_the_start_cities(home: Hand) -> None:
    home.start_game("Old West", "red blue")
    tickets = list(home.state.board.tickets)
    for name, own in (("Red", tickets[:3]), ("Blue", tickets[3:6])):
        assert page(home) == name
        home.touch("Choose tickets")
        pick(home, *own)
        home.touch(f"{name} keeps 3 tickets")
    assert home.table.play.start_city_due


def test_too_few_tickets_are_questioned_and_nothing_is_lost(home: Hand) -> None:
    """USA-7."""
    home.start_game("USA", "red blue")
    home.touch("Choose tickets")
    pick(home, "boston--miami")
    home.touch("Red keeps one ticket")
    home.touch("Choose again")
    assert picked(home) == ["boston--miami"]
    home.touch("Red keeps one ticket")
    home.touch("Keep them anyway")
    assert page(home) == "Blue"


# Whose picks they are


def test_picks_that_are_not_confirmed_stay_with_their_player(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    hand.touch("Tickets")
    pick(hand, "boston--miami", "calgary--phoenix")
    hand.touch("C")
    hand.touch("Bo")
    assert picked(hand) == []
    assert hand.driver.has("Choose at least 2 of the 3 dealt")
    assert front(hand).letters == ""  # type: ignore[attr-defined]
    pick(hand, "dallas--new-york")
    hand.touch("Anna")
    assert picked(hand) == ["boston--miami", "calgary--phoenix"]
    hand.touch("Anna keeps 2 tickets")
    assert hand.events == (e.Tickets(player="red", kept=("boston--miami", "calgary--phoenix")),)


def test_eu_11_returned_tickets_stay_with_their_player_too(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", "blue keeps berlin--roma brest--marseille")
    hand.touch("Tickets")
    picker = front(hand)
    assert isinstance(picker, TicketPicker)
    card = next(card for card in hand.driver.widgets(TicketCard) if card.ticket == "brest--petrograd")
    hand.driver.tap(card.children[0])
    hand.driver.settle()
    assert picker.out == 1
    hand.touch("Bo")
    assert picker.out == 0
    hand.touch("Anna")
    assert picker.out == 1


def test_in_the_deal_another_player_is_handed_the_screen_first(home: Hand) -> None:
    home.start_game("USA", "red blue")
    home.touch("Choose tickets")
    pick(home, "boston--miami", "calgary--phoenix")
    home.touch("Blue")
    assert page(home) == "Blue"
    assert told(home) == []
    home.touch("Choose tickets")
    assert picked(home) == []
    pick(home, *USA["Blue"])
    home.touch("Blue keeps 3 tickets")
    assert page(home) == "Red"
    assert told(home) == []
    home.touch("Choose tickets")
    assert picked(home) == ["boston--miami", "calgary--phoenix"]
    home.touch("Red keeps 2 tickets")
    assert [event.player for event in home.events if isinstance(event, e.Tickets)] == ["blue", "red"]


def test_a_card_that_another_player_keeps_is_picked_no_longer(home: Hand) -> None:
    """GEN-3: Red touched Blue's ticket by mistake."""
    home.start_game("USA", "red blue")
    home.touch("Choose tickets")
    pick(home, "boston--miami", "dallas--new-york")
    home.touch("Blue")
    home.touch("Choose tickets")
    pick(home, *USA["Blue"])
    home.touch("Blue keeps 3 tickets")
    home.touch("Choose tickets")
    assert picked(home) == ["boston--miami"]


def test_back_leads_to_the_page_of_the_same_player(home: Hand) -> None:
    home.start_game("USA", "red blue")
    home.touch("Choose tickets")
    pick(home, "boston--miami")
    home.back()
    assert page(home) == "Red"
    assert told(home) == []
    home.touch("Choose tickets")
    assert picked(home) == ["boston--miami"]


@pytest.mark.parametrize("name", ["USA", "Europe", "Switzerland", "India", "Old West"])
def test_no_ticket_is_ever_seen_on_the_page_between_two_players(name: str, home: Hand) -> None:
    home.start_game(name, "red blue")
    tickets = list(home.state.board.tickets)
    assert told(home) == []
    home.touch("Choose tickets")
    assert told(home)
    pick(home, *tickets[:3])
    home.touch("Red keeps 3 tickets")
    assert page(home) == "Blue"
    assert told(home) == []
    home.touch("Choose tickets")
    free = {card.ticket for card in home.driver.widgets(TicketCard)}
    assert not {one for one in tickets[:3] if home.state.board.tickets[one].copies == 1} & free
    pick(home, *tickets[4:7])
    home.touch("Blue keeps 3 tickets")
    assert told(home) == []


def test_the_page_looks_the_same_whatever_the_player_before_kept(tmp_path: Path) -> None:
    seen = []
    for number, kept in enumerate((USA["Red"], USA["Blue"])):
        hand = Hand(tmp_path / str(number))
        hand.start_game("USA", "red blue")
        hand.touch("Choose tickets")
        pick(hand, *kept)
        hand.touch("Red keeps 3 tickets")
        assert page(hand) == "Blue"
        seen.append(hand.driver.seen().tobytes())
        hand.stop()
    assert seen[0] == seen[1]


# For whom the list opens


def test_the_list_opens_for_whoever_has_none_yet(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue green", "red keeps berlin--roma brest--marseille")
    hand.touch("Tickets")
    assert front(hand).player == "blue"  # type: ignore[attr-defined]
    assert next(hand.driver.widgets(TicketCard)).long
    hand.touch("Cy")
    assert next(hand.driver.widgets(TicketCard)).long
    hand.touch("Anna")
    assert not next(hand.driver.widgets(TicketCard)).long  # EU-12: long ones are dealt only at the start


def test_the_list_opens_for_whoever_moves_if_everyone_has_tickets(at_table: AtTable) -> None:
    hand = at_table(
        "usa", "red blue", "red keeps boston--miami", "blue keeps calgary--phoenix", "red draws"
    )  # fmt: skip
    hand.touch("Tickets")
    assert front(hand).player == "blue"  # type: ignore[attr-defined]


# By scanner


@pytest.fixture
def wire(tmp_path: Path) -> Wire:
    return Wire(tmp_path)


def scan(wire: Wire, *labels: str) -> None:
    board = wire.hand.state.board
    for label in labels:
        if label in ("red", "blue", "green", "yellow"):
            wire.scan(player(label).text)
        elif label.isupper():
            wire.scan(command(Command[label]).text)
        else:
            wire.scan(wire.code(board, LabelKind.TICKET, label))


@pytest.mark.parametrize("name", ["USA", "Europe"])
def test_a_scanned_ticket_belongs_to_the_player_on_the_page(name: str, wire: Wire) -> None:
    hand = wire.hand
    hand.start_game(name, "red blue")
    tickets = list(hand.state.board.tickets)
    own: dict[PlayerColour, tuple[str, ...]] = {"red": tuple(tickets[:2]), "blue": tuple(tickets[2:4])}
    scan(wire, *own["red"])
    assert set(picked(hand)) == set(own["red"])
    hand.touch("Red keeps 2 tickets")
    assert page(hand) == "Blue"
    assert told(hand) == []
    scan(wire, *own["blue"])
    hand.touch("Blue keeps 2 tickets")
    assert isinstance(front(hand), TableScreen)
    assert {one: hand.state.hand(one) for one in own} == own
    wire.stop()


@pytest.mark.parametrize("name", ["USA", "Europe"])
def test_a_scanned_ticket_belongs_to_the_badge_before_it(name: str, wire: Wire) -> None:
    hand = wire.hand
    hand.start_game(name, "red blue green")
    tickets = list(hand.state.board.tickets)
    scan(wire, "green", *tickets[:2])
    assert front(hand).player == "green"  # type: ignore[attr-defined]
    scan(wire, "blue")
    assert picked(hand) == []  # green's are not shown to blue
    scan(wire, *tickets[2:4])
    hand.touch("Blue keeps 2 tickets")
    assert page(hand) == "Red"
    scan(wire, "green")
    assert set(picked(hand)) == set(tickets[:2])
    hand.touch("Green keeps 2 tickets")
    assert hand.state.hand("blue") == tuple(tickets[2:4])
    assert hand.state.hand("green") == tuple(tickets[:2])
    assert hand.state.hand("red") == ()
    assert page(hand) == "Red"
    wire.stop()


def test_the_whole_deal_by_scans_alone(wire: Wire) -> None:
    hand = wire.hand
    hand.start_game("USA", "red blue")
    before = Finger.count()
    scan(wire, *USA["Red"], "NEXT")
    assert page(hand) == "Blue"
    scan(wire, *USA["Blue"], "NEXT")
    assert Finger.count() == before
    assert isinstance(front(hand), TableScreen)
    assert hand.events == (e.Tickets(player="red", kept=USA["Red"]), e.Tickets(player="blue", kept=USA["Blue"]))
    wire.stop()


def test_the_page_refuses_what_is_not_part_of_the_deal(wire: Wire) -> None:
    hand = wire.hand
    hand.start_game("USA", "red blue")
    scan(wire, *USA["Red"], "NEXT")
    for label in ("red", "yellow", "UNDO", "NEXT", "FINISH"):
        scan(wire, label)
        assert page(hand) == "Blue"
        assert hand.driver.has("Scan the tickets that Blue keeps.")
        assert told(hand) == []
    scan(wire, USA["Red"][0])
    assert hand.driver.has("Someone already has that ticket.")
    assert picked(hand) == []
    assert len(hand.events) == 1
    wire.stop()
