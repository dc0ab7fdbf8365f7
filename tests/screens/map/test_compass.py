"""Which way is up: the compass on the map."""

from collections.abc import Callable

import pytest

from tests.screens.player import Hand

# isort: split
from companion.boards.names import NameBox
from companion.screens.map.boardmap import BoardMap
from companion.screens.map.compass import Compass
from companion.screens.shell.preferences import read

AtTable = Callable[..., Hand]


def compasses(hand: Hand) -> list[Compass]:
    return [one for one in hand.driver.widgets(Compass) if hand.driver.is_seen(one)]


def turn(hand: Hand) -> None:
    (compass,) = compasses(hand)
    hand.driver.tap(compass)
    hand.driver.settle()


def stands(view: BoardMap) -> bool:
    wide, high = view.shape.size
    return high > wide


@pytest.mark.parametrize("map_id", ["india", "old_west"])
def test_one_tap_turns_the_board_upright_and_the_next_one_back(at_table: AtTable, map_id: str) -> None:
    moves = ("blue starts denver", "red starts boise") if map_id == "old_west" else ()
    hand = at_table(map_id, "red blue", *moves)
    view = hand.table.map
    assert (stands(view), compasses(hand)[0].points) == (False, 90)
    turn(hand)
    assert (stands(view), compasses(hand)[0].points) == (True, 0)
    assert view.is_whole
    turn(hand)
    assert not stands(view)
    assert hand.events == hand.table.play.game.history.events


def test_it_is_remembered(at_table: AtTable) -> None:
    hand = at_table("india", "red blue")
    turn(hand)
    assert read(hand.folder).upright
    hand.restart()
    hand.touch("Continue")
    assert stands(hand.table.map)


def test_the_compass_points_to_the_top_of_the_board(at_table: AtTable) -> None:
    """Lahore is in the north of India, Quilon in the south."""
    hand = at_table("india", "red blue")
    north, south = (hand.map.shape.cities[city] for city in ("lahore", "quilon"))
    assert north[0] < south[0]  # 90 degrees anticlockwise: to the left
    turn(hand)
    north, south = (hand.map.shape.cities[city] for city in ("lahore", "quilon"))
    assert north[1] > south[1]


@pytest.mark.parametrize("map_id", ["usa", "europe", "switzerland"])
def test_boards_that_lie_as_they_are_printed_need_none(at_table: AtTable, map_id: str) -> None:
    assert not compasses(at_table(map_id, "red blue"))


def test_a_screen_in_portrait_needs_none(at_table: AtTable) -> None:
    hand = at_table("india", "red blue", size=(480, 800))
    assert stands(hand.table.map)
    assert not compasses(hand)


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
@pytest.mark.parametrize("map_id", ["india", "old_west"])
def test_it_covers_no_city_and_no_name(at_table: AtTable, map_id: str, size: tuple[int, int]) -> None:
    moves = ("blue starts denver", "red starts boise") if map_id == "old_west" else ()
    hand = at_table(map_id, "red blue", *moves, size=size)
    for _ in range(2):
        view = hand.table.map
        (compass,) = compasses(hand)
        for at in view.shape.cities.values():
            assert not compass.collide_point(*view.on_screen(*at))
        spot = NameBox(compass.x, compass.y, compass.right, compass.top)
        assert not any(spot.overlaps(name) for name in view.names.on_screen().values())
        turn(hand)


def test_claims_and_taps_go_on_where_they_are_after_a_turn(at_table: AtTable) -> None:
    hand = at_table("india", "red blue", "red claims bombay--karachi:grey-1")
    turn(hand)
    assert set(hand.map.drawing._claims) == {("bombay--karachi:grey-1", "red")}
    hand.claim("karachi--rohri:black")
    assert [event.route for event in hand.events if event.type == "claim"][-1] == "karachi--rohri:black"


def test_cards_of_a_tap_go_with_the_turn(at_table: AtTable) -> None:
    hand = at_table("india", "red blue")
    hand.tap_city("lahore")
    assert hand.cards()
    turn(hand)
    assert not hand.cards()


def test_a_board_that_is_turned_among_the_tickets_is_turned_on_the_table(at_table: AtTable) -> None:
    hand = at_table("india", "red blue")
    hand.touch("Tickets")
    hand.touch("Map")
    picker = hand.driver.app.session.host.front
    hand.driver.tap(picker.map.compass)
    hand.driver.settle()
    assert stands(picker.map)
    hand.back()
    assert stands(hand.table.map)
    assert hand.table.map.height > 0.8 * hand.table.height  # and has the room of one that stands


def test_locked_it_turns_nothing(at_table: AtTable) -> None:
    hand = at_table("india", "red blue")
    spot = hand.driver.at(compasses(hand)[0])
    hand.driver.tap(hand.driver.find(icon="lock"))
    hand.driver.settle()
    hand.driver.tap(spot)
    hand.driver.settle()
    assert not stands(hand.table.map)
    assert not read(hand.folder).upright
