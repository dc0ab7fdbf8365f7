"""Tests that an independent decoder reads every label of every sheet as exactly its code."""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
import zxingcpp

from companion.boards import Library, our_maps
from companion.boards.signs import CARD_SIGNS, PLAYER_SHAPES
from companion.cli import main
from companion.cli.labels import USUAL, WHAT, labels_of
from hardware.codes import Code, parse
from hardware.papers import PAPERS

SYSTEMS = ("usa", "europe", "switzerland", "india", "old_west", "nordic_countries", "card_game")
QR = zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCodeModel2)
INSERTS = ("44x68", "56x87")
"""Inserts for card sleeves, on which only cards and tickets are printed."""


def read_back(file: Path, dpi: int) -> Counter[str]:
    """Return what a decoder finds on all pages, rendered at this resolution."""
    found: Counter[str] = Counter()
    document = pypdfium2.PdfDocument(file)
    for page in document:
        image = page.render(scale=dpi / 72, grayscale=True).to_pil()
        found.update(one.text for one in zxingcpp.read_barcodes(image, formats=QR))
    document.close()
    return found


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every day each map on one paper and each paper for one map; with `--long` each map on each paper."""
    if metafunc.function is test_every_label_is_read_back:
        long = metafunc.config.getoption("--long")
        pairs = [(m, s) for m in SYSTEMS for s in PAPERS if long or m == "europe" or s == "A4"]
        metafunc.parametrize(("map_id", "sheet"), pairs)


def test_every_label_is_read_back(
    map_id: str, sheet: str, tmp_path: Path, record_property: Callable[[str, int], None]
) -> None:
    kinds = ("cards", "tickets") if sheet in INSERTS else USUAL
    board = Library().load(map_id)
    expected = Counter(label.code for kind in kinds for label in labels_of(board, kind))
    file = tmp_path / "labels.pdf"
    assert main(["labels", map_id, "--sheet", sheet, "--what", ",".join(kinds), "-o", str(file)]) == 0
    for dpi in (300, 200):
        assert read_back(file, dpi) == expected
    record_property("labels read back at 300 and at 200 dpi", expected.total())


@pytest.mark.parametrize("map_id", [map_id for map_id in SYSTEMS if map_id != "card_game"])
def test_the_route_sheet_has_every_route_under_both_its_cities(map_id: str, tmp_path: Path) -> None:
    board = Library().load(map_id)
    file = tmp_path / "routes.pdf"
    assert main(["labels", map_id, "--sheet", "A4", "--what", "routesheet", "-o", str(file)]) == 0
    inland = sum(board.cities[end].country is None for route in board.routes.values() for end in route.ends)
    assert read_back(file, 200).total() == inland


def test_every_label_has_words_and_a_code_that_parses() -> None:
    europe = Library().load("europe")
    for kind in WHAT:
        for label in labels_of(europe, kind):
            assert label.title
            assert label.code is None or isinstance(parse(label.code), Code)


def test_two_copies_of_a_ticket_are_two_labels() -> None:
    swiss = Library().load("switzerland")
    labels = list(labels_of(swiss, "tickets"))
    assert len(labels) == swiss.ticket_cards == 46
    assert any(label.detail == "ticket 2 of 2, Switzerland" for label in labels)
    assert len({label.code for label in labels}) == 46


LLANFAIR = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"


@pytest.mark.parametrize("sheet", PAPERS)
def test_the_longest_names_never_print_over_the_next_code(sheet: str, tmp_path: Path) -> None:
    own = tmp_path / "maps"
    own.mkdir()
    text = (our_maps() / "usa.toml").read_text(encoding="utf-8").replace('id = "usa"', 'id = "wales"', 1)
    head, cities = text.split("cities = [", 1)
    (own / "wales.toml").write_text(head + "cities = [" + re.sub(r'name = "[^"]*"', f'name = "{LLANFAIR}"', cities))
    file = tmp_path / "labels.pdf"
    assert main(["--data-dir", str(tmp_path), "labels", "wales", "--sheet", sheet, "-o", str(file)]) == 0
    expected = sum(1 for kind in USUAL for _ in labels_of(Library(own).load("wales"), kind))
    assert read_back(file, 200).total() == expected


@pytest.mark.parametrize("sheet", PAPERS)
@pytest.mark.parametrize("map_id", SYSTEMS)
def test_no_name_is_broken_in_the_middle_of_a_word(map_id: str, sheet: str, tmp_path: Path) -> None:
    kinds = ("cards", "tickets") if sheet in INSERTS else USUAL
    file = tmp_path / "labels.pdf"
    assert main(["labels", map_id, "--sheet", sheet, "--what", ",".join(kinds), "-o", str(file)]) == 0
    document = pypdfium2.PdfDocument(file)
    printed = {word for page in document for word in page.get_textpage().get_text_range().split()}
    document.close()
    names = [city.name for city in Library().load(map_id).cities.values()]
    said = {word for kind in kinds for label in labels_of(Library().load(map_id), kind) for word in label.title.split()}
    words = {word for name in names for word in name.split() if word in said}
    assert words <= printed


def test_letters_that_the_typeface_lacks_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "maps"
    own.mkdir()
    text = (our_maps() / "usa.toml").read_text(encoding="utf-8").replace('id = "usa"', 'id = "far"', 1)
    (own / "far.toml").write_text(text.replace('name = "Boston"', 'name = "東京"'))
    assert main(["--data-dir", str(tmp_path), "labels", "far", "-o", str(tmp_path / "x.pdf")]) == 0
    assert "the font has no 京東: they are missing from the labels" in capsys.readouterr().err


def test_a_sheet_holds_its_labels() -> None:
    for paper in PAPERS.values():
        left, top = paper.place(paper.per_page - 1)
        assert left + paper.label[0] <= paper.page[0]
        assert top + paper.label[1] <= paper.page[1]
        quiet_code = (21 + 8) * paper.dots * 25.4 / 300
        assert quiet_code <= min(paper.label)


def test_every_colour_has_a_sign_of_its_own() -> None:
    assert len(set(CARD_SIGNS.values())) == 9
    assert len(set(PLAYER_SHAPES.values())) == 7
    for polygon in (*CARD_SIGNS.values(), *PLAYER_SHAPES.values()):
        assert all(-1e-9 <= value <= 1 + 1e-9 for point in polygon for value in point)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["europe", "--sheet", "L9"], "there is no sheet L9: choose from L7651, L7160, 5160, A4, Letter, 44x68, 56x87"),
        (["europe", "--what", "hats"], f"there are no labels for hats: choose from {', '.join(WHAT)}"),
        (["usa", "--what", "cities"], "USA has no cities to print labels for"),
        (["europe", "-o", "/nowhere/x.pdf"], "/nowhere/x.pdf: no such file or directory"),
    ],
)
def test_bad_wishes(arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["labels", *arguments]) == 2
    assert capsys.readouterr().err == complaint + "\n"
