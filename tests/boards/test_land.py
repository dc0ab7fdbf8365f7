"""Land and water below the tracks: ours, and what people bring."""

import json
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any

import pytest

from companion.boards import BadMapError, Library, our_maps, read_map
from companion.boards.facts import board_from, digest_of, facts_of
from companion.boards.ground import Ground, Line, ground_of
from companion.boards.land import LARGEST_LAND, MOST_POINTS, crossing, land_beside, parse_land
from companion.boards.mapfile import parse_map
from companion.boards.offered import map_files, read_offer
from companion.boards.shape import Point, shape_of, shape_on_screen
from companion.cli import main
from tests.screens.glass import BOARDS
from tests.table import board

MOVED = {"essen--kobenhavn:grey-1", "essen--kobenhavn:grey-2"}
"""Ferries that are partly on land, since the printed board moves Essen."""


def ground(map_id: str, on_its_side: bool = False) -> Ground:
    found = ground_of(shape_of(board(map_id), on_its_side))
    assert found is not None
    return found


def away(point: Point, lines: tuple[Line, ...]) -> float:
    """The distance of a point from the nearest of these lines."""
    return min(_from_edge(point, *edge) for line in lines for edge in pairwise(line))


def _from_edge(point: Point, one: Point, other: Point) -> float:
    along = other[0] - one[0], other[1] - one[1]
    square = along[0] ** 2 + along[1] ** 2 or 1.0
    share = ((point[0] - one[0]) * along[0] + (point[1] - one[1]) * along[1]) / square
    share = min(max(share, 0.0), 1.0)
    return hypot(point[0] - one[0] - share * along[0], point[1] - one[1] - share * along[1])


@pytest.mark.parametrize("map_id", BOARDS)
def test_every_city_is_on_land_or_on_its_shore(map_id: str) -> None:
    shape, below = shape_of(board(map_id)), ground(map_id)
    dot = shape.wagon[1] * 0.62
    for city, at in shape.cities.items():
        assert not below.is_water(*at) or away(at, below.coasts) <= dot, city


@pytest.mark.parametrize("map_id", BOARDS)
def test_every_ferry_crosses_water(map_id: str) -> None:
    shape, below = shape_of(board(map_id)), ground(map_id)
    for route in shape.board.routes.values():
        wet = sum(below.is_water(space.x, space.y) for space in shape.spaces[route.id])
        if route.locomotives:
            assert wet >= (1 if route.id in MOVED else min(route.locomotives, route.length)), route.id


@pytest.mark.parametrize("map_id", BOARDS)
def test_every_ring_of_ours_is_sound(map_id: str) -> None:
    land = board(map_id).land
    assert land is not None
    left, top, right, bottom = land.frame
    for ring in (*land.land, *land.water, *land.home):
        assert crossing(ring) is None
        assert abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in pairwise((*ring, ring[0])))) / 2 > 1
    for line in (*land.land, *land.water, *land.home, *land.borders):
        assert all(left <= x <= right and top <= y <= bottom for x, y in line)


@pytest.mark.parametrize("map_id", BOARDS)
def test_the_ground_turns_with_the_board(map_id: str) -> None:
    upright, lying = (shape_of(board(map_id), on_its_side) for on_its_side in (False, True))
    for route, line in upright.spaces.items():
        for space, turned in zip(line, lying.spaces[route], strict=True):
            below = ground(map_id).is_water(space.x, space.y)
            if away((space.x, space.y), ground(map_id).coasts) > 3:
                assert below == ground(map_id, on_its_side=True).is_water(turned.x, turned.y), route


@pytest.mark.parametrize("map_id", BOARDS)
def test_it_reaches_far_beyond_the_board_without_an_edge(map_id: str) -> None:
    """A map is also shown in places of other proportions: no coast runs along the frame, which is far away."""
    shape = shape_on_screen(board(map_id), upright=False)
    below = ground_of(shape)
    assert below is not None
    left, bottom, right, top = below.frame
    wide, high = shape.size
    assert max(left, bottom) < -1.2 * min(wide, high)
    assert min(right - wide, top - high) > 1.2 * min(wide, high)
    for coast in below.coasts:
        for (x1, y1), (x2, y2) in pairwise(coast):
            assert not (x1 == x2 and x1 in (left, right)), coast
            assert not (y1 == y2 and y1 in (bottom, top)), coast


# A score does not know about it


def test_a_map_is_the_same_with_land_and_without() -> None:
    text = (our_maps() / "europe.toml").read_text(encoding="utf-8")
    plain = parse_map(text, "europe.toml")
    assert plain.land is None
    assert board("europe").land is not None
    assert digest_of(plain) == digest_of(board("europe"))
    assert facts_of(plain) == facts_of(board("europe"))
    assert board_from(facts_of(board("europe"))).land is None


# A map of one's own

FOUR = [[0, 0], [40, 0], [40, 60], [0, 60]]


def own_map(folder: Path, land: object | None) -> Path:
    """A copy of the USA, with this land beside it."""
    file = folder / "mine.toml"
    text = (our_maps() / "usa.toml").read_text(encoding="utf-8")
    file.write_text(text.replace('id = "usa"', 'id = "mine"', 1), encoding="utf-8")
    if land is not None:
        land_beside(file).write_text(land if isinstance(land, str) else json.dumps(land), encoding="utf-8")
    return file


def described(**changes: Any) -> dict[str, Any]:
    return {"frame": [-100, -100, 1100, 800], "land": [FOUR], **changes}


def test_it_has_its_own_land_or_plain_paper(tmp_path: Path) -> None:
    own_map(tmp_path, described(water=[FOUR], borders=[[[0, 0], [40, 60]]]))
    mine = Library(tmp_path).load("mine")
    assert mine.land is not None
    assert mine.land.land == (((0, 0), (40, 0), (40, 60), (0, 60)),)
    land_beside(tmp_path / "mine.toml").unlink()
    assert Library(tmp_path).load("mine").land is None


def test_land_that_is_changed_on_disk_is_read_again(tmp_path: Path) -> None:
    own_map(tmp_path, described())
    before = Library(tmp_path).load("mine")
    assert Library(tmp_path).load("mine") is before
    own_map(tmp_path, described(land=[FOUR[:3]]))
    after = Library(tmp_path).load("mine").land
    assert after is not None
    assert len(after.land[0]) == 3


@pytest.mark.parametrize(
    ("land", "fault"),
    [
        (described(land=[FOUR, FOUR[:2]]), "land: ring 2 has too few points (2): a ring needs at least 3"),
        (described(water=[[]]), "water: ring 1 has too few points (0): a ring needs at least 3"),
        (described(home=[FOUR[:1]]), "home: ring 1 has too few points (1): a ring needs at least 3"),
        (described(borders=[FOUR[:1]]), "borders: line 1 has too few points (1): a line needs at least 2"),
        (described(land=[[[0, 0], [1, "a"], [2, 2]]]), "land.1.2.2 must be a number, not 'a'"),
        ('{"frame": [0, 0, 1000, 645], "land": [[[0, 0], [NaN, 1], [2, 2]]]}', "land.1.2.1 must be a number, not nan"),
        (described(land=[[[0, 0], [1e300, 1], [2, 2]]]), "land.1.2.1 must be 10000.0 or less, not 1e+300"),
        (described(frame=[0, 0, 900, 645]), "frame must hold the whole board, which is [0, 0, 1000, 645]"),
        (described(lnad=[]), "lnad is not a known field; did you mean land?"),
        (described(mountains=[]), "mountains is not a known field: remove it"),
        ({"land": []}, "frame is missing"),
        ({"frame": [-100, -100, 1100, 800]}, "land is missing"),
        (described(land=[FOUR * 2000]), f"has 8,000 points in all; at most {MOST_POINTS:,} are allowed"),
        ("{", "is cut off or not JSON (EOF while parsing an object at line 1 column 1)"),
        (" " * (LARGEST_LAND + 1), "is too large for a land file: at most 500 kB"),
    ],
)
def test_what_is_wrong_with_it_is_told_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], land: object, fault: str
) -> None:
    file = own_map(tmp_path, land)
    assert main(["maps", "check", str(file)]) == 2
    assert capsys.readouterr().err.splitlines() == [f"{land_beside(file)}: {fault}"]
    with pytest.raises(BadMapError):
        Library(tmp_path).load("mine")


def test_every_fault_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["maps", "check", str(own_map(tmp_path, described(land=[[], FOUR[:1]], frame=[1, 0, 2, 3])))])
    assert len(capsys.readouterr().err.splitlines()) == 3


def test_a_ring_that_crosses_itself_is_remarked_upon(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = own_map(tmp_path, described(water=[FOUR, [FOUR[0], FOUR[2], FOUR[1], FOUR[3]]]))
    assert main(["maps", "check", str(file)]) == 0
    assert f"{file}: water: ring 2 crosses itself near [0, 0]" in capsys.readouterr().out


def test_the_card_game_has_no_board_that_could_have_land(tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    file.write_bytes((our_maps() / "card_game.toml").read_bytes())
    land_beside(file).write_text(json.dumps(described()), encoding="utf-8")
    with pytest.raises(BadMapError, match="belongs to a map without a board: remove it"):
        read_map(file)


@pytest.mark.parametrize("content", [b"\xff\xfe", b"[" * 100_000, b"null", b"[]", b'{"land": ' + b"9" * 5000 + b"}"])
def test_no_file_of_land_is_more_than_a_fault(content: bytes) -> None:
    with pytest.raises(BadMapError):
        parse_land(content, "x.land.json", (100.0, 100.0))


# From a stick


def test_a_map_comes_from_a_stick_with_its_land(tmp_path: Path) -> None:
    stick, library = tmp_path / "stick", Library(tmp_path / "own")
    stick.mkdir()
    own_map(stick, described())
    (one,) = read_offer(map_files(stick).files, library).maps
    library.put(one.board.id, one.content, one.land)
    assert library.load("mine").land is not None
    land_beside(stick / "mine.toml").unlink()
    (one,) = read_offer(map_files(stick).files, library).maps
    library.put(one.board.id, one.content, one.land)
    assert library.load("mine").land is None


@pytest.mark.parametrize(
    ("land", "why"),
    [
        ("{", "mine.land.json: is cut off or not JSON"),
        (" " * (LARGEST_LAND + 1), "mine.land.json: is too large: at most 500 kB"),
        (described(land=[[]]), "mine.land.json: land: ring 1 has too few points (0)"),
    ],
)
def test_a_map_on_a_stick_whose_land_is_bad_is_left_out(tmp_path: Path, land: object, why: str) -> None:
    own_map(tmp_path, land)
    offer = read_offer(map_files(tmp_path).files, Library())
    assert not offer.maps
    assert str(offer.skipped[0]).startswith(why)


def test_no_link_on_a_stick_is_followed(tmp_path: Path) -> None:
    file = own_map(tmp_path, None)
    land_beside(file).symlink_to(our_maps() / "usa.land.json")
    offer = read_offer(map_files(tmp_path).files, Library())
    assert not offer.maps
    assert str(offer.skipped[0]) == "mine.land.json: is a link, and links are not followed"
