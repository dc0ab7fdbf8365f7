"""Cards scanned before a route, a city or a tunnel pay for it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.game import events as e
from companion.game import objections
from companion.game.outcome import Refused
from companion.game.paying import price_of_like_cards, price_of_route
from companion.game.payment import first_choice
from hardware.codes import Code, Command, command
from tests.game.scanned import BACK, BLUE, FINISH, PAID, RED, UNDO, Played
from tests.table import board, table

Begin = Callable[..., Played]
TUNNEL = "paris--zurich:grey"


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Begins a game on a map."""
    games: list[Played] = []

    def on(map_id: str, counted: bool = False) -> Played:
        games.append(Played(tmp_path / map_id, map_id, counted=counted))
        return games[-1]

    yield on
    for game in games:
        game.journal.close()


def cards(game: Played, *hand: str) -> list[Code]:
    """Different cards of a colour each: `red red locomotive`."""
    return [game.card(colour, copy) for copy, colour in enumerate(hand, start=1)]


def test_pay_1_cards_before_a_route_are_its_payment(begin: Begin) -> None:
    europe = begin("europe")
    europe.scan(RED)
    assert europe.scan(*cards(europe, "black", "black")) == (
        "Black card 2. Anna: 2 black cards. Next: the route, or the city for a station"
    )
    assert europe.scan(europe.card("locomotive", 3)) == (
        "Locomotive 3. Anna: 2 black cards and 1 locomotive. Next: the route, or the city for a station"
    )
    assert europe.scan(europe.route("brest--paris:black")) == "Anna claimed Brest–Paris (2 black and 1 locomotive)"
    assert europe.play.events == (
        e.Claim(player="red", route="brest--paris:black", cards={"black": 2, "locomotive": 1}),
    )
    assert europe.expects == "Bo: scan a route, a ticket, or a city for a station"


@pytest.mark.parametrize(
    ("map_id", "hand", "route", "reason"),
    [
        ("europe", "red red red", "brest--paris:black", "Brest–Paris takes black cards, not red cards"),
        ("europe", "black black", "brest--paris:black", "Brest–Paris costs 3 cards, but 2 were paid"),
        (
            "usa",
            "pink red",
            "atlanta--charleston:grey",
            "Atlanta–Charleston costs cards of one colour, but cards of several colours were paid",
        ),
        (  # PAY-2
            "europe",
            "red red red red red locomotive",
            "palermo--smyrna:grey",
            "Palermo–Smyrna is a ferry: 2 locomotives must be among the cards paid",
        ),
    ],
)
def test_a_wrong_payment_is_refused_at_the_route_and_can_be_recorded_anyway(
    begin: Begin, map_id: str, hand: str, route: str, reason: str
) -> None:
    game = begin(map_id)
    game.scan(RED, *cards(game, *hand.split()))
    outcome = game.play.take(game.route(route))
    assert isinstance(outcome, Refused)
    assert str(outcome.sentence) == reason
    assert game.play.events == ()
    assert isinstance(outcome.event, e.Claim)
    game.play.record(outcome.event.model_copy(update={"override": True}))
    claim = game.play.state.last
    assert isinstance(claim, e.Claim)
    assert claim.cards == outcome.event.cards
    assert [str(broken.sentence) for broken in game.play.state.overridden] == [reason]


def test_a_refused_payment_can_be_mended(begin: Begin) -> None:
    europe = begin("europe")
    europe.scan(RED, *cards(europe, "black", "black"))
    assert europe.scan(europe.route("brest--paris:black")).startswith("no: ")
    assert europe.scan(europe.card("black", 3), europe.route("brest--paris:black")) == (
        "Anna claimed Brest–Paris (3 black)"
    )


def test_ch_9_no_locomotives_but_in_tunnels(begin: Begin) -> None:
    swiss = begin("switzerland")
    overland = next(r for r in swiss.board.routes.values() if not r.tunnel and r.colour == "white" and r.length == 3)
    swiss.scan(RED, *cards(swiss, "white", "white", "locomotive"))
    assert swiss.scan(swiss.route(overland.id)).startswith("no: locomotives can only be played on tunnels, and ")


def test_the_same_card_counts_once(begin: Begin) -> None:
    europe = begin("europe")
    europe.scan(RED, europe.card("black", 1), europe.card("red", 1))
    assert europe.scan(europe.card("black", 1)) == "no: black card 1 has already been counted"
    assert europe.scan(europe.card("black", 13)) == "no: Europe has no black card 13"


def test_undo_takes_off_the_last_card(begin: Begin) -> None:
    europe = begin("europe")
    europe.scan(BLUE, europe.route("dieppe--paris:pink"), RED, *cards(europe, "black", "red"))
    assert europe.scan(UNDO) == (
        "Red card 2 was removed. Anna: 1 black card. Next: the route, or the city for a station"
    )
    assert europe.scan(UNDO) == ("Black card 1 was removed. Anna: scan a route, a ticket, or a city for a station")
    assert len(europe.play.events) == 1
    assert europe.scan(UNDO) == "Undone: Bo claimed Dieppe–Paris"


@pytest.mark.parametrize(
    ("label", "then"),
    [
        (BLUE, "Bo: scan a route, a ticket, or a city for a station"),
        (RED, "Anna: scan a route, a ticket, or a city for a station"),
        (command(Command.NEXT), "Bo: scan a route, a ticket, or a city for a station"),
        (command(Command.LOOK_UP), "Scan a player’s badge to make a move, or anything else to look it up"),
    ],
)
def test_a_badge_or_next_puts_the_cards_back_in_words(begin: Begin, label: Code, then: str) -> None:
    europe = begin("europe")
    europe.scan(RED, *cards(europe, "red", "red", "locomotive"))
    assert europe.scan(label) == f"Not used: 2 red cards and 1 locomotive. {then}"
    europe.scan(RED, europe.route("brest--paris:black"))
    assert europe.play.events == (e.Claim(player="red", route="brest--paris:black"),)


def test_other_labels_wait_until_the_cards_are_used(begin: Begin) -> None:
    europe = begin("europe")
    europe.scan(RED, europe.card("red", 1))
    for label in (FINISH, command(Command.DREW_CARDS), command(Command.REDO), europe.ticket("brest--marseille")):
        assert "does nothing right now. Anna: 1 red card. Next: the route" in europe.scan(label)
    assert europe.play.events == ()


def test_a_card_needs_a_badge_first(begin: Begin) -> None:
    europe = begin("europe")
    assert europe.scan(europe.card("red", 7)) == "no: that is red card 7; to pay with it, scan a player’s badge first"
    counted = begin("usa", counted=True)
    assert counted.scan(RED, counted.card("red", 7)).startswith("no: a train card does nothing right now.")


def test_pay_8_stations_by_scan(begin: Begin) -> None:
    europe = begin("europe")
    assert europe.scan(RED, europe.card("red", 1), europe.city("paris")) == "Anna built a station in Paris (1 red)"
    assert europe.scan(RED, *cards(europe, "red", "blue"), europe.city("roma")) == (
        "no: station 2 costs cards of one colour, but cards of several colours were paid"
    )
    assert europe.scan(RED, *cards(europe, "red", "locomotive"), europe.city("roma")) == (
        "Anna built a station in Roma (1 red and 1 locomotive)"
    )


def test_pay_9_markers_by_scan(begin: Begin) -> None:
    west = begin("old_west")
    west.scan(BLUE, west.city("denver"), west.city("tucson"), west.route("las-cruces--tucson:orange"))
    assert west.scan(west.card("red", 1)) == "Red card 1. 1 red card. Next: Bo’s route, or the city for a marker"
    assert west.scan(west.city("las-cruces")) == "no: a city marker costs 2 cards, but one was paid"
    assert west.scan(west.card("red", 2), west.city("las-cruces")) == "Anna put a marker in Las Cruces (2 red)"


def test_a_start_city_costs_no_cards(begin: Begin) -> None:
    west = begin("old_west")
    assert west.scan(BLUE, west.card("red", 1)) == "no: a train card does nothing right now. Bo: scan the start city"


def test_pay_3_a_tunnel_wholly_by_scan(begin: Begin) -> None:
    """The payment, the tunnel, the three cards turned up, the extra cards."""
    europe = begin("europe")
    europe.scan(RED, *cards(europe, "green", "green", "locomotive"))
    assert europe.scan(europe.route(TUNNEL)) == (
        "Anna: scan the cards turned over for Paris–Zürich (3 to go), or Paid, or Given up"
    )
    assert europe.scan(europe.card("green", 1)) == "no: green card 1 has already been counted"
    europe.scan(europe.card("green", 5), europe.card("red", 1), europe.card("locomotive", 9))
    assert europe.scan(europe.card("blue", 1)) == (
        "no: the extra cards must be green cards or locomotives, but that was a blue card"
    )
    assert europe.scan(europe.card("green", 6)).startswith("Green card 6. Anna: scan the extra cards")
    assert europe.scan(PAID) == "no: One more green card (or a locomotive)."
    assert europe.scan(europe.card("green", 6)) == "no: green card 6 has already been counted"
    assert europe.scan(europe.card("locomotive", 2)) == (
        "Locomotive 2. Anna: scan Paid if Paris–Zürich was paid for, otherwise Given up"
    )
    assert europe.scan(europe.card("green", 7)).startswith("no: three cards have already been turned over")
    assert europe.scan(PAID) == "Anna claimed Paris–Zürich (3 green and 2 locomotives)"
    assert europe.play.events == (
        e.Claim(
            player="red",
            route=TUNNEL,
            cards={"green": 3, "locomotive": 2},
            revealed=("green", "red", "locomotive"),
        ),
    )


def test_pay_4_locomotives_alone(begin: Begin) -> None:
    europe = begin("europe")
    europe.scan(RED, *cards(europe, "locomotive", "locomotive", "locomotive"), europe.route(TUNNEL))
    europe.scan(europe.card("green", 5), europe.card("red", 1), europe.card("locomotive", 9))
    assert europe.scan(europe.card("green", 1)) == (
        "no: the extra cards must be locomotives, but that was a green card"
    )
    assert europe.scan(europe.card("locomotive", 8), PAID) == "Anna claimed Paris–Zürich (4 locomotives)"


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        ("green green", "Paris–Zürich costs 3 cards, but 2 were played"),
        ("green green red", "Paris–Zürich costs cards of one colour, but cards of several colours were paid"),
    ],
)
def test_a_wrong_payment_for_a_tunnel(begin: Begin, hand: str, reason: str) -> None:
    europe = begin("europe")
    europe.scan(RED, *cards(europe, *hand.split()))
    assert europe.scan(europe.route(TUNNEL)) == f"no: {reason}"
    assert europe.play.tunnel is None
    assert europe.scan(RED, europe.route(TUNNEL)) == "Anna: scan the cards played for Paris–Zürich"


def test_undo_in_a_tunnel_takes_off_card_after_card(begin: Begin) -> None:
    europe = begin("europe")
    europe.scan(RED, *cards(europe, "green", "green", "green"), europe.route(TUNNEL))
    europe.scan(*(europe.card("green", copy) for copy in (4, 5, 6, 7)))
    for left in ((3, 3, 0), (3, 2, 0), (3, 1, 0), (3, 0, 0), (2, 0, 0), (1, 0, 0), (0, 0, 0)):
        assert europe.scan(UNDO).startswith("One card was removed. Anna: ")
        tried = europe.play.tunnel
        assert tried is not None
        assert (len(tried.down), len(tried.revealed), len(tried.added)) == left
    assert europe.scan(UNDO) == "The attempt at Paris–Zürich was cancelled"


@pytest.mark.parametrize("tunnel", [TUNNEL, "marseille--zurich:pink"])
def test_a_table_that_enters_no_cards_logs_paid_and_given_up(begin: Begin, tunnel: str) -> None:
    europe = begin("europe")
    assert "gave up the tunnel" in europe.scan(RED, europe.route(tunnel), BACK)
    assert "claimed" in europe.scan(europe.route(tunnel), PAID)
    assert europe.play.events == (e.TunnelFailed(player="red", route=tunnel), e.Claim(player="blue", route=tunnel))


def test_pay_6_given_up_though_nothing_more_is_due_is_asked_once(begin: Begin) -> None:
    europe = begin("europe")
    europe.scan(RED, *cards(europe, "green", "green", "green"), europe.route(TUNNEL))
    europe.scan(europe.card("red", 4), europe.card("red", 5), europe.card("red", 6))
    question = "Nothing more is due for Paris–Zürich: scan Paid, or Given up again to give it up anyway"
    assert europe.scan(BACK) == question
    europe.scan(RED)  # anything else withdraws it
    assert europe.scan(BACK) == question
    assert europe.scan(BACK) == "Anna gave up the tunnel Paris–Zürich"


def test_touch_and_scanner_pay_together(begin: Begin) -> None:
    """Cards are scanned, and the route is tapped."""
    europe = begin("europe")
    europe.scan(RED, *cards(europe, "black", "black", "black"))
    europe.play.claim(europe.board.routes["brest--paris:black"])
    assert europe.play.events == (e.Claim(player="red", route="brest--paris:black", cards={"black": 3}),)


@pytest.mark.parametrize("map_id", ["usa", "europe", "switzerland", "india", "old_west", "nordic_countries"])
def test_what_can_be_chosen_by_touch_is_what_the_rules_allow(map_id: str) -> None:
    """PAY-1, PAY-2, CH-9, NC-12: every choice of colour and locomotives for every route is a right payment."""
    on = board(map_id)
    state = table(map_id).state
    for route in on.routes.values():
        price = price_of_route(on, route)
        choice = first_choice(price)
        for colour in price.colours:
            for count in range(price.count + 1):
                chosen = choice.choose(colour).with_locomotives(count)
                assert chosen.cards is not None
                claim = e.Claim(player="red", route=route.id, cards=chosen.cards)
                assert not [o for o in objections(state, claim) if o.rule.startswith(("PAY", "CH", "NC"))]


def test_the_choice_of_cards() -> None:
    choice = first_choice(price_of_like_cards(2))
    assert choice.cards is None
    assert choice.choose("red").cards == {"red": 2}
    assert choice.choose("red").with_locomotives(1).cards == {"red": 1, "locomotive": 1}
    assert choice.choose("locomotive").cards == {"locomotive": 2}
    assert choice.choose("locomotive").choose("blue").cards == {"blue": 2}
