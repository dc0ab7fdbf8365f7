"""The map under fingers: zoom, drag, names, and wagons that arrive."""

from collections.abc import Callable
from itertools import combinations, pairwise

import pytest

from companion.screens.virtual import Finger, panel
from tests.screens.player import Hand

# isort: split
from kivy.graphics import Mesh
from kivy.metrics import dp, sp

from companion.boards import Library, PlayerColour
from companion.boards.shape import shape_on_screen
from companion.screens.map.mapnames import NAMES, MapNames, whole_size
from companion.screens.map.mapscale import MARGIN, whole_scale
from companion.screens.map.mapview import CLOSEST

AtTable = Callable[..., Hand]


def double_tap(hand: Hand, city: str) -> None:
    spot = hand.map.on_screen(*hand.map.shape.cities[city])
    hand.driver.tap(spot)
    hand.driver.tap(spot)
    hand.driver.settle()


def pinch(hand: Hand, before: float, after: float) -> None:
    """Two fingers around the middle of the map; they are first so many pixels apart, and then so many."""
    x, y = hand.map.center
    left, right = Finger(x - before / 2, y), Finger(x + before / 2, y)
    for finger in (left, right):
        finger.send("begin")
    hand.driver.frames(2)
    for step in range(1, 9):
        half = (before + (after - before) * step / 8) / 2
        for finger, side in ((left, -1), (right, 1)):
            finger.move(Finger._args(x + side * half, y))
            finger.send("update")
        hand.driver.frames()
    for finger in (left, right):
        finger.send("end")
    hand.driver.settle()


def drag(hand: Hand, across: float, up: float) -> None:
    x, y = hand.map.center
    hand.driver.drag((x, y), (x + across, y + up))
    hand.driver.settle()


def drawn(hand: Hand) -> set[tuple[str, PlayerColour]]:
    """The claims that are drawn, as track and player."""
    return set(hand.map.drawing._claims)


def wagons_drawn(hand: Hand, track: str, player: PlayerColour) -> int:
    group = hand.map.drawing._claims[track, player]
    (count,) = {len(child.indices) // 6 for child in group.children if isinstance(child, Mesh)}
    return count


@pytest.mark.parametrize("city", ["seattle", "omaha", "miami"])
def test_a_double_tap_zooms_in_where_it_was_and_back_out(at_table: AtTable, city: str) -> None:
    """Low on the map too, where the cards of the first tap come up under the finger."""
    hand = at_table("usa", "red blue")
    before = hand.map.on_screen(*hand.map.shape.cities[city])
    double_tap(hand, city)
    assert hand.map.zoom == 3
    after = hand.map.on_screen(*hand.map.shape.cities[city])
    assert hand.map.collide_point(*after)
    assert max(abs(after[0] - before[0]), abs(after[1] - before[1])) < 40
    assert not hand.cards()
    assert hand.events == ()
    double_tap(hand, city)
    assert hand.map.is_whole
    assert hand.events == ()


def test_two_slow_taps_are_no_double_tap(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    hand.tap_city("seattle")
    hand.driver.wait(0.3)
    hand.tap_city("seattle")
    assert hand.map.is_whole
    assert hand.cards()


def test_two_fingers_zoom_in_as_far_as_allowed_and_back(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    pinch(hand, 100, 250)
    assert hand.map.zoom == pytest.approx(2.5, rel=0.05)
    middle = hand.map.middle_x, hand.map.middle_y
    assert middle == pytest.approx((500, 322.5), abs=10)
    for _ in range(3):
        pinch(hand, 100, 400)
    assert hand.map.zoom == CLOSEST
    for _ in range(3):
        pinch(hand, 400, 50)
    assert hand.map.is_whole
    assert not hand.cards()  # nothing of it was a tap
    assert hand.events == ()


def test_dragging_moves_what_is_zoomed_in(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    hand.map.look_at(3, 500, 320)
    before = hand.map.on_screen(500, 320)
    drag(hand, 80, -40)
    after = hand.map.on_screen(500, 320)
    assert (after[0] - before[0], after[1] - before[1]) == pytest.approx((80, -40), abs=2)
    assert not hand.cards()


def test_the_board_cannot_be_dragged_out_of_sight(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    whole = hand.map.on_screen(0, 0)
    drag(hand, 200, 100)
    assert hand.map.on_screen(0, 0) == pytest.approx(whole)
    hand.map.look_at(3, 500, 320)
    for across, up in ((280, 180), (-280, -180)):
        for _ in range(8):
            drag(hand, across, up)
        assert all(0 <= middle <= size for middle, size in zip(
            hand.map.on_board(*hand.map.center), hand.map.shape.size, strict=True
        ))  # fmt: skip


def test_a_claim_is_drawn_with_the_touch_and_undo_takes_it_off(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", "red claims helena--seattle:yellow")
    assert drawn(hand) == {("helena--seattle:yellow", "red")}
    hand.tap_track("calgary--winnipeg:white")
    hand.driver.tap(hand.cards()[0])
    assert drawn(hand) == {("helena--seattle:yellow", "red"), ("calgary--winnipeg:white", "blue")}
    hand.touch("Undo")
    assert drawn(hand) == {("helena--seattle:yellow", "red")}


def test_wagons_arrive_one_after_another_and_the_game_does_not_wait(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", still=False)
    hand.tap_track("calgary--winnipeg:white")
    finger = Finger(*hand.driver.at(hand.cards()[0]))
    finger.send("begin")
    hand.driver.frames()
    finger.send("end")
    seen = []
    for _ in range(40):
        hand.driver.frames()
        if hand.events:
            seen.append(wagons_drawn(hand, "calgary--winnipeg:white", "red"))
            assert hand.table._tiles[0].score == 15  # known before the wagons are there
    assert seen[0] == 1
    assert seen[-1] == 6
    assert all(before <= after <= before + 1 for before, after in pairwise(seen))


def test_an_undo_while_wagons_still_arrive(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", still=False)
    hand.tap_track("calgary--winnipeg:white")
    finger = Finger(*hand.driver.at(hand.cards()[0]))
    finger.send("begin")
    hand.driver.frames()
    finger.send("end")
    hand.driver.wait_for(lambda: hand.events)
    hand.table.undo()
    hand.driver.settle()
    assert drawn(hand) == set()
    hand.table.redo()
    hand.driver.settle()
    assert wagons_drawn(hand, "calgary--winnipeg:white", "red") == 6


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_every_city_has_its_name_at_every_zoom_and_none_is_large(at_table: AtTable, size: tuple[int, int]) -> None:
    hand = at_table("usa", "red blue", size=size)
    sizes = []
    for zoom in (1, 2, 4, 7):
        hand.map.look_at(zoom, 500, 320)
        hand.driver.wait(0.3)
        assert len(hand.map.names.on_screen()) == len(hand.state.board.cities)
        sizes.append(hand.map.names.size)
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1] <= sp(18) + 0.5


def test_names_follow_the_board_without_being_drawn_again(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    view = hand.map
    view.look_at(3, 500, 320)
    hand.driver.wait(0.5)
    before = view.names.on_screen()
    ((mesh, _),) = view.names._meshes
    vertices, middle = list(mesh.vertices), (view.middle_x, view.middle_y)
    drag(hand, -83, 41)
    assert (view.middle_x, view.middle_y) != middle
    assert list(mesh.vertices) == vertices
    after = view.names.on_screen()
    across, up = after["denver"].left - before["denver"].left, after["denver"].bottom - before["denver"].bottom
    assert (across, up) != (0, 0)
    for city, name in after.items():
        x, y = view.on_screen(*view.shape.cities[city])
        was = before[city]
        assert (name.left, name.bottom) == (was.left + across, was.bottom + up)
        assert max(name.left - x, x - name.right, name.bottom - y, y - name.top) < 2 * view.drawing.dot * view.scale


def test_names_are_smaller_where_they_would_be_on_each_other(home: Hand) -> None:
    panel((1280, 720))
    shape, usual, room = shape_on_screen(Library().load("old_west"), upright=False), float(dp(NAMES)), (803.2, 606.4)
    assert whole_size(shape, (1200.0, 906.0), usual) == usual
    size = whole_size(shape, room, usual)
    assert size < usual
    names, scale = MapNames(shape), whole_scale(room, shape.size, dp(MARGIN))
    names.draw(round(size), round(size) / size, room, scale)
    names.move(scale, 0.0, 0.0)
    for one, other in combinations(names.on_screen().values(), 2):
        across = min(one.right, other.right) - max(one.left, other.left)
        up = min(one.top, other.top) - max(one.bottom, other.bottom)
        assert min(across, up) <= 3, "only their rims may be on each other"
