"""What people would not find by themselves: each is told once, when it would help, and a sign stays."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest

from companion.screens.virtual import Finger, started
from tests.screens.conftest import lay
from tests.screens.player import Hand

# isort: split
from companion.screens.shell import preferences
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
def test_a_tile_says_in_words_what_its_numbers_are_and_shows_that_there_are_tickets_to_see(
    at_table: AtTable, size: tuple[int, int]
) -> None:
    kept = "red keeps athina--angora budapest--sofia"
    hand = at_table("europe", "red blue", "red claims brest--paris:black", kept, size=size)
    for words in ("42 trains", "longest 3", "2 tickets", "0 tickets", "3 stations", "45 trains", "longest 0"):
        assert words in hand.driver.labels(), words
    eyes = {
        tile.name: [
            min(icon.size) for icon in tile.walk(restrict=True) if isinstance(icon, Icon) and icon.name == "eye"
        ]
        for tile in hand.driver.widgets(PlayerTile)
    }
    assert eyes == {"Anna": [20 * hand.driver.density], "Bo": []}


@pytest.mark.parametrize(("size", "text"), [((800, 480), "large"), ((480, 800), "normal"), ((480, 800), "large")])
def test_five_players_have_words_with_large_text_and_upright(
    tmp_path: Path, size: tuple[int, int], text: Literal["normal", "large"]
) -> None:
    preferences.write(tmp_path, preferences.Preferences(text=text))
    lay(tmp_path, "europe", "red blue green yellow black")
    driver = started(tmp_path, size)
    try:
        driver.settle()
        driver.touch("Continue")
        driver.settle()
        assert driver.labels().count("45 trains") == 5
        assert driver.labels().count("longest 0") == 5
    finally:
        driver.stop()


def test_tickets_are_seen_while_the_button_in_the_details_is_held(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue", "red keeps athina--angora budapest--sofia")
    hand.driver.tap(next(hand.driver.widgets(PlayerTile)))
    hand.driver.settle()
    assert not hand.driver.has("Budapest – Sofia")
    finger = Finger(*hand.driver.at(hand.driver.find(text="Hold to see tickets")))
    finger.send("begin")
    hand.driver.wait(0.3)
    hand.driver.settle()
    assert hand.driver.has("Budapest – Sofia")
    assert not hand.driver.has("On the scoring track")
    finger.send("end")
    hand.driver.settle()
    assert not hand.driver.has("Budapest – Sofia")
    assert hand.driver.has("On the scoring track")


def test_five_players_on_the_small_screen_have_the_words_too(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue green yellow black")
    assert hand.driver.labels().count("45 trains") == 5
