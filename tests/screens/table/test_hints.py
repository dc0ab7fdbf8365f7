"""What people would not find by themselves: each is told once, when it would help, and a sign stays."""

from collections.abc import Callable

import pytest

from tests.screens.player import Hand

# isort: split
from companion.screens.widgets.playertile import PlayerTile
from companion.screens.widgets.text import Icon

AtTable = Callable[..., Hand]
DOUBLE_TAP = "Double-tap the map to see it larger."
DRAG = "Drag the map to move it. Double-tap to see all of it."
SIZES = pytest.mark.parametrize("size", [(800, 480), (1280, 720), (480, 800)], ids=["small", "large", "upright"])


def test_a_touch_that_may_mean_many_tracks_tells_of_the_double_tap_once(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    assert not hand.driver.has(DOUBLE_TAP)
    hand.tap_city("frankfurt")
    assert len(hand.cards()) >= 4
    assert hand.driver.has(DOUBLE_TAP)
    hand.driver.tap(hand.cards()[0])
    hand.driver.settle()
    assert not hand.driver.has(DOUBLE_TAP)
    hand.tap_city("wien")
    assert not hand.driver.has(DOUBLE_TAP)
    hand.restart()
    hand.touch("Continue")
    hand.tap_city("wien")
    assert not hand.driver.has(DOUBLE_TAP)  # not on another day either


def test_the_first_zoom_tells_how_to_move_the_map_and_how_to_see_all_of_it(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    place = hand.map.to_window(*hand.map.on_screen(*hand.map.shape.cities["wien"]))
    for _ in range(2):
        hand.driver.tap(place)
    hand.driver.settle()
    assert not hand.map.is_whole
    assert hand.driver.has(DRAG)
    hand.touch("Drew cards")
    assert not hand.driver.has(DRAG)


def test_the_first_tickets_tell_how_to_see_them_again(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    hand.keep_tickets("boston--miami", "calgary--phoenix")
    assert hand.driver.has("Anna kept 2 tickets. Hold a finger on that player to see them.")
    hand.keep_tickets("denver--el-paso", "dallas--new-york", player="Bo")
    assert hand.driver.has("Bo kept 2 tickets")
    assert not hand.driver.has("Hold a finger on that player")


@SIZES
def test_a_tile_says_in_words_what_its_numbers_are_and_shows_that_it_can_be_held(
    at_table: AtTable, size: tuple[int, int]
) -> None:
    hand = at_table("europe", "red blue", "red claims brest--paris:black", size=size)
    for words in ("42 trains", "longest 3", "0 tickets", "3 stations", "45 trains", "longest 0"):
        assert words in hand.driver.labels(), words
    for tile in hand.driver.widgets(PlayerTile):
        signs = [icon for icon in tile.walk(restrict=True) if isinstance(icon, Icon) and icon.name == "hold"]
        assert [min(sign.size) >= 15 * hand.driver.density for sign in signs] == [True]


def test_five_players_on_the_small_screen_have_the_words_too(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue green yellow black")
    assert hand.driver.labels().count("45 trains") == 5
