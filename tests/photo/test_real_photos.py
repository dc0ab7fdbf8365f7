"""Photographs of real boards, where they are present: how many are read right.

The weights that come with Companion were fitted on them too; with `--long` each photo is also read with weights that
were fitted on the others. Every day two are read; the figures say how many were found.
"""

from collections.abc import Callable

import pytest

from companion.photo.alignment import BoardNotFoundError, align
from companion.photo.boardfit import fit_board
from companion.photo.pictures import read_picture
from companion.photo.refusal import RefusedPhotoError
from companion.photo.routeevidence import weights
from tests.photo.fitting import figures_of, left_out, look_at_everything
from tests.photo.realphotos import FOLDER, board_of, empty_board, look_at_photo, photos, stations_there

FOUND = photos()
DAILY = [("europe", "s4"), ("usa", "s6")]
AIMS = {"europe": (0.99, 8), "usa": (0.97, 15)}
"""The share of routes that is right, and how many are asked about at most."""

pytestmark = pytest.mark.skipif(
    not FOUND, reason=f"no photographs of real boards in {FOLDER.parent.name}/{FOLDER.name} beside the project"
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Choose the photographs: two every day, all with `--long`."""
    if "photo" in metafunc.fixturenames:
        chosen = FOUND if metafunc.config.getoption("--long") else [one for one in DAILY if one in FOUND]
        metafunc.parametrize(("board", "photo"), chosen, ids=[" ".join(one) for one in chosen])


def test_a_photograph_is_read(board: str, photo: str, record_property: Callable[[str, object], None]) -> None:
    seen = look_at_photo(board, photo)
    routes, right, wrong, asked = figures_of(seen, weights())
    print(f"{board} {photo}: {right} of {routes} right, {wrong} wrong though sure, {asked} asked, refused: no")
    record_property(f"photographs read, of {len(FOUND)} that were found", 1)
    record_property("routes right on photographs", right)
    record_property("routes wrong though sure on photographs", wrong)
    record_property("routes asked about on photographs", asked)
    share, most = AIMS[board]
    assert wrong == 0
    assert right >= share * routes
    assert asked <= most
    there = stations_there(board, photo)
    if there is not None:
        assert {city: station.owner for city, station in seen.stations.items()} == there
        assert sum(not station.sure for station in seen.stations.values()) <= 1


def test_photographs_that_were_left_out_of_the_fit(request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("--long"):
        pytest.skip("fitting takes minutes: --long does it")
    sums: dict[str, list[int]] = {}
    for (board, photo, changed), found in left_out(look_at_everything(2)).items():
        if changed:
            continue
        routes, right, wrong, asked = found[0]
        print(f"{board} {photo}, left out: {right} of {routes} right, {wrong} wrong though sure, {asked} asked")
        sums[board] = [a + b for a, b in zip(sums.get(board, [0] * 5), (*found[0], 1), strict=True)]
    for board, (routes, right, wrong, asked, count) in sums.items():
        share, most = AIMS[board]
        assert right >= share * routes
        assert wrong <= 0.002 * (routes - asked)
        assert asked <= most * count


def test_a_photograph_of_another_board_is_refused() -> None:
    empty, known = empty_board("europe")
    with pytest.raises(BoardNotFoundError):
        align(read_picture(FOLDER / "usa" / "s6.jpg").image, empty, known)


def test_cities_tapped_on_the_photo_of_another_board_are_refused() -> None:
    """Six taps in the right places of the wrong board."""
    taps = {
        "edinburgh": (600.0, 400.0),
        "petrograd": (1900.0, 400.0),
        "cadiz": (500.0, 1300.0),
        "erzurum": (2000.0, 1300.0),
    }
    photo = read_picture(FOLDER / "usa" / "empty.jpg").image
    with pytest.raises(RefusedPhotoError, match="do not fit"):
        fit_board(board_of("europe"), photo, taps)
