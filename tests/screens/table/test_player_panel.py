"""The panel of players: always right, and every number explains itself."""

import re
from collections.abc import Callable

import pytest

from companion.screens.virtual import Finger
from tests.screens.player import Hand

# isort: split
from kivy.graphics import Mesh

from companion.screens.widgets import Drawer, theme
from companion.screens.widgets.playertile import Figure, PlayerTile
from companion.screens.widgets.text import Text

AtTable = Callable[..., Hand]


def tile(hand: Hand, name: str) -> PlayerTile:
    return next(tile for tile in hand.driver.widgets(PlayerTile) if tile.name == name)


def figures(hand: Hand, name: str) -> dict[str, str]:
    """The numbers on a player's tile, by their icons."""
    found = [widget for widget in tile(hand, name).walk(restrict=True) if isinstance(widget, Figure)]
    return {figure.icon: figure.number for figure in found if figure.number}


def colour_of(hand: Hand, name: str, icon: str) -> object:
    figure = next(w for w in tile(hand, name).walk(restrict=True) if isinstance(w, Figure) and w.icon == icon)
    return next(tuple(text.color) for text in figure.walk(restrict=True) if isinstance(text, Text))


def lit(hand: Hand) -> int:
    """How many things are lit on the map."""
    return sum(isinstance(child, Mesh) for child in hand.map.drawing._lit_layer.children)


def test_numbers_follow_every_move(at_table: AtTable) -> None:
    hand = at_table("europe", "red blue")
    assert figures(hand, "Anna") == {"cars": "45", "path": "0", "ticket": "0", "station": "3"}
    hand.claim("marseille--pamplona:red")
    hand.place("Station", "moskva")
    hand.claim("brest--pamplona:pink")
    hand.keep_tickets("athina--angora", player="Anna")
    assert tile(hand, "Anna").score == 14
    assert figures(hand, "Anna") == {"cars": "37", "path": "8", "ticket": "1", "station": "3"}
    assert figures(hand, "Bo") == {"cars": "45", "path": "0", "ticket": "0", "station": "2"}
    assert hand.driver.has("14")


def test_the_longest_route_in_the_lead_is_brass(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", "red claims calgary--winnipeg:white", "blue claims atlanta--nashville:grey")
    assert colour_of(hand, "Anna", "path") == theme.BRASS
    assert colour_of(hand, "Bo", "path") == theme.TEXT
    hand.touch("Undo")
    hand.touch("Undo")
    assert colour_of(hand, "Anna", "path") == theme.TEXT  # nobody has any


def test_whose_turn_it_is_has_a_brass_frame(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue green", "red draws")
    assert [t.name for t in hand.driver.widgets(PlayerTile) if tuple(t.edge) == theme.BRASS] == ["Bo"]
    hand.touch("Drew cards")
    assert [t.name for t in hand.driver.widgets(PlayerTile) if tuple(t.edge) == theme.BRASS] == ["Cy"]


def test_markers_left_in_old_west(at_table: AtTable) -> None:
    hand = at_table(
        "old_west", "red blue", "blue starts denver", "red starts boise",
        "red claims boise--missoula:orange", "red marks missoula",
    )  # fmt: skip
    assert figures(hand, "Anna")["marker"] == "1"
    assert figures(hand, "Bo")["marker"] == "2"


def test_the_score_is_explained_by_a_sum_that_adds_up(at_table: AtTable) -> None:
    hand = at_table(
        "europe", "red blue", "red claims marseille--pamplona:red", "blue builds moskva",
        "red claims paris--zurich:grey", "blue draws", "red claims dieppe--paris:pink",
    )  # fmt: skip
    hand.driver.tap(tile(hand, "Anna"))
    hand.driver.settle()
    (sheet,) = (sheet for sheet in hand.driver.widgets(Drawer) if not sheet.closing)
    lines = [
        w
        for w in sheet.body.walk(restrict=True)
        if len(w.children) == 2 and all(isinstance(c, Text) for c in w.children)
    ]
    said = {line.children[1].text: line.children[0].text for line in lines}
    earned = [int(figure) for words, figure in said.items() if re.search(r", \d trains?(,|$)", words)]
    assert earned == [7, 4, 1]
    assert said["Dieppe–Paris, 1 train"] == "+1"
    assert said["On the scoring track"] == str(sum(earned)) == str(int(tile(hand, "Anna").score))
    assert said["45 trains, 8 on the board"] == "37 left"
    assert said["3 stations not built: 4 points for each one at the end"] == "+12"
    assert said["Longest route (leading): Marseille – Pamplona"] == "4"
    hand.touch("Close")
    assert not hand.driver.has("On the scoring track")


def test_points_of_old_west_name_whose_claim_it_was(at_table: AtTable) -> None:
    hand = at_table(
        "old_west", "red blue", "blue starts denver", "red starts pueblo",
        "red claims durango--pueblo:red", "blue claims denver--pueblo:orange",
    )  # fmt: skip
    hand.driver.tap(tile(hand, "Anna"))
    hand.driver.settle()
    assert tile(hand, "Anna").score == 4 + 1  # OW-4
    assert hand.driver.has("Denver–Pueblo (orange), claimed by Bo")
    assert hand.driver.has("City markers left")


def test_holding_a_tile_lights_the_longest_route_until_it_is_let_go(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", "red claims calgary--winnipeg:white")
    finger = Finger(*hand.driver.at(tile(hand, "Anna")))
    finger.send("begin")
    hand.driver.wait(0.2)
    assert lit(hand) == 0
    hand.driver.wait(0.3)
    assert lit(hand) > 0
    assert hand.driver.has("Anna: longest route 6")
    finger.send("end")
    hand.driver.settle()
    assert lit(hand) == 0
    assert hand.driver.has("Anna claimed Calgary–Winnipeg")
    assert not hand.driver.has("On the scoring track")  # a held touch explains nothing


NEARLY_OUT = (
    "red claims calgary--winnipeg:white", "red claims helena--seattle:yellow", "red claims duluth--helena:orange",
    "red claims duluth--toronto:pink", "red claims el-paso--houston:green", "red claims el-paso--los-angeles:black",
    "red claims miami--new-orleans:red",
)  # fmt: skip
"""Anna has three cars left (GEN-7)."""


def test_the_last_round_names_who_began_it_and_counts_turns(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue green", *NEARLY_OUT, "blue draws", "green draws")
    assert hand.table.banner.text == ""
    hand.claim("atlanta--nashville:grey")
    assert hand.driver.has("Last round, started by Anna. 3 turns left")
    hand.touch("Drew cards")
    assert hand.driver.has("Last round, started by Anna. 2 turns left")
    hand.touch("Drew cards")
    assert hand.driver.has("Last round, started by Anna. One turn left: Anna")
    hand.touch("Drew cards")
    assert hand.driver.has("That was the last turn: tap Finish.")


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_the_banner_lies_on_nothing_of_the_board(at_table: AtTable, size: tuple[int, int]) -> None:
    hand = at_table("usa", "red blue green", *NEARLY_OUT, "red claims atlanta--nashville:grey", size=size)
    assert hand.table.banner.text
    assert hand.map.top <= hand.table.banner.y
    hand.touch("Undo")
    assert hand.table.banner.text == ""
    assert hand.map.top > hand.table.banner.y
