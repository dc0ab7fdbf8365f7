"""Tests of the codes on labels: parsing inverts encoding, wrong characters are noticed, foreign codes refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.boards import Library
from hardware.codes import (
    COLOURS,
    Code,
    Command,
    LabelKind,
    Reason,
    Refusal,
    card,
    command,
    numbered,
    numbers,
    parse,
    player,
    set_letter,
)

LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SYSTEMS = ("usa", "europe", "switzerland", "india", "old_west", "card_game")

codes = st.one_of(
    st.builds(card, st.sampled_from("UESIWC7"), st.sampled_from(list(COLOURS)), st.integers(1, 16)),
    st.builds(
        numbered,
        st.sampled_from([LabelKind.TICKET, LabelKind.ROUTE, LabelKind.CITY]),
        st.sampled_from("UESIWC7"),
        st.integers(0, 36**3 - 1),
    ),
    st.builds(player, st.sampled_from(["red", "blue", "green", "yellow", "black", "white", "purple"])),
    st.builds(command, st.sampled_from(list(Command))),
)


@given(codes)
def test_encode_and_parse_are_inverses(code: Code) -> None:
    assert len(code.text) == 10
    assert parse(code.text) == code


@given(codes)
@settings(max_examples=60)
def test_every_wrong_or_swapped_character_is_noticed(code: Code) -> None:
    text = code.text
    for place in range(len(text)):
        for letter in LETTERS:
            wrong = text[:place] + letter + text[place + 1 :]
            assert wrong == text or isinstance(parse(wrong), Refusal)
    for place in range(len(text) - 1):
        swapped = text[:place] + text[place + 1] + text[place] + text[place + 2 :]
        assert swapped == text or isinstance(parse(swapped), Refusal)


@given(st.text(alphabet=LETTERS, min_size=10, max_size=10))
@settings(max_examples=2000)
def test_what_is_parsed_is_what_would_be_printed(text: str) -> None:
    meaning = parse(text)
    assert isinstance(meaning, Refusal) or meaning.text == text


@given(st.text())
def test_nothing_that_is_scanned_ends_in_an_error(text: str) -> None:
    meaning = parse(text)
    assert isinstance(meaning, Code | Refusal)
    assert str(meaning)


@pytest.mark.parametrize(
    ("scanned", "reason"),
    [
        ("5449000000996", Reason.PRODUCT),
        ("]E05449000000996", Reason.PRODUCT),
        ("9780306406157", Reason.BOOK),
        ("https://example.org/menu", Reason.LINK),
        ("TR1CER07", Reason.SHORT),
        ("TR1CER07XX", Reason.MISREAD),
        ("TR&CER07XX", Reason.LAYOUT),
        ("AT", Reason.DEVICE),
        ("AT+CGMI", Reason.DEVICE),
        ("hello", Reason.FOREIGN),
        ("", Reason.EMPTY),
    ],
)
def test_strangers_are_told_what_they_are(scanned: str, reason: Reason) -> None:
    refusal = parse(scanned)
    assert isinstance(refusal, Refusal)
    assert refusal.reason is reason


def test_a_label_of_another_version_is_told_as_such() -> None:
    for check in (a + b for a in LETTERS for b in LETTERS):
        refusal = parse("TR2CER07" + check)
        assert isinstance(refusal, Refusal)
        if refusal.reason is Reason.VERSION:
            assert (
                str(refusal)
                == "that label is for a different version of Companion (TR2): print it again, or update Companion"
            )
            return
    pytest.fail("no check fits a label of another version")


@pytest.mark.parametrize("around", ["{}", "]Q1{}", "\x02{}\x03", "  {}\r\n", "{}\x00\x00"])
def test_what_scanners_put_around_a_label_is_stripped(around: str) -> None:
    code = card("E", "red", 7)
    assert parse(around.format(code.text)) == code
    assert parse(around.format(code.text.lower())) == code


@pytest.mark.parametrize("map_id", SYSTEMS)
def test_every_thing_of_a_map_has_its_own_code(map_id: str) -> None:
    board = Library().load(map_id)
    letter = set_letter(map_id)
    texts = [
        numbered(kind, letter, number).text
        for kind, ids in (
            (LabelKind.ROUTE, board.routes),
            (LabelKind.TICKET, board.tickets),
            (LabelKind.CITY, board.cities),
        )
        for number in numbers(ids).values()
    ]
    assert len(set(texts)) == len(texts) == len(board.routes) + len(board.tickets) + len(board.cities)


def test_each_of_our_maps_has_a_letter_of_its_own() -> None:
    assert len({set_letter(map_id) for map_id in SYSTEMS}) == 6
    assert set_letter("my_street").isdigit()


def test_adding_a_route_leaves_the_other_labels_as_they_are() -> None:
    routes = list(Library().load("europe").routes)
    before, after = numbers(routes), numbers([*routes, "oslo--bergen:red"])
    assert {route: after[route] for route in routes} == before


def test_labels_that_were_printed_stay_valid() -> None:
    """Changing these known values would invalidate every printed sheet."""
    europe = Library().load("europe")
    route, ticket = numbers(europe.routes)["brest--paris:black"], numbers(europe.tickets)["brest--marseille"]
    assert card("E", "red", 7).text == "TR1CER070F"
    assert player("blue").text == "TR1PB000PE"
    assert command(Command.UNDO).text == "TR1XUNDO18"
    assert numbered(LabelKind.ROUTE, "E", route).text == "TR1REK2JE4"
    assert numbered(LabelKind.TICKET, "E", ticket).text == "TR1DEOB2HR"


def test_purple_has_a_badge_of_its_own_and_pink_and_orange_still_have_none() -> None:
    assert player("purple").text[:8] == "TR1PV000"
    assert player("black").text[:8] == "TR1PK000"
    for letter in "POL":
        data = f"TR1P{letter}000"
        read = parse(Code(LabelKind.PLAYER, data[4:]).text)
        assert isinstance(read, Refusal)
    assert isinstance(parse(Code(LabelKind.CARD, "NV01").text), Refusal), "no card is purple"
