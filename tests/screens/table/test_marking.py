"""Marking a finished board: one tap for a track, one stroke for several, and the same to remove them."""

from collections.abc import Callable, Iterable
from random import Random

import pytest

from companion.boards import Library
from companion.screens.map.fingers import Stroke, plain_track
from companion.screens.virtual import Finger
from tests.screens.glass import BOARDS, PIXELS_PER_MM, pixels_per_unit, shape_on_glass
from tests.screens.player import Hand

# isort: split
from companion.game import events as e
from companion.screens.table.marking import BLUR_DP, alike_on
from companion.screens.widgets.playertile import PlayerTile

AtTable = Callable[..., Hand]
Point = tuple[float, float]


def spots(hand: Hand, *tracks: str) -> list[Point]:
    """The middles of all spaces of connected tracks, in walking order, in window pixels."""
    shape, routes = hand.map.shape, hand.state.board.routes
    found: list[Point] = []
    for place, track in enumerate(tracks):
        line = [hand.map.to_window(*hand.map.on_screen(space.x, space.y)) for space in shape.spaces[track]]
        following = tracks[place + 1] if place + 1 < len(tracks) else None
        begins_where_it_goes_on = following and routes[track].start in routes[following].ends
        if begins_where_it_goes_on or (not following and found and _far(found[-1], line[0], line[-1])):
            line.reverse()
        found += line
    return found


def _far(place: Point, first: Point, last: Point) -> bool:
    return sum((a - b) ** 2 for a, b in zip(place, first, strict=True)) > sum(
        (a - b) ** 2 for a, b in zip(place, last, strict=True)
    )


def draw(hand: Hand, path: Iterable[Point]) -> None:
    """One finger, from place to place without lifting."""
    first, *others = path
    finger = Finger(*first)
    finger.send("begin")
    hand.driver.frames(1)
    for place in others:
        finger.move_to(*place)
        hand.driver.frames(1)
    finger.send("end")
    hand.driver.settle()


def mark(hand: Hand, track: str) -> None:
    """Tap a track; if it is doubtful which was meant, its card."""
    hand.driver.wait(0.5)
    hand.tap_track(track)
    card = next((card for card in hand.cards() if card.offer.route.id == track), None)
    if card is not None:
        hand.driver.tap(card)
        hand.driver.settle()


def marked(hand: Hand) -> list[tuple[str, str]]:
    return [(claim.player, claim.route.id) for claim in hand.state.claims]


def test_one_tap_marks_a_track_and_another_removes_it(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", counted=True)
    assert hand.driver.has("Tap Anna’s routes, or draw a finger along them.")
    hand.tap_track("calgary--winnipeg:white")
    assert marked(hand) == [("red", "calgary--winnipeg:white")]
    assert hand.cards() == []
    hand.driver.wait(0.5)
    hand.tap_track("calgary--winnipeg:white")
    assert marked(hand) == []
    hand.touch("Undo")
    assert marked(hand) == [("red", "calgary--winnipeg:white")]


def test_a_doubtful_tap_asks(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", counted=True)
    hand.tap_city("denver")
    assert marked(hand) == []
    assert len(hand.cards()) == 5


def test_a_track_of_another_player_asks(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", "blue claims calgary--winnipeg:white", counted=True)
    hand.driver.tap(next(tile for tile in hand.driver.widgets(PlayerTile) if tile.name == "Anna"))
    hand.driver.settle()
    hand.tap_track("calgary--winnipeg:white")
    assert marked(hand) == [("blue", "calgary--winnipeg:white")]
    assert hand.cards()


def test_either_track_of_a_pair_is_marked_without_a_question(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", counted=True)
    hand.tap_track("new-york--pittsburgh:white")
    assert [route.split(":")[0] for _, route in marked(hand)] == ["new-york--pittsburgh"]
    assert hand.cards() == []


def test_a_double_tap_zooms_and_marks_nothing(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", counted=True)
    (place, *_) = spots(hand, "calgary--winnipeg:white")
    hand.driver.tap(place)
    hand.driver.tap(place)
    hand.driver.settle()
    assert marked(hand) == []
    assert not hand.map.is_whole


def test_a_quick_hand_marks_one_track_after_the_other(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", counted=True)
    for track in ("calgary--winnipeg:white", "miami--new-orleans:red"):
        hand.driver.tap(spots(hand, track)[2])
    hand.driver.settle()
    assert marked(hand) == [("red", "calgary--winnipeg:white"), ("red", "miami--new-orleans:red")]


def test_while_a_claim_is_corrected_a_tap_asks_and_removes_nothing(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", "red claims calgary--winnipeg:white", counted=True)
    claim = hand.events[0]
    assert isinstance(claim, e.Claim)
    hand.table.play.start_amending(0, claim)
    hand.tap_track("calgary--winnipeg:white")
    assert marked(hand) == [("red", "calgary--winnipeg:white")]
    assert hand.cards()


def test_a_finger_drawn_along_tracks_marks_them_all_and_drawn_again_removes_them(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", counted=True)
    way = ("calgary--seattle:grey", "calgary--winnipeg:white", "duluth--winnipeg:black")
    draw(hand, spots(hand, *way))
    assert sorted(marked(hand)) == [("red", track) for track in way]
    assert hand.cards() == []
    assert hand.map.is_whole
    draw(hand, spots(hand, *way))
    assert marked(hand) == []


def test_a_stroke_over_tracks_of_others_marks_the_free_ones(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", "blue claims calgary--winnipeg:white", counted=True)
    hand.table.play.choose("red")
    draw(hand, spots(hand, "calgary--seattle:grey", "calgary--winnipeg:white", "duluth--winnipeg:black"))
    assert marked(hand) == [
        ("blue", "calgary--winnipeg:white"), ("red", "calgary--seattle:grey"), ("red", "duluth--winnipeg:black"),
    ]  # fmt: skip


def test_two_fingers_move_the_map_and_mark_nothing(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue", counted=True)
    path = spots(hand, "calgary--winnipeg:white")
    one, two = Finger(*path[0]), Finger(path[0][0] + 60, path[0][1] - 60)
    one.send("begin")
    one.move_to(*path[1])
    two.send("begin")
    for x, y in path[2:]:
        one.move_to(x, y)
        two.move_to(x + 150, y - 150)
        hand.driver.frames(1)
    one.send("end")
    two.send("end")
    hand.driver.settle()
    assert marked(hand) == []
    assert not hand.map.is_whole


def test_in_a_running_game_a_stroke_moves_the_map_and_a_tap_asks(at_table: AtTable) -> None:
    hand = at_table("usa", "red blue")
    hand.tap_track("calgary--winnipeg:white")
    assert marked(hand) == []
    assert hand.cards()


@pytest.mark.parametrize("map_id", BOARDS)
def test_a_plain_tap_is_seldom_wrong(map_id: str, record_property: Callable[[str, object], None]) -> None:
    """Taps that miss the middle of a track by 1 mm, as a standard deviation, on the whole board at 800 x 480."""
    shape, rng, alike = shape_on_glass(map_id), Random(f"{map_id} plain"), alike_on(Library().load(map_id))
    unit = pixels_per_unit(map_id)
    miss = PIXELS_PER_MM / unit
    touches = plain = wrong = 0
    for route, line in shape.spaces.items():
        for _ in range(20):
            aim = line[len(line) // 2]
            found = plain_track(shape, rng.gauss(aim.x, miss), rng.gauss(aim.y, miss), BLUR_DP / unit, alike)
            touches, plain, wrong = touches + 1, plain + bool(found), wrong + bool(found and route not in found)
    record_property(f"{map_id}: plain taps of {touches:,}, and how many were wrong", f"{plain:,}, {wrong}")
    assert plain > 0.6 * touches
    assert wrong < 0.005 * plain


@pytest.mark.parametrize("map_id", BOARDS)
def test_a_stroke_along_a_track_finds_it_and_little_else(
    map_id: str, record_property: Callable[[str, object], None]
) -> None:
    """Strokes from space to space of each track, each time missing by 0.7 mm."""
    shape, rng, alike = shape_on_glass(map_id), Random(f"{map_id} stroke"), alike_on(Library().load(map_id))
    unit = pixels_per_unit(map_id)
    miss = 0.7 * PIXELS_PER_MM / unit
    missed = others = strokes = 0
    for route, line in shape.spaces.items():
        for _ in range(5):
            ends = shape.board.routes[route].ends
            path = [shape.cities[ends[0]], *((space.x, space.y) for space in line), shape.cities[ends[1]]]
            blunt = [(rng.gauss(x, miss), rng.gauss(y, miss)) for x, y in path]
            stroke = Stroke(shape, *blunt[0], BLUR_DP / unit)
            for x, y in blunt[1:]:
                stroke.draw_to(x, y)
            found = stroke.tracks(alike)
            strokes += 1
            missed += not any(route in tracks for tracks in found)
            others += sum(route not in tracks for tracks in found)
    record_property(f"{map_id}: strokes of {strokes:,} that missed, and other tracks taken", f"{missed}, {others}")
    assert missed < 0.06 * strokes
    assert others < 0.06 * strokes


WAYS = {
    "Anna": (
        ("seattle--vancouver:grey-1", "portland--seattle:grey-1", "portland--salt-lake-city:blue",
         "denver--salt-lake-city:red", "denver--oklahoma-city:red", "little-rock--oklahoma-city:grey",
         "little-rock--nashville:white", "atlanta--nashville:grey", "atlanta--charleston:grey"),
        ("chicago--omaha:blue", "chicago--toronto:white", "montreal--toronto:grey"),
    ),
    "Bo": (
        ("los-angeles--san-francisco:pink", "el-paso--los-angeles:black", "el-paso--houston:green",
         "houston--new-orleans:grey", "miami--new-orleans:red"),
        ("calgary--seattle:grey", "calgary--winnipeg:white", "duluth--winnipeg:black", "duluth--sault-st-marie:grey"),
        ("boston--new-york:yellow", "new-york--washington:orange"),
        ("dallas--houston:grey-1",),
    ),
}  # fmt: skip
"""Twelve routes each, as they hang together on the board."""
TICKETS = {
    "Anna": ("chicago--new-orleans", "montreal--atlanta", "portland--nashville"),
    "Bo": ("los-angeles--miami", "duluth--houston"),
}


@pytest.mark.parametrize("drawn", [True, False], ids=["drawn", "tapped"])
def test_a_finished_board_of_two_players(
    at_table: AtTable, drawn: bool, record_property: Callable[[str, object], None]
) -> None:
    """24 routes, 5 tickets, from the bare board to the final scoring: 40 touches at most."""
    hand = at_table("usa", "red blue", counted=True)
    before = Finger.count()
    for name, ways in WAYS.items():
        if hand.table.status.turn != name:
            hand.driver.tap(next(tile for tile in hand.driver.widgets(PlayerTile) if tile.name == name))
            hand.driver.settle()
        for way in ways:
            if drawn and len(way) > 1:
                draw(hand, spots(hand, *way))
            else:
                for track in way:
                    mark(hand, track)
        hand.keep_tickets(*TICKETS[name], player=name)
    hand.touch("Finish")
    hand.touch("End the game")
    touches = Finger.count() - before
    record_property(f"touches for 24 routes {'drawn' if drawn else 'tapped'} and 5 tickets", touches)
    state = hand.driver.app.session.host.screen.game.state
    pair = alike_on(state.board)
    for name, ways in WAYS.items():
        colour = "red" if name == "Anna" else "blue"
        taken = [claim.route.id for claim in state.claims if claim.player == colour]
        assert [track for way in ways for track in way if not any(pair(track, route) for route in taken)] == []
        assert len(taken) == 12
    assert touches <= 40
