"""Moves beside claiming: cards, stations, markers, Alvin."""

from collections.abc import Callable

from tests.screens.player import Hand

# isort: split
from companion.game import events as e
from companion.screens.widgets import PlayerChip
from hardware.codes import Command, LabelKind, Scan, command, numbered, numbers, parse, set_letter

AtTable = Callable[..., Hand]
STARTED = ("blue starts denver", "red starts albuquerque")


def hear(hand: Hand, text: str) -> None:
    """As if it had been scanned."""
    hand.driver.app.session.hear(Scan(text, parse(text)))
    hand.driver.settle()


def test_cards_were_drawn(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    hand.touch("Drew cards")
    assert hand.events == (e.Draw(player="red"),)
    assert hand.driver.has("Anna drew cards")
    assert hand.driver.has("Bo’s turn")


def test_a_station_says_its_price(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.touch("Station")
    assert hand.driver.has("Tap the city that gets the station.")
    hand.tap_city("moskva")
    assert hand.driver.has("Anna: station 1 costs one card; not building it is worth 4 points.")
    hand.touch("Moskva")
    assert hand.events == (e.Station(player="red", city="moskva"),)
    assert not hand.driver.has("Tap the city that gets the station.")


def test_the_second_station_costs_more_and_the_fourth_is_forbidden(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", "red builds moskva", "blue draws")
    hand.touch("Station")
    hand.tap_city("riga")
    assert hand.driver.has("Anna: station 2 costs 2 cards of one colour; not building it is worth 4 points.")
    hand.touch("Riga")
    hand.touch("Drew cards")
    hand.place("Station", "roma")
    hand.touch("Drew cards")
    hand.touch("Station")
    hand.tap_city("palermo")
    assert hand.driver.has("Anna has built all their stations.")
    hand.touch("Palermo")
    assert hand.driver.has("Anna (red) has no stations left.")
    hand.touch("Cancel")
    assert hand.state.stations_of("red") == ("moskva", "riga", "roma")


def test_a_station_for_another_player(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.touch("Station")
    hand.tap_city("moskva")
    hand.driver.tap(next(chip for chip in hand.driver.widgets(PlayerChip) if chip.text == "Bo"))
    hand.driver.settle()
    assert hand.driver.has("Bo: station 1 costs one card")
    hand.touch("Moskva")
    assert hand.events == (e.Station(player="blue", city="moskva"),)


def test_a_station_from_the_cards_of_a_city(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.tap_city("petrograd")
    hand.touch("Station in Petrograd")
    assert hand.events == (e.Station(player="red", city="petrograd"),)


def test_a_station_can_be_given_up(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    hand.touch("Station")
    hand.tap_city("moskva")
    hand.driver.tap(hand.driver.find(icon="close"))
    hand.driver.settle()
    assert not hand.driver.has("Tap the city that gets the station.")
    hand.claim("kyiv--smolensk:red")
    assert hand.events == (e.Claim(player="red", route="kyiv--smolensk:red"),)


def test_start_cities_the_last_in_turn_first(at_table: AtTable) -> None:
    hand = at_table("old_west", "red blue")
    assert hand.driver.has("Bo: start city")
    assert hand.driver.has("Tap the start city on the map.")
    hand.tap_city("denver")
    assert hand.driver.has("Bo chooses a start city.")
    hand.touch("Denver")
    assert hand.events == (e.StartCity(player="blue", city="denver"),)
    assert hand.driver.has("Anna: start city")


def test_a_claim_in_old_west_offers_a_marker(at_table: AtTable) -> None:
    hand = at_table("old_west", "red blue", *STARTED)
    hand.claim("albuquerque--phoenix:yellow")
    assert hand.driver.has("Anna: a city marker for 2 matching cards?")
    hand.touch("Phoenix")
    assert hand.events[-1] == e.Marker(player="red", city="phoenix")
    assert not hand.driver.has("a city marker for")
    assert hand.driver.has("Bo’s turn")


def test_the_offer_of_a_marker_stops_nobody(at_table: AtTable) -> None:
    hand = at_table("old_west", "red blue", *STARTED)
    hand.claim("albuquerque--phoenix:yellow")
    hand.touch("No")
    assert not hand.driver.has("a city marker for")
    hand.claim("denver--salt-lake-city:blue")
    assert hand.driver.has("Bo: a city marker for 2 matching cards?")
    hand.touch("Drew cards")  # the next move takes the offer away
    assert not hand.driver.has("a city marker for")
    assert hand.state.markers_of("blue") == ("denver",)


def test_who_catches_alvin_takes_him_home(at_table: AtTable) -> None:
    hand = at_table("old_west", "red blue", *STARTED, alvin=True)
    hand.claim("albuquerque--roswell:red")
    alvin = hand.state.board.rules.alvin
    assert alvin is not None
    assert hand.driver.has(f"Anna captured Alvin: +{alvin.capture}. Where does he go?")
    assert hand.driver.has("Anna’s turn")
    hand.touch("Albuquerque")
    assert hand.events[-1] == e.Alvin(player="red", city="albuquerque")
    assert hand.state.alvin is not None
    assert hand.state.alvin.city == "albuquerque"
    assert hand.driver.has("Bo’s turn")


def test_a_marker_may_be_meant_while_cards_lie_open(at_table: AtTable) -> None:
    hand = at_table("old_west", "red blue", *STARTED, "red claims albuquerque--phoenix:yellow")
    hand.tap_city("seattle")
    assert hand.cards()
    hand.touch("Marker")
    assert not hand.cards()
    hand.tap_city("phoenix")
    assert not hand.cards()
    assert hand.driver.has("Bo: a marker costs 2 cards of one colour.")


def test_a_route_is_looked_up_while_cards_lie_open(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    hand.tap_city("seattle")
    number = numbers(list(hand.state.board.routes))["miami--new-orleans:red"]
    hear(hand, command(Command.LOOK_UP).text)
    hear(hand, numbered(LabelKind.ROUTE, set_letter("usa"), number).text)
    assert [card.name for card in hand.cards()] == ["Miami – New Orleans"]
