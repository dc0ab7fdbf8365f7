"""Land and water on the screen: below the tracks, and nowhere else."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.screens.virtual import Finger
from tests.screens.player import Hand

# isort: split
from kivy.uix.widget import Widget

from companion.boards import our_maps
from companion.boards.ground import ground_of
from companion.screens.map.mapview import MapView
from companion.screens.map.thumbnail import BoardThumbnail
from companion.screens.shell.preferences import Preferences, write
from companion.screens.widgets import theme
from tests.screens.conftest import lay

AtTable = Callable[..., Hand]
Pixel = tuple[int, int, int]


def pixel(colour: theme.Rgba) -> Pixel:
    red, green, blue = (round(255 * part) for part in colour[:3])
    return red, green, blue


def seen_at(hand: Hand, x: float, y: float) -> Pixel:
    """The colour on the screen at a place of the window."""
    picture = hand.driver.seen()
    red, green, blue = picture.getpixel((round(x), picture.height - 1 - round(y)))
    return red, green, blue


def on_map(hand: Hand, view: MapView, x: float, y: float) -> Pixel:
    """The colour at a place of the printed board."""
    shape = view.shape
    place = (y, x) if shape.on_its_side else (x, shape.size[1] - y)
    return seen_at(hand, *view.to_window(*view.on_screen(*place)))


PLACES = {
    "europe": ((30, 355), (270, 55), (690, 335)),
    "usa": ((960, 400), (80, 500), (430, 260)),
    "india": ((100, 1100), (900, 1100), (460, 900)),
    "old_west": ((60, 1000), (30, 800), (560, 300)),
}
"""Two places on water, and one on land, between the tracks."""


@pytest.mark.parametrize("look", ["usual", "high contrast"])
@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("map_id", PLACES)
def test_land_and_water_are_where_they_are(
    tmp_path: Path, hands: list[Hand], map_id: str, upright: bool, look: str
) -> None:
    lay(tmp_path, map_id, "red blue")
    write(tmp_path, Preferences(language="en", upright=upright, high_contrast=look != "usual"))
    hand = Hand(tmp_path)
    hands.append(hand)
    hand.touch("Continue")
    *water, land = PLACES[map_id]
    assert [on_map(hand, hand.map, *place) for place in water] == [pixel(theme.WATER)] * 2
    assert on_map(hand, hand.map, *land) == pixel(theme.PAPER)


def test_switzerland_is_paper_and_its_neighbours_are_paler(at_table: AtTable) -> None:
    hand = at_table("switzerland", "red blue")
    assert on_map(hand, hand.map, 970, 95) == pixel(theme.ABROAD)
    assert on_map(hand, hand.map, 330, 455) == pixel(theme.PAPER)


def test_a_map_of_ones_own_without_land_is_paper(tmp_path: Path, hands: list[Hand]) -> None:
    (tmp_path / "maps").mkdir()
    text = (our_maps() / "usa.toml").read_text(encoding="utf-8")
    (tmp_path / "maps" / "usa.toml").write_text(text, encoding="utf-8")
    lay(tmp_path, "usa", "red blue")
    hand = Hand(tmp_path)
    hands.append(hand)
    hand.touch("Continue")
    assert hand.state.board.land is None
    for place in PLACES["usa"]:
        assert on_map(hand, hand.map, *place) == pixel(theme.PAPER)


def around(hand: Hand, widget: Widget) -> set[Pixel]:
    """Colours just outside of a widget, on all sides that are inside of the screen."""
    picture = hand.driver.seen()
    left, bottom = widget.to_window(widget.x, widget.y)
    right, top = widget.to_window(widget.right, widget.top)
    places = [(x, y) for x in (left - 2, right + 2) for y in range(round(bottom), round(top), 7)]
    places += [(x, y) for y in (bottom - 2, top + 2) for x in range(round(left), round(right), 7)]
    wide, high = picture.size
    return {picture.getpixel((round(x), high - 1 - round(y))) for x, y in places if 0 <= x < wide and 0 < y < high}


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
@pytest.mark.parametrize("zoom", [1, 5])
def test_the_map_stays_inside_of_its_frame(at_table: AtTable, size: tuple[int, int], zoom: float) -> None:
    """In portrait too, where the ground reaches far beyond the board: nothing of it shows behind the buttons."""
    hand = at_table("europe", "red blue", size=size)
    hand.map.look_at(zoom, *hand.map.shape.cities["roma"])
    hand.driver.settle()
    assert not {pixel(theme.WATER), pixel(theme.PAPER)} & around(hand, hand.map)


def test_what_dims_the_map_dims_all_of_it(at_table: AtTable) -> None:
    """Held, a player's tile shows the longest route and dims the rest, corners of the map and sea included."""
    hand = at_table("europe", "red blue", "red claims brest--paris:black", size=(480, 800))
    hand.map.light({}, dim=True)
    hand.driver.settle()
    view = hand.map
    corners = [(x, y) for x in (view.x + 2, view.right - 3) for y in (view.y + 2, view.top - 3)]
    assert pixel(theme.WATER) not in {seen_at(hand, *view.to_window(*corner)) for corner in corners}


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_small_pictures_have_land_and_water_and_keep_to_their_place(at_table: AtTable, size: tuple[int, int]) -> None:
    hand = at_table("europe", "red blue", size=size)
    hand.back()
    small = next(hand.driver.widgets(BoardThumbnail))
    picture = hand.driver.seen()
    left, bottom = small.to_window(small.x, small.y)
    inside = picture.crop(
        (
            round(left),
            picture.height - round(bottom + small.height),
            round(left + small.width),
            picture.height - round(bottom),
        )
    )
    colours = {colour for _, colour in inside.getcolors(1 << 24)}
    assert {pixel(theme.WATER), pixel(theme.PAPER)} <= colours
    assert pixel(theme.COAST) not in colours
    assert not {pixel(theme.WATER), pixel(theme.PAPER)} & around(hand, small)


def test_coasts_stay_fine_lines_when_the_map_is_zoomed_in(at_table: AtTable) -> None:
    """The ends of a strip are as far apart as the line is wide: on the whole board, and as little more when zoomed."""
    hand = at_table("europe", "red blue")

    def wide() -> float:
        assert hand.map._ground is not None
        _, _, meshes = hand.map._ground._lines[-1]
        x1, y1, _, _, x2, y2 = list(meshes[0].vertices)[:6]
        return float(((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5 * hand.map.scale)

    before = wide()
    hand.map.look_at(6, *hand.map.shape.cities["roma"])
    hand.driver.wait(0.5)
    assert before < wide() < 2 * before


def test_dragging_the_map_draws_nothing_of_the_ground_again(at_table: AtTable) -> None:
    hand = at_table("old_west", "red blue", "blue starts denver", "red starts boise")
    hand.map.look_at(3, *hand.map.shape.cities["denver"])
    hand.driver.wait(0.5)
    drawn, unit = hand.map._ground, hand.map._ground_unit
    x, y = hand.map.center
    finger = Finger(x, y)
    finger.send("begin")
    for step in range(1, 9):
        finger.move(Finger._args(x - 8 * step, y))
        finger.send("update")
        hand.driver.frames()
        assert not hand.map._redraw_ground.is_triggered
    finger.send("end")
    hand.driver.settle()
    assert (hand.map._ground, hand.map._ground_unit) == (drawn, unit)
    assert ground_of(hand.map.shape) is not None
